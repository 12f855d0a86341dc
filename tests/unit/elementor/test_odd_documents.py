"""Whatever a document holds, it is drawn: no value of the wrong kind, size or letters makes its page fail."""

import json
from base64 import b64encode
from collections.abc import Iterator
from copy import deepcopy
from math import inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitehand.elementor.rendering.canvas import Picture, References
from sitehand.elementor.rendering.document import render_text
from sitehand.hosts.builtin.public.rendered_documents import clean
from tests.unit.elementor.drawing import CATALOGUE, KINDS, check, element, make_typed_example

REFERENCES = References({7: Picture("/a.png", "A hill")}, {9: "/about/"})
HALF = "\ud800"
BIG = 10**400
DEEP = b64encode(("color:" + "(" * 9_000).encode()).decode()
TEXTS = (
    *("nan", "1e999", "-inf", "9" * 5_000, HALF, f"<b>{HALF}", f"/a{HALF}.png"),
    *("\0", "<p", "</p>", "²", "٣", "fa-x", "(" * 300, DEEP),
)
NUMBERS: tuple[Any, ...] = (BIG, inf, "x", [])
UNITS: tuple[Any, ...] = ("px", ["px"], {}, HALF)
SIZES = ({"size": size, "unit": unit} for size in NUMBERS for unit in UNITS)
SCALARS: tuple[Any, ...] = (*TEXTS, None, True, 0, -1, BIG, -BIG, inf, 2**53, 1.5, [], {}, [[]], *SIZES)
TYPES: tuple[Any, ...] = (
    *("size", "number", "string", "color", "url", "link", "query", "image-src", "html-v3", "classes", "dimensions"),
    *([], None),
)
TYPED = ({"$$type": kind, "value": value} for kind in TYPES for value in SCALARS)
ODD = st.sampled_from((*SCALARS, *TYPED))
PLAUSIBLE: tuple[Any, ...] = (
    *("yes", "custom", "classic", "gradient", "#abc", "min-height", "grid", "hosted", "fas fa-star", 40),
    {"size": 3, "unit": "px"},
    {"url": "/a.png", "id": 7, "alt": "A"},
    {"unit": "px", "top": 1, "right": 1, "bottom": 1, "left": 1},
    {"horizontal": 1, "vertical": 2, "blur": 3, "spread": 4, "color": "red"},
    [
        {
            "text": "A",
            "tab_title": "A",
            "link": {"url": "/"},
            "image": {"id": 7},
            "selected_icon": {"value": "fa-star"},
            "id": "7",
        }
    ],
)


def encode(*elements: Any) -> str:
    """Elements as they are stored; JSON has no infinity, and numbers that are read as one."""
    return json.dumps(elements).replace("Infinity", "1e999")


def fill(kind: str, choice: int) -> dict[str, Any]:
    """An element with a value in each setting, and with styles."""
    classic = CATALOGUE.classic.types.get(kind)
    names = classic.controls if classic else ()
    chosen = {name: PLAUSIBLE[(choice + place) % len(PLAUSIBLE)] for place, name in enumerate(names)}
    made = make_typed_example(kind)
    child = element("heading", {"title": "A"})
    props = {name: {"$$type": "size", "value": {"size": 1, "unit": "px"}} for name in CATALOGUE.atomic.style_props}
    variant = {"meta": {"breakpoint": None, "state": None}, "props": props, "custom_css": {"raw": "YTpi"}}
    styles = {"e-1": {"variants": [variant]}}
    filled = {**made, "settings": {**chosen, **made["settings"]}, "styles": styles}
    return deepcopy({**filled, "elements": made.get("elements") or [child]})


def walk(value: Any) -> Iterator[tuple[Any, Any]]:
    """Each member of what a value holds: what it is in, and its key or index."""
    for key in list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from walk(value[key])


@settings(max_examples=50)
@given(
    st.sampled_from(KINDS), st.integers(0, 14), st.lists(st.tuples(st.integers(0, 9_999), ODD), min_size=1, max_size=40)
)
def test_no_document_makes_its_page_fail(kind: str, choice: int, changes: list[tuple[int, Any]]) -> None:
    """With odd values in any places, it becomes HTML whose elements are closed, and that is UTF-8."""
    made = fill(kind, choice)
    places = list(walk(made))
    for number, value in changes:
        inside, key = places[number % len(places)]
        inside[key] = value
    check(render_text(encode(made), json.dumps(made), REFERENCES, clean))


@pytest.mark.parametrize(
    ("kind", "stored"),
    [
        ("column", {"_column_size": "nan"}),
        ("column", {"_column_size": BIG}),
        ("image", {"image": {"id": "9" * 5_000, "url": "/a.png"}}),
        ("image", {"width": {"unit": ["px"], "size": 3}}),
        ("image", {"image": {"url": f"/a{HALF}.png"}}),
        ("heading", {"title": f"<b>A{HALF}"}),
        ("e-tabs", {"default-active-tab": {"$$type": "number", "value": inf}}),
    ],
)
def test_odd_values_stand_for_nothing(kind: str, stored: dict[str, Any]) -> None:
    """Numbers that are not finite or huge, units that are no text, half characters: the rest is shown."""
    found = render_text(encode(element(kind, stored), element("heading", {"title": "Shown"})), "", REFERENCES, clean)
    check(found)
    assert "Shown" in found.html


def test_half_characters_are_replaced_and_whole_ones_stay() -> None:
    """Whatever way they are spelt in the JSON text."""
    title = r"a\ud83d\ude00b\ud83dc\\ud800d\ude00\\\ud800" + "😀"
    data = f'[{{"id":"a","elType":"widget","widgetType":"heading","settings":{{"title":"{title}"}}}}]'
    found = render_text(data, f'{{"background_background":"{HALF}\\ud800"}}', REFERENCES, clean)
    assert "a😀b\ufffdc\\ud800d\ufffd\\\ufffd😀" in found.html


def test_css_of_the_author_may_be_nested_however_deep() -> None:
    """It is left out, like page settings that are."""
    variant = {"meta": {}, "props": {}, "custom_css": {"raw": DEEP}}
    styled = element("e-div-block", {}) | {"styles": {"e-1": {"variants": [variant]}}}
    assert render_text(encode(styled), "[" * 100_000, REFERENCES, clean).css == ""
    variant["custom_css"] = {"raw": "é"}
    assert render_text(encode(styled), "", REFERENCES, clean).css == ""
