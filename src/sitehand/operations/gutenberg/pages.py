"""Finding the items that have blocks, for who may edit blocks and nothing else."""

from dataclasses import replace
from typing import Any, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.blocks.outline import read_outline
from sitehand.blocks.release import Release
from sitehand.errors import Problem
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operations.gutenberg.texts import release_of, work_out
from sitehand.site.content import Listing, PageQuery, PostQuery
from sitehand.site.values import Paging


class ItemQuery(Paging):
    """Which items."""

    type: Literal["page", "post"] = "page"
    search: str = Field("", max_length=200)
    per_page: int = Field(10, ge=1, le=50)


class BlockPage(TypedDict):
    """An item, and how many blocks it has: 0 for HTML of before blocks. Without `blocks`, its text was too long."""

    id: int
    type: str
    title: str
    status: str
    link: str
    modified: str
    revision: str
    blocks: NotRequired[int]


@operation("GET /block-pages", category="gutenberg", access="read", remember=True)
async def list_block_pages(ctx: Context, query: ItemQuery) -> Listing[BlockPage]:
    """List or search pages or posts, with how many blocks each has."""
    wanted = {"search": query.search, "page": query.page, "per_page": query.per_page, "context": "edit"}
    kind = PageQuery if query.type == "page" else PostQuery
    found = await ctx.host.store(query.type).find(kind.model_validate(wanted))
    release = release_of(ctx)
    items = await work_out(lambda: [_show(item, release) for item in found.items])
    return replace(found, items=items)


def _show(item: Any, release: Release) -> BlockPage:
    shown = BlockPage(
        id=item["id"],
        type=item["type"],
        title=item["title"]["raw"],
        status=item["status"],
        link=item["link"],
        modified=item["modified"],
        revision=item["revision"],
    )
    text = item.get("content", {}).get("raw")
    if text is not None and (number := _count(text, release)) is not None:
        shown["blocks"] = number
    return shown


def _count(text: str, release: Release) -> int | None:
    try:
        return sum(1 for entry in read_outline(text, release.dialect) if entry.block.name)
    except Problem:  # more delimiters than are read
        return None
