"""The texts that have blocks, of items and of templates, for operations that read and edit them."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, TypeVar

from sitehand.blocks.added_types import NO_TYPES
from sitehand.blocks.release import TEXT, Release, read_release
from sitehand.errors import Code, Problem
from sitehand.operation.context import Context
from sitehand.operation.write import templates_of
from sitehand.operations.gutenberg.arguments import OneItem, OneText
from sitehand.site.content import ContentStore, ItemFields
from sitehand.site.templates import TemplateRef, TemplateStore, read_ref

T = TypeVar("T")
AROUND: Mapping[str, str] = {"navigation": "core/navigation"}
"""The blocks that show texts of a kind, and so hold what is in no other block there."""


class StoredText(NamedTuple):
    """A text with blocks as it is stored, what it is called, and the revision that has it."""

    kind: str
    named: Mapping[str, Any]
    text: str
    revision: str
    release: Release


def ref_of(wanted: OneItem) -> TemplateRef | None:
    """The template that arguments name; None where they name an item."""
    return read_ref(wanted.ref) if isinstance(wanted, OneText) and wanted.ref is not None else None


def open_templates(ctx: Context) -> TemplateStore:
    """The templates of the site, for a caller who may work on its theme. Raises Problem."""
    check_theme(ctx)
    return templates_of(ctx.host)


def check_theme(ctx: Context) -> None:
    """Refuse who may not work on the theme: that takes the category site. Raises Problem(category_forbidden)."""
    if "site" not in ctx.services.gate.categories(ctx.caller):
        message = "Templates and widgets are for keys that can use the category site."
        raise Problem(Code.CATEGORY_FORBIDDEN, message, hint="The roles designer and admin can.")


def check_text(ctx: Context, wanted: OneItem) -> None:
    """Refuse who may not edit what arguments name, before the host reads any of it. Raises Problem."""
    if ref_of(wanted):
        check_theme(ctx)


async def read_text(ctx: Context, wanted: OneItem) -> StoredText:
    """The text that arguments name, to work on it. Raises Problem(not_found)."""
    stored = await _read_text(ctx, wanted)
    ctx.spend(len(stored.text))
    return stored


async def _read_text(ctx: Context, wanted: OneItem) -> StoredText:
    if ref := ref_of(wanted):
        template = await open_templates(ctx).get(ref)
        named = {"ref": template["ref"]}
        release = await release_of(ctx, ref.kind)
        return StoredText(ref.kind, named, template["content"]["raw"], template["revision"], release)
    kind = await ctx.host.items.kind_of(wanted.id)
    item = await ctx.host.store(kind).get(wanted.id, "edit")
    return StoredText(kind, {"id": wanted.id}, item["content"]["raw"], item["revision"], await release_of(ctx, kind))


async def rewrite_text(ctx: Context, wanted: OneItem, kind: str, edit: Callable[[str], str]) -> Any:
    """Change the text that arguments name, in the transaction; what has it, as it is answered. Raises Problem."""
    if ref := ref_of(wanted):
        return await open_templates(ctx).rewrite(ref, edit)
    return await ctx.host.store(kind).rewrite(wanted.id, edit, ctx.caller.id)


async def find_kind(ctx: Context, wanted: OneItem) -> str:
    """The kind of what arguments name. Raises Problem(not_found)."""
    ref = ref_of(wanted)
    return ref.kind if ref else await ctx.host.items.kind_of(wanted.id)


async def release_of(ctx: Context, kind: str = "") -> Release:
    """The release whose blocks the site has, and those that were added to them, in a text of this kind."""
    added = await ctx.host.block_types.read() if ctx.host.block_types else NO_TYPES
    return read_release(ctx.host.release, AROUND.get(kind, TEXT), added)


@asynccontextmanager
async def prepare_new(
    store: ContentStore[Any, Any, Any], write: Callable[[], Awaitable[ItemFields]]
) -> AsyncIterator[None]:
    """Render the text of a new item. What is wrong with its fields, the operation will tell."""
    try:
        fields = await write()
    except Problem:
        yield
        return
    async with store.prepare(fields):
        yield


async def work_out(work: Callable[[], T]) -> T:
    """Run what grows with a text, in a thread. Raises Problem(invalid_arguments) for what nests too deeply."""
    try:
        return await asyncio.to_thread(work)
    except RecursionError:
        raise too_deep() from None


def too_deep() -> Problem:
    """The refusal of HTML or attributes that nest thousands of times."""
    message = "The HTML or the attributes of a block are nested more deeply than can be read."
    return Problem(Code.INVALID_ARGUMENTS, message, hint="Look at the markup of that block alone.")
