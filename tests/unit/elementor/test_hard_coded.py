"""Colours and fonts that stand in elements as values, and references in their place."""

import json
from typing import Any

import pytest

from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.document import write
from sitehand.elementor.draft import Draft
from sitehand.elementor.hard_coded import Known, find_places, name_font, name_value, replace_hard_coded
from sitehand.elementor.parsing import read_document
from sitehand.elementor.validation import refuse_errors
from tests.unit.elementor.drawing import draw

CATALOGUE = load_catalogue()
FONT = {"font_family": "Lora", "font_size": "20px"}
KNOWN = Known(
    {name_value("color", "#ffffff"): "globals/colors?id=accent", name_font(FONT): "globals/typography?id=text"},
    {name_value("color", "red"): "e-gv-1111111", name_value("font", "Lora"): "e-gv-2222222"},
)
HEADING: dict[str, Any] = {
    "title": "White \u00e9 #FFF",
    "title_color": "White",
    "typography_typography": "custom",
    "typography_font_family": "Lora",
    "typography_font_size": {"unit": "px", "size": "20", "sizes": []},
}


def make(settings: dict[str, Any], kind: str = "heading", **more: Any) -> dict[str, Any]:
    """A widget."""
    return {"id": "aaaaaa1", "elType": "widget", "widgetType": kind, "settings": settings, "elements": [], **more}


def replaced(*elements: dict[str, Any], **arguments: Any) -> list[dict[str, Any]]:
    """A document with references."""
    draft = Draft(read_document(json.dumps(elements)), CATALOGUE)
    replace_hard_coded(draft, KNOWN, **arguments)
    refuse_errors(draft.root, CATALOGUE)
    found: list[dict[str, Any]] = json.loads(write(draft.root))
    return found


def typed(kind: str, value: str) -> dict[str, Any]:
    """A typed value."""
    return {"$$type": kind, "value": value}


def test_classic_settings_refer_to_the_kit() -> None:
    """However the colour is written; the whole group of a font gives way to its reference; texts stay."""
    (found,) = replaced(make(HEADING))
    references = {"title_color": "globals/colors?id=accent", "typography_typography": "globals/typography?id=text"}
    assert found["settings"] == {"title": HEADING["title"], "__globals__": references}
    css = draw(found).css
    assert "color: var(--e-global-color-accent)" in css
    assert "font-size: var(--e-global-typography-text-font-size)" in css


@pytest.mark.parametrize(
    "more",
    [
        {"typography_font_weight": "700"},
        {"typography_font_size_mobile": {"unit": "px", "size": 14, "sizes": []}},
        {"typography_font_size": {"unit": "px", "size": 21, "sizes": []}},
        {"typography_typography": ""},
        {"__globals__": {"typography_typography": "globals/typography?id=primary"}},
    ],
)
def test_a_font_that_looks_otherwise_stays(more: dict[str, Any]) -> None:
    """With one setting more or another, at a breakpoint, switched off, or a reference already."""
    settings = {**HEADING, "title_color": "#123", **more}
    (found,) = replaced(make(settings))
    assert found["settings"] == settings


def test_styles_of_atomic_elements_refer_to_variables() -> None:
    """In lists within, too; what no variable has stays."""
    shadow = {"color": typed("color", "#f00"), "hOffset": {"$$type": "size", "value": {"size": 1, "unit": "px"}}}
    sizes = dict.fromkeys(("vOffset", "blur", "spread"), shadow["hOffset"])
    props = {
        "color": typed("color", "#FF0000"),
        "font-family": typed("font-family", "Lora"),
        "box-shadow": {"$$type": "box-shadow", "value": [{"$$type": "shadow", "value": {**shadow, **sizes}}]},
        "background": {"$$type": "background", "value": {"color": typed("color", "#fefefe")}},
    }
    variant = {"meta": {"breakpoint": "desktop", "state": None}, "props": props, "custom_css": None}
    style = {"id": "e-1", "label": "local", "type": "class", "variants": [variant]}
    (found,) = replaced(make({}, "e-heading", styles={"e-1": style}))
    changed = found["styles"]["e-1"]["variants"][0]["props"]
    assert changed["color"] == typed("global-color-variable", "e-gv-1111111")
    assert changed["font-family"] == typed("global-font-variable", "e-gv-2222222")
    assert changed["box-shadow"]["value"][0]["value"]["color"] == changed["color"]
    assert changed["background"] == props["background"]


def test_values_and_elements_are_chosen() -> None:
    """Only those that are named, in any spelling; the other element keeps its bytes."""
    other = {**make({"title": "x", "title_color": "#fff"}), "id": "bbbbbb1"}
    first, second = replaced(make(HEADING), other, values=["rgb(255, 255, 255)"], element="aaaaaa1")
    assert first["settings"]["__globals__"] == {"title_color": "globals/colors?id=accent"}
    assert "typography_font_family" in first["settings"] and second == other


def test_places_are_found_with_their_values() -> None:
    """Colours as they are written, fonts with all that they set."""
    places = list(find_places(read_document(json.dumps([make(HEADING)])), CATALOGUE))
    assert [(each.sort, each.value) for each in places] == [
        ("color", "White"),
        ("font", 'font-family: "Lora", serif; font-size: 20px'),
    ]


@pytest.mark.parametrize(
    ("sort", "first", "second"),
    [
        ("color", "oklch(0.5 0.1 20)", "color(display-p3 1 0 0)"),
        ("color", "rgb(1e999 0 0)", "red"),
        ("color", "light-dark(red,blue)", "red"),
        ("font", "O'Brien", "var(--x)"),
    ],
)
def test_values_that_are_not_known_to_look_alike_differ(sort: str, first: str, second: str) -> None:
    """Colours that only a browser converts, and fonts that are not drawn, are like their own text alone."""
    assert name_value(sort, first) != name_value(sort, second)
    assert name_value(sort, first) == name_value(sort, f" {first.upper()} ")


def test_a_font_that_is_not_drawn_is_no_value() -> None:
    """Nothing could be told of it."""
    settings = {"typography_typography": "custom", "typography_font_family": "O'Brien"}
    assert list(find_places(read_document(json.dumps([make(settings)])), CATALOGUE)) == []
