"""Blocks as answers have them: an outline, the whole tree, or markup, within a bound in bytes."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NotRequired, cast

import orjson
from typing_extensions import TypedDict

from sitehand.blocks.attributes import measure_depth, read_attributes
from sitehand.blocks.bindings import read_bindings
from sitehand.blocks.catalogue import BlockType, Origin
from sitehand.blocks.fingerprints import Fingerprint
from sitehand.blocks.inner_html import has_own_html, own_html
from sitehand.blocks.making import FREEFORM
from sitehand.blocks.note_marks import read_notes
from sitehand.blocks.outline import Entry, Outline
from sitehand.blocks.reading import read_block
from sitehand.blocks.updates import find_text
from sitehand.blocks.words import excerpt_block
from sitehand.errors import Problem

View = Literal["outline", "tree", "markup"]
MAX_DEPTH = 30
"""Levels of blocks in blocks that one answer shows."""
MAX_NESTED = 64
"""Levels of values in values of one block."""
PARTS = ("attributes", "text", "html", "markup")


class ShownBlock(TypedDict):
    """A block. `text` is its text, in an outline the beginning of that; `html` what is in one that is not known.

    `bound` says where the values of bound attributes come from, by attribute. `notes` are the ids of notes on it.
    `more` counts the blocks directly in it that are not shown, `omitted` names what the answer had no room for.
    """

    path: str
    fingerprint: str
    name: str
    attributes: NotRequired[dict[str, Any]]
    text: NotRequired[str]
    html: NotRequired[str]
    markup: NotRequired[str]
    bound: NotRequired[dict[str, str]]
    notes: NotRequired[list[int]]
    inner: NotRequired[list["ShownBlock"]]
    more: NotRequired[int]
    omitted: NotRequired[list[str]]


@dataclass(slots=True)
class Presenter:
    """Shows blocks one after another until `room`, in bytes, is full; the first is always shown."""

    fingerprints: Mapping[Entry, Fingerprint]
    blocks: Mapping[str, BlockType]
    view: View
    room: int
    shown: int = 0
    next: Entry | None = None
    """The first block that had no room."""

    def show(self, entries: Iterable[Entry], depth: int) -> list[ShownBlock]:
        """Show as many of the blocks as the answer has room for, each with the blocks in it, `depth` levels deep."""
        found: list[ShownBlock] = []
        for entry in entries:
            block = self._show_one(entry)
            if block is None:
                self.next = self.next or entry
                break
            found.append(block)
            self._fill(block, entry, depth)
        return found

    def _show_one(self, entry: Entry) -> ShownBlock | None:
        block: Any = ShownBlock(path=entry.path, fingerprint=str(self.fingerprints[entry]), name=name_of(entry))
        own = self._describe(entry)
        size = measure({**block, **own})
        if size is None or (size > self.room and not self.shown):
            own = {"text": excerpt_block(entry), "omitted": [part for part in PARTS if part in own]}
            size = min(measure({**block, **own}) or 0, self.room)
        if size > self.room:
            return None
        self.room -= size
        self.shown += 1
        block.update(own)
        return cast(ShownBlock, block)

    def _describe(self, entry: Entry) -> dict[str, Any]:
        if self.view == "markup":
            return {"markup": entry.tree.source[slice(*entry.span)]}
        if self.view == "outline":
            text = excerpt_block(entry)
            return {**({"text": text} if text else {}), **_show_notes(entry)}
        described = describe_block(entry, self.blocks.get(name_of(entry)))
        return {**described, **_show_bound(entry), **_show_notes(entry)}

    def _fill(self, block: ShownBlock, entry: Entry, depth: int) -> None:
        if not entry.inner or self.view == "markup":
            return
        inner = self.show(entry.inner, depth - 1) if depth > 1 and self.next is None else []
        if inner:
            block["inner"] = inner
        if left := len(entry.inner) - len(inner):
            block["more"] = left


def describe_block(entry: Entry, block: BlockType | None) -> dict[str, Any]:
    """The attributes and the text of a block; of one that is not known, those of its delimiter, and its HTML.

    HTML that only a plugin's JavaScript writes is shown too, since it may hold more than its attributes.
    """
    foreign = block is None or block.origin is not Origin.CORE
    own = {"html": own_html(entry)} if foreign and has_own_html(entry) else {}
    if block is None:
        return {"attributes": read_attributes(entry.tree.attributes_text(entry.block)) or {}, **own}
    try:
        attributes = read_block(entry, block)
    except RecursionError:  # HTML that nests itself thousands of times
        return {"html": own_html(entry)}
    text = attributes.pop(name_text(block), None)
    return {"attributes": attributes, **({"text": text} if text is not None else {}), **own}


def _show_bound(entry: Entry) -> dict[str, Any]:
    """The sources of bound attributes, with the key that an argument names: `core/post-meta price`."""
    bound = {name: " ".join(_name_source(one)) for name, one in read_bindings(entry).items()}
    return {"bound": bound} if bound else {}


def _show_notes(entry: Entry) -> dict[str, Any]:
    """The notes that a block names."""
    notes = read_notes(entry)
    return {"notes": notes} if notes else {}


def _name_source(binding: Mapping[str, Any]) -> Iterator[str]:
    arguments = binding.get("args")
    yield str(binding.get("source", ""))
    if isinstance(arguments, dict):
        yield from (str(arguments[name]) for name in ("key", "field") if name in arguments)


def name_of(entry: Entry) -> str:
    """The name of a block; text between blocks is the editor's freeform block."""
    return entry.block.name or FREEFORM


def follow(outline: Outline, start: Entry) -> Iterator[Entry]:
    """A block and those that stand after it, on its own level and then on those around it."""
    yield from outline.siblings(start)[start.index :]
    for above in start.ancestors:
        yield from outline.siblings(above)[above.index + 1 :]


def name_text(block: BlockType) -> str:
    """The attribute that is a block's text; "" for a block without any."""
    try:
        return find_text(block)
    except Problem:
        return ""


def measure(value: Mapping[str, Any]) -> int | None:
    """How many bytes a value takes in an answer; None for half a surrogate pair, and deep nesting."""
    try:
        text = orjson.dumps(value)
    except TypeError:
        return None
    deep = text.count(b"[") + text.count(b"{") > MAX_NESTED and measure_depth(text.decode()) > MAX_NESTED
    return None if deep else len(text) + 1
