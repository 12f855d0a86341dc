"""Operations on revisions: what the texts of an item were, how they differ, and putting them back."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.errors import Problem, not_found
from sitehand.operation.brief import leave_raw, tell_outcome
from sitehand.operation.context import Context
from sitehand.operation.declaration import copy_blocks, operation
from sitehand.operation.difference import show_object
from sitehand.operation.excerpt import NamedPart, cut_objects
from sitehand.operation.view_options import DetailOption
from sitehand.operation.write import item_of
from sitehand.site.changes import ObjectChange, ObjectShown
from sitehand.site.content import Listing, Page, Post
from sitehand.site.items import HINT
from sitehand.site.revisions import REVISED, RestoredFields, Revision
from sitehand.site.search import ItemType
from sitehand.site.values import NOT_GIVEN, UNSET, Id, Input, Paging

LIST = "/items/{id}/revisions"
PARTS = frozenset({"seo", "elementor"})
"""What belongs to an item and has a category of its own."""
ONE = f"{LIST}/{{revision}}"


def below_types(rest: str) -> Mapping[str, Mapping[str, str]]:
    """WordPress's own paths: below pages and posts, whose ids are of one type alone there."""
    return {f"/{kind}s{rest.removeprefix('/items')}": {"type": kind} for kind in ("page", "post")}


class RevisedItem(Input):
    """An item; `type` refuses one of another type."""

    id: Id
    type: ItemType = UNSET


class RevisionQuery(Paging, RevisedItem):
    """A page of the revisions of an item."""


class RevisionId(RevisedItem):
    """One revision of an item."""

    revision: Id = Field(description="id from list_revisions")


class WantedRevision(RevisionId, DetailOption):
    """One revision to read."""


class ComparedRevision(RevisionId, NamedPart):
    """Two revisions to compare, or one and the item as it is."""

    with_revision: Id = Field(default=NOT_GIVEN, description="default: the item as it is now")


class Comparison(TypedDict):
    """How the texts differ: from the revision to the other, or to the item (`with_revision` 0)."""

    id: int
    revision: int
    with_revision: int
    objects: list[ObjectShown]


@operation(f"GET {LIST}", shortcuts=below_types(LIST), category="content", access="read", remember=True)
async def list_revisions(ctx: Context, query: RevisionQuery) -> Listing[Revision]:
    """List an item's revisions, newest first."""
    kind = await _read_kind(ctx, query)
    return await ctx.host.revisions.find(kind, query.id, query.page, query.per_page)


@operation(f"GET {ONE}", shortcuts=below_types(ONE), category="content", access="read", remember=True, brief=leave_raw)
async def get_revision(ctx: Context, wanted: WantedRevision) -> Revision:
    """Read the texts of one revision."""
    return await ctx.host.revisions.get(await _read_kind(ctx, wanted), wanted.id, wanted.revision)


@operation(f"GET {ONE}/diff", shortcuts=below_types(f"{ONE}/diff"), category="content", access="read", remember=True)
async def diff_revisions(ctx: Context, wanted: ComparedRevision) -> Comparison:
    """What changed from a revision to another, or to now."""
    kind = await _read_kind(ctx, wanted)
    old = await ctx.host.revisions.get_texts(kind, wanted.id, wanted.revision)
    if wanted.with_revision is None:
        new = _take_texts(await ctx.host.store(kind).get(wanted.id, "edit"))
    else:
        new = await ctx.host.revisions.get_texts(kind, wanted.id, wanted.with_revision)
    change = _keep_differences(kind, wanted.id, old, new)
    shown = await asyncio.to_thread(show_object, change, ctx.host.kinds)
    objects = cut_objects([shown], wanted.read())
    return Comparison(id=wanted.id, revision=wanted.revision, with_revision=wanted.with_revision or 0, objects=objects)


@asynccontextmanager
async def prepare_restoration(ctx: Context, wanted: RevisionId) -> AsyncIterator[None]:
    """What the update by the revision's texts prepares. What is wrong with it, the operation will tell."""
    try:
        fields = await _read_fields(ctx, wanted)
        coming = ctx.host.store(await ctx.host.items.kind_of(wanted.id)).prepare(fields, wanted.id)
    except Problem:
        yield
        return
    async with coming:
        yield


@copy_blocks
@operation(
    f"POST {ONE}/restore",
    shortcuts=below_types(f"{ONE}/restore"),
    category="content",
    access="write",
    idempotent=True,
    destructive=True,
    target=item_of(),
    brief=tell_outcome,
    prepare=prepare_restoration,
    stored=True,
)
async def restore_revision(ctx: Context, wanted: RevisionId) -> Page | Post:
    """Put title, content, excerpt, custom and SEO fields and the Elementor document back as they were in a revision."""
    fields = await _read_fields(ctx, wanted)
    store = ctx.host.store(await ctx.host.items.kind_of(wanted.id))
    restored: Page | Post = await store.update(wanted.id, fields, ctx.caller.id)
    return restored


async def _read_kind(ctx: Context, wanted: RevisedItem) -> str:
    kind = await ctx.host.items.kind_of(wanted.id)
    if wanted.type not in (None, kind):
        raise not_found(wanted.type, wanted.id, HINT)
    return kind


async def _read_fields(ctx: Context, wanted: RevisionId) -> RestoredFields:
    """What a revision puts back; SEO fields and Elementor documents stay for callers who may not set them."""
    kind, revisions = await _read_kind(ctx, wanted), ctx.host.revisions
    parts = await revisions.get_parts(kind, wanted.id, wanted.revision)
    for name in PARTS.difference(ctx.services.gate.categories(ctx.caller)):
        parts.pop(name, None)
    texts = await revisions.get_texts(kind, wanted.id, wanted.revision)
    # What was stored may be longer than arguments, as what an import brought.
    return RestoredFields.model_construct(**{**texts, **parts})


def _take_texts(item: Mapping[str, Any]) -> dict[str, str]:
    return {name: item[name]["raw"] for name in REVISED}


def _keep_differences(kind: str, item_id: int, old: Mapping[str, str], new: Mapping[str, str]) -> ObjectChange:
    """The texts that differ, as a change of the item."""
    names = [name for name in new if old.get(name, "") != new[name]]
    before, after = ({name: side.get(name, "") for name in names} for side in (old, new))
    return ObjectChange(kind, str(item_id), new.get("title", ""), before, after)
