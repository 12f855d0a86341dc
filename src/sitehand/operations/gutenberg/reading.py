"""Operations that read the blocks of one text. Nothing is stored for a read, and every answer has a bound in bytes."""

from collections.abc import Callable, Iterable
from typing import Any, Literal, NotRequired, cast

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.blocks.addresses import find_block
from sitehand.blocks.finding import Wanted
from sitehand.blocks.finding import find_blocks as find_fitting
from sitehand.blocks.fingerprints import Fingerprints
from sitehand.blocks.locks import find_template_lock
from sitehand.blocks.outline import Entry, read_outline
from sitehand.blocks.release import full_name
from sitehand.blocks.showing import MAX_DEPTH, Presenter, ShownBlock, View, follow
from sitehand.operation.context import Context
from sitehand.operation.declaration import Handler, Operation, operation
from sitehand.operations.gutenberg.arguments import Address, Name, OneBlock, OneText, below_templates
from sitehand.operations.gutenberg.texts import StoredText, read_text, work_out
from sitehand.site.values import UNSET

MAX_BYTES = 1_000_000


class BlockList(TypedDict):
    """Blocks of a text. `total` counts all that it has, or that fit a search, shown or not.

    `next` is the first that had no room: send it as `start`.
    """

    id: NotRequired[int]
    ref: NotRequired[str]
    type: str
    revision: str
    total: int
    items: list[ShownBlock]
    next: NotRequired[str]


class OneShown(ShownBlock):
    """A block, and the revision of the item that has it. `template_lock` is what its author has locked around it."""

    revision: str
    template_lock: NotRequired[str]


class BlockQuery(OneText):
    """The blocks to read, and how much of each."""

    block: Address = Field(default=UNSET.default, description="only those in it")
    view: View = Field("tree", description="outline: the beginning of each text")
    depth: int = Field(MAX_DEPTH, ge=1, le=MAX_DEPTH)
    start: Address = Field(default=UNSET.default, description="from this block on: next of the answer before")
    max_bytes: int = Field(200_000, ge=500, le=MAX_BYTES)


class BlockChoice(OneBlock):
    """One block."""

    view: View = Field("tree")


class BlockSearch(OneText):
    """What the blocks have to have; all of it."""

    name: list[Name] = Field(default_factory=list, max_length=100)
    text: str = Field("", max_length=1000, description="plain, any case")
    attributes: dict[str, Any] = Field(default_factory=dict, max_length=50)
    view: Literal["outline", "tree"] = "outline"
    max_bytes: int = Field(20_000, ge=500, le=MAX_BYTES)


def reads_blocks(route: str, **more: Any) -> Callable[[Handler], Operation]:
    """Declare a read of the blocks of an item, and below the path of templates of a template."""
    shared: dict[str, Any] = {"category": "gutenberg", "access": "read", "remember": True}
    return operation(route, shortcuts=below_templates(route), shortcuts_need="templates", **shared, **more)


@reads_blocks(
    "GET /items/{id}/blocks",
    mcp_defaults={"view": "outline", "max_bytes": 12_000},
)
async def get_blocks(ctx: Context, query: BlockQuery) -> BlockList:
    """Read the blocks of a page, post or template, each with its path and fingerprint."""
    stored = await read_text(ctx, query)
    return await work_out(lambda: _list(stored, query))


@reads_blocks("GET /items/{id}/blocks/{block}")
async def get_block(ctx: Context, wanted: BlockChoice) -> OneShown:
    """Read one block and those in it."""
    stored = await read_text(ctx, wanted)
    return await work_out(lambda: _show_one(stored, wanted))


@reads_blocks("POST /items/{id}/blocks/find")
async def find_blocks(ctx: Context, query: BlockSearch) -> BlockList:
    """Find blocks of a page, post or template by name, text or attributes."""
    stored = await read_text(ctx, query)
    return await work_out(lambda: _find(stored, query))


class Opened:
    """A stored text with its blocks, for one answer."""

    def __init__(self, stored: StoredText) -> None:
        self.stored = stored
        self.outline = read_outline(stored.text)
        self.fingerprints = Fingerprints(self.outline)

    def find(self, address: str) -> Entry:
        """The block at an address. Raises Problem."""
        return find_block(self.outline, self.fingerprints, address)

    def begin(self, view: View, room: int) -> Presenter:
        """What shows its blocks."""
        return Presenter(self.fingerprints.all(), self.stored.release.blocks, view, room)


def _list(stored: StoredText, query: BlockQuery) -> BlockList:
    opened = Opened(stored)
    entries: Iterable[Entry] = opened.find(query.block).inner if query.block is not None else opened.outline.roots
    if query.start is not None:
        entries = follow(opened.outline, opened.find(query.start))
    shower = opened.begin(query.view, query.max_bytes)
    items = shower.show(entries, query.depth)
    shown = _head(stored, sum(1 for _ in opened.outline), items)
    if shower.next:
        shown["next"] = shower.next.path
    return shown


def _show_one(stored: StoredText, wanted: BlockChoice) -> OneShown:
    opened = Opened(stored)
    entry = opened.find(wanted.block)
    (shown,) = opened.begin(wanted.view, MAX_BYTES).show([entry], MAX_DEPTH)
    one = cast(OneShown, {**shown, "revision": stored.revision})
    if locked := find_template_lock(opened.outline, entry.parent):
        one["template_lock"] = locked[0]
    return one


def _find(stored: StoredText, query: BlockSearch) -> BlockList:
    opened = Opened(stored)
    wanted = Wanted(frozenset(map(full_name, query.name)), query.text, query.attributes)
    found = list(find_fitting(opened.outline, wanted, stored.release))
    return _head(stored, len(found), opened.begin(query.view, query.max_bytes).show(found, 1))


def _head(stored: StoredText, total: int, items: list[ShownBlock]) -> BlockList:
    head = BlockList(type=stored.kind, revision=stored.revision, total=total, items=items)
    return cast(BlockList, {**stored.named, **head})
