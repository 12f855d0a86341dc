"""Operations on elements of a document, each found by its id."""

import json
from typing import Any

from sitehand.errors import Code, Problem
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operation.schema import parse
from sitehand.operation.write import DetailOptions, RevisionOptions, dump_asked, item_of
from sitehand.operations.elementor.arguments import (
    ElementChange,
    ElementCopy,
    ElementMove,
    ElementOperations,
    ElementReplacement,
    ElementsToWrap,
    Item,
    NewPlacedElement,
    OneElement,
    TextReplacement,
)
from sitehand.operations.elementor.editing import EditedItem, Editing, tell_edit
from sitehand.operations.elementor.works import ElementEdits
from sitehand.site.values import Input

NO_PART_OF_IT = ("id", *RevisionOptions.model_fields, *DetailOptions.model_fields)
"""Arguments that say nothing of what is done to the document."""


def edit_elements(name: str) -> Editing:
    """The write that does one operation on the document."""

    def read_work(arguments: Any) -> ElementEdits:
        return write_edits([{"operation": name, **dump_asked(arguments, *NO_PART_OF_IT)}])

    return Editing(read_work)


def write_edits(operations: list[dict[str, Any]]) -> ElementEdits:
    """The work of several operations."""
    return ElementEdits(json.dumps(operations, ensure_ascii=False))


ADD_ELEMENT = edit_elements("add_element")


@operation(
    "POST /items/{id}/elementor/elements",
    category="elementor",
    access="write",
    needs="elementor",
    example={"element": {"elType": "widget", "widgetType": "heading", "settings": {"title": "Hello"}}, "at": "end"},
    target=item_of(),
    brief=tell_edit,
    prepare=ADD_ELEMENT.prepare,
    stored=True,
)
async def add_element(ctx: Context, new: NewPlacedElement) -> EditedItem:
    """Add an element with all that is in it."""
    return await ADD_ELEMENT.run(ctx, new)


UPDATE_ELEMENT = edit_elements("update_element")


@operation(
    "PATCH /items/{id}/elementor/elements/{element}",
    category="elementor",
    access="write",
    needs="elementor",
    idempotent=True,
    destructive=True,
    example={"settings": {"title": "Hello"}},
    target=item_of(),
    brief=tell_edit,
    prepare=UPDATE_ELEMENT.prepare,
    stored=True,
)
async def update_element(ctx: Context, change: ElementChange) -> EditedItem:
    """Set and remove settings of an element; others stay."""
    return await UPDATE_ELEMENT.run(ctx, change)


REPLACE_ELEMENT = edit_elements("replace_element")


@operation(
    "PUT /items/{id}/elementor/elements/{element}",
    category="elementor",
    access="write",
    needs="elementor",
    idempotent=True,
    destructive=True,
    example={"replacement": {"elType": "widget", "widgetType": "divider"}},
    target=item_of(),
    brief=tell_edit,
    prepare=REPLACE_ELEMENT.prepare,
    stored=True,
)
async def replace_element(ctx: Context, replacement: ElementReplacement) -> EditedItem:
    """Put another element in the place of one."""
    return await REPLACE_ELEMENT.run(ctx, replacement)


MOVE_ELEMENT = edit_elements("move_element")


@operation(
    "POST /items/{id}/elementor/elements/{element}/move",
    category="elementor",
    access="write",
    needs="elementor",
    example={"at": {"after": "1a2b3c4"}},
    target=item_of(),
    brief=tell_edit,
    prepare=MOVE_ELEMENT.prepare,
    stored=True,
)
async def move_element(ctx: Context, move: ElementMove) -> EditedItem:
    """Move an element with all that is in it."""
    return await MOVE_ELEMENT.run(ctx, move)


DUPLICATE_ELEMENT = edit_elements("duplicate_element")


@operation(
    "POST /items/{id}/elementor/elements/{element}/duplicate",
    category="elementor",
    access="write",
    needs="elementor",
    example={"at": "end"},
    target=item_of(),
    brief=tell_edit,
    prepare=DUPLICATE_ELEMENT.prepare,
    stored=True,
)
async def duplicate_element(ctx: Context, copied: ElementCopy) -> EditedItem:
    """Copy an element with all that is in it, under new ids."""
    return await DUPLICATE_ELEMENT.run(ctx, copied)


WRAP_ELEMENT = edit_elements("wrap_element")


@operation(
    "POST /items/{id}/elementor/wrap",
    category="elementor",
    access="write",
    needs="elementor",
    example={"elements": ["1a2b3c4"], "wrapper": {"elType": "container"}},
    target=item_of(),
    brief=tell_edit,
    prepare=WRAP_ELEMENT.prepare,
    stored=True,
)
async def wrap_element(ctx: Context, wrap: ElementsToWrap) -> EditedItem:
    """Put an element around others that stand side by side."""
    return await WRAP_ELEMENT.run(ctx, wrap)


REMOVE_ELEMENT = edit_elements("remove_element")


@operation(
    "DELETE /items/{id}/elementor/elements/{element}",
    category="elementor",
    access="write",
    needs="elementor",
    destructive=True,
    target=item_of(),
    brief=tell_edit,
    prepare=REMOVE_ELEMENT.prepare,
    stored=True,
)
async def remove_element(ctx: Context, removed: OneElement) -> EditedItem:
    """Remove an element with all that is in it."""
    return await REMOVE_ELEMENT.run(ctx, removed)


REPLACE_IN_ELEMENTOR = edit_elements("replace_in_elementor")


@operation(
    "POST /items/{id}/elementor/replace",
    category="elementor",
    access="write",
    needs="elementor",
    destructive=True,
    example={"old": "2025", "new": "2026"},
    target=item_of(),
    brief=tell_edit,
    prepare=REPLACE_IN_ELEMENTOR.prepare,
    stored=True,
)
async def replace_in_elementor(ctx: Context, replacement: TextReplacement) -> EditedItem:
    """Replace text, addresses or a colour wherever they stand."""
    return await REPLACE_IN_ELEMENTOR.run(ctx, replacement)


MODELS: dict[str, type[Input]] = {
    **{
        each.name: each.input
        for each in (
            *(add_element, update_element, replace_element, move_element, duplicate_element),
            *(wrap_element, remove_element, replace_in_elementor),
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


@operation(
    "POST /items/{id}/elementor/operations",
    category="elementor",
    access="write",
    needs="elementor",
    destructive=True,
    example={"operations": [{"operation": "remove_element", "element": "1a2b3c4"}]},
    target=item_of(),
    brief=tell_edit,
    prepare=OPERATIONS.prepare,
    stored=True,
)
async def apply_elementor_operations(ctx: Context, wanted: ElementOperations) -> EditedItem:
    """Run up to 50 operations on one document, all or nothing."""
    return await OPERATIONS.run(ctx, wanted)
