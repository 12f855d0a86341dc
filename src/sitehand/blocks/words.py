"""The text of blocks as people read it, and where in HTML it is: between tags, comments and scripts."""

import re
from collections.abc import Iterator
from html import unescape

from sitehand.blocks.inner_html import own_html
from sitehand.blocks.outline import Entry
from sitehand.blocks.tree import Span

EXCERPT = 60
"""Characters of a block's text in an outline."""
SCANNED = 2_000
"""Characters of HTML that are looked at for an excerpt."""
_TAG = re.compile(r"<[a-z/!?](?:[^>\"']|\"[^\"]*\"|'[^']*')*+>", re.IGNORECASE)
_MARKUP = re.compile(r"<[a-z/!?]", re.IGNORECASE)
_RAW = re.compile(r"<(script|style)\b", re.IGNORECASE)
_INLINE = re.compile(r"</?(?:a|abbr|b|bdo|code|del|em|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|u)\b", re.IGNORECASE)


def find_text(html: str, start: int, end: int) -> Iterator[Span]:
    """The pieces of text in a part of some HTML. What is never closed goes to the end: each byte is read once."""
    at = start
    while at < end:
        markup = _MARKUP.search(html, at, end)
        if markup is None:
            yield Span(at, end)
            return
        if at < markup.start():
            yield Span(at, markup.start())
        at = _find_end(html, markup.start(), end)


def read_words(html: str) -> str:
    """The text of HTML, in which every space is one."""
    parts: list[str] = []
    at = 0
    for start, end in find_text(html, 0, len(html)):
        if start > at and not _INLINE.match(html, at):
            parts.append(" ")
        parts.append(html[start:end])
        at = end
    return " ".join(unescape("".join(parts)).split())


def excerpt_block(entry: Entry) -> str:
    """The beginning of what is in a block, beside the blocks in it."""
    text = read_words(own_html(entry)[:SCANNED])
    return text if len(text) <= EXCERPT else f"{text[: EXCERPT - 1].rstrip()}…"


def _find_end(html: str, start: int, end: int) -> int:
    """Where a tag, a comment or a script ends that begins at a place."""
    if html.startswith("<!--", start):
        return _after(html.find("-->", start + 4, end), 3, end)
    if raw := _RAW.match(html, start, end):
        close = re.compile(rf"</{raw[1]}\s*>", re.IGNORECASE).search(html, raw.end(), end)
        return close.end() if close else end
    tag = _TAG.match(html, start, end)
    return tag.end() if tag else end


def _after(found: int, length: int, end: int) -> int:
    return found + length if found >= 0 else end
