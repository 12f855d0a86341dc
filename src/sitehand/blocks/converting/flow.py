"""What follows one another in classic HTML: paragraphs, and elements that are blocks."""

import re
from collections.abc import Iterator, Sequence

from turbohtml import Comment, Element, Node

from sitehand.blocks.converting.embeds import find_address, make_embed
from sitehand.blocks.converting.nodes import (
    is_empty,
    is_phrasing,
    only_element,
    read_align,
    read_common,
    write_nodes,
)
from sitehand.blocks.converting.pictures import find_pictures, make_image, make_player
from sitehand.blocks.converting.texts import MAKE
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.making import NewBlock, make_block
from sitehand.blocks.outline import BLANK
from sitehand.errors import Problem

MAX_DEPTH = 20
"""Quotes and groups in each other. What is deeper stays as it is."""
FRAMES = frozenset({"button", "canvas", "embed", "form", "iframe", "input", "object", "svg"})
"""Elements that a paragraph loses, or that do something: they stay what they are."""
MARK = re.compile(r"<!--\s*(?:more\b|nextpage|noteaser)")
"""Comments that are blocks."""
P = Element("p")


def read_flow(nodes: Sequence[Node], release: Dialect, depth: int = 0) -> list[NewBlock]:
    """The blocks of some nodes. What no block takes is `core/html`."""
    blocks: list[NewBlock] = []
    run: list[Node] = []
    for node in nodes:
        if is_phrasing(node):
            run.append(node)
            continue
        blocks += _read_run(run, release)
        run = []
        blocks += _read_element(node, release, depth) if isinstance(node, Element) else []
    return blocks + _read_run(run, release)


def keep_html(html: str) -> NewBlock:
    """The block that holds HTML as it is."""
    return NewBlock("core/html", {"content": html})


def _read_element(element: Element, release: Dialect, depth: int) -> list[NewBlock]:
    if element.tag == "p":
        return _read_paragraph(element, element.children, release)
    make = MAKE.get(element.tag) if depth < MAX_DEPTH else None
    made = make(element, lambda nodes: read_flow(nodes, release, depth + 1), release) if make else None
    return [made if made and fits(made, release) else keep_html(element.html)]


def fits(block: NewBlock, release: Dialect) -> bool:
    """Whether the release takes a block: a list with its items, any other without those in it, which were looked at."""
    try:
        make_block(block if block.name == "core/list" else NewBlock(block.name, block.attributes), release)
    except Problem:
        return False
    return True


def _read_run(nodes: Sequence[Node], release: Dialect) -> list[NewBlock]:
    """Text and inline elements that are in no paragraph: one each between double line breaks."""
    return [block for part in _split_breaks(nodes) for block in _read_paragraph(P, part, release)]


def _split_breaks(nodes: Sequence[Node]) -> Iterator[list[Node]]:
    part: list[Node] = []
    for node in nodes:
        last = next((one for one in reversed(part) if not _is_blank(one)), None)
        if _is_break(node) and last is not None and _is_break(last):
            yield part[: part.index(last)]
            part = []
        else:
            part.append(node)
    yield part


def _read_paragraph(element: Element, nodes: Sequence[Node], release: Dialect) -> list[NewBlock]:
    """The blocks of one paragraph, whose nodes these are: marks and pictures stand on their own."""
    blocks: list[NewBlock] = []
    part: list[Node] = []
    quiet_until = max((number for number, node in enumerate(nodes) if _read_comment(node) == "noteaser"), default=0)
    for number, node in enumerate(nodes):
        mark = _read_mark(node, quiet=number < quiet_until)
        if mark is None:
            part.append(node)
        else:
            blocks += [*_read_part(element, part, release), mark]
            part = []
    return blocks + _read_part(element, part, release)


def _read_part(element: Element, nodes: list[Node], release: Dialect) -> list[NewBlock]:
    pictures = find_pictures(nodes)
    blocks = [made for picture in pictures if (made := make_image(picture, release)) and fits(made, release)]
    if len(blocks) == len(pictures):
        for picture in pictures:
            picture.extract()
        gone = set(pictures)
        nodes = [node for node in nodes if node not in gone]
    else:
        blocks = []
    return blocks if is_empty(nodes) else [*blocks, _read_text(element, nodes, release)]


def _read_text(element: Element, nodes: Sequence[Node], release: Dialect) -> NewBlock:
    html = write_nodes(nodes).strip(BLANK)
    only = only_element(nodes)
    if only is None and (address := find_address("".join(node.text for node in nodes))):
        return make_embed(address, release)
    if only is not None and only.tag in FRAMES:
        return keep_html(html)
    made = make_player(only) if only is not None else None
    attributes = {**read_common(element), **read_align(element, release, "align"), "content": html}
    made = made or NewBlock("core/paragraph", attributes)
    return made if fits(made, release) else keep_html(f"<p>{html}</p>")


def _read_comment(node: Node) -> str:
    return node.data.strip() if isinstance(node, Comment) else ""


def _read_mark(node: Node, *, quiet: bool) -> NewBlock | None:
    """The block that a comment stands for. `quiet`: the text before it is not shown where the rest is."""
    text = _read_comment(node)
    if text == "nextpage":
        return NewBlock("core/nextpage")
    if not re.match(r"more\b", text):
        return None
    words = text.removeprefix("more").strip()
    return NewBlock("core/more", {"customText": words or None, "noTeaser": quiet or None})


def _is_break(node: Node) -> bool:
    return isinstance(node, Element) and node.tag == "br"


def _is_blank(node: Node) -> bool:
    return not isinstance(node, Element) and not node.text.strip(BLANK)
