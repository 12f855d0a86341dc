"""Plain CSS becomes the typed properties that Elementor makes of it, and what has none is refused."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.catalogue.schema import load_atomic
from sitehand.elementor.document import Element, walk, write
from sitehand.elementor.operations import edit
from sitehand.elementor.parsing import read_document
from sitehand.elementor.style.sheet import CONVERTERS, MAX_CHARACTERS, convert_css
from sitehand.elementor.typed import check_typed
from sitehand.elementor.validation import validate
from sitehand.errors import Problem
from tests.unit.elementor.documents import MIXED

ATOMIC = load_atomic()
ORACLE: dict[str, Any] = json.loads(Path(__file__).with_name("css_oracle.json").read_text("utf-8"))
"""What Elementor 4.3 answers for 172 declarations: its properties, and whether that is the whole declaration."""
OTHERWISE = {
    "width: 5vmin": {"width": {"$$type": "size", "value": {"size": "5vmin", "unit": "custom"}}},
    "color: notacolor": {},
}
"""Where PHP takes what the editor refuses, or what is no CSS, we write what both accept, or refuse."""
REFUSED = {
    *("overflow: clip", "overflow-x: auto", "z-index: auto", "border-top: 1px solid red", "background-size: cover"),
    *("animation: x 1s", "float: left", "visibility: hidden", "white-space: nowrap", "list-style: none"),
    *("text-shadow: 1px 1px red", "user-select: none", "pointer-events: none", "-webkit-text-stroke: 1px red"),
    *("text-indent: 1em", "vertical-align: middle", "box-sizing: border-box", "padding: 10px !important"),
    *("width: 10foo", "unknown-prop: 1", "display: banana", "border-radius: 10px / 20px", "color: notacolor"),
}
"""What has no property, of the declarations that Elementor sends to custom CSS, and a colour that is none."""


def convert(css: str) -> dict[str, Any]:
    """The properties of a rule without states and breakpoints."""
    variants, faults = convert_css(css, ATOMIC)
    assert not faults, faults
    return {name: part.value for variant in variants for name, part in variant.parts.items()}


def restyle(element: str, **arguments: Any) -> Element:
    """An element of the mixed document after an update."""
    root = read_document(MIXED)
    edit(root, [{"operation": "update_element", "element": element, **arguments}], load_catalogue())
    assert not [each for each in validate(read_document(write(root)), load_catalogue()) if "styles" in each.path]
    return next(each for each in walk(root) if each.id == element)


def plain(props: Any) -> Any:
    """Properties with the size of `auto` as both PHP and the editor take it."""
    return json.loads(json.dumps(props).replace('{"size": null, "unit": "auto"}', '{"size": "", "unit": "auto"}'))


@pytest.mark.parametrize("css", [css for css, answer in ORACLE.items() if answer["whole"]])
def test_what_elementor_turns_into_properties_is_turned_into_the_same(css: str) -> None:
    """Each declaration that 4.3 turns wholly gives the same properties, but for two."""
    if css in REFUSED:
        assert convert_css(css, ATOMIC)[1]
    else:
        assert convert(css) == OTHERWISE.get(css, plain(ORACLE[css]["props"]))


@pytest.mark.parametrize("css", [css for css, answer in ORACLE.items() if not answer["whole"]])
def test_what_elementor_sends_to_custom_css_is_turned_or_refused(css: str) -> None:
    """A declaration becomes properties that validate, or a fault with a reason; it is never dropped."""
    variants, faults = convert_css(css, ATOMIC)
    props = [(name, part.value) for variant in variants for name, part in variant.parts.items()]
    assert bool(props) != bool(faults)
    assert bool(faults) == (css in REFUSED)
    assert all(fault.expected and fault.path for fault in faults)
    assert not [fault for name, value in props for fault in check_typed(ATOMIC.style_props[name], value, name)]


@pytest.mark.parametrize(
    ("css", "expected"),
    [
        ("padding: 1px; padding-top: 2px", {"padding": ["block-start", "inline-end", "block-end", "inline-start"]}),
        ("margin-left: auto; margin-right: auto", {"margin": ["inline-start", "inline-end"]}),
        (
            "background-image: url(a.png); background-size: cover; background-color: red",
            {"background": ["background-overlay", "color"]},
        ),
        (
            "transform: rotate(1deg); transform-origin: top left",
            {"transform": ["transform-functions", "transform-origin"]},
        ),
        ("flex-grow: 1; flex-basis: 2px", {"flex": ["flexGrow", "flexBasis"]}),
        ("gap: 1px; row-gap: 2px", {"gap": ["row", "column"]}),
        ("inset-inline: 1px 2px", {"inset-inline-start": ["size", "unit"], "inset-inline-end": ["size", "unit"]}),
        (
            "border-radius: 1px; border-top-left-radius: 2px",
            {"border-radius": ["start-start", "start-end", "end-end", "end-start"]},
        ),
        ("stroke: red; stroke-width: 1px", {"stroke": ["color", "width"]}),
    ],
)
def test_longhands_join(css: str, expected: dict[str, list[str]]) -> None:
    """Sides and parts that are written one by one become one value."""
    assert {name: list(value["value"]) for name, value in convert(css).items()} == expected


def test_shorthands_mean_what_their_longhands_mean() -> None:
    """A shorthand is its longhands, and the last of two declarations counts."""
    assert convert("font: italic 700 16px/1.5 Arial, sans-serif") == convert(
        "font-style: italic; font-weight: 700; font-size: 16px; line-height: 1.5; font-family: Arial, sans-serif"
    )
    assert convert("place-items: center start") == convert("align-items: center; justify-items: start")
    assert convert("flex-flow: column wrap") == convert("flex-direction: column; flex-wrap: wrap")
    assert convert("inset: 1px 2px") == convert("top: 1px; right: 2px; bottom: 1px; left: 2px")
    assert convert("padding-top: 5px; padding: 10px") == convert("padding: 10px")
    assert convert("background-image: linear-gradient(to right, red, blue)") == convert(
        "background-image: linear-gradient(90deg, red 0%, blue 100%)"
    )
    assert convert("transform-origin: top left") == convert("transform-origin: left top 0px")


def test_states_and_breakpoints_are_variants() -> None:
    """Nested rules are told apart by state and breakpoint, whichever is within the other."""
    css = "color: red; &:hover { color: blue } @media(--mobile) { color: lime; &:focus-visible { color: #000 } }"
    variants, faults = convert_css(css + " &.e--selected { @media (--tablet) { color: #fff } }", ATOMIC)
    assert not faults
    assert [(each.breakpoint, each.state) for each in variants] == [
        ("desktop", ""),
        ("desktop", "hover"),
        ("mobile", ""),
        ("mobile", "focus-visible"),
        ("tablet", "e--selected"),
    ]


@pytest.mark.parametrize(
    "css",
    [
        "@media (max-width: 5px) { color: red }",
        "@media(--phone) { color: red }",
        "@import url(x);",
        "&:visited { color: red }",
        ".x { color: red }",
        "&:hover { &:focus { color: red } }",
        "color",
        "color: red; }",
        "color: ;",
        "background: url(javascript:alert)",
        "color: " + "(" * 100,
        "width: 1e999px",
        "x" * (MAX_CHARACTERS + 1),
    ],
)
def test_css_that_has_no_place_is_refused(css: str) -> None:
    """Rules and declarations that Elementor's styles cannot hold are faults."""
    assert convert_css(css, ATOMIC)[1]


