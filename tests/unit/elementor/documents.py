"""Elementor documents for tests, written by hand: none is a real site's."""

import json
import os
from pathlib import Path
from random import Random
from typing import Any

MIXED = (
    '[{"id":"aaaaaa1","settings":[],"elements":[\n'
    '  {"id":"aaaaaa2","elType":"column","settings":{"_column_size":50.0,"_inline_size":null},"elements":['
    '{"id":"aaaaaa3","elType":"widget","widgetType":"heading","isInner":false,'
    '"settings":{"title":"Caf\\u00e9 \\/ Bar","typography_typography":"custom",'
    '"typography_font_size":{"unit":"px","size":"1e1"}},"elements":[]} ,\n'
    '{"id":"aaaaaa4","elType":"section","isInner":true,"settings":{},"elements":['
    '{"id":"aaaaaa5","elType":"column","isInner":true,"settings":{"_column_size":100},'
    '"elements":[ ]}]}],"isInner":""}],'
    '"isInner":false,"elType":"section"},\n'
    '{"id":"bbbbbb1","elType":"container","isInner":false,"settings":{"flex_direction":"row"},"elements":['
    '{"id":"bbbbbb2","elType":"e-flexbox","settings":{"classes":{"$$type":"classes","value":["e-bbbbbb2-1234567"]}},'
    '"elements":[{"id":"bbbbbb3","elType":"widget","widgetType":"e-heading","settings":{"title":'
    '{"$$type":"html-v3","value":{"content":{"$$type":"string","value":"Hello"},"children":[]}}},"elements":[],'
    '"styles":[]}],"isInner":false,"styles":{"e-bbbbbb2-1234567":{"id":"e-bbbbbb2-1234567","label":"local",'
    '"type":"class","variants":[{"meta":{"breakpoint":"desktop","state":null},"props":{},"custom_css":null}]}},'
    '"interactions":[]}]},\n'
    '{"id":"cccccc1","elType":"container","isInner":false,"settings":{"custom_css":".elementor-element-cccccc1 {}"},'
    '"elements":[]} ]\n'
)
"""Both models, spaces, numbers in several spellings, empty PHP arrays, `\\/`, and references to ids."""


def real_documents() -> list[str]:
    """Real documents, where `ELEMENTOR_DATA` names a folder with some: `make test-real DATA=folder`."""
    folder = os.environ.get("ELEMENTOR_DATA")
    found = sorted(Path(folder).glob("elementor-*.json")) if folder else []
    assert found or not folder, f"{folder} holds no elementor-*.json"
    return [path.read_text("utf-8") for path in found]


def grow(random: Random) -> str:
    """A random document of sections, containers and atomic elements, in a random spelling."""
    ids = iter(random.sample(range(0x1000000, 0xFFFFFFF), 200))
    roots = [
        _grow(random, ids, random.choice(["section", "container", "e-flexbox"]), 0) for _ in range(random.randint(0, 4))
    ]
    indent, separators = random.choice([(None, (",", ":")), (None, None), (1, None)])
    text = json.dumps(roots, indent=indent, separators=separators, ensure_ascii=random.random() < 0.5)
    return text.replace("/", "\\/") if random.random() < 0.5 else text


def widget(identifier: str, kind: str = "heading", **settings: Any) -> dict[str, Any]:
    """A widget as it is stored."""
    return {"id": identifier, "elType": "widget", "widgetType": kind, "settings": settings, "elements": []}


def _grow(random: Random, ids: Any, kind: str, depth: int) -> dict[str, Any]:
    element: dict[str, Any] = {"id": f"{next(ids):07x}", "elType": kind, "settings": random.choice([[], {"a/b": 1.0}])}
    if random.random() < 0.7:
        element["isInner"] = depth > 0
    if kind in {"heading", "e-paragraph"}:
        return {**element, "elType": "widget", "widgetType": kind, "settings": {"title": "é ☃"}, "elements": []}
    inside = {"section": ["column"], "column": ["heading"], "container": ["heading", "container", "e-flexbox"]}
    kinds = inside.get(kind, ["e-paragraph", "e-flexbox", "container"])
    if kind == "column" and depth == 1:
        kinds = ["heading", "section"]
    count = 0 if depth > 4 else random.randint(0, 3)
    return {**element, "elements": [_grow(random, ids, random.choice(kinds), depth + 1) for _ in range(count)]}


COUNTS = {
    "size_as_text": 237,
    "is_linked_as_text": 231,
    "column_size": 63,
    "offset_as_text": 42,
    "number_as_text": 36,
    "unknown_value": 36,
    "pro_setting": 36,
    "old_setting": 32,
    "null": 12,
    "pro_widget": 10,
    "odd_mark": 4,
    "unknown_key": 4,
    "unknown_unit": 4,
    "blank_side": 3,
    "column_sum": 3,
}
"""The notes that four real documents get, together, and that `odd_document` is made to get."""


def odd_document() -> str:
    """A document of our own with as many oddities of each sort as four real ones have."""
    sides = {"top": "1", "right": "1", "bottom": "1", "left": "1"}
    thirds = [[_column(each, "33") for each in range(3)] for _ in range(3)]
    columns = [_column(number, "100" if number % 2 else 100) for number in range(54)]
    widgets = [
        *(widget("", "heading", typography_font_size={"unit": "px", "size": "16"}) for _ in range(237)),
        *(widget("", "heading", _margin={"unit": "px", **sides, "isLinked": ""}) for _ in range(231 - 3)),
        *(widget("", "image", image_box_shadow_box_shadow=_shadow("0")) for _ in range(10)),
        *(widget("", "image", image_box_shadow_box_shadow={"blur": "5", "inset": ""}) for _ in range(2)),
        *(widget("", "image", image_box_shadow_box_shadow={"inset": ""}) for _ in range(2)),
        *(widget("", "counter", ending_number="5") for _ in range(36)),
        *(widget("", "heading", align="left") for _ in range(36)),
        *(widget("", "heading", motion_fx_motion_fx_scrolling="yes") for _ in range(36)),
        *(widget("", "icon", icon="fa fa-star", __fa4_migrated={"selected_icon": True}) for _ in range(16)),
        *(widget("", "call-to-action", title=["kept"]) for _ in range(10)),
        *(widget("", "icon", link={"url": "#", "is_external": "true"}) for _ in range(4)),
        *(widget("", "progress", percent={"unit": "%", "size": 5}) for _ in range(4)),
    ]
    for column in columns[:12]:
        column["settings"]["_inline_size"] = None
    columns[0]["elements"] = widgets
    blank = {"unit": "px", "top": "", "right": "0", "bottom": "", "left": "0", "isLinked": "1"}
    sections = [_section([column]) for column in columns] + [_section(three, margin_mobile=blank) for three in thirds]
    every = [*sections, *(column for section in sections for column in section["elements"]), *widgets]
    for number, element in enumerate(every):
        element["id"] = f"{0x1000000 + number:x}"
    return json.dumps({"version": "0.4", "title": "Odd", "type": "page", "content": sections}).replace("/", "\\/")


def _section(columns: list[dict[str, Any]], **settings: Any) -> dict[str, Any]:
    return {"id": "", "elType": "section", "settings": settings, "elements": columns, "isInner": ""}


def _column(_number: int, size: object) -> dict[str, Any]:
    return {"id": "", "elType": "column", "settings": {"_column_size": size}, "elements": [], "isInner": ""}


def _shadow(number: str) -> dict[str, str]:
    return {**dict.fromkeys(("horizontal", "vertical", "blur", "spread"), number), "color": "#000"}
