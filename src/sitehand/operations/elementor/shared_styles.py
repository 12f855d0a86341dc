"""Operations on what elements share: Elementor's global classes and its variables, by their labels."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.elementor.catalogue.catalogue import Catalogue, load_catalogue
from sitehand.elementor.seed import seeded
from sitehand.elementor.shared.classes import ClassChange, ClassChanges, change_classes, read_style
from sitehand.elementor.shared.entries import list_entries
from sitehand.elementor.shared.names import SORTS
from sitehand.elementor.shared.showing import show_style
from sitehand.elementor.shared.variables import (
    MAX_VALUE,
    VariableChange,
    VariableChanges,
    change_variables,
    name_sort,
)
from sitehand.errors import Code, Detail, Problem
from sitehand.operation.brief import tell_outcome
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operations.elementor.names import build_names, get_shared, read_names
from sitehand.operations.elementor.uses import add_uses, name_entries, name_renamed, refuse_used
from sitehand.site.host import Host
from sitehand.site.shared_styles import CLASSES, IDS, VARIABLES, ItemName, SharedStyles, Sort
from sitehand.site.values import NOT_GIVEN, Input

MAX_BYTES = 1_000_000
"""Of all classes of a site."""
CSS_COST = 10
"""A character of CSS takes as long to read as so many of a document: up to 9 microseconds."""
Label = Annotated[str, Field(min_length=1, max_length=50)]
Value = Annotated[str, Field(min_length=1, max_length=MAX_VALUE)]
Labels = Annotated[list[Label], Field(max_length=1_000)]


class SharedClass(TypedDict):
    """A global class; `uses` are how many pages name it, and `used_by` the first of them."""

    label: str
    id: str
    style: str
    uses: NotRequired[int]
    used_by: NotRequired[list[ItemName]]


class SharedVariable(TypedDict):
    """A variable, which styles name as `var(--label)`."""

    label: str
    id: str
    type: str
    value: str
    uses: NotRequired[int]
    used_by: NotRequired[list[ItemName]]


class SharedClasses(TypedDict):
    """The global classes, in order: later ones win."""

    id: int
    revision: str
    items: list[SharedClass]


class SharedVariables(TypedDict):
    """The variables."""

    id: int
    revision: str
    items: list[SharedVariable]


class SharedQuery(Input):
    """Which of them."""

    labels: Labels = Field(default_factory=list, description="default: all")
    uses: bool = Field(False, description="with the pages that name each")


class ClassFields(Input):
    """A class; a label that is there is changed."""

    label: Label
    style: str = Field("", max_length=20_000, description="CSS; joins what is there")
    remove: list[str] = Field(default_factory=list, max_length=100, description="CSS properties")
    rename: Label = NOT_GIVEN


class VariableFields(Input):
    """A variable, which has one value: a colour, a font or a size. A label that is there is changed."""

    label: Label
    color: Value = NOT_GIVEN
    font: Value = NOT_GIVEN
    size: Value = NOT_GIVEN
    rename: Label = NOT_GIVEN


class ClassesToChange(Input):
    """What to set, to put first, and to remove; the rest stays."""

    classes: list[ClassFields] = Field(default_factory=list, max_length=100)
    order: Labels = Field(default_factory=list, description="come first, in this order")
    remove: Labels = Field(default_factory=list)
    force: bool = Field(False, description="remove those that pages use")


class VariablesToChange(Input):
    """What to set and to remove; the rest stays."""

    variables: list[VariableFields] = Field(default_factory=list, max_length=100)
    remove: Labels = Field(default_factory=list)
    force: bool = Field(False, description="remove or rename those that pages or classes use")


def find_shared(sort: Sort) -> Callable[[Host, Any], Awaitable[tuple[str, str]]]:
    """What tells the one object that a write changes."""

    async def find(_host: Host, _arguments: Any) -> tuple[str, str]:
        return sort, str(IDS[sort])

    return find


reads_shared = partial(operation, category="elementor", access="read", needs="elementor")
writes_shared = partial(
    operation,
    category="elementor",
    access="write",
    needs="elementor",
    brief=tell_outcome,
    stored=True,
    destructive=True,
    idempotent=True,
)


@reads_shared("GET /elementor/classes")
async def list_elementor_classes(ctx: Context, query: SharedQuery) -> SharedClasses:
    """List Elementor's global classes with their CSS."""
    return await _show_classes(ctx, await get_shared(ctx).get(CLASSES), query)


@writes_shared(
    "PATCH /elementor/classes",
    target=find_shared(CLASSES),
    example={"classes": [{"label": "card", "style": "padding: 2rem; &:hover { color: #14507a }"}]},
)
async def set_elementor_classes(ctx: Context, asked: ClassesToChange) -> SharedClasses:
    """Create, change, order and remove global classes. Elements name them in `classes`."""
    names = await read_names(ctx)
    ctx.spend(CSS_COST * sum(len(each.style) for each in asked.classes))
    # Before the transaction, but for a batch in one, where it is bounded: reading CSS takes long.
    changes = await asyncio.to_thread(_read_classes, asked, load_catalogue(names))
    if asked.remove and not asked.force:
        stored = await get_shared(ctx).get(CLASSES)
        await refuse_used(ctx, name_entries(stored, asked.remove), "remove")
    stored = await get_shared(ctx).change(CLASSES, partial(_change_classes, changes=changes))
    return await _show_classes(ctx, stored, SharedQuery())


