"""The text of an item, for operations that read its blocks."""

import asyncio
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from sitehand.blocks.release import Release, read_release
from sitehand.errors import Code, Problem
from sitehand.operation.context import Context

T = TypeVar("T")


class StoredText(NamedTuple):
    """The content of an item as it is stored, and the revision that has it."""

    kind: str
    text: str
    revision: str
    release: Release


async def read_text(ctx: Context, item_id: int) -> StoredText:
    """The content of an item. Raises Problem(not_found)."""
    kind = await ctx.host.items.kind_of(item_id)
    item = await ctx.host.store(kind).get(item_id, "edit")
    return StoredText(kind, item["content"]["raw"], item["revision"], release_of(ctx))


def release_of(ctx: Context) -> Release:
    """The release whose blocks the site has."""
    return read_release(ctx.host.release)


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
