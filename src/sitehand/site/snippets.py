"""Snippets: the part of a text in which words were found, with the words marked."""

import re
import unicodedata
from html import escape
from itertools import pairwise

LENGTH = 200
"""Characters of a snippet, without its marks."""
LEAD = 60
"""Characters before the first word that was found."""
MAX_TEXT = 200_000
"""Characters of a text that are looked at."""


class _Folding(dict[int, str]):
    """Each character without case and accents, as one character: places stay what they are."""

    def __missing__(self, code: int) -> str:
        folded = unicodedata.normalize("NFD", chr(code))[0].casefold()[:1] or chr(code)
        self[code] = folded
        return folded


_FOLDING = _Folding()


def fold(text: str) -> str:
    """The text without case and accents, with as many characters."""
    return text.lower() if text.isascii() else text.translate(_FOLDING)


def split_words(search: str) -> list[str]:
    """The words of a search, folded."""
    return list(dict.fromkeys(re.findall(r"\w+", fold(search))))


def cut_snippet(text: str, search: str) -> str:
    """HTML: the text around the first words that are found, each in `<mark>`; else the beginning of the text.

    Whole words are marked, else words that begin so, else parts of words. `text` is plain text.
    """
    text = text[:MAX_TEXT]
    spans = _find_words(text, split_words(search))
    start, end = _find_window(text, spans[0][0] if spans else 0)
    return _mark(text, start, end, [span for span in spans if start <= span[0] and span[1] <= end])


def _find_words(text: str, words: list[str]) -> list[tuple[int, int]]:
    if not words:
        return []
    folded, choice = fold(text), "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    for pattern in (rf"\b(?:{choice})\b", rf"\b(?:{choice})\w*", choice):
        if spans := [match.span() for match in re.finditer(pattern, folded)]:
            return spans
    return []


def _find_window(text: str, first: int) -> tuple[int, int]:
    """A part of the text around a place, between spaces where there are some."""
    start = max(0, first - LEAD)
    if start:
        start = text.find(" ", start, first) + 1 or start
    end = min(len(text), start + LENGTH)
    if end < len(text):
        end = max(text.rfind(" ", first, end), -1)
        end = end if end > first else min(len(text), start + LENGTH)
    return start, end


def _mark(text: str, start: int, end: int, spans: list[tuple[int, int]]) -> str:
    edges = [start, *(edge for span in spans for edge in span), end]
    parts = [escape(text[left:right], quote=False) for left, right in pairwise(edges)]
    marked = [f"<mark>{part}</mark>" if number % 2 else part for number, part in enumerate(parts)]
    return ("…" if start else "") + "".join(marked) + ("…" if end < len(text) else "")
