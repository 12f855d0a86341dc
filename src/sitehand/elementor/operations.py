"""Several edits at once: all of them, or none."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sitehand.elementor import edits
from sitehand.elementor.catalogue.catalogue import Catalogue
from sitehand.elementor.changes import TreeChange, apply_change
from sitehand.elementor.components.edits import detach_elementor_component, place_elementor_component
from sitehand.elementor.document import Element
from sitehand.elementor.draft import Draft
from sitehand.elementor.repair import repair_document
from sitehand.elementor.replacement import replace_in_elementor
from sitehand.errors import Code, Problem

MAX_OPERATIONS = 50
OPERATIONS: dict[str, Callable[..., list[str]]] = {
    "add_element": edits.add_element,
    "update_element": edits.update_element,
    "set_interactions": edits.set_interactions,
    "replace_element": edits.replace_element,
    "move_element": edits.move_element,
    "duplicate_element": edits.duplicate_element,
    "wrap_element": edits.wrap_element,
    "remove_element": edits.remove_element,
    "repair_document": repair_document,
    "replace_in_elementor": replace_in_elementor,
    "place_elementor_component": place_elementor_component,
    "detach_elementor_component": detach_elementor_component,
}


@dataclass(frozen=True, slots=True)
class Edited:
    """What a number of operations did: the ids that each answered, and the changes that take it back, in order."""

    ids: list[list[str]]
    inverse: list[TreeChange]


def edit(root: Element, operations: Sequence[Mapping[str, Any]], catalogue: Catalogue) -> Edited:
    """Do operations such as {"operation": "move_element", "element": "1a2b3c4", "at": "end"} in order.

    Raises the Problem of the first that fails, with its place in the list, and leaves the document as it was.
    """
    if len(operations) > MAX_OPERATIONS:
        raise Problem(Code.INVALID_ARGUMENTS, f"More than {MAX_OPERATIONS} operations.", hint="Send them in parts.")
    draft = Draft(root, catalogue)
    ids = []
    for number, operation in enumerate(operations):
        try:
            ids.append(_run(draft, operation))
        except Exception as error:
            draft.take_back(0)
            if isinstance(error, Problem):
                error.message = f"Operation {number}: {error.message}"
            raise
    return Edited(ids, draft.undo)


def revert(root: Element, inverse: Sequence[TreeChange]) -> None:
    """Take back what `edit` did, in a document that is as that left it."""
    for change in inverse:
        apply_change(root, change)


def _run(draft: Draft, operation: Mapping[str, Any]) -> list[str]:
    arguments = dict(operation)
    function = OPERATIONS.get(str(arguments.pop("operation", "")))
    if function is None:
        raise Problem(Code.INVALID_ARGUMENTS, "There is no such operation.", hint=f"Use {', '.join(OPERATIONS)}.")
    try:
        bound = _sign(function).bind(draft, **arguments)
    except TypeError as error:
        hint = "Send the arguments of the tool of that name, without id."
        raise Problem(Code.INVALID_ARGUMENTS, f"{operation['operation']}: {error}.", hint=hint) from error
    return function(*bound.args, **bound.kwargs)


@cache
def _sign(function: Callable[..., list[str]]) -> inspect.Signature:
    """What a function takes, looked at once: it took a tenth of an edit."""
    return inspect.signature(function)
