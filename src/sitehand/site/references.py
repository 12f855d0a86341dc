"""How every host refuses what an item refers to, and what leads nowhere."""

from sitehand.errors import Code, Detail, Problem


def refuse_reference(path: str, got: object, expected: str, message: str) -> Problem:
    """The refusal of an id in an argument; `expected` says what would be taken."""
    detail = Detail(path=path, expected=expected, got=str(got))
    return Problem(Code.INVALID_ARGUMENTS, message, hint=f"Give {path} {expected}.", details=[detail])


def refuse_missing_parent(noun: str, parent: int, message: str) -> Problem:
    """The refusal of a parent that is not there, or is of another type."""
    return refuse_reference("parent", parent, _expect_parent(noun), message)


def refuse_trashed_parent(noun: str, parent: int) -> Problem:
    """The refusal of a parent in the trash."""
    message = f"{noun.capitalize()} {parent} is in the trash and cannot be a parent."
    return refuse_reference("parent", parent, _expect_parent(noun), message)


def refuse_cycle(noun: str, parent: int) -> Problem:
    """The refusal of a parent that is below the item, or is the item itself."""
    expected = f"a {noun} that is not below this one"
    return refuse_reference("parent", parent, expected, f"The {noun} cannot be below itself.")


def _expect_parent(noun: str) -> str:
    return f"the id of a {noun}, or 0 for the top level"