@reads_shared("GET /elementor/variables")
async def list_elementor_variables(ctx: Context, query: SharedQuery) -> SharedVariables:
    """List Elementor's variables: colours, fonts and sizes."""
    return await _show_variables(ctx, await get_shared(ctx).get(VARIABLES), query)


@writes_shared(
    "PATCH /elementor/variables",
    target=find_shared(VARIABLES),
    example={"variables": [{"label": "brand", "color": "#14507a"}]},
)
async def set_elementor_variables(ctx: Context, asked: VariablesToChange) -> SharedVariables:
    """Create, change and remove variables. Styles name them as var(--label)."""
    changes = VariableChanges(
        [_read_variable(each, f"variables[{number}]") for number, each in enumerate(asked.variables)],
        asked.remove,
    )
    if not asked.force:
        stored = await get_shared(ctx).get(VARIABLES)
        await refuse_used(ctx, name_entries(stored, asked.remove), "remove")
        await refuse_used(
            ctx, name_renamed(stored, {each.label: each.rename or each.label for each in asked.variables}), "variables"
        )
    stored = await get_shared(ctx).change(VARIABLES, partial(_change_variables, changes=changes))
    return await _show_variables(ctx, stored, SharedQuery())


def _read_classes(asked: ClassesToChange, catalogue: Catalogue) -> ClassChanges:
    """Raises Problem(invalid_arguments)."""
    styles = [
        read_style(each.style, each.remove, f"classes[{number}]", catalogue)
        for number, each in enumerate(asked.classes)
    ]
    changes = [
        ClassChange(each.label, style, each.remove, each.rename or "")
        for each, style in zip(asked.classes, styles, strict=True)
    ]
    return ClassChanges(changes, asked.order, asked.remove)


def _change_classes(stored: SharedStyles, changes: ClassChanges) -> tuple[Any, Sequence[str]]:
    with seeded(repr(changes) + stored.revision):
        changed, ranking = change_classes(stored.items, stored.ranking, changes)
    size = len(json.dumps(changed))
    if size > MAX_BYTES and changed != stored.items:
        hint = f"They may have {MAX_BYTES:,}. Remove classes that nothing uses."
        raise Problem(Code.INVALID_ARGUMENTS, f"The classes would have {size:,} bytes.", hint=hint)
    return changed, ranking


def _read_variable(given: VariableFields, path: str) -> VariableChange:
    """A variable with its one value. Raises Problem(invalid_arguments) for several."""
    values = [(sort, value) for sort in SORTS if (value := getattr(given, sort)) is not None]
    if len(values) > 1:
        detail = Detail(path=path, expected="one of color, font, size", got=", ".join(sort for sort, _ in values))
        raise Problem(
            Code.INVALID_ARGUMENTS,
            "A variable has one value.",
            hint="Leave out all but one; other values are other variables.",
            details=[detail],
        )
    sort, value = values[0] if values else ("", "")
    return VariableChange(given.label, sort, value, given.rename or "")


def _change_variables(stored: SharedStyles, changes: VariableChanges) -> tuple[Any, Sequence[str]]:
    with seeded(repr(changes) + stored.revision):
        return change_variables(stored.items, stored.ranking, changes)


async def _show_classes(ctx: Context, stored: SharedStyles, query: SharedQuery) -> SharedClasses:
    names = build_names(stored, await get_shared(ctx).get(VARIABLES))
    entries = await asyncio.to_thread(_list_classes, stored, query, names.labels)
    return SharedClasses(id=stored.id, revision=stored.revision, items=await _tell(ctx, query, entries))


def _list_classes(stored: SharedStyles, query: SharedQuery, labels: Mapping[str, str]) -> list[SharedClass]:
    return [
        SharedClass(label=each["label"], id=identifier, style=show_style(each.get("variants"), labels))
        for identifier, each in _choose(stored, query.labels)
    ]


async def _show_variables(ctx: Context, stored: SharedStyles, query: SharedQuery) -> SharedVariables:
    entries = [
        SharedVariable(label=each["label"], id=identifier, type=name_sort(each), value=str(each["value"]))
        for identifier, each in _choose(stored, query.labels)
    ]
    return SharedVariables(id=stored.id, revision=stored.revision, items=await _tell(ctx, query, entries))


def _choose(stored: SharedStyles, labels: Sequence[str]) -> list[tuple[str, Any]]:
    """The entries with these labels, in whatever case; all for none."""
    wanted = {label.casefold() for label in labels}
    entries = list_entries(stored.items, stored.ranking)
    return [each for each in entries if not wanted or each[1]["label"].casefold() in wanted]


async def _tell(ctx: Context, query: SharedQuery, entries: list[Any]) -> list[Any]:
    return await add_uses(ctx, entries) if query.uses and entries else entries
