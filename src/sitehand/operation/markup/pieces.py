"""Pieces of HTML that are not allowed: read by HTML5's rules, tag by tag.

Tags are looked at wherever they stand, also where a parser would drop them: two texts that are shown one after the
other may make a table of the first and its row of the second. For the same reason no text may end within a tag.
"""

import hashlib
import re
import secrets
from collections.abc import Iterator, Sequence
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
MAX_HIDDEN = 3
"""How deep markup may hide within comments, values and fields of text; what is deeper is refused unread."""
MAX_PIECES = 10_000
"""In one text or value: of more, nothing is told apart."""
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
    read = list(islice(_Scan(elements).read(text), MAX_PIECES + 1)) if "<" in text else []
    starts = _find_lines(text) if read else []
    return [Found(piece, starts[place.line - 1] + place.column) for piece, place in read]


_Read = tuple[Piece, _Place]


class _Scan:
    """One reading of a text; `depth` is how deep it hides in another."""

    def __init__(self, elements: Elements, depth: int = 0) -> None:
        self._elements = elements
        self._depth = depth

    def read(self, text: str) -> Iterator[_Read]:
        before = last = None  # `before` is a start tag, until what follows is known
        for token in tokenize(text + END, capture_source=True):
            content = (token.data or "") if token.type is TokenType.TEXT else ""
            if before is not None:
                yield from self._read_tag(before, content)
            last, before = token, token if token.type is TokenType.START_TAG else None
            if token.type in COMMENTS:
                yield from self._read_comment(token)
            elif token.type is TokenType.END_TAG and not self._elements:
                yield _find(token, f"</{token.tag}>", "")
        if before is not None and before.source == END:
            return
        place = _locate(last) if last else _Place(1, 0)
        tail = text[_find_lines(text)[place.line - 1] + place.column :]
        yield make_piece("an unfinished tag or comment", tail), place

    def _read_tag(self, token: Token, content: str) -> Iterator[_Read]:
        tag, source = token.tag or "", token.source or ""
        if tag not in self._elements:
            if source != END:
                yield _find(token, f"<{tag}>", source + (content if tag in RAW else ""))
            return
        for name, value in token.attrs or ():
            if not self._allows(tag, name, value or ""):
                yield _find(token, f"{name} of <{tag}>", f"{tag} {name}={value}")
        yield from self._read_hidden(token, source[1:])
        if tag in HIDING:
            yield from self._read_hidden(token, content)

    def _allows(self, tag: str, name: str, value: str) -> bool:
        if not allows_attribute(self._elements, tag, name, value):
            return False
        return name != "style" or allows_style(value)

    def _read_comment(self, token: Token) -> Iterator[_Read]:
        source = token.source or ""
        if token.type is not TokenType.COMMENT or not self._elements:
            yield _find(token, f"{source[:4]}…", source)
        yield from self._read_hidden(token, token.data or "")

    def _read_hidden(self, token: Token, text: str) -> Iterator[_Read]:
        if "<" not in text:
            return
        if self._depth == MAX_HIDDEN:
            yield _find(token, "markup within markup", text)
            return
        for piece, _ in _Scan(self._elements, self._depth + 1).read(text):
            yield _find(token, f"{piece.what}, hidden", f"{self._depth} {piece.source}")


def _find(token: Token, what: str, source: str) -> _Read:
    return make_piece(what, source), _locate(token)


def _locate(token: Token) -> _Place:
    return _Place(token.line or 1, token.col or 0)


def _find_lines(text: str) -> list[int]:
    """Where each line begins. HTML has three kinds of line breaks."""
    return [0, *(each.end() for each in LINE_BREAK.finditer(text))]
