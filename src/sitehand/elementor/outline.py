"""The outline of a document: one short line an element, within a budget of bytes."""

import html
import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

import orjson

from sitehand.elementor.catalogue.catalogue import Catalogue
from sitehand.elementor.components.instances import INSTANCE, name_shown, read_instance
from sitehand.elementor.document import Element
from sitehand.elementor.dynamic.tags import DYNAMIC, TYPE, list_tags
from sitehand.elementor.interactions import describe_interactions
from sitehand.elementor.scalars import is_keyword
from sitehand.elementor.validation import show_place

LABEL_LENGTHS = (60, 40, 24, 12)
"""Characters of a text, the longest first that the budget has room for."""
MAX_LOOKED_AT = 600
"""Characters of a text that are looked at for its beginning."""
MAX_TAGS, TAGS_ROOM = 20, 3_000
"""Dynamic tags of one element that are told, and bytes of them; settings have half, since one may be long as a page."""
TEXTS = {"text", "textarea", "wysiwyg"}
_TITLES = re.compile("title|heading|text|label|name|caption")
_LETTERS = re.compile(r"[^\W\d_]{2}")
_TAG = re.compile(r"<[^<>]*>")
_NO_LINE = re.compile(r"[\s\u200b\u200c\u200d\ufeff]+")


@dataclass(frozen=True, slots=True)
class Outline:
    """The elements that have room, in the order of the document, and how many more there are."""

    items: list[dict[str, Any]]
    omitted: int


def outline(
    root: Element, catalogue: Catalogue, budget: int, labels: Mapping[str, str] | None = None, depth: int | None = None
) -> Outline:
    """The outline of what is in an element, down to a depth, in so many bytes of JSON.

    Each item has `id`, `type`, `depth`, and where there is any: `label` (what a person calls it), `text`, `component`,
    `interactions`, `dynamic` (tags by setting, `omitted` in place of settings without room), `classes`, `variables`,
    `children` (how many). `labels` are those of what the site shares, by id.
    What has no room gets shorter texts, then the deepest levels go, then the end.
    """
    every = list(_walk(root))
    wanted = [each for each in every if depth is None or each[1] < depth]
    whole = [describe_element(element, at, catalogue, labels) for element, at in wanted]
    items = whole
    for length in LABEL_LENGTHS:
        items = [shorten_item(item, length) for item in whole]
        if _measure(items) <= budget:
            return Outline(items, len(every) - len(items))
    deepest = max((item["depth"] for item in items), default=0)
    while deepest and _measure(items) > budget:
        items = [item for item in items if item["depth"] < deepest]
        deepest -= 1
    kept = cut_items(items, budget)
    return Outline(kept, len(every) - len(kept))


def find_text(element: Element, catalogue: Catalogue) -> str:
    """The first text that an element shows, without its HTML."""
    candidates = _typed_texts(element) if element.is_atomic else _classic_texts(element, catalogue)
    texts = [text for candidate in candidates if (text := strip_html(candidate))]
    return next((text for text in texts if _LETTERS.search(text)), texts[0] if texts else "")


def strip_html(text: str, length: int = MAX_LOOKED_AT) -> str:
    """The beginning of a text without tags, in one line."""
    return _NO_LINE.sub(" ", html.unescape(_TAG.sub(" ", text[:length]))).strip()


def _walk(root: Element) -> Iterator[tuple[Element, int]]:
    waiting = [(each, 0) for each in reversed(root.children)]
    while waiting:
        element, depth = waiting.pop()
        yield element, depth
        waiting += [(each, depth + 1) for each in reversed(element.children)]