@given(
    st.lists(
        st.tuples(
            st.sampled_from([*CONVERTERS, *ATOMIC.style_props]),
            st.lists(
                st.sampled_from(["1px", "50%", "0", "red", "auto", "/", ",", "solid", "center", "top", "circle", "at"])
                | st.sampled_from(
                    [
                        "url(a)",
                        "var(--x)",
                        "calc(1px)",
                        "linear-gradient(red, blue)",
                        "blur(1px)",
                        "scaleX(2)",
                        "1",
                        "inset",
                        "'x'",
                    ]
                ),
                max_size=5,
            ),
        ),
        max_size=3,
    )
)
def test_any_declaration_becomes_valid_properties_or_a_fault(rules: list[tuple[str, list[str]]]) -> None:
    """Whatever the values, nothing fails, nothing is dropped, and what is made validates."""
    for name, values in rules:
        variants, faults = convert_css(f"{name}: {' '.join(values)}", ATOMIC)
        props = [(each, part.value) for variant in variants for each, part in variant.parts.items()]
        assert bool(props) != bool(faults)
        assert not [fault for each, value in props for fault in check_typed(ATOMIC.style_props[each], value, each)]


@given(st.text("a-:;{}()&@#%'\"\\ 1,/*!\n"))
def test_any_text_is_read(css: str) -> None:
    """No text makes the reader fail."""
    convert_css(css, ATOMIC)


