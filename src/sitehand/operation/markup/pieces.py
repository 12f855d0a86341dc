"""Pieces of HTML that are not allowed: read by HTML5's rules, tag by tag.

Tags are looked at wherever they stand, also where a parser would drop them: two texts that are shown one after the
other may make a table of the first and its row of the second. For the same reason no text may end within a tag.

WordPress's filters (shortcodes, `wptexturize`, `wpautop`, `force_balance_tags`) read HTML by simpler rules, for which
kses prepares it. What would be another tag or comment for them is a piece too: see decision 222.
"""

import hashlib
import re
import secrets
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from turbohtml import Token, TokenType, tokenize

from sitehand.operation.markup.allowed import Elements, allows_attribute
from sitehand.operation.markup.styles import allows_style

COMMENTS = (TokenType.COMMENT, TokenType.PROCESSING_INSTRUCTION)
LINE_BREAK = re.compile("\r\n|\r|\n")
END = f"<wbr data-{secrets.token_hex(8)}>"
"""A tag that is put after a text: it is read as one unless the text ends within something. No text can have it."""
HIDING = frozenset({"textarea", "title"})
"""Allowed elements in which tags are text."""
RAW = frozenset({"iframe", "noembed", "noframes", "noscript", "plaintext", "script", "style", "xmp"})
"""Elements that hold a program or such: one with other content is another piece."""
STRAY = re.compile(r"<(?![0-9=-]| +[^\s!/?<>\[&\"'])")
"""A `<` of a text after which a filter of WordPress may remove something, so that a tag or comment begins with it."""
STRAY_NAME = "a < that begins no tag (write &lt;)"
QUOTED = re.compile("\"[^\"]*\"|'[^']*'")
COMMENT = re.compile("<!--(?!-?>).*-->", re.DOTALL)
"""One that ends at the same place for HTML5 and for WordPress."""
MAX_HIDDEN = 3
"""How deep markup may hide within comments, values and fields of text; what is deeper is refused unread."""
MAX_PIECES = 10_000
"""The most pieces in one text or value that are compared one by one."""
MAX_WHAT, MAX_SOURCE = 80, 200


class Piece(NamedTuple):
    """Something that is not allowed. `what` is how people call it; equal pieces have the same `source`."""

    what: str
    source: str


class Found(NamedTuple):
    """A piece and where it is: the character of its text, and the way to that text within a larger value.

    `at` is None for what no single place has.
    """

    piece: Piece
    at: int | None = 0
    path: str = ""


def make_piece(what: str, source: str) -> Piece:
    """A piece that takes little memory, however long its source is."""
    if len(source) > MAX_SOURCE:
        source = f"{source[:MAX_SOURCE]}… {_hash(source)}"
    return Piece(what if len(what) <= MAX_WHAT else f"{what[:MAX_WHAT]}…", source)


def limit_pieces(found: Sequence[Found], value: Any) -> list[Found]:
    """What was found in a value; of too much, the first pieces, and one that any other value lacks."""
    if len(found) <= MAX_PIECES:
        return list(found)
    rest = Piece(f"more than {MAX_PIECES:,} pieces of HTML", _hash(value if isinstance(value, str) else repr(value)))
    return [*found[:MAX_PIECES], Found(rest, None)]


def _hash(source: str) -> str:
    return hashlib.sha256(source.encode("utf-8", "surrogatepass")).hexdigest()


class _Place(NamedTuple):
    """A line and a column, from 1 and from 0."""

    line: int
    column: int


def find_pieces(text: str, elements: Elements) -> list[Found]:
    """What is not allowed in a text, in order: at most one piece more than `MAX_PIECES`."""
    read = list(islice(_Scan(text, elements).read(), MAX_PIECES + 1)) if "<" in text else []
    starts = _find_lines(text) if read else []
    return [Found(piece, starts[place.line - 1] + place.column) for piece, place in read]


_Read = tuple[Piece, _Place]


