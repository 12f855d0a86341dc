"""What a public page shows once an Elementor document was written: words of its texts."""

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from sitehand.elementor.document import Element, walk
from sitehand.elementor.dynamic.tags import DYNAMIC
from sitehand.elementor.parsing import read_document
from sitehand.errors import Problem
from sitehand.hosts.wordpress.resources import Json
from sitehand.site.elementor import BUILDER

SHOWN = {
    **{"heading": "title", "text-editor": "editor", "button": "text"},
    **{"e-heading": "title", "e-paragraph": "paragraph", "e-button": "text"},
}
"""The widgets that show a text whatever else is set, and the setting with it."""
_TAG = re.compile("<[^>]*>?|&[^;]*;?")
_WORDS = re.compile(r"[^\W\d_]+(?: [^\W\d_]+)*")
"""Letters and single spaces: WordPress writes quotes, dashes, numbers and smileys in its own way."""
MAX_TRIED = 100
"""Words that are looked for within the old text, the longest first. Where all of them stand there, none is told."""


def find_new_words(before: Json | None, after: Json) -> str:
    """The longest words that a write has brought into a document that visitors are shown; "" for none."""
    data = _read_data(after)
    if not data or before is None:
        return ""
    old = list(_list_words(_read_data(before)))
    text = "\n".join(old)
    brought = sorted(set(_list_words(data)) - set(old), key=lambda words: (-len(words), words))
    return next((words for words in islice(brought, MAX_TRIED) if words not in text), "")


def _read_data(item: Json) -> str:
    meta = item.get("meta")
    shown = isinstance(meta, Mapping) and meta.get("_elementor_edit_mode") == BUILDER
    return str(meta.get("_elementor_data") or "") if isinstance(meta, Mapping) and shown else ""


def _list_words(data: str) -> Iterator[str]:
    try:
        root = read_document(data or "[]")
    except Problem:
        return
    for element in walk(root):
        yield from _WORDS.findall(_TAG.sub("\n", _find_text(element)))


def _find_text(element: Element) -> str:
    """The text of an element, unless a dynamic tag stands in its place."""
    name = SHOWN.get(element.kind, "")
    tags = element.settings.get(DYNAMIC)
    found: Any = "" if isinstance(tags, Mapping) and name in tags else element.settings.get(name)
    while isinstance(found, Mapping):  # typed: html-v3 has a string as its content
        inner = found.get("value")
        found = inner.get("content") if isinstance(inner, Mapping) else inner
    return found if isinstance(found, str) else ""
