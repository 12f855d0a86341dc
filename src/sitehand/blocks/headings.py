"""The headings of HTML, in order: the outline that readers and search engines see."""

from dataclasses import dataclass

from turbohtml import Token, TokenType, tokenize

from sitehand.blocks.runs import UNREAD

LEVELS = {f"h{level}": level for level in range(1, 7)}
MAX_TEXT = 300
"""Characters of a heading that are told."""


@dataclass(slots=True)
class Heading:
    """A heading: its level, its text with single spaces, and its id ("" for none)."""

    level: int
    text: str
    anchor: str


def read_headings(html: str) -> list[Heading]:
    """All headings. One that is never closed ends where the next begins."""
    found: list[Heading] = []
    open_tag = unread = ""
    for token in tokenize(html):
        tag = token.tag or ""
        if token.type is TokenType.START_TAG:
            unread = unread or (tag if tag in UNREAD else "")
            if tag in LEVELS:
                found.append(Heading(LEVELS[tag], "", _read_id(token)))
                open_tag = tag
        elif token.type is TokenType.END_TAG:
            unread = "" if tag == unread else unread
            open_tag = "" if tag == open_tag else open_tag
        elif token.type is TokenType.TEXT and open_tag and not unread:
            found[-1].text += (token.data or "")[:MAX_TEXT]
    return [Heading(each.level, " ".join(each.text.split())[:MAX_TEXT], each.anchor) for each in found]


def _read_id(token: Token) -> str:
    return next((value or "" for name, value in token.attrs or () if name == "id"), "")
