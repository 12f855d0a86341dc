"""The links of a text as migration 0029 stores them.

Frozen: what the application makes of a text may change, what this migration makes of an old site may not. A change of
the stored form needs a migration of its own. Source: `hosts/builtin/link_targets.py` and `blocks/links.py` of 3.8.0.
"""

import json
import re
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from turbohtml import Token, TokenType, tokenize

MAX_LINKS, MAX_URL, MAX_TEXT = 500, 500, 100
MAX_ID = 2**63 - 1
UNREAD = frozenset({"script", "style", "textarea", "title", "iframe", "noembed", "noframes", "xmp", "plaintext"})
FILES = "/media/"
SIZED = re.compile(r"(.+?)(?:-[0-9]{1,5}x[0-9]{1,5})?\.[a-z0-9]+")


def write_links(html: str) -> str:
    """The links of a text as JSON."""
    found = [_place(url, " ".join(text.split())[:MAX_TEXT]) for url, text in _read(html)]
    return json.dumps([each for each in found if each], ensure_ascii=False)


def _read(html: str) -> list[list[str]]:
    """The addresses of the first links, each with its text."""
    found: list[list[str]] = []
    is_open, unread = False, ""
    for token in tokenize(html):
        tag = token.tag or ""
        if token.type is TokenType.START_TAG:
            unread = unread or (tag if tag in UNREAD else "")
            if tag == "a":
                is_open = bool(url := _read_url(token))
                found += [[url, ""]] if url else []
        elif token.type is TokenType.END_TAG:
            unread = "" if tag == unread else unread
            is_open = is_open and tag != "a"
        elif token.type is TokenType.TEXT and is_open and not unread and len(found[-1][1]) < MAX_TEXT:
            found[-1][1] += (token.data or "")[:MAX_TEXT]
        if len(found) > MAX_LINKS:
            break
    return found[:MAX_LINKS]


def _read_url(token: Token) -> str:
    url = next((value or "" for name, value in token.attrs or () if name == "href"), "").strip()
    return url if len(url) <= MAX_URL else ""


def _place(url: str, text: str) -> dict[str, Any] | None:
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    if parts.scheme not in ("", "http", "https") or not (parts.netloc or parts.path.startswith("/")):
        return None
    path = (unquote(parts.path).rstrip("/") or "/").replace("\0", "\ufffd")  # at a NUL, SQLite would take it to end
    stem = SIZED.fullmatch(path) if FILES in path else None
    places = {"host": parts.netloc.lower(), "path": path, "item": _read_id(parts.query)}
    return {"url": url, "text": text, **places, "stem": stem[1] if stem else ""}


def _read_id(query: str) -> int:
    given = dict(parse_qsl(query, keep_blank_values=True))
    value = given.get("p", given.get("page_id", ""))
    return int(value) if re.fullmatch("[0-9]{1,19}", value) and int(value) <= MAX_ID else 0
