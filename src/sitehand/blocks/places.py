"""Places for new blocks: before or after a block, first or last in one, at the start or the end of the text."""

import re
from enum import StrEnum
from typing import NamedTuple, NoReturn

from sitehand.blocks.outline import BLANK, Entry, Outline
from sitehand.blocks.tree import Span
from sitehand.errors import Code, Problem

SEPARATOR = "\n\n"
"""What the editor writes between two blocks."""
INNER_CLASSES = {
    "core/cover": "wp-block-cover__inner-container",
    "core/playlist": "wp-block-playlist__tracklist",
    "core/media-text": "wp-block-media-text__content",
}
"""Blocks that do not hold their blocks right within their outermost element, and the class of the element that does."""
_START_TAG = re.compile(r"<[A-Za-z](?:[^>\"']|\"[^\"]*\"|'[^']*')*+(?:(>)|.*)", re.DOTALL)
"""What is never closed goes to the end, so that each character is read once."""
_ITEM_END = re.compile(r"</li\s*>", re.IGNORECASE)
_SUMMARY_END = re.compile(r"</summary\s*>", re.IGNORECASE)


class Relation(StrEnum):
    """How a place stands to a block, or to the whole text."""

    BEFORE = "before"
    AFTER = "after"
    FIRST_IN = "first_in"
    LAST_IN = "last_in"
    START = "start"
    END = "end"


class Place(NamedTuple):
    """A place; `block` is the address of the block that it stands to."""

    relation: Relation
    block: str = ""


class Gap(NamedTuple):
    """A place in the source: what `source[start:end]` becomes is `before`, then the new blocks, then `after`.

    `container` is the block that they are in then.
    """

    start: int
    end: int
    before: str
    after: str
    container: Entry | None


def find_gap(outline: Outline, relation: Relation, entry: Entry | None) -> Gap:
    """Where in the source a place is. Raises Problem(conflict) where an unclosed block makes that unclear."""
    if entry is None:
        return _find_end(outline, relation)
    if not entry.closed:
        refuse_unclosed(entry)
    if relation is Relation.BEFORE:
        return Gap(entry.span.start, entry.span.start, "", SEPARATOR, entry.parent)
    if relation is Relation.AFTER:
        return Gap(entry.span.end, entry.span.end, SEPARATOR, "", entry.parent)
    if not entry.inner:
        return _open(outline, entry)
    if relation is Relation.FIRST_IN:
        return find_gap(outline, Relation.BEFORE, entry.inner[0])
    return find_gap(outline, Relation.AFTER, entry.inner[-1])


def refuse_unclosed(entry: Entry) -> NoReturn:
    """Refuse work on a block whose end is unknown."""
    raise Problem(
        Code.CONFLICT,
        f"The block {entry.path} ({entry.block.name}) is never closed, so it is unclear where it ends.",
        hint="Write the whole text anew, with the delimiter that closes it.",
    )


def find_inner_place(name: str, html: str) -> int:
    """Where in the HTML of a block without inner blocks they belong."""
    if name == "core/details" and (summary := _SUMMARY_END.search(html)):
        return summary.end()
    if name == "core/list-item":
        return max((end.start() for end in _ITEM_END.finditer(html)), default=len(html))
    wanted = INNER_CLASSES.get(name, "")
    for tag in _START_TAG.finditer(html):
        if tag[1] and wanted in tag[0]:
            return tag.end()
    return len(html)


def _find_end(outline: Outline, relation: Relation) -> Gap:
    """The start or the end of the text: before its first or after its last block."""
    if outline.unclosed:
        refuse_unclosed(outline.unclosed)
    if not outline.roots:
        return Gap(0, 0, "", "", None)
    if relation is Relation.START:
        return find_gap(outline, Relation.BEFORE, outline.roots[0])
    return find_gap(outline, Relation.AFTER, outline.roots[-1])


def _open(outline: Outline, entry: Entry) -> Gap:
    """The place within a block that has no blocks yet."""
    opener = entry.block.opener
    if opener is None:
        raise Problem(
            Code.CONFLICT,
            f"The block {entry.path} is text between blocks, and holds none.",
            hint="Put the new blocks before or after it.",
        )
    if opener.void:
        start = outline.source.rindex("/", opener.start, opener.end)
        name = opener.name.removeprefix("core/")
        return Gap(start, opener.end, "-->\n", f"\n<!-- /wp:{name} -->", entry)
    content = Span(opener.end, entry.block.closer.start if entry.block.closer else opener.end)
    html = outline.source[content.start : content.end]
    if not html.strip(BLANK):
        return Gap(*content, "\n", "\n", entry)
    at = content.start + find_inner_place(entry.block.name, html)
    return Gap(at, at, "", "", entry)
