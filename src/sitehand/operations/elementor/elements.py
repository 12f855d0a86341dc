"""Operations on elements of a document, each found by its id."""

from typing import Any

from sitehand.errors import Code, Problem
from sitehand.operation.context import Context
from sitehand.operation.schema import parse
from sitehand.operation.write import dump_asked
from sitehand.operations.elementor.arguments import (
    ElementChange,
    ElementCopy,
    ElementInteractions,
    ElementMove,
    ElementOperations,
    ElementReplacement,
    ElementsToWrap,
    Item,
    NewPlacedElement,
    OneElement,
    TextReplacement,
)
from sitehand.operations.elementor.editing import EditedItem, Editing, writes_document
from sitehand.operations.elementor.element_edits import NO_PART_OF_IT, edit_elements, write_edits
from sitehand.operations.elementor.instances import detach_elementor_component, place_elementor_component
from sitehand.operations.elementor.works import ElementEdits
from sitehand.site.values import Input

ADD_ELEMENT = edit_elements("add_element")


@writes_document(
    "POST /items/{id}/elementor/elements",
    example={"element": {"elType": "widget", "widgetType": "heading", "settings": {"title": "Hello"}}, "at": "end"},
    prepare=ADD_ELEMENT.prepare,
)
async def add_element(ctx: Context, new: NewPlacedElement) -> EditedItem:
    """Add an element with all that is in it."""
    return await ADD_ELEMENT.run(ctx, new)


UPDATE_ELEMENT = edit_elements("update_element")


@writes_document(
    "PATCH /items/{id}/elementor/elements/{element}",
    idempotent=True,
    destructive=True,
    example={"settings": {"title": "Hello"}},
    prepare=UPDATE_ELEMENT.prepare,
)
async def update_element(ctx: Context, change: ElementChange) -> EditedItem:
    """Set and remove settings of an element; others stay."""
    return await UPDATE_ELEMENT.run(ctx, change)


SET_INTERACTIONS = edit_elements("set_interactions")


@writes_document(
    "PUT /items/{id}/elementor/elements/{element}/interactions",
    idempotent=True,
    destructive=True,
    example={"interactions": [{"trigger": "scrollIn", "effect": "slide", "direction": "left", "duration": 600}]},
    prepare=SET_INTERACTIONS.prepare,
)
async def set_interactions(ctx: Context, wanted: ElementInteractions) -> EditedItem:
    """Set how an atomic element comes into view, or leaves it; [] for not at all."""
    return await SET_INTERACTIONS.run(ctx, wanted)


REPLACE_ELEMENT = edit_elements("replace_element")


@writes_document(
    "PUT /items/{id}/elementor/elements/{element}",
    idempotent=True,
    destructive=True,
    example={"replacement": {"elType": "widget", "widgetType": "divider"}},
    prepare=REPLACE_ELEMENT.prepare,
)
async def replace_element(ctx: Context, replacement: ElementReplacement) -> EditedItem:
    """Put another element in the place of one."""
    return await REPLACE_ELEMENT.run(ctx, replacement)


MOVE_ELEMENT = edit_elements("move_element")


@writes_document(
    "POST /items/{id}/elementor/elements/{element}/move",
    example={"at": {"after": "1a2b3c4"}},
    prepare=MOVE_ELEMENT.prepare,
)
async def move_element(ctx: Context, move: ElementMove) -> EditedItem:
    """Move an element with all that is in it."""
    return await MOVE_ELEMENT.run(ctx, move)


DUPLICATE_ELEMENT = edit_elements("duplicate_element")


@writes_document(
    "POST /items/{id}/elementor/elements/{element}/duplicate",
    example={"at": "end"},
    prepare=DUPLICATE_ELEMENT.prepare,
)
async def duplicate_element(ctx: Context, copied: ElementCopy) -> EditedItem:
    """Copy an element with all that is in it, under new ids."""
    return await DUPLICATE_ELEMENT.run(ctx, copied)


WRAP_ELEMENT = edit_elements("wrap_element")


@writes_document(
    "POST /items/{id}/elementor/wrap",
    example={"elements": ["1a2b3c4"], "wrapper": {"elType": "container"}},
    prepare=WRAP_ELEMENT.prepare,
)
async def wrap_element(ctx: Context, wrap: ElementsToWrap) -> EditedItem:
    """Put an element around others that stand side by side."""
    return await WRAP_ELEMENT.run(ctx, wrap)


REMOVE_ELEMENT = edit_elements("remove_element")


@writes_document(
    "DELETE /items/{id}/elementor/elements/{element}",
    destructive=True,
    prepare=REMOVE_ELEMENT.prepare,
)
async def remove_element(ctx: Context, removed: OneElement) -> EditedItem:
    """Remove an element with all that is in it."""
    return await REMOVE_ELEMENT.run(ctx, removed)


REPLACE_IN_ELEMENTOR = edit_elements("replace_in_elementor")


@writes_document(
    "POST /items/{id}/elementor/replace",
    destructive=True,
    example={"old": "2025", "new": "2026"},
    prepare=REPLACE_IN_ELEMENTOR.prepare,
)
async def replace_in_elementor(ctx: Context, replacement: TextReplacement) -> EditedItem:
    """Replace text, addresses or a colour wherever they stand."""
    return await REPLACE_IN_ELEMENTOR.run(ctx, replacement)


MODELS: dict[str, type[Input]] = {
    **{
        each.name: each.input
        for each in (
            *(add_element, update_element, set_interactions, replace_element, move_element, duplicate_element),
            *(wrap_element, remove_element, replace_in_elementor),
            *(place_elementor_component, detach_elementor_component),
        )
    },
    "repair_document": Item,
}
"""The operations that can be one of several, and their arguments."""


def read_operations(wanted: ElementOperations) -> ElementEdits:
    """The work of several operations, each with arguments as its tool takes them. Raises Problem(invalid_arguments)."""
    return write_edits([_read_operation(wanted.id, *each) for each in enumerate(wanted.operations)])


def _read_operation(item_id: int, number: int, given: dict[str, Any]) -> dict[str, Any]:
    name, arguments = given.get("operation"), {key: value for key, value in given.items() if key != "operation"}
    model = MODELS.get(name) if isinstance(name, str) else None
    if model is None or "id" in arguments:
        hint = f"`operation` is one of {', '.join(MODELS)}; all are about the same item."
        raise Problem(Code.INVALID_ARGUMENTS, f"Operation {number} is none.", hint=hint)
    try:
        parsed = parse(model, {"id": item_id, **arguments})
    except Problem as problem:
        problem.message = f"Operation {number}: {problem.message}"
        raise
    return {"operation": name, **dump_asked(parsed, *NO_PART_OF_IT)}


OPERATIONS = Editing(read_operations)


@writes_document(
    "POST /items/{id}/elementor/operations",
    destructive=True,
    example={"operations": [{"operation": "remove_element", "element": "1a2b3c4"}]},
    prepare=OPERATIONS.prepare,
)
async def apply_elementor_operations(ctx: Context, wanted: ElementOperations) -> EditedItem:
    """Run up to 50 operations on one document, all or nothing."""
    return await OPERATIONS.run(ctx, wanted)
