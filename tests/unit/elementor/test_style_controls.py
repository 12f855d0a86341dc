"""Plain CSS as settings of classic elements: each becomes what the editor would store, or is refused."""

import json
from typing import Any

import pytest

from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.operations import edit
from sitehand.elementor.parsing import read_document
from sitehand.elementor.validation import validate
from sitehand.errors import Problem
from tests.unit.elementor.documents import widget

CATALOGUE = load_catalogue()


def style(kind: str, css: str, breakpoint: str = "", **settings: Any) -> dict[str, Any]:
    """The settings of an element after a change of its style."""
    inner = widget("aaaaaa1", kind, **settings)
    is_box = kind == "container"
    box: dict[str, Any] = {"id": "aaaaaa1" if is_box else "bbbbbb1", "elType": "container", "settings": {}}
    root = read_document(json.dumps([{**box, "elements": [] if is_box else [inner]}]))
    change = {"operation": "update_element", "element": "aaaaaa1", "style": css, "breakpoint": breakpoint}
    edit(root, [change], CATALOGUE)
    changed = root.children[0] if kind == "container" else root.children[0].children[0]
    assert [each for each in validate(root, CATALOGUE) if each.severity == "error"] == []
    return changed.settings


@pytest.mark.parametrize(
    ("kind", "css", "expected"),
    [
        ("heading", "color: #f00; text-align: left", {"title_color": "#f00", "align": "start"}),
        (
            "heading",
            "font-size: 2em; font-weight: 700",
            {
                "typography_typography": "custom",
                "typography_font_size": {"unit": "em", "sizes": [], "size": 2},
                "typography_font_weight": "700",
            },
        ),
        ("heading", "line-height: 1.5", {"typography_line_height": {"unit": "em", "sizes": [], "size": 1.5}}),
        ("text-editor", "color: rebeccapurple", {"text_color": "rebeccapurple"}),
        (
            "button",
            "padding: 10px 20px; background-color: #fff",
            {
                "text_padding": {
                    **{"unit": "px", "isLinked": False},
                    **{"top": "10", "right": "20", "bottom": "10", "left": "20"},
                },
                "background_color": "#fff",
            },
        ),
        (
            "heading",
            "border: 1px solid blue; border-radius: 4px",
            {"_border_border": "solid", "_border_color": "blue"},
        ),
        (
            "container",
            "gap: 10px 20px; justify-content: center; background: #eee",
            {
                "flex_gap": {"unit": "px", "isLinked": False, "column": "20", "row": "10"},
                "flex_justify_content": "center",
                "background_background": "classic",
                "background_color": "#eee",
            },
        ),
        (
            "container",
            "box-shadow: 0 2px 4px rgba(0,0,0,.5)",
            {
                "box_shadow_box_shadow_type": "yes",
                "box_shadow_box_shadow": {
                    **{"horizontal": 0, "vertical": 2, "blur": 4, "spread": 0},
                    "color": "rgba(0,0,0,.5)",
                },
            },
        ),
    ],
)
def test_css_becomes_settings(kind: str, css: str, expected: dict[str, Any]) -> None:
    """With the switches that they need."""
    found = style(kind, css)
    assert {name: found.get(name) for name in expected} == expected


def test_a_breakpoint_is_a_suffix() -> None:
    """Of the argument, or of a rule within the CSS."""
    found = style("heading", "font-size: 3em; @media(--mobile) { font-size: 20px }")
    assert (found["typography_font_size"]["size"], found["typography_font_size_mobile"]["size"]) == (3, 20)
    assert "align_tablet" in style("heading", "text-align: center", "tablet")


@pytest.mark.parametrize(
    ("kind", "css", "path"),
    [
        ("heading", "&:hover { color: red }", "style.color"),
        ("heading", "margin-top: 5px", "style.margin"),
        ("heading", "padding: 1px 2em 3px 4px", "style.padding"),
        ("heading", "opacity: 0.5", "style.opacity"),
        ("container", "box-shadow: 0 0 1px red, 0 0 2px blue", "style.box-shadow"),
        ("container", "background: linear-gradient(red, blue)", "style.background"),
        ("heading", "font-weight: 1234", "style.font-weight"),
        ("heading", "colour: red", "style.colour"),
        ("spacer", "color: red", "style.color"),
    ],
)
def test_what_has_no_setting_is_refused(kind: str, css: str, path: str) -> None:
    """With the property, and nothing of the rest is set."""
    with pytest.raises(Problem) as refusal:
        style(kind, css)
    assert [detail["path"] for detail in refusal.value.details] == [f"aaaaaa1.{path}"]
