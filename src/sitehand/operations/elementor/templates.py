"""Operations on Elementor's templates: documents under a title, of which pages get copies."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Literal, NotRequired, cast

from pydantic import Field

from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.outline import outline
from sitehand.elementor.pages import read_page_settings
from sitehand.elementor.parsing import read_document
from sitehand.elementor.template_file import TemplateFile, write_template_file
from sitehand.errors import Code, Detail, Problem
from sitehand.operation.brief import tell_outcome
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operation.write import object_of
from sitehand.operations.elementor.arguments import BUDGET, MAX_BUDGET, Item, Place
from sitehand.operations.elementor.editing import EditedItem, Editing, ReadDocument, tell_edit, writes_document
from sitehand.operations.elementor.names import find_entries, find_labels
from sitehand.operations.elementor.template_sources import (
    CHANGES,
    ChangedTemplate,
    NewTemplate,
    build_template,
    get_templates,
    list_notices,
    prepare_source,
    read_source,
)
from sitehand.operations.elementor.template_works import InsertedTemplate
from sitehand.operations.elementor.uses import name_use
from sitehand.operations.elementor.works import Work
from sitehand.site.content import Deleted, Listing
from sitehand.site.elementor_templates import (
    ElementorTemplate,
    HeldTemplate,
    TemplateDocument,
    TemplateQuery,
    TemplateUses,
)
from sitehand.site.shared_styles import ItemName
from sitehand.site.values import UNSET, Id, Input

MAX_TOLD = 20
"""Pages that are named for a template."""


class TemplateList(TemplateQuery):
    """Which templates; the newest come first."""

    uses: bool = Field(False, description="also tell where each is shown")


class TemplateView(Input):
    """How much of a template: its outline, or `file`, Elementor's own file format as text."""

    id: Id
    detail: Literal["outline", "file"] = "outline"
    budget: int = Field(BUDGET, ge=200, le=MAX_BUDGET, description="bytes")
    uses: bool = Field(False, description="also tell where it is shown")


class TemplateId(Input):
    """One template."""

    id: Id
    force: bool = Field(False, description="delete it although pages show it by its id")


class TemplateChoice(Item):
    """A template, and where its copy goes."""

    template: Id
    at: Place = UNSET
    page_settings: bool = Field(False, description="copy its page settings too")


class UsedTemplate(ElementorTemplate):
    """A template, and where it is shown.

    `uses` are how many pages and templates show it by its id, `used_by` the first of them, `conditions` where Elementor
    Pro shows it, as it stores that; `all_seen` false says that not all of this could be looked at.
    """

    uses: NotRequired[int]
    used_by: NotRequired[list[ItemName]]
    conditions: NotRequired[list[str]]
    all_seen: NotRequired[bool]


class WholeTemplate(UsedTemplate):
    """A template: its outline with how many elements had no room, or its `file`; and where it is shown."""

    items: NotRequired[list[dict[str, Any]]]
    omitted: NotRequired[int]
    page_settings: NotRequired[dict[str, Any]]
    file: NotRequired[str]


class EditedTemplate(ElementorTemplate):
    """A template after a write: what an edit of a document tells."""

    elements: NotRequired[list[str]]
    results: NotRequired[list[list[str]]]
    omitted: NotRequired[int]
    page_settings: NotRequired[dict[str, Any]]


of_templates = partial(operation, category="elementor", needs="elementor_templates")
writes_template = partial(of_templates, access="write", brief=tell_outcome, stored=True)
changes_template = partial(writes_template, destructive=True, target=object_of("elementor_template"))


@of_templates("GET /elementor/templates", access="read")
async def list_elementor_templates(ctx: Context, query: TemplateList) -> Listing[UsedTemplate]:
    """List Elementor templates, newest first."""
    found = await get_templates(ctx).find(query)
    uses = await _find_uses(ctx, found.items) if query.uses else {}
    items = [cast(UsedTemplate, {**each, **_tell_uses(uses.get(each["id"]))}) for each in found.items]
    return cast(Listing[UsedTemplate], replace(cast(Listing[Any], found), items=items))


@of_templates("GET /elementor/templates/{id}", access="read")
async def get_elementor_template(ctx: Context, wanted: TemplateView) -> WholeTemplate:
    """Read a template: its outline, or the file to export."""
    held = await get_templates(ctx).read(wanted.id)
    show = _show_file if wanted.detail == "file" else _show_outline
    shown = await show(ctx, held, wanted.budget)
    uses = await _find_uses(ctx, [held.item]) if wanted.uses else {}
    return cast(WholeTemplate, {**held.item, **shown, **_tell_uses(uses.get(wanted.id))})


