"""Where the links of a text lead, as they are stored: by host, path or id, before anybody looks what is there."""

import re
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from sitehand.blocks.links import Anchor, read_anchors
from sitehand.hosts.builtin.media_details import PATH
from sitehand.hosts.builtin.redirect_rules import name_source
from sitehand.hosts.builtin.rendering import Rendered
from sitehand.site.values import MAX_ID
from sitehand.store.json_text import NOTHING, write_json

NO_LINKS = Rendered(NOTHING)
SIZED = re.compile(r"(.+?)(?:-[0-9]{1,5}x[0-9]{1,5})?\.[a-z0-9]+")
_LINK = re.compile(r"<a[\s/]", re.IGNORECASE | re.ASCII)


def render_links(raw: str) -> Rendered:
    """The links of a text as JSON. Other schemes, and addresses relative to where the text is, are none."""
    found = [place for anchor in read_anchors(raw) if (place := _place(anchor))] if raw else []
    return Rendered(write_json(found)) if found else NO_LINKS


def take_linked(raw: str) -> str:
    """A text if it may have links; else an empty one, of which the same follows without work."""
    return raw if _LINK.search(raw) else ""


def _place(anchor: Anchor) -> dict[str, Any] | None:
    try:
        parts = urlsplit(anchor.url)
    except ValueError:
        return None
    if parts.scheme not in ("", "http", "https") or not (parts.netloc or parts.path.startswith("/")):
        return None
    path = name_source(parts.path).replace("\0", "\ufffd")  # at a NUL, SQLite would take the path to end
    stem = SIZED.fullmatch(path) if PATH in path else None
    places = {"host": parts.netloc.lower(), "path": path, "item": _read_id(parts.query)}
    return {"url": anchor.url, "text": anchor.text, **places, "stem": stem[1] if stem else ""}


def _read_id(query: str) -> int:
    """The id that the home page leads on to, such as of /?p=12; 0 for none. On other pages it means nothing."""
    given = dict(parse_qsl(query, keep_blank_values=True))
    value = given.get("p", given.get("page_id", ""))
    return int(value) if re.fullmatch("[0-9]{1,19}", value) and int(value) <= MAX_ID else 0