def test_an_element_gets_a_local_style_with_its_class() -> None:
    """The first CSS of an element makes a style of its own, and a class that names it."""
    heading = restyle("bbbbbb3", style="color: red; &:hover { color: blue }")
    ((name, style),) = (heading.fields or {})["styles"].items()
    assert name.startswith("e-bbbbbb3-")
    assert heading.settings["classes"]["value"] == [name]
    assert [variant["meta"] for variant in style["variants"]] == [
        {"breakpoint": "desktop", "state": None},
        {"breakpoint": "desktop", "state": "hover"},
    ]


def test_css_joins_the_style_that_is_there() -> None:
    """A style keeps its other variants and properties, and sides that nobody named."""
    root = read_document(MIXED)
    first = {"operation": "update_element", "element": "bbbbbb2", "style": "padding: 4px; color: red"}
    second = {**first, "style": "padding-top: 1px", "remove": ["style.color"]}
    third = {**first, "style": "gap: 1px", "breakpoint": "mobile"}
    edit(root, [first, second, third], load_catalogue())
    styles = (next(each for each in walk(root) if each.id == "bbbbbb2").fields or {})["styles"]
    assert list(styles) == ["e-bbbbbb2-1234567"]
    desktop, mobile = styles["e-bbbbbb2-1234567"]["variants"]
    assert list(desktop["props"]) == ["padding"]
    assert desktop["props"]["padding"]["value"]["block-end"]["value"]["size"] == 4
    assert desktop["props"]["padding"]["value"]["block-start"]["value"]["size"] == 1
    assert mobile["meta"]["breakpoint"] == "mobile"


def test_a_new_element_brings_its_style() -> None:
    """An atomic element may be added with CSS."""
    root = read_document(MIXED)
    element = {"elType": "e-flexbox", "style": "gap: 10px", "elements": []}
    ids = edit(root, [{"operation": "add_element", "element": element, "at": "end"}], load_catalogue()).ids
    added = next(each for each in walk(root) if each.id == ids[0][0])
    assert "style" not in (added.fields or {})
    assert len((added.fields or {})["styles"]) == 1


@pytest.mark.parametrize(
    ("element", "arguments"),
    [
        ("aaaaaa3", {"style": "float: left"}),
        ("bbbbbb3", {"style": "float: left"}),
        ("bbbbbb3", {"style": "color: red", "breakpoint": "phone"}),
        ("bbbbbb3", {"style": "0" * 5000}),
        ("bbbbbb3", {"remove": ["style.float"]}),
    ],
)
def test_a_style_that_cannot_be_is_refused(element: str, arguments: dict[str, Any]) -> None:
    """What has no setting or property is refused, and changes nothing."""
    with pytest.raises(Problem):
        restyle(element, **arguments)