@writes_template(
    "POST /elementor/templates",
    status=201,
    example={"item": 12, "element": "1a2b3c4", "title": "Hero"},
    prepare=prepare_source,
)
async def create_elementor_template(ctx: Context, asked: NewTemplate) -> ElementorTemplate:
    """Save an element or a page as a template, or import a template file."""
    found, missing = await read_source(ctx, asked)
    made = await get_templates(ctx).create(build_template(asked, found))
    return {**made, "notices": list_notices(missing)} if missing else made


@changes_template(
    "PATCH /elementor/templates/{id}",
    idempotent=True,
    brief=tell_edit,
    example={"title": "Hero, dark"},
    prepare=CHANGES.prepare,
)
async def update_elementor_template(ctx: Context, asked: ChangedTemplate) -> EditedTemplate:
    """Change a template's title, elements or page settings; pages keep their copies."""
    return cast(EditedTemplate, await CHANGES.run(ctx, asked))


@changes_template("DELETE /elementor/templates/{id}")
async def delete_elementor_template(ctx: Context, wanted: TemplateId) -> Deleted[ElementorTemplate]:
    """Delete a template that nothing shows; pages keep their copies."""
    if not wanted.force:
        await _refuse_used(ctx, (await get_templates(ctx).read(wanted.id)).item)
    return Deleted(deleted=True, previous=await get_templates(ctx).delete(wanted.id))


async def complete_copy(ctx: Context, work: Work, _read: ReadDocument) -> Work:
    """The work, which has the template as it is now."""
    if not isinstance(work, InsertedTemplate):
        return work
    return replace(work, document=(await get_templates(ctx).read(work.template)).document)


APPLY = Editing(
    lambda asked: InsertedTemplate(asked.template, json.dumps(asked.at), asked.page_settings), complete_copy
)


@writes_document(
    "POST /items/{id}/elementor/template",
    needs="elementor_templates",
    destructive=True,
    example={"template": 3, "at": "end"},
    prepare=APPLY.prepare,
)
async def apply_elementor_template(ctx: Context, asked: TemplateChoice) -> EditedItem:
    """Replace an Elementor document with a copy of a template, or insert it with `at`."""
    return await APPLY.run(ctx, asked)


async def _find_uses(ctx: Context, templates: Sequence[ElementorTemplate]) -> Mapping[int, TemplateUses]:
    return await get_templates(ctx).find_uses({each["id"]: each["type"] for each in templates})


def _tell_uses(found: TemplateUses | None) -> dict[str, Any]:
    if found is None:
        return {}
    told = {"uses": len(found.items), "used_by": list(found.items[:MAX_TOLD]), "all_seen": found.complete}
    return {**told, "conditions": list(found.conditions)} if found.conditions else told


async def _refuse_used(ctx: Context, template: ElementorTemplate) -> None:
    """Raises Problem(conflict) for a template that is shown somewhere, or may be where nobody could look."""
    found = (await _find_uses(ctx, [template]))[template["id"]]
    if not found.items and not found.conditions and found.complete:
        return
    told = [*map(name_use, found.items), *(f"display condition {each}" for each in found.conditions)]
    details = [Detail(path="id", expected="unused", got=each[:200]) for each in told[:MAX_TOLD]]
    why = "This template is shown elsewhere." if details else "Not all places could be looked at for uses."
    hint = "Remove it from there first, or send force=true: nothing is then shown in its place."
    raise Problem(Code.CONFLICT, why, hint=hint, details=details)


async def _show_outline(ctx: Context, held: HeldTemplate, budget: int) -> dict[str, Any]:
    ctx.spend(len(held.document.data))
    return await asyncio.to_thread(_outline, held.document, budget, await find_labels(ctx, held.document.data))


def _outline(document: TemplateDocument, budget: int, labels: Mapping[str, str]) -> dict[str, Any]:
    found = outline(read_document(document.data), load_catalogue(), budget, labels)
    settings = read_page_settings(document.page_settings)
    shown: dict[str, Any] = {"items": found.items, "omitted": found.omitted}
    return {**shown, "page_settings": settings} if settings else shown


async def _show_file(ctx: Context, held: HeldTemplate, budget: int) -> dict[str, Any]:
    """Raises Problem(invalid_arguments) for a file that has no room."""
    document = held.document
    ctx.spend(len(document.data))
    template = TemplateFile(document.data, document.title, document.template_type, document.page_settings)
    entries = await find_entries(ctx, document.data)
    text = await asyncio.to_thread(write_template_file, template, *entries)
    size = len(text.encode(errors="replace"))
    if size > budget:
        hint = f"Send `budget` {size} or more, {MAX_BUDGET} at most."
        raise Problem(Code.INVALID_ARGUMENTS, f"The file has {size} bytes, more than the budget.", hint=hint)
    return {"file": text}
