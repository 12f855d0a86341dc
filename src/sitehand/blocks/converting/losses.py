"""What a conversion does not carry over: HTML that stays as it is, and attributes that no block has."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from turbohtml import Element, parse_fragment

from sitehand.blocks.converting.nodes import read_value
from sitehand.blocks.making import NewBlock

_LAYOUT = re.compile(r"align|size-|wp-image-")
REASONS = {
    "address": "No block is an address.",
    "div": "It has a style or other attributes that core/group would lose.",
    "dl": "No block is a list of terms and descriptions.",
    "form": "No core block is a form.",
    "iframe": "No core block is a frame; an address alone in its paragraph becomes core/embed.",
    "ol": "Its items hold what core/list-item cannot.",
    "p": "It holds what core/paragraph cannot.",
    "script": "Scripts stay only in core/html.",
    "style": "Style sheets stay only in core/html.",
    "svg": "No block holds drawings.",
    "table": "It holds what core/table cannot.",
    "ul": "Its items hold what core/list-item cannot.",
}


class Kept(NamedTuple):
    """HTML that stays as it is, in the block `core/html` at `path`, and why."""

    path: str
    html: str
    reason: str


class Lost(NamedTuple):
    """An attribute of an element of the text that no block has."""

    element: str
    attribute: str
    value: str


def list_kept(blocks: Sequence[NewBlock], first: int = 0, path: str = "") -> Iterator[Kept]:
    """The HTML among blocks that stays as it is. The path of the first of them ends with `first`."""
    for number, block in enumerate(blocks, first):
        here = f"{path}{number}"
        if block.name == "core/html":
            html = block.attributes["content"]
            yield Kept(here, html, _explain(html))
        yield from list_kept(block.inner, 0, f"{here}.")


def list_lost(html: str, markup: str) -> Iterator[Lost]:
    """The attributes of which a word is nowhere in the blocks, in the order of the text."""
    found: set[str] = set()
    for element in parse_fragment(html).find_all(True):
        for name in element.attrs:
            value = read_value(element, name) or ""
            if not all(_is_found(word, markup, found) for word in _split_words(element, name, value)):
                yield Lost(element.tag, name, value)


def _explain(html: str) -> str:
    element = next((one for one in parse_fragment(html).children if isinstance(one, Element)), None)
    tag = element.tag if element else "text"
    return REASONS.get(tag, f"No block has what this <{tag}> has.")


def _is_found(word: str, markup: str, found: set[str]) -> bool:
    """Whether a word is in the markup. What was found once is not looked for again."""
    if word not in found and word in markup:
        found.add(word)
    return word in found


def _split_words(element: Element, name: str, value: str) -> list[str]:
    """What of a value has to be found again: of a style its values, of a picture what is not its layout."""
    if name == "style":
        return [one.partition(":")[2].strip() for one in value.split(";") if one.strip()]
    if element.tag == "img" and name in ("class", "height"):
        return [word for word in value.split() if name == "class" and not _LAYOUT.match(word)]
    return value.split()
