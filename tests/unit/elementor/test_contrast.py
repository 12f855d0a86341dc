"""Texts that are hard to read are noted where the document says both colours, and nowhere else."""

import json
from typing import Any

import pytest

from sitehand.elementor.advice import advise
from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.contrast import find_low_contrast, measure_contrast
from sitehand.elementor.parsing import read_document
from tests.unit.elementor.documents import widget

GREY: dict[str, Any] = {"title_color": "#999"}
WHITE: dict[str, Any] = {"background_background": "classic", "background_color": "#fff"}
SMALL: dict[str, Any] = {"typography_typography": "custom", "typography_font_size": {"unit": "px", "size": "16"}}


def find(inner: dict[str, Any], **settings: Any) -> list[tuple[str, str]]:
    """Where there is too little contrast, and why, of a widget in a container with these settings."""
    box = {"id": "bbbbbb1", "elType": "container", "settings": settings, "elements": [inner]}
    return [(each.path, each.expected) for each in find_low_contrast(read_document(json.dumps([box])))]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("#000", "white", 21),
        ("#777", "#ffffff", 4.48),
        ("rgb(0 0 255)", "hsl(0 100% 50%)", 2.15),
        ("#0000", "#fff", None),
    ],
)
def test_contrast_is_that_of_wcag(one: str, other: str, expected: float | None) -> None:
    """In either order; of what is not plain there is none."""
    assert measure_contrast(one, other) == measure_contrast(other, one) == pytest.approx(expected, abs=0.005)


@pytest.mark.parametrize(
    ("inner", "path"),
    [
        (widget("aaaaaa1", **GREY), "title_color"),
        (widget("aaaaaa1", "icon-box", description_color="#ccc"), "description_color"),
        (widget("aaaaaa1", "button", background_color="#ff0", button_text_color="#fff"), "button_text_color"),
    ],
)
def test_a_text_of_too_little_contrast_is_noted(inner: dict[str, Any], path: str) -> None:
    """With the two colours and both ratios; `validate_elementor` tells it behind all else."""
    ((place, expected),) = find(inner, **WHITE)
    assert place == f"aaaaaa1.settings.{path}" and expected.startswith("a contrast of 3 to 1 with #")
    box = {"id": "bbbbbb1", "elType": "container", "settings": WHITE, "elements": [inner]}
    *_, last = advise(read_document(json.dumps([box])), load_catalogue())
    assert (last["path"], last["code"], last["severity"]) == (place, "low_contrast", "note")


def test_small_text_needs_more() -> None:
    """Where the document says that it is small; else it may be large."""
    grey: dict[str, Any] = {"title_color": "#888"}
    assert find(widget("aaaaaa1", **grey), **WHITE) == []
    for weight in ("400", "\u00b2", "9" * 5_000):  # the last two are no numbers of Python's
        assert "4.5 to 1" in find(widget("aaaaaa1", **grey, **SMALL, typography_font_weight=weight), **WHITE)[0][1]
    large = {**SMALL, "typography_font_size": {"unit": "px", "size": 20}}
    for weight, noted in (("bold", 0), ("700", 0), ("", 0), ("600", 1)):
        assert len(find(widget("aaaaaa1", **grey, **large, typography_font_weight=weight), **WHITE)) == noted


@pytest.mark.parametrize(
    ("settings", "around"),
    [
        ({}, {}),
        ({}, {**WHITE, "background_background": "gradient"}),
        ({}, {**WHITE, "background_image": {"url": "a.png"}}),
        ({}, {**WHITE, "background_overlay_background": "classic"}),
        ({}, {**WHITE, "background_color_mobile": "#000"}),
        ({}, {**WHITE, "__globals__": {"background_color": "globals/colors?id=primary"}}),
        ({}, {**WHITE, "background_color": "rgba(255, 255, 255, .5)"}),
        ({"title_color": "var(--x)"}, WHITE),
        ({"__globals__": {"title_color": "globals/colors?id=primary"}}, WHITE),
        ({"_position": "absolute"}, WHITE),
        ({"_margin": {"unit": "px", "top": "-80", "right": "0", "bottom": "0", "left": "0"}}, WHITE),
        ({"_background_background": "classic", "_background_image": {"id": 7}}, WHITE),
        ({"title": '<b style="color: #000">x</b>'}, WHITE),
        ({"custom_css": "selector { color: #000 }"}, WHITE),
    ],
)
def test_what_only_a_browser_knows_is_not_judged(settings: dict[str, Any], around: dict[str, Any]) -> None:
    """An image, a gradient, an overlay, a part of the kit, something transparent, another screen, other CSS."""
    assert find(widget("aaaaaa1", **{**GREY, **settings}), **around) == []
    assert len(find(widget("aaaaaa1", **GREY), **WHITE)) == 1
