"""A page that turns from an Elementor document to blocks, or from blocks to a document: two parts of one item.

Blocks made of a document are the content of its item from then on, and the document is off; it stays stored, and an
undo brings both back. A document made of blocks is shown in their place, and they stay as they are.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, cast

from sitehand.blocks.kept_locks import check_locks_kept
from sitehand.blocks.outline import read_outline
from sitehand.elementor.kit import list_colors, list_fonts
from sitehand.elementor.pages import read_page_settings
from sitehand.elementor.rendering.shared import choose_shared
from sitehand.elementor.seed import seeded
from sitehand.errors import Code, Problem
from sitehand.exchange.report import Report
from sitehand.exchange.site import WIDTH, Site
from sitehand.exchange.to_blocks.converting import convert_to_blocks
from sitehand.exchange.to_blocks.files import list_files
from sitehand.exchange.to_elements.converting import convert_to_elements
from sitehand.operation.context import Context
from sitehand.operation.markup.blocks import count_blocks
from sitehand.operation.markup.known import KNOWN
from sitehand.operation.markup.texts import find_in_json, find_in_text
from sitehand.operation.prepared_edits import PreparedEdit, PreparedEdits
from sitehand.operations.elementor.editing import EditedItem, get_store
from sitehand.operations.elementor.kit import choose_members, find_width, read_design
from sitehand.operations.elementor.names import find_entries, read_shown
from sitehand.operations.elementor.works import read_root
from sitehand.operations.gutenberg.design import read_presets
from sitehand.operations.gutenberg.texts import release_of
from sitehand.site.content import ItemFields
from sitehand.site.elementor import BUILDER, ElementorDocument
from sitehand.site.media import MediaQuery

MAX_FILES = 100
"""Whose texts are looked up."""
Form = Literal["blocks", "elementor"]


class Stored(NamedTuple):
    """The two parts of an item."""

    content: str
    document: ElementorDocument


class Outcome(NamedTuple):
    """What the item has then, and the report."""

    stored: Stored
    report: dict[str, Any]


PREPARED: PreparedEdits[Stored, Outcome] = PreparedEdits(
    "prepared_exchanges", lambda each: len(each.content) + len(each.document.data)
)


@dataclass(frozen=True, slots=True)
class Exchange:
    """What is asked: a pure function of what is stored. Equal ones do the same."""

    to: Form
    site: Site

    def __call__(self, stored: Stored) -> Outcome:
        """Raises Problem: conflict where there is nothing to convert, or what would be replaced is shown."""
        return self._make_blocks(stored) if self.to == "blocks" else self._make_document(stored)

    def _make_blocks(self, stored: Stored) -> Outcome:
        root = read_root(stored.document)
        if stored.document.edit_mode != BUILDER:
            return Outcome(stored, Report().tell())
        content, report = convert_to_blocks(root, self.site)
        check_locks_kept(read_outline(stored.content), read_outline(content))
        for name, value in read_page_settings(stored.document.page_settings).items():
            report.leave_out("page", name, value)
        return Outcome(Stored(content, replace(stored.document, edit_mode="")), report.tell())

    def _make_document(self, stored: Stored) -> Outcome:
        if stored.document.edit_mode == BUILDER and stored.document.data and read_root(stored.document).children:
            hint = "Convert it to blocks, or make it empty with set_elementor first."
            raise Problem(Code.CONFLICT, "This item shows its Elementor document, and not its blocks.", hint=hint)
        with seeded(stored.content + stored.document.data):
            data, report = convert_to_elements(stored.content, self.site)
        if not report.became:
            return Outcome(stored, report.tell())
        return Outcome(stored._replace(document=replace(stored.document, data=data, edit_mode=BUILDER)), report.tell())


@asynccontextmanager
async def prepare_exchange(ctx: Context, item_id: int, to: Form) -> AsyncIterator[None]:
    """Work it out on what is stored now, and what its content needs; while the block runs, the write finds both."""
    prepared = await _prepare(ctx, item_id, to) if ctx.late is None else None
    if prepared is None:
        yield
        return
    kind = await ctx.host.items.kind_of(item_id)
    with PREPARED.keep(prepared):
        async with ctx.host.store(kind).prepare(ItemFields(content=prepared.after.content), item_id):
            yield


async def _prepare(ctx: Context, item_id: int, to: Form) -> PreparedEdit[Stored, Outcome] | None:
    try:
        kind = await ctx.host.items.kind_of(item_id)
        item, held = await ctx.host.store(kind).get(item_id, "edit"), await get_store(ctx).read(item_id)
        exchange = await _make_exchange(ctx, to, held.document)
    except Problem:  # the write meets it too, where its conditions come first
        return None
    before = PREPARED.begin(item_id, Stored(item["content"]["raw"], held.document))
    if before is None:
        return None
    outcome = await asyncio.to_thread(_try, exchange, before)
    after = before if isinstance(outcome, Problem) else outcome.stored
    return PreparedEdit(item_id, exchange, before, after, outcome)


async def exchange_item(ctx: Context, item_id: int, to: Form) -> EditedItem:
    """Store both parts, and tell the report."""
    content = ctx.host.store(await ctx.host.items.kind_of(item_id))
    reader = _Reader()
    await content.rewrite(item_id, reader, ctx.caller.id)  # begins the transaction, and changes nothing
    held = await get_store(ctx).read(item_id)
    exchange, stored = await _make_exchange(ctx, to, held.document), Stored(reader.text, held.document)
    outcome = await asyncio.to_thread(PREPARED.answer, exchange, stored, lambda: exchange(stored), ctx.late)
    new, item = outcome.stored, held.item
    if new.content != stored.content:
        await content.rewrite(item_id, lambda _: new.content, ctx.caller.id)
    if new.document != stored.document:
        item = await get_store(ctx).edit(item_id, lambda _: new.document, ctx.caller.id)
    cast(dict[str, Any], item)["report"] = outcome.report
    return cast(EditedItem, item)


class _Reader:
    """Keeps the text that a transaction sees."""

    text = ""

    def __call__(self, text: str) -> str:
        self.text = text
        return text


def _try(exchange: Exchange, stored: Stored) -> Outcome | Problem:
    try:
        outcome = exchange(stored)
    except Problem as problem:
        return problem
    KNOWN.read(find_in_text, outcome.stored.content)  # these are asked for within the transaction
    KNOWN.read(count_blocks, outcome.stored.content)
    KNOWN.read(find_in_json, outcome.stored.document.data)
    return outcome


async def _make_exchange(ctx: Context, to: Form, document: ElementorDocument) -> Exchange:
    """What is asked, with all of the site that it needs."""
    site = Site(await release_of(ctx), await read_presets(ctx))
    if design := await read_design(ctx):
        colors = {each["id"]: each["color"] for each in list_colors(design.own.settings)}
        fonts = {each["id"]: choose_members(each) for each in list_fonts(design.own.settings)}
        site = replace(site, colors=colors, fonts=fonts, width=find_width(design) or WIDTH)
    return Exchange(to, await _add_shared(ctx, site, document.data) if to == "blocks" else site)


async def _add_shared(ctx: Context, site: Site, data: str) -> Site:
    """The site with what a document shows that is not its own: components, variables, and texts of files."""
    components = await read_shown(ctx, data)
    texts = [data, *components.values()]
    variables = await _read_variables(ctx, "\n".join(texts))
    return replace(site, components=components, variables=variables, alts=await _read_alts(ctx, texts))


async def _read_variables(ctx: Context, text: str) -> dict[str, str]:
    """The values of the variables that a text names; none where they are not to be had."""
    try:
        return choose_shared(text, *await find_entries(ctx, text)).variables
    except Problem:
        return {}


async def _read_alts(ctx: Context, texts: Sequence[str]) -> dict[int, str]:
    """The texts of the files that documents name; none where they are not to be had."""
    files = await asyncio.to_thread(lambda: list(dict.fromkeys(file for each in texts for file in list_files(each))))
    if not files:
        return {}
    try:
        found = await ctx.host.media.find(MediaQuery(include=files[:MAX_FILES], per_page=MAX_FILES))
    except Problem:
        return {}
    return {each["id"]: each["alt_text"] for each in found.items if each.get("alt_text")}
