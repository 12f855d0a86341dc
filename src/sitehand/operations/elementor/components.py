"""Operations on Elementor's components: elements that are kept once and shown wherever instances of them stand."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, Literal, NotRequired, cast

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.components.properties import MAX_PROPERTIES, read_properties, unwrap
from sitehand.elementor.document import Element, walk
from sitehand.elementor.operations import MAX_OPERATIONS
from sitehand.elementor.outline import outline
from sitehand.elementor.parsing import read_document
from sitehand.errors import Code, Detail, Problem
from sitehand.operation.brief import tell_outcome
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operation.prepared_edits import PreparedEdits
from sitehand.operation.write import object_of
from sitehand.operations.elementor.arguments import BUDGET, MAX_BUDGET, ElementId
from sitehand.operations.elementor.component_works import ComponentEdits, make_component
from sitehand.operations.elementor.documents import read_elements
from sitehand.operations.elementor.editing import Documents, Editing, ReadDocument, get_store, name_labels, tell_edit
from sitehand.operations.elementor.element_edits import write_edits
from sitehand.operations.elementor.names import find_labels
from sitehand.operations.elementor.uses import MAX_TOLD, name_use
from sitehand.operations.elementor.works import ElementEdits, Work, Worked
from sitehand.site.content import Deleted, Listing
from sitehand.site.elementor import ElementorDocument
from sitehand.site.elementor_components import (
    ComponentDocument,
    ComponentTitle,
    ElementorComponent,
    ElementorComponentStore,
    HeldComponent,
)
from sitehand.site.shared_styles import ItemName
from sitehand.site.values import NOT_GIVEN, UNSET, Id, Input, Paging

PropertyLabel = Annotated[str, Field(min_length=1, max_length=100, pattern=r"\S")]
SettingName = Annotated[str, Field(min_length=1, max_length=100)]


class NewProperty(Input):
    """A setting of an element that instances may show otherwise."""

    label: PropertyLabel
    element: ElementId
    setting: SettingName


class ChangedProperty(Input):
    """A property: one whose label is new needs `element` and `setting`."""

    label: PropertyLabel
    element: ElementId = NOT_GIVEN
    setting: SettingName = NOT_GIVEN
    rename: PropertyLabel = NOT_GIVEN


class ComponentQuery(Paging):
    """Which of them, by title."""

    per_page: int = Field(50, ge=1, le=100)
    search: str = Field("", max_length=200, description="in titles")
    uses: bool = Field(False, description="with the pages that show each")


class ComponentView(Input):
    """How much of a component: its outline, or its elements in full."""

    id: Id
    detail: Literal["outline", "full"] = "outline"
    budget: int = Field(BUDGET, ge=200, le=MAX_BUDGET, description="bytes")
    uses: bool = Field(False, description="also tell which pages show it")


class NewComponent(Input):
    """A component to make of an atomic element of a page, which stays as it is."""

    title: ComponentTitle
    item: Id
    element: ElementId
    properties: list[NewProperty] = Field(default_factory=list, max_length=MAX_PROPERTIES)


class ChangedComponent(Input):
    """What changes; the rest stays."""

    id: Id
    title: ComponentTitle = UNSET
    operations: list[dict[str, Any]] = Field(
        default_factory=list, max_length=MAX_OPERATIONS, description="as in apply_elementor_operations"
    )
    properties: list[ChangedProperty] = Field(default_factory=list, max_length=MAX_PROPERTIES)
    remove: list[PropertyLabel] = Field(default_factory=list, max_length=MAX_PROPERTIES, description="properties")


class ComponentId(Input):
    """One component."""

    id: Id
    force: bool = Field(False, description="delete it although pages show it")


class ComponentProperty(TypedDict):
    """A setting that instances may show otherwise; `value` is the component's own, as it is stored."""

    label: str
    element: str
    setting: str
    value: Any


class ListedComponent(ElementorComponent):
    """A component with the labels of its properties; `uses` are how many pages show it, `used_by` the first of them."""

    properties: list[str]
    uses: NotRequired[int]
    used_by: NotRequired[list[ItemName]]


class WholeComponent(ElementorComponent):
    """A component: its elements, how many of them had no room, its properties, and if asked for, what shows it."""

    items: list[dict[str, Any]]
    omitted: int
    properties: list[ComponentProperty]
    uses: NotRequired[int]
    used_by: NotRequired[list[ItemName]]


class EditedComponent(ElementorComponent):
    """A component after a write: what an edit of a document tells."""

    elements: NotRequired[list[str]]
    results: NotRequired[list[list[str]]]
    omitted: NotRequired[int]


of_components = partial(operation, category="elementor", needs="elementor_components")
writes_component = partial(of_components, access="write", stored=True)
changes_component = partial(writes_component, destructive=True, target=object_of("elementor_component"))


def get_components(ctx: Context) -> ElementorComponentStore:
    """The components of the site. Operations that need them say so, and run nowhere else."""
    assert ctx.host.elementor_components is not None  # noqa: S101 - the gate has checked `needs`
    return ctx.host.elementor_components


