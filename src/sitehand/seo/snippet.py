"""The beginning of a text: as much as search results show of it, or so many characters."""

import re
from bisect import bisect_right
from itertools import accumulate

from sitehand.seo.widths import measure

DESCRIPTION_SIZE, DESCRIPTION_WIDTH = 14, 960
"""Pixels: of the letters, and of what a desktop's result shows."""
MAX_READ = 1_000
"""Characters of a text that are looked at; no more of them fit."""
MARK = "…"
_SENTENCE_END = re.compile(r"[.!?。！？](?=\s|$)")


def cut_text(text: str) -> str:
    """A text that fits whole; else whole sentences that fill half of the width, else whole words, and a mark."""
    text = text.strip()
    widths = list(accumulate(measure(each, DESCRIPTION_SIZE) for each in text[:MAX_READ]))
    fitting = bisect_right(widths, DESCRIPTION_WIDTH)
    if fitting == len(text):
        return text
    ends = [found.end() for found in _SENTENCE_END.finditer(text[: fitting + 1]) if found.end() <= fitting]
    if ends and widths[ends[-1] - 1] >= DESCRIPTION_WIDTH / 2:
        return text[: ends[-1]]
    room = bisect_right(widths, DESCRIPTION_WIDTH - measure(MARK, DESCRIPTION_SIZE))
    return text[:room].rsplit(None, 1)[0] + MARK


def cut_words(text: str, most: int) -> str:
    """A text of at most so many characters; else its first whole words and a mark. A very long word is cut itself."""
    if len(text) <= most:
        return text
    words = text[:most].rpartition(" ")[0].rstrip()
    return (words if len(words) >= most // 2 else text[: most - 1]) + MARK