class _Scan:
    """One reading of a text; `depth` is how deep it hides in another, where WordPress's filters change nothing."""

    def __init__(self, text: str, elements: Elements, depth: int = 0, *, filtered: bool = True) -> None:
        self._text = text
        self._elements = elements
        self._depth = depth
        self._filtered = filtered

    def read(self) -> Iterator[_Read]:
        before = last = words = None  # `before` is a start tag, `words` a text, until what follows is known
        for token in tokenize(self._text + END, capture_source=True):
            content = (token.data or "") if token.type is TokenType.TEXT else ""
            if words is not None:
                yield from self._read_strays(self._offset(words), self._offset(token))
            words = token if self._filtered and "<" in content and not _is_within(before, HIDING | RAW) else None
            if before is not None:
                yield from self._read_tag(before, content)
            last, before = token, token if token.type is TokenType.START_TAG else None
            if token.type in COMMENTS:
                yield from self._read_comment(token)
            elif token.type is TokenType.END_TAG:
                yield from self._read_end(token)
        if before is not None and before.source == END:
            return
        tail = self._text[self._offset(last) if last else 0 :]
        yield make_piece("an unfinished tag or comment", tail), _locate(last) if last else _Place(1, 0)

    def _read_strays(self, start: int, end: int) -> Iterator[_Read]:
        for stray in STRAY.finditer(self._text, start, end):
            if stray.end() == self._end:
                continue
            line = bisect_right(self._lines, stray.start())
            around = self._text[stray.start() : stray.start() + MAX_SOURCE]
            yield make_piece(STRAY_NAME, around), _Place(line, stray.start() - self._lines[line - 1])

    def _read_tag(self, token: Token, content: str) -> Iterator[_Read]:
        tag, source = token.tag or "", token.source or ""
        if tag not in self._elements:
            if source != END:
                yield _find(token, f"<{tag}>", source + (content if tag in RAW else ""))
            return
        for name, value in token.attrs or ():
            if not self._allows(tag, name, value or ""):
                yield _find(token, f"{name} of <{tag}>", f"{tag} {name}={value}")
        yield from self._read_ends(token, source)
        yield from self._read_hidden(token, source[1:])
        if tag in HIDING:
            yield from self._read_hidden(token, content, filtered=self._filtered)

    def _allows(self, tag: str, name: str, value: str) -> bool:
        if not allows_attribute(self._elements, tag, name, value):
            return False
        return name != "style" or allows_style(value)

    def _read_end(self, token: Token) -> Iterator[_Read]:
        if not self._elements:
            yield _find(token, f"</{token.tag}>", "")
        yield from self._read_ends(token, token.source or "")

    def _read_ends(self, token: Token, source: str) -> Iterator[_Read]:
        """A tag that ends elsewhere for WordPress's filters, or that they put something in."""
        if not self._filtered:
            return
        if ">" in source[:-1]:
            start = self._offset(token)
            until = max(_find_second(self._text, quote, start + len(source)) for quote in "\"'" if quote in source)
            yield _find(token, "a > within a tag (write &gt;)", self._text[start:until])
        if "[" in source and "[" in QUOTED.sub("", source):
            yield _find(token, "a [ within a tag", source)

    def _read_comment(self, token: Token) -> Iterator[_Read]:
        source = token.source or ""
        ends_early = self._filtered and not COMMENT.fullmatch(source)
        if token.type is not TokenType.COMMENT or not self._elements or ends_early:
            yield _find(token, f"{source[:4]}…", source)
        yield from self._read_hidden(token, token.data or "")

    def _read_hidden(self, token: Token, text: str, *, filtered: bool = False) -> Iterator[_Read]:
        if "<" not in text:
            return
        if self._depth == MAX_HIDDEN:
            yield _find(token, "markup within markup", text)
            return
        for piece, _ in _Scan(text, self._elements, self._depth + 1, filtered=filtered).read():
            yield _find(token, f"{piece.what}, hidden", f"{self._depth} {piece.source}")

    def _offset(self, token: Token) -> int:
        place = _locate(token)
        return self._lines[place.line - 1] + place.column

    @cached_property
    def _end(self) -> int:
        """Where the text ends but for white space: a `<` right before that opens nothing, as where a setting names a
        comparison.
        """
        return len(self._text.rstrip())

    @cached_property
    def _lines(self) -> list[int]:
        return _find_lines(self._text)


def _is_within(before: Token | None, tags: frozenset[str]) -> bool:
    return before is not None and before.tag in tags


def _find_second(text: str, mark: str, start: int) -> int:
    """Behind the second mark from there, or the end: what a mark that is missing before it would be read as."""
    for _ in range(2):
        start = text.find(mark, start) + 1 or len(text)
    return start


def _find(token: Token, what: str, source: str) -> _Read:
    return make_piece(what, source), _locate(token)


def _locate(token: Token) -> _Place:
    return _Place(token.line or 1, token.col or 0)


def _find_lines(text: str) -> list[int]:
    """Where each line begins. HTML has three kinds of line breaks."""
    return [0, *(each.end() for each in LINE_BREAK.finditer(text))]
