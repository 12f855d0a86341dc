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
