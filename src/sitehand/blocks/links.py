"""The links of HTML: where each leads, and the text that people click."""

from dataclasses import dataclass

from turbohtml import Token, TokenType, tokenize

from sitehand.blocks.runs import UNREAD

MAX_LINKS, MAX_URL, MAX_TEXT = 500, 500, 100
"""Links of one text, and characters of an address and of a text, that are told."""


@dataclass(slots=True)
class Anchor:
    """A link: its address as it is written, and its text with single spaces."""

    url: str
    text: str = ""


def read_anchors(html: str) -> list[Anchor]:
    """The first links in order. One that is never closed ends where the next begins."""
    found: list[Anchor] = []
    is_open, unread = False, ""
    for token in tokenize(html):
        tag = token.tag or ""
        if token.type is TokenType.START_TAG:
            unread = unread or (tag if tag in UNREAD else "")
            if tag == "a":
                is_open = bool(url := _read_url(token))
                found += [Anchor(url)] if url else []
        elif token.type is TokenType.END_TAG:
            unread = "" if tag == unread else unread
            is_open = is_open and tag != "a"
        elif token.type is TokenType.TEXT and is_open and not unread and len(found[-1].text) < MAX_TEXT:
            found[-1].text += (token.data or "")[:MAX_TEXT]
        if len(found) > MAX_LINKS:
            break
    return [Anchor(each.url, " ".join(each.text.split())[:MAX_TEXT]) for each in found[:MAX_LINKS]]


def _read_url(token: Token) -> str:
    """The address of a link that a reader can follow; "" for none, and for what is longer than any real one."""
    url = next((value or "" for name, value in token.attrs or () if name == "href"), "").strip()
    return url if len(url) <= MAX_URL else ""
