"""CSS that is refused tells what would work: a declaration that is then taken, or that there is none."""

from functools import partial
from typing import Any

import pytest

from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.findings import NOTHING
from sitehand.elementor.style.controls import SETTINGS, convert_to_settings
from sitehand.elementor.style.sheet import CONVERTERS, convert_css
from sitehand.elementor.style.suggesting import EXAMPLES, NO_COUNTERPART, suggest, suggest_styles
from sitehand.elementor.styling import works_in_settings
from sitehand.errors import Problem
from tests.unit.elementor.test_style import ATOMIC, ORACLE, REFUSED, convert, restyle
from tests.unit.elementor.test_style_controls import style

CATALOGUE = load_catalogue()
VALUES = (
    *("1px", "red", "1px 2px", "right 10px bottom 20px", "url(a.png)", "1px solid red", "10foo", "top 1px"),
    *("banana 3px", "1px !important", "linear-gradient(red, blue)", "space-betwen", ""),
)


def works(css: Any) -> bool:
    """Whether the style of an atomic element takes it."""
    return not convert_css(css, ATOMIC)[1]


def read_suggestion(css: str) -> str:
    """What is written in the refusal of CSS for an atomic element."""
    with pytest.raises(Problem) as refusal:
        restyle("bbbbbb3", style=css)
    ((detail),) = refusal.value.details
    return str(detail["expected"])


@pytest.mark.parametrize("name", sorted({*CONVERTERS, *ATOMIC.style_props}))
def test_each_property_that_is_refused_tells_a_value_that_is_taken(name: str) -> None:
    """Whatever was wrong with it."""
    for value in VALUES:
        for fault in suggest_styles(convert_css(f"{name}: {value}", ATOMIC)[1], ATOMIC):
            assert works(fault.suggestion), fault
            assert fault.path == name and fault.expected


def test_what_elementor_has_nothing_for_says_so() -> None:
    """With what does it instead, where something does; of the declarations that 4.3 keeps as text, these alone."""
    refused = [css for css in ORACLE if css in REFUSED]
    faults = [fault for css in refused for fault in suggest_styles(convert_css(css, ATOMIC)[1], ATOMIC)]
    left = {fault.path for fault in faults if fault.suggestion is NOTHING}
    assert left == {
        *("animation", "float", "visibility", "white-space", "list-style", "text-shadow", "user-select"),
        *("pointer-events", "-webkit-text-stroke", "text-indent", "vertical-align", "box-sizing", "unknown-prop"),
    }
    assert {fault.code for fault in faults if fault.suggestion is NOTHING} == {NO_COUNTERPART}
    assert "set_interactions" in read_suggestion("animation: x 1s")


@pytest.mark.parametrize(
    ("css", "expected"),
    [
        ("width: 1px !important", "width: 1px"),
        ("justify-content: space-betwen", "justify-content: space-between"),
        ("colour: red", "color: red"),
        ("border-top: 2px solid red", "border-width: 2px 0 0 0; border-style: solid; border-color: red"),
        ("border-inline-start: dashed", "border-width: 0 0 0 1px; border-style: dashed; border-color: currentcolor"),
        ("background-size: 10px 20px", "background: url(image.png) center / 10px 20px"),
        ("background-position-x: right", "background: url(image.png) right"),
        ("overflow-x: hidden", "overflow: hidden"),
        ("width: 10foo", "width: 10px"),
        ("padding: 1px banana", "padding: 1px"),
        ("@media (max-width: 768px) { color: red }", "@media(--mobile)"),
        ("@media screen and (min-width: 1800px) { color: red }", "@media(--widescreen)"),
        ("@media(--table) { color: red }", "@media(--tablet)"),
        ("&:hoover { color: red }", "&:hover"),
        ("&.selected { color: red }", "&.e--selected"),
    ],
)
def test_a_suggestion_is_what_was_likely_meant(css: str, expected: str) -> None:
    """The refusal has it behind what it expects."""
    assert read_suggestion(css).endswith(f'; write "{expected}"')


@pytest.mark.parametrize("kind", ["heading", "button", "container", "section", "icon-box", "spacer"])
def test_a_classic_element_tells_what_of_css_it_takes(kind: str) -> None:
    """Each property of its settings has a declaration that is taken, and any other says which those are."""
    found = CATALOGUE.classic.types[kind]
    takes = partial(works_in_settings, found=found, catalogue=ATOMIC)
    own = [name for name, some in SETTINGS.items() if not found.controls.keys().isdisjoint(some)]
    for name in (*SETTINGS, "opacity", "transform", "width"):
        for value in (*VALUES, EXAMPLES.get(name, "1px 2em 3px 4px")):
            variants, faults = convert_css(f"{name}: {value}", ATOMIC)
            faults += [fault for variant in variants for fault in convert_to_settings(variant, found)[1]]
            for fault in suggest(faults, takes, ATOMIC):
                assert takes(fault.suggestion) if name in own else fault.suggestion is NOTHING, fault
    with pytest.raises(Problem) as refusal:
        style(kind, "opacity: 0.5")
    (detail,) = refusal.value.details
    assert detail["expected"].endswith(f"has a setting for: {', '.join(own) or 'none'}")


def place(css: str) -> tuple[Any, ...]:
    """The place across and down, in its size and unit each, that a background or an image gets."""
    (found,) = convert(css).values()
    inner = found["value"]
    if "background-overlay" in inner:
        inner = inner["background-overlay"]["value"][0]["value"]["position"]["value"]
    return tuple(each for axis in ("x", "y") for each in inner[axis]["value"].values())


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ("10px", (10, "px", 50, "%")),
        ("left 10px", (0, "%", 10, "px")),
        ("10px bottom", (10, "px", 100, "%")),
        ("right 10px bottom 20px", ("calc(100% - 10px)", "custom", "calc(100% - 20px)", "custom")),
        ("bottom 20px left 5%", (5, "%", "calc(100% - 20px)", "custom")),
        ("center top 4px", (50, "%", 4, "px")),
    ],
)
def test_places_with_offsets_are_turned(position: str, expected: tuple[Any, ...]) -> None:
    """From each edge, of backgrounds and of images in their frame."""
    assert place(f"background: url(a.png) {position}") == expected
    assert place(f"background-image: url(a.png); background-position: {position}") == expected
    assert place(f"object-position: {position}") == expected


@pytest.mark.parametrize(
    "position", ["left right", "top 1px top 2px", "center 1px top 2px", "1px 2px 3px", "left 1px 2px top"]
)
def test_what_is_no_place_is_refused(position: str) -> None:
    """With one that is."""
    assert '; write "object-position: ' in read_suggestion(f"object-position: {position}")
