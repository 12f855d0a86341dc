"""The outline of an item: its headings."""

import asyncio

from typing_extensions import TypedDict

from sitehand.blocks.headings import read_headings
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.site.values import Id, Input

MAX_TOLD = 200


class OutlinedItem(Input):
    """One item."""

    id: Id


class HeadingLine(TypedDict):
    """A heading of level 1 to 6; `anchor` is its id in the page, "" for none."""

    level: int
    text: str
    anchor: str


class Outline(TypedDict):
    """The headings of an item's content in order, at most 200 of `total`."""

    id: int
    title: str
    headings: list[HeadingLine]
    total: int


@operation("GET /items/{id}/outline", category="content", access="read", remember=True)
async def get_outline(ctx: Context, wanted: OutlinedItem) -> Outline:
    """The headings of a page or post."""
    item = await ctx.host.store(await ctx.host.items.kind_of(wanted.id)).get(wanted.id, "edit")
    ctx.spend(len(item["content"]["raw"]))
    found = await asyncio.to_thread(read_headings, item["content"]["raw"])
    told = [HeadingLine(level=each.level, text=each.text, anchor=each.anchor) for each in found[:MAX_TOLD]]
    return Outline(id=wanted.id, title=item["title"]["raw"], headings=told, total=len(found))