@of_components("GET /elementor/components", access="read")
async def list_elementor_components(ctx: Context, query: ComponentQuery) -> Listing[ListedComponent]:
    """List Elementor components with their properties."""
    wanted = query.search.casefold()
    fitting = [each for each in await get_components(ctx).list_all() if wanted in each.item["title"].casefold()]
    found = fitting[query.offset : query.offset + query.per_page]
    uses = await get_components(ctx).find_uses([each.item["id"] for each in found]) if query.uses else None
    return Listing([_list_component(each, uses) for each in found], len(fitting), query.page, query.per_page)


@of_components("GET /elementor/components/{id}", access="read")
async def get_elementor_component(ctx: Context, wanted: ComponentView) -> WholeComponent:
    """Read a component: its elements and its properties."""
    held = await get_components(ctx).read(wanted.id)
    ctx.spend(len(held.document.data))
    shown = await asyncio.to_thread(_show, held.document, wanted, await find_labels(ctx, held.document.data))
    uses = _tell_uses(await _find_uses(ctx, wanted.id)) if wanted.uses else {}
    return cast(WholeComponent, {**held.item, **shown, **uses})


@writes_component(
    "POST /elementor/components",
    status=201,
    brief=tell_outcome,
    example={
        "title": "Card",
        "item": 7,
        "element": "1a2b3c4",
        "properties": [{"label": "Title", "element": "1a2b3c5", "setting": "title"}],
    },
)
async def create_elementor_component(ctx: Context, asked: NewComponent) -> ElementorComponent:
    """Make a component of an element; place_elementor_component shows it."""
    held = await get_store(ctx).read(asked.item)
    ctx.spend(len(held.document.data))
    properties = json.dumps([each.model_dump() for each in asked.properties])
    made = await asyncio.to_thread(make_component, held.document, asked.element, asked.title.strip(), properties)
    return await get_components(ctx).create(made)


def read_changes(asked: ChangedComponent) -> ComponentEdits:
    """The work of these arguments."""
    step = write_edits(asked.operations) if asked.operations else None
    properties = [each.model_dump(exclude_none=True) for each in asked.properties]
    return ComponentEdits((asked.title or "").strip(), step, json.dumps(properties), tuple(asked.remove))


async def complete_step(ctx: Context, work: Work, read: ReadDocument) -> Work:
    """Edits of a component know the labels and components that they may name."""
    if not isinstance(work, ComponentEdits) or work.step is None:
        return work
    return replace(work, step=cast(ElementEdits, await name_labels(ctx, work.step, read)))


PREPARED: PreparedEdits[ElementorDocument, Worked] = PreparedEdits(
    "prepared_elementor_components", lambda each: len(each.data)
)
CHANGES = Editing(read_changes, complete_step, Documents(get_components, PREPARED))


@changes_component(
    "PATCH /elementor/components/{id}",
    idempotent=True,
    brief=tell_edit,
    example={"title": "Card, wide"},
    prepare=CHANGES.prepare,
)
async def update_elementor_component(ctx: Context, asked: ChangedComponent) -> EditedComponent:
    """Change a component: its title, elements or properties. Every page that shows it changes too."""
    return cast(EditedComponent, await CHANGES.run(ctx, asked))


@changes_component("DELETE /elementor/components/{id}", brief=tell_outcome)
async def delete_elementor_component(ctx: Context, wanted: ComponentId) -> Deleted[ElementorComponent]:
    """Delete a component that nothing shows."""
    if not wanted.force:
        await _refuse_used(ctx, wanted.id)
    return Deleted(deleted=True, previous=await get_components(ctx).delete(wanted.id))


def _list_component(held: HeldComponent, uses: Mapping[int, Sequence[ItemName]] | None) -> ListedComponent:
    labels = [each.label for each in read_properties(held.document.properties)]
    told = {} if uses is None else _tell_uses(uses.get(held.item["id"], ()))
    return cast(ListedComponent, {**held.item, "properties": labels, **told})


def _tell_uses(found: Sequence[ItemName]) -> dict[str, Any]:
    return {"uses": len(found), "used_by": list(found[:MAX_TOLD])}


async def _find_uses(ctx: Context, component: int) -> Sequence[ItemName]:
    return (await get_components(ctx).find_uses([component])).get(component, ())


async def _refuse_used(ctx: Context, component: int) -> None:
    """Raises Problem(conflict) for a component that something shows."""
    found = await _find_uses(ctx, component)
    if found:
        details = [Detail(path="id", expected="unused", got=name_use(each)[:200]) for each in found[:MAX_TOLD]]
        hint = "Detach or remove its instances first, or send force=true: they then show nothing in its place."
        raise Problem(Code.CONFLICT, "Pages, templates or components show this one.", hint=hint, details=details)


def _show(document: ComponentDocument, wanted: ComponentView, labels: Mapping[str, str]) -> dict[str, Any]:
    root = read_document(document.data)
    unwrap(root)
    told = {"properties": list(_list_properties(document, root))}
    if wanted.detail == "full":
        return {"items": read_elements(root, wanted.budget), "omitted": 0, **told}
    found = outline(root, load_catalogue(), wanted.budget, labels)
    return {"items": found.items, "omitted": found.omitted, **told}


def _list_properties(document: ComponentDocument, root: Element) -> list[ComponentProperty]:
    settings = {each.id: each.settings for each in walk(root)}
    return [
        ComponentProperty(
            label=each.label,
            element=each.element,
            setting=each.setting,
            value=settings.get(each.element, {}).get(each.setting),
        )
        for each in read_properties(document.properties)
    ]
