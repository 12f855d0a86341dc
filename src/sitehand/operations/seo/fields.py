"""Operations on the SEO fields of pages and posts."""

from functools import partial
from typing import Any, Literal, cast

from pydantic import ConfigDict, Field

from sitehand.operation.batch import BatchRequest
from sitehand.operation.brief import tell_outcome
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operation.write import DetailOptions, WriteOptions, item_of
from sitehand.operations.batch import BatchAnswers
from sitehand.operations.content.bulk import MAX_ITEMS, tell_saved
from sitehand.site.host import Host
from sitehand.site.seo import ItemSeo, SeoFields, SeoStore
from sitehand.site.values import Id, Input

of_seo = partial(operation, category="seo", needs="seo")
writes_seo = partial(of_seo, access="write", destructive=True)


class SeoId(Input):
    """One page or post."""

    id: Id


class ChangedSeo(SeoFields):
    """Changes to the SEO fields of a page or post."""

    id: Id


class SavedSeo(Input):
    """The SEO fields of one item. They are checked as those of `set_seo`."""

    model_config = ConfigDict(extra="allow")

    id: Id


class SavedSeoItems(DetailOptions, WriteOptions):
    """Items whose SEO fields change."""

    items: list[SavedSeo] = Field(min_length=1, max_length=MAX_ITEMS, description="arguments as in set_seo")
    mode: Literal["each", "atomic"] = Field("each", description="atomic: all or nothing")


def store_of(host: Host) -> SeoStore:
    """The SEO fields of a host that offers them; the gate has seen to it that this one does."""
    if host.seo is None:
        raise TypeError("The host offers SEO fields and has none.")
    return host.seo


@of_seo("GET /items/{id}/seo", access="read", remember=True)
async def get_seo(ctx: Context, wanted: SeoId) -> ItemSeo:
    """Read the SEO fields of a page or post; empty where the site decides."""
    return await store_of(ctx.host).get(wanted.id)


@writes_seo(
    "PUT|PATCH /items/{id}/seo",
    idempotent=True,
    stored=True,
    target=item_of(),
    brief=tell_outcome,
    example={"description": "Who we are, and how we bake.", "robots": ["max-snippet:160"]},
)
async def set_seo(ctx: Context, seo: ChangedSeo) -> ItemSeo:
    """Set SEO fields of a page or post: title, description, robots, cards, structured data; empty removes."""
    return await store_of(ctx.host).update(seo.id, seo, ctx.caller.id)


@writes_seo(
    "POST /seo/bulk",
    status=207,
    reports_progress=True,
    composed=True,
    brief=tell_saved,
    example={"items": [{"id": 12, "title": "Bread"}, {"id": 13, "robots": ["noindex"]}]},
)
async def save_seo(ctx: Context, saved: SavedSeoItems) -> BatchAnswers:
    """Set SEO fields of up to 100 pages and posts."""
    plan = BatchRequest(
        parts=[_make_part(item) for item in saved.items],
        check_first=False,
        atomic=saved.mode == "atomic",
        brief=saved.detail == "brief",
        arguments=saved,
        operation="save_seo",
        listed="items",
    )
    return cast(BatchAnswers, await ctx.services.run_batch(ctx, plan))


def _make_part(item: SavedSeo) -> dict[str, Any]:
    """The part of the batch that sets the fields of one item."""
    return {"method": "PATCH", "path": f"/items/{item.id}/seo", "body": dict(item.model_extra or {})}
