"""Lines of text for screens, logs and feeds: nothing in them is obeyed, and in labels nothing is unseen."""

import re
from typing import Annotated

from pydantic import AfterValidator

LINE_EXPECTED = "must be one line without control characters"
LABEL_EXPECTED = "must be one line of visible characters, not blank, without control or direction marks"
_NOT_IN_LINES = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]")
"""Control characters, line ends, and what XML 1.0 (2.2), and so a feed, cannot hold."""
_JOINERS = re.compile(r"(?<=[^\x00-\x7f])[\u200c\u200d](?=[^\x00-\x7f])")
"""What Persian words and composed emoji need; beside ASCII it only makes two names look alike."""
_UNSEEN_LETTERS = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0]")


def is_label(text: str) -> bool:
    """Whether a name for people shows all that it is.

    Refused are blank ones, control and direction marks, line ends, other spaces than the plain one, and letters without
    a glyph.
    Source: Unicode Technical Report 36, 2.6 and 2.8 (bidirectional and invisible characters).
    """
    return bool(text.strip()) and _JOINERS.sub("", text).isprintable() and not _UNSEEN_LETTERS.search(text)


def _check_line(value: str) -> str:
    if _NOT_IN_LINES.search(value):
        raise ValueError(LINE_EXPECTED)
    return value


def _check_label(value: str) -> str:
    if not is_label(value):
        raise ValueError(LABEL_EXPECTED)
    return value


Line = Annotated[str, AfterValidator(_check_line)]
Label = Annotated[str, AfterValidator(_check_label)]