def describe_element(
    element: Element, depth: int, catalogue: Catalogue, labels: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """An element in a line: what `outline` says of each."""
    labels = labels or {}
    classes, variables = find_references(element)
    said = {
        "id": element.id or show_place(element),
        "type": element.kind,
        "depth": depth,
        "label": _find_label(element),
        "text": find_text(element, catalogue),
        "component": _find_component(element, labels),
        "interactions": describe_interactions(element),
        "dynamic": _tell_tags(element),
        "classes": [labels.get(each, each) for each in classes],
        "variables": [labels.get(each, each) for each in variables],
        "children": len(element.children),
    }
    return {name: value for name, value in said.items() if value or name in {"id", "depth"}}


def find_references(element: Element) -> tuple[list[str], list[str]]:
    """The ids of the global classes and variables that an element refers to, and the kit's colours and fonts."""
    fields = element.fields or {}
    styles = fields.get("styles")
    local = styles if isinstance(styles, dict) else {}
    classes, variables = list[str](), list[str]()
    references = element.settings.get("__globals__")
    if isinstance(references, dict):
        variables += [str(each).partition("?id=")[2] for each in references.values() if each]
    waiting: list[Any] = [styles, element.settings if element.is_atomic else None]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting += value
        elif isinstance(value, dict):
            key, inner = value.get("$$type"), value.get("value")
            if key == "classes" and isinstance(inner, list):
                classes += [each for each in inner if isinstance(each, str) and each not in local]
            elif isinstance(key, str) and key.startswith("global-") and isinstance(inner, str):
                variables.append(inner)
            else:
                waiting += value.values()
    return list(dict.fromkeys(classes)), list(dict.fromkeys(variables))


def _find_component(element: Element, labels: Mapping[str, str]) -> str:
    """The title of the component that an instance shows."""
    return labels.get(name_shown(read_instance(element.settings).component), "") if element.kind == INSTANCE else ""


def _tell_tags(element: Element) -> dict[str, Any]:
    """The dynamic tags by their settings; most elements have none, and are not looked through."""
    if DYNAMIC not in element.shell and f'"{TYPE}"' not in element.shell:
        return {}
    told: dict[str, Any] = {}
    room: float = TAGS_ROOM
    for path, tag in islice(list_tags(element.settings), MAX_TAGS):
        for words, left in ((tag.tell(), TAGS_ROOM // 2), ({"tag": tag.name, "omitted": True}, 0)):
            size = _measure_sent({path: words})
            if size <= room - left:
                told[path] = words
                room -= size
                break
    return told


def _measure_sent(value: Any) -> float:
    """Bytes of a value in an answer; infinity for what no answer can have, such as numbers of 30 digits."""
    try:
        return len(orjson.dumps(value))
    except orjson.JSONEncodeError:
        return math.inf


def _find_label(element: Element) -> str:
    given = element.settings.get("_title")
    editor = (element.fields or {}).get("editor_settings")
    title = editor.get("title") if isinstance(editor, dict) else None
    return next((strip_html(each) for each in (given, title) if isinstance(each, str)), "")


def _classic_texts(element: Element, catalogue: Catalogue) -> Iterator[str]:
    """The texts of the settings that a person sees first; of an unknown widget those whose names say so."""
    found = catalogue.classic.types.get(element.kind)
    if found is None:
        named = (value for name, value in element.settings.items() if _TITLES.search(name) and not name.startswith("_"))
        yield from (value for value in named if isinstance(value, str) and not is_keyword(value))
        return
    for name in found.content:
        control, value = found.controls[name], element.settings.get(name)
        if control.type in TEXTS and isinstance(value, str):
            yield value
        elif control.fields and isinstance(value, list) and value and isinstance(value[0], dict):
            texts = (value[0].get(each) for each, field in control.fields.items() if field.type in TEXTS)
            yield from (text for text in texts if isinstance(text, str))


def _typed_texts(element: Element) -> Iterator[str]:
    for value in element.settings.values():
        inner = value.get("value") if isinstance(value, dict) else None
        if isinstance(inner, dict) and str(value.get("$$type")).startswith("html"):
            content = inner.get("content")
            text = content.get("value") if isinstance(content, dict) else None
            if isinstance(text, str):
                yield text


def shorten_item(item: Mapping[str, Any], length: int) -> dict[str, Any]:
    """An item of an outline with its texts cut."""
    return {name: _cut_text(value, length) if name in {"label", "text"} else value for name, value in item.items()}


def _cut_text(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[: length - 1].rstrip()}…"


def cut_items(items: Iterable[dict[str, Any]], budget: int) -> list[dict[str, Any]]:
    """The first items that have room in so many bytes of JSON."""
    left = budget - 2
    kept = []
    for item in items:
        left -= _measure(item) + 1
        if left < 0:
            break
        kept.append(item)
    return kept


def _measure(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(errors="replace"))
