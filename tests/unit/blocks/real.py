"""Texts of real pages, where `THEME_DATA` names a WordPress export: `make test-real DATA=folder`."""

import os
from collections.abc import Mapping
from xml.etree import ElementTree

ENCODED = "{http://purl.org/rss/1.0/modules/content/}encoded"
BLOCK = "<!-- wp:"


def read_real_texts(*, blocks: bool) -> Mapping[str, str]:
    """The texts of an export that have blocks, or the classic ones, by title; none without `THEME_DATA`."""
    file = os.environ.get("THEME_DATA")
    if not file:
        return {}
    items = ElementTree.parse(file).getroot().iter("item")
    texts = [(item.findtext("title") or "", (item.findtext(ENCODED) or "").replace("\r", "")) for item in items]
    found = {
        f"{number} {title}": text
        for number, (title, text) in enumerate(texts)
        if text.strip() and (BLOCK in text) == blocks
    }
    assert found, f"{file} holds no such text"
    return found
