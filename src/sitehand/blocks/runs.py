"""The text of HTML in runs: what people read between two tags, and where in the source each part of it stands.

The tokens are the parser's, with their own source, so that a place in a run is a place in the source. Source: WHATWG
HTML, 13.2.5, Tokenization.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from turbohtml import Token, TokenType, tokenize

from sitehand.blocks.tree import Span

UNREAD = frozenset({"script", "style", "textarea", "title", "iframe", "noembed", "noframes", "xmp", "plaintext"})
"""Elements whose text is code, or a form's."""
WITHIN = frozenset(
    {
        *("a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins", "kbd"),
        *("mark", "q", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "u", "var"),
    }
)
"""Elements within a sentence: text goes on across their tags."""
_EMPTY_END = "</>"
_TEXTS = (TokenType.TEXT, TokenType.CHARACTER_REFERENCE)


@dataclass(slots=True)
class Run:
    """A run of text. Each piece of it begins at `starts` in the text and stands at `spans` in the source.

    A character reference is a piece of its own, and is never parted. `goes_on`: a tag within a sentence is before it.
    """

    text: str = ""
    goes_on: bool = False
    starts: list[int] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    plain: list[bool] = field(default_factory=list)

    def add(self, text: str, span: Span, *, plain: bool) -> None:
        """A piece at the end; `plain` where each of its characters is one of the source."""
        self.starts.append(len(self.text))
        self.spans.append(span)
        self.plain.append(plain)
        self.text += text

    def place(self, start: int, end: int) -> Span:
        """Where a part of the text stands in the source."""
        return Span(self._find(start, last=False), self._find(end, last=True))

    def _find(self, at: int, *, last: bool) -> int:
        number = bisect_right(self.starts, at - 1 if last and at else at) - 1
        span = self.spans[number]
        if self.plain[number]:
            return span.start + at - self.starts[number]
        return span.end if last and at > self.starts[number] else span.start


def read_runs(source: str) -> list[Run]:
    """The runs of a source, in order."""
    runs: list[Run] = []
    unread, goes_on, end = "", True, -1
    for token, span in _place_tokens(source):
        if token.type in _TEXTS:
            if unread:
                continue
            if span.start != end:
                runs.append(Run(goes_on=goes_on))
            plain = token.type is TokenType.TEXT
            runs[-1].add(source[span.start : span.end] if plain else token.data or "", span, plain=plain)
            goes_on, end = True, span.end
            continue
        goes_on = goes_on and token.tag in WITHIN
        if token.type is TokenType.START_TAG and token.tag in UNREAD:
            unread = unread or token.tag or ""
        elif token.type is TokenType.END_TAG and token.tag == unread:
            unread = ""
    return runs


def join_sentences(runs: Sequence[Run]) -> Iterator[str]:
    """The text of runs that only tags within a sentence part."""
    parts: list[str] = []
    for run in runs:
        if parts and not run.goes_on:
            yield "".join(parts)
            parts = []
        parts.append(run.text)
    yield "".join(parts)


def _place_tokens(source: str) -> Iterator[tuple[Token, Span]]:
    """The tokens with their places.

    The parser takes a line break of two characters for one; it leaves out an empty end tag, and a tag that never ends.
    """
    same_length, at = source.replace("\r\n", " \n").replace("\r", "\n"), 0
    for token in tokenize(same_length, resolve_references=False, capture_source=True, capture_attributes=False):
        written = token.source if token.source is not None else token.data or ""
        while not same_length.startswith(written, at) and same_length.startswith(_EMPTY_END, at):
            at += len(_EMPTY_END)
        if not same_length.startswith(written, at):
            return
        yield token, Span(at, at + len(written))
        at += len(written)
