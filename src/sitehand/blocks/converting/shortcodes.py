"""Shortcodes of classic text that are blocks of their own: `[gallery]` alone on its line, `[caption]` around a picture.

Source: https://developer.wordpress.org/apis/shortcode/
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sitehand.blocks.converting.paragraphs import find_loose

_TAG = re.compile(r"(?<!\[)\[(/?)([a-z][a-z0-9_-]{0,49})((?:\s[^\[\]<>]*|/)?)\](?!\])")
_ATTRIBUTE = re.compile(r"""([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))|"([^"]*)"|([^\s"']+)""")
_BEGIN = re.compile(r"(?:^|\n|<p>|<br ?/?>)[ \t]*$")
_END = re.compile(r"[ \t]*(?:$|\n|</p>|<br ?/?>)")
LINE = 40
"""How far before a shortcode the beginning of its line is looked for."""


@dataclass(frozen=True, slots=True)
class Shortcode:
    """A shortcode: `text` as it is there, `plain` its values without a name, `content` what it encloses."""

    name: str
    text: str
    named: Mapping[str, str]
    plain: Sequence[str]
    content: str | None


class _Found(NamedTuple):
    start: int
    end: int
    shortcode: Shortcode


def split_shortcodes(text: str) -> Iterator[str | Shortcode]:
    """The text in order, and the shortcodes outside of elements that stand on lines of their own or around HTML."""
    at = 0
    for start, end, shortcode in _find_shortcodes(text):
        yield text[at:start]
        yield shortcode
        at = end
    yield text[at:]


def _find_shortcodes(text: str) -> Iterator[_Found]:
    """Each that is a block, without those within another."""
    tags = list(_TAG.finditer(text))
    closers = _group_closers(tags)
    loose = list(find_loose(text)) if tags else []
    at = 0
    for tag in tags:
        if tag.start() < at or tag[1]:
            continue
        found = _read(text, tag, closers.get(tag[2], []))
        if _is_loose(loose, found) and _is_block(text, found):
            at = found.end
            yield found


def _group_closers(tags: Sequence[re.Match[str]]) -> dict[str, list[re.Match[str]]]:
    closers: dict[str, list[re.Match[str]]] = {}
    for tag in tags:
        if tag[1]:
            closers.setdefault(tag[2], []).append(tag)
    return closers


def _read(text: str, tag: re.Match[str], closers: Sequence[re.Match[str]]) -> _Found:
    # Found by bisection: openers without a closer would each look through all closers.
    number = bisect_left(closers, tag.end(), key=lambda closer: closer.start())
    closer = closers[number] if number < len(closers) and not tag[3].endswith("/") else None
    end = closer.end() if closer else tag.end()
    named, plain = _read_attributes(tag[3].rstrip("/"))
    content = text[tag.end() : closer.start()] if closer else None
    return _Found(tag.start(), end, Shortcode(tag[2], text[tag.start() : end], named, plain, content))


def _read_attributes(text: str) -> tuple[dict[str, str], list[str]]:
    named: dict[str, str] = {}
    plain: list[str] = []
    for name, *values in _ATTRIBUTE.findall(text):
        if name:
            named[name.lower()] = next(filter(None, values[:3]), "")
        else:
            plain.append(values[3] or values[4])
    return named, plain


def _is_loose(loose: Sequence[tuple[int, int]], found: _Found) -> bool:
    return all(_is_within(loose, at) for at in (found.start, found.end))


def _is_within(loose: Sequence[tuple[int, int]], at: int) -> bool:
    number = bisect_right(loose, at, key=lambda span: span[0]) - 1
    return number >= 0 and at <= loose[number][1]


def _is_block(text: str, found: _Found) -> bool:
    if "<" in (found.shortcode.content or ""):
        return True
    before = text[max(0, found.start - LINE) : found.start]
    # `before` may be cut off, where `^` matches too: spaces alone tell nothing then.
    begins = _BEGIN.search(before) is not None and (found.start <= LINE or before.strip(" \t") != "")
    return begins and _END.match(text, found.end) is not None
