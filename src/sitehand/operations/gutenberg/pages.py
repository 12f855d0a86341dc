"""Finding the items and templates that have blocks, for who may edit blocks and nothing else."""

from dataclasses import replace
from typing import Any, Literal, NotRequired, cast, get_args

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.blocks.outline import read_outline
from sitehand.errors import Problem
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operations.gutenberg.texts import check_theme, work_out
from sitehand.site.content import Listing, PageQuery, PostQuery
from sitehand.site.templates import Template, TemplateKind
from sitehand.site.values import Paging

TEMPLATE_KINDS = get_args(TemplateKind)


class ItemQuery(Paging):
    """Filters of a list of items with blocks."""

    type: Literal["page", "post", "template", "template_part", "widget"] = "page"
    search: str = Field("", max_length=200)
    per_page: int = Field(10, ge=1, le=50)


class BlockPage(TypedDict):
    """A text, and how many blocks it has: 0 for HTML of before blocks. Without `blocks`, it was too long.

    A template has a `ref` in place of an id, status and address; `customized` is one that differs from the theme's. A
    widget has one too, and the id of its area as title.
    """

    id: NotRequired[int]
    ref: NotRequired[str]
    type: str
    title: str
    status: NotRequired[str]
    link: NotRequired[str]
    modified: NotRequired[str]
    customized: NotRequired[bool]
    revision: str
    blocks: NotRequired[int]


@operation("GET /block-pages", category="gutenberg", access="read", remember=True)
async def list_block_pages(ctx: Context, query: ItemQuery) -> Listing[BlockPage]:
    """List or search pages, posts, templates or widgets, with how many blocks each has."""
    if query.type in TEMPLATE_KINDS:
        return await _list_templates(ctx, query)
    wanted = {"search": query.search, "page": query.page, "per_page": query.per_page, "context": "edit"}
    kind = PageQuery if query.type == "page" else PostQuery
    found = await ctx.host.store(query.type).find(kind.model_validate(wanted))
    items = await work_out(lambda: [_show(item) for item in found.items])
    return replace(found, items=items)


async def _list_templates(ctx: Context, query: ItemQuery) -> Listing[BlockPage]:
    """The templates of the theme; none where the host has no such theme."""
    check_theme(ctx)
    words, templates = query.search.casefold(), ctx.host.templates
    every = await templates.all(cast(TemplateKind, query.type)) if templates else []
    fitting = [one for one in every if words in f"{one['ref']} {one['title']}".casefold()]
    chosen = fitting[query.offset : query.offset + query.per_page]
    items = await work_out(lambda: [_show_template(one) for one in chosen])
    return Listing(items, len(fitting), query.page, query.per_page)


def _show_template(one: Template) -> BlockPage:
    shown = BlockPage(ref=one["ref"], type=one["type"], title=one["title"], revision=one["revision"])
    shown["customized"] = one["customized"]
    return _add_count(shown, one["content"]["raw"])


def _show(item: Any) -> BlockPage:
    shown = BlockPage(
        id=item["id"],
        type=item["type"],
        title=item["title"]["raw"],
        status=item["status"],
        link=item["link"],
        modified=item["modified"],
        revision=item["revision"],
    )
    return _add_count(shown, item.get("content", {}).get("raw"))


def _add_count(shown: BlockPage, text: str | None) -> BlockPage:
    if text is not None and (number := _count(text)) is not None:
        shown["blocks"] = number
    return shown


def _count(text: str) -> int | None:
    try:
        return sum(1 for entry in read_outline(text) if entry.block.name)
    except Problem:  # more delimiters than are read
        return None
