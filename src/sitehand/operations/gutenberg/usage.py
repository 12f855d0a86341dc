"""Where on the site a block is used."""

from dataclasses import dataclass
from typing import Any

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.blocks.finding import Wanted, find_blocks
from sitehand.blocks.outline import read_outline
from sitehand.blocks.release import Release, full_name
from sitehand.errors import Problem
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operations.gutenberg.arguments import Name
from sitehand.operations.gutenberg.texts import release_of
from sitehand.site.items import Count
from sitehand.site.values import Input

MAX_USES = 100
"""Items that one answer names."""


class UsedBlock(Input):
    """A block to look for, with the values that its attributes must have."""

    name: Name
    attributes: dict[str, Any] = Field(default_factory=dict, description="only blocks with these values")


class BlockUse(TypedDict):
    """An item that has the block, and how often."""

    id: int
    type: str
    status: str
    title: str
    count: int


class BlockUsage(TypedDict):
    """Where a block is used, by id: at most 100 of `items` items, with `blocks` blocks in all.

    Without `complete`, more texts might have it than were looked at.
    """

    name: str
    items: int
    blocks: int
    uses: list[BlockUse]
    complete: bool


@operation("POST /blocks/usage", category="gutenberg", access="read", remember=True, example={"name": "core/table"})
async def block_usage(ctx: Context, wanted: UsedBlock) -> BlockUsage:
    """Find the pages and posts that use a block, none in the trash."""
    ctx.refuse_late("block_usage")
    return await count_uses(ctx, wanted)


async def count_uses(ctx: Context, wanted: UsedBlock) -> BlockUsage:
    """Count a block in the texts of all items that are not in the trash."""
    name, release = full_name(wanted.name), await release_of(ctx)
    counter = Counter(Wanted([name], attributes=wanted.attributes), release)
    found = await ctx.host.items.count(_list_marks(name), counter.number)
    return _tell(name, found, complete=found.complete and not counter.unread)


def _list_marks(name: str) -> list[str]:
    """What the delimiters of a block hold: core's may leave out their namespace."""
    short = name.removeprefix("core/")
    return [f"wp:{name}"] if short == name else [f"wp:{short}", f"wp:{name}"]


@dataclass(slots=True)
class Counter:
    """Counts blocks in one text after another."""

    wanted: Wanted
    release: Release
    unread: int = 0
    """Texts with more delimiters than are read."""

    def number(self, text: str) -> int:
        """How many blocks of a text fit."""
        try:
            return sum(1 for _ in find_blocks(read_outline(text), self.wanted, self.release))
        except Problem:
            self.unread += 1
            return 0


def _tell(name: str, found: Count, *, complete: bool) -> BlockUsage:
    uses = [
        BlockUse(id=one.id, type=one.type, status=one.status, title=one.title, count=one.count) for one in found.items
    ]
    blocks = sum(one.count for one in found.items)
    return BlockUsage(name=name, items=len(uses), blocks=blocks, uses=uses[:MAX_USES], complete=complete)
