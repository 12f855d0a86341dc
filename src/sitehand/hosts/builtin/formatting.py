"""Formatting that is never closed: a parser of HTML opens it anew in every paragraph that follows.

So a few kilobytes of text can become gigabytes of elements. Source: HTML Living Standard, 13.2.4.3, "The list of
active formatting elements"; of equal tags it keeps three, of links one.
"""

import re

MAX_COPIED = 8_000_000
"""Characters of tags that may at most be opened anew in a text; no real document comes near this."""
LEAST_COST = 20
"""What an element costs beside its characters."""

_NAMES = "a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u"
_START = re.compile(rf"<(?:{_NAMES})(?=[\s/<>])", re.IGNORECASE)
_VALUE = r"""(?:"[^"<>]{0,2000}+"|'[^'<>]{0,2000}+'|[^\s"'<>=]{1,2000}+)"""
_PLAIN = re.compile(rf"<(\w+)(?:\s{{1,20}}[\w-]{{1,40}}(?:={_VALUE})?){{0,8}}\s{{0,20}}/?>")
_ANY = re.compile(rf"</?(?:{_NAMES})(?=[\s/<>])[^<>]*+>?", re.IGNORECASE)


def limit_formatting(marked_up: str) -> str:
    """The text as it is, or without formatting and links when opening them anew could cost too much."""
    tags = marked_up.count("<")
    if (len(marked_up) + LEAST_COST * tags) * tags <= MAX_COPIED:  # though all of it were tags that are open at once
        return marked_up
    # The space keeps what stood around a tag from becoming one.
    return marked_up if _measure_formatting(marked_up) * tags <= MAX_COPIED else _ANY.sub(" ", marked_up)


def _measure_formatting(marked_up: str) -> int:
    """The most that may be open at once, in characters, whatever is closed in between.

    Of a tag with an odd attribute nobody but the parser knows where it ends: it counts as all that follows.
    """
    longest_link, unreadable = 0, 0
    others: set[str] = set()
    for start in _START.finditer(marked_up):
        plain = _PLAIN.match(marked_up, start.start())
        if plain is None:
            unreadable = len(marked_up) - start.start()
            break
        if plain[1].lower() == "a":
            longest_link = max(longest_link, len(plain[0]))
        else:
            others.add(plain[0])
    return unreadable + longest_link + sum(max(LEAST_COST, len(tag)) for tag in others)
