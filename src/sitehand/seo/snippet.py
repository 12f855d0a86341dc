"""The beginning of a text as a description: as much as search results show."""

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
