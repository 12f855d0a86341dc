"""What a person has changed in a form: a form that was opened earlier must not put back what has changed since."""

from collections.abc import Iterable, Mapping

WAS = "was."
"""What the name of a hidden field begins with that holds what the field of that name showed."""


def read_edited(form: Mapping[str, str], names: Iterable[str]) -> dict[str, str]:
    """The fields that hold something else than they showed, without white space around them."""
    given = {name: form.get(name, "").strip() for name in names}
    return {name: text for name, text in given.items() if text != form.get(WAS + name, "\0").strip()}


def list_shown(form: Mapping[str, str], stored: Mapping[str, str]) -> dict[str, str]:
    """What each field showed when a person began to fill in the form; at first this is what is stored."""
    return {name: form.get(WAS + name, value) for name, value in stored.items()}
