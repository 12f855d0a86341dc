"""A block as another one, with the same text and the same look: the transforms that the editor offers.

Source: the transforms of each block in https://github.com/WordPress/gutenberg/tree/trunk/packages/block-library.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from turbohtml import Element, parse_fragment

from sitehand.blocks.catalogue import BlockType
from sitehand.blocks.checking import check_attributes
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.elements import escape_text
from sitehand.blocks.making import NewBlock, find_type, make_block, write_block
from sitehand.blocks.outline import BLANK, Entry
from sitehand.blocks.reading import read_block
from sitehand.blocks.styles import pick
from sitehand.blocks.supports import TEXT_ALIGNMENTS, find_text_alignment
from sitehand.errors import Code, Problem

LOOK = (
    *("anchor", "className", "backgroundColor", "textColor", "gradient", "fontSize", "fontFamily", "borderColor"),
    *("style", "textAlign", "direction", "lock"),
)
"""Attributes that a block keeps when it becomes another that has them."""
TOLD = ("noteId", "name", "blockVisibility")
"""What is told of a block in its metadata, and stays when it becomes one other. Source: `addTransforms` in
packages/block-editor/src/hooks/metadata.js.
"""
TEXT = {
    "core/paragraph": "content",
    "core/heading": "content",
    "core/list-item": "content",
    "core/code": "content",
    "core/preformatted": "content",
    "core/verse": "content",
    "core/pullquote": "value",
}
"""Blocks that are one text, and the attribute that has it."""
AROUND = ("core/group", "core/columns", "core/details")
"""Blocks that any other can be put into."""
OFFERED: Mapping[str, Sequence[str]] = {
    "core/paragraph": ("heading", "list", "quote", "buttons", "code", "preformatted", "pullquote", "verse"),
    "core/heading": ("paragraph", "list", "quote", "pullquote"),
    "core/list": ("paragraph", "heading", "quote"),
    "core/quote": ("paragraph", "pullquote", "verse"),
    "core/pullquote": ("paragraph", "heading", "quote"),
    "core/code": ("paragraph", "preformatted"),
    "core/preformatted": ("paragraph", "code", "verse"),
    "core/verse": ("paragraph", "quote", "preformatted"),
    "core/html": ("code",),
    "core/separator": ("spacer",),
    "core/spacer": ("separator",),
}
"""What each may become beside that."""


@dataclass(frozen=True, slots=True)
class Source:
    """The block that becomes another. `given` are attributes that it is to have then."""

    entry: Entry
    attributes: Mapping[str, Any]
    texts: Sequence[str]
    """The texts in it, in order, but for who is cited."""
    given: Mapping[str, Any]
    release: Dialect
    blocks: Mapping[str, BlockType]

    @property
    def markup(self) -> str:
        """The block itself."""
        return self.entry.tree.source[slice(*self.entry.span)]

    def keep_look(self, name: str) -> dict[str, Any]:
        """The attributes of the block that the new one takes, and those that were given."""
        known = self.find(name).attributes
        look = {one: self.attributes[one] for one in LOOK if one in self.attributes and one in known}
        return look | self._keep_alignment(name) | self._keep_metadata() | dict(self.given)

    def find(self, name: str) -> BlockType:
        """A block that can be made. Raises Problem(invalid_arguments)."""
        return find_type(name, self.release, self.blocks)

    def make(self, name: str, attributes: Mapping[str, Any], inner: Sequence[NewBlock] = ()) -> str:
        """The markup of a new block. Raises Problem(invalid_arguments)."""
        return make_block(NewBlock(name, attributes, inner), self.release, self.blocks)

    def wrap(self, name: str, attributes: Mapping[str, Any], inner: str) -> str:
        """The markup of a new block around inner markup that exists already. Raises Problem(invalid_arguments)."""
        kind = self.find(name)
        return write_block(kind, check_attributes(kind, attributes, self.release), inner, self.release)

    def _keep_alignment(self, name: str) -> dict[str, Any]:
        """How the text is aligned, where the new block has another attribute for it."""
        kinds = self.blocks[self.entry.block.name], self.find(name)
        before, after = (find_text_alignment(kind, self.release) for kind in kinds)
        value = pick(self.attributes, before)
        return {after: value} if after in self.find(name).attributes and value in TEXT_ALIGNMENTS else {}

    def _keep_metadata(self) -> dict[str, Any]:
        metadata = self.attributes.get("metadata")
        kept = {one: metadata[one] for one in TOLD if one in metadata} if isinstance(metadata, dict) else {}
        return {"metadata": kept} if kept else {}


def transform_block(
    entry: Entry, name: str, given: Mapping[str, Any], blocks: Mapping[str, BlockType], release: Dialect
) -> str:
    """The markup of a block as the one of another name.

    Raises Problem: conflict for a block that cannot become it, with those that it can; invalid_arguments for attributes
    that the new one does not take.
    """
    old = entry.block.name
    if old not in blocks or not entry.closed or (name not in AROUND and name not in list_targets(old)):
        _refuse(entry, name, old in blocks)
    texts = list(_read_texts(entry, blocks))
    source = Source(entry, read_block(entry, blocks[old]), texts, given, release, blocks)
    return _wrap(source, name) if name in AROUND else MAKE[name](source, name)


def list_targets(name: str) -> list[str]:
    """What a block may become, other than one around it."""
    return [f"core/{one}" for one in OFFERED.get(name, ())]


def _make_texts(source: Source, name: str) -> str:
    """A block for each text, and one for who is cited."""
    texts = [*source.texts, *filter(None, [source.attributes.get("citation")])]
    look = source.keep_look(name) if len(texts) == 1 else dict(source.given)
    return "\n\n".join(source.make(name, {**look, TEXT[name]: text}) for text in texts)


def _make_joined(source: Source, name: str) -> str:
    """One block with all texts, each on its line."""
    cited = source.attributes.get("citation")
    known = cited and "citation" in source.find(name).attributes
    texts = [*source.texts, *([cited] if cited and not known else [])]
    more = {"citation": cited} if known else {}
    return source.make(name, {**source.keep_look(name), **more, TEXT[name]: "<br>".join(texts)})


def _make_list(source: Source, name: str) -> str:
    """A list with an item for each line."""
    items = [NewBlock("core/list-item", {"content": line}) for text in source.texts for line in _split_lines(text)]
    return source.make(name, source.keep_look(name), items)


def _make_quote(source: Source, name: str) -> str:
    """A quote around the block; a text that is shown otherwise is a paragraph in it."""
    if source.entry.block.name in ("core/paragraph", "core/heading", "core/list"):
        return _wrap(source, name)
    inner = [NewBlock("core/paragraph", {"content": text}) for text in source.texts]
    more = {"citation": source.attributes.get("citation")}
    return source.make(name, {**source.keep_look(name), **more}, inner)


def _make_buttons(source: Source, name: str) -> str:
    """One button, with the address of the first link."""
    parsed = parse_fragment(source.texts[0])
    link = next(iter(parsed.find_all("a")), None)
    for one in parsed.find_all("a"):
        one.unwrap()
    look = source.keep_look("core/button")
    button = NewBlock("core/button", {"text": parsed.inner_html, "url": link.attr("href") if link else None, **look})
    return source.make(name, {}, [button])


def _make_code(source: Source, name: str) -> str:
    """Code that shows the text, or the HTML of `core/html` as it is written."""
    if source.entry.block.name != "core/html":
        return _make_joined(source, name)
    # escape_text keeps character references; here they are code, and shown as they are written.
    content = escape_text(source.attributes.get("content", "").strip(BLANK).replace("&", "&amp;"))
    return source.make(name, {**source.given, "content": content})


def _make_plain(source: Source, name: str) -> str:
    """A block without text."""
    anchor = {"anchor": source.attributes["anchor"]} if "anchor" in source.attributes else {}
    return source.make(name, {**anchor, **source.given})


def _wrap(source: Source, name: str) -> str:
    """The block as it is, byte for byte, in a new one."""
    inner = source.markup
    if name == "core/columns":
        inner = source.wrap("core/column", {"width": "100%"}, inner)
    layout = {"layout": {"type": "constrained"}} if name == "core/group" else {}
    return source.wrap(name, {**layout, **source.given}, inner)


MAKE: Mapping[str, Callable[[Source, str], str]] = {
    "core/paragraph": _make_texts,
    "core/heading": _make_texts,
    "core/list": _make_list,
    "core/quote": _make_quote,
    "core/buttons": _make_buttons,
    "core/code": _make_code,
    "core/preformatted": _make_joined,
    "core/verse": _make_joined,
    "core/pullquote": _make_joined,
    "core/separator": _make_plain,
    "core/spacer": _make_plain,
}


def _read_texts(entry: Entry, blocks: Mapping[str, BlockType]) -> Iterator[str]:
    """The texts of a block and of those in it. Raises Problem(conflict) for one in a quote that has none."""
    name = entry.block.name
    if name in TEXT:
        yield read_block(entry, blocks[name]).get(TEXT[name], "")
    for inner in entry.inner if name in ("core/list", "core/list-item", "core/quote") else ():
        if inner.block.name not in TEXT and inner.block.name not in ("core/list", "core/quote"):
            raise Problem(
                Code.CONFLICT,
                f"The block {inner.path} ({inner.block.name}) is no text, and would be lost.",
                hint="Unwrap the block, or move that one out of it first.",
            )
        yield from _read_texts(inner, blocks)


def _split_lines(text: str) -> Iterator[str]:
    """A text at its line breaks; those within an element stay."""
    line = ""
    for node in parse_fragment(text).children:
        if isinstance(node, Element) and node.tag == "br":
            yield line
            line = ""
        else:
            line += node.html
    yield line


def _refuse(entry: Entry, name: str, known: bool) -> None:
    offered = [*list_targets(entry.block.name), *AROUND] if known else []
    hint = f"It may become {', '.join(offered)}." if offered else "Replace it by other markup."
    raise Problem(Code.CONFLICT, f"The block {entry.path} ({entry.block.name}) cannot become {name}.", hint=hint)
