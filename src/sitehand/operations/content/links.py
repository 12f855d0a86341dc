"""Operations on the links between items."""

from collections.abc import Sequence
from functools import partial

from typing_extensions import TypedDict

from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.site.content import Listing
from sitehand.site.host import Host
from sitehand.site.links import Link, LinkedItem, LinkQuery, LinkStore
from sitehand.site.search import Hit, SearchQuery
from sitehand.site.values import Id, Input, Paging

reads_links = partial(operation, category="content", access="read", needs="links", remember=True)
MAX_HITS, MAX_SUGGESTED = 50, 20
"""Hits that are looked at, and those that are suggested."""


class LinkTarget(Input):
    """The item to link to."""

    id: Id


class LinkSuggestions(TypedDict):
    """Published items that contain the words of the title and do not link to the item, best first."""

    id: int
    title: str
    suggestions: Sequence[Hit]


def store_of(host: Host) -> LinkStore:
    """The links of a host that offers them; the gate has seen to it that this one does."""
    if host.links is None:
        raise TypeError("The host offers links and has none.")
    return host.links


@reads_links("GET /links")
async def list_links(ctx: Context, query: LinkQuery) -> Listing[Link]:
    """List links between items. `source`, `target`: only from or to this item; `broken`: only those that answer 404."""
    return await store_of(ctx.host).find(query)


@reads_links("GET /links/orphans")
async def list_orphans(ctx: Context, query: Paging) -> Listing[LinkedItem]:
    """List published items that no other item and no menu links to."""
    return await store_of(ctx.host).find_orphans(query)


@reads_links("GET /items/{id}/link-suggestions")
async def suggest_links(ctx: Context, wanted: LinkTarget) -> LinkSuggestions:
    """List published items that contain the words of this item's title and do not link to it yet."""
    item = await ctx.host.store(await ctx.host.items.kind_of(wanted.id)).get(wanted.id, "edit")
    title = item["title"]["raw"]
    words = title.replace("*", " ")[:200]
    if not words.strip():
        return LinkSuggestions(id=wanted.id, title=title, suggestions=[])
    hits = await ctx.host.search.find(SearchQuery(search=words, per_page=MAX_HITS, status=["publish"]))
    found = [hit for hit in hits.items if hit["id"] != wanted.id]
    linking = await store_of(ctx.host).find_linking(wanted.id, [hit["id"] for hit in found])
    suggested = [hit for hit in found if hit["id"] not in linking][:MAX_SUGGESTED]
    return LinkSuggestions(id=wanted.id, title=title, suggestions=suggested)
