"""Where the links of a text lead, as they are stored: by host, path or id, before anybody looks what is there."""

import json
import re
from typing import Any
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from sitehand.blocks.links import Anchor, read_anchors
from sitehand.hosts.builtin.media_details import PATH
from sitehand.hosts.builtin.redirect_rules import name_source
from sitehand.hosts.builtin.rendering import Rendered
from sitehand.site.values import MAX_ID

SIZED = re.compile(r"(.+?)(?:-[0-9]{1,5}x[0-9]{1,5})?\.[a-z0-9]+")


def render_links(raw: str) -> Rendered:
    """The links of a text as JSON. Other schemes, and addresses relative to where the text stands, are none."""
    found = [_place(anchor) for anchor in read_anchors(raw)] if "href" in raw.lower() else []
    return Rendered(json.dumps([each for each in found if each], ensure_ascii=False))


def _place(anchor: Anchor) -> dict[str, Any] | None:
    try:
        parts = urlsplit(anchor.url)
    except ValueError:
        return None
    if parts.scheme not in ("", "http", "https") or not (parts.netloc or parts.path.startswith("/")):
        return None
    path = name_source(parts.path)
    stem = SIZED.fullmatch(path) if PATH in path else None
    places = {"host": parts.netloc.lower(), "path": path, "item": _read_id(parts, path)}
    return {"url": anchor.url, "text": anchor.text, **places, "stem": stem[1] if stem else ""}


def _read_id(parts: SplitResult, path: str) -> int:
    """The id in the address of an item that has no public one yet, such as /?p=12; 0 for none."""
    given = parse_qs(parts.query, max_num_fields=20) if path.count("/") <= 1 and "=" in parts.query else {}
    value = unquote(next((given[name][0] for name in ("p", "page_id") if name in given), ""))
    return int(value) if re.fullmatch("[0-9]{1,18}", value) and int(value) <= MAX_ID else 0
