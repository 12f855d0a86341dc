"""Which changes of a design system are refused, where, and with which suggestion."""

from typing import Any
from unittest.mock import Mock

import pytest
import tinycss2
from hypothesis import given
from hypothesis import strategies as st

from sitehand.blocks.design import presets as presets_module
from sitehand.blocks.design.checking import check_design, check_references
from sitehand.blocks.design.presets import list_presets
from sitehand.blocks.design.stylesheet import Scopes, write_presets, write_styles
from sitehand.blocks.design.values import CSS
from sitehand.blocks.styles import write_slug
from sitehand.errors import Detail, Problem

SCOPES = Scopes(".content", ".content")


def nest(path: str, value: Any) -> Any:
    """A value at a path of objects."""
    for name in reversed(path.split("/")):
        value = {name: value}
    return value


def find_faults(given: Any) -> list[Detail]:
    """What is wrong with it."""
    try:
        check_design(given)
    except Problem as problem:
        return problem.details
    return []


def color(**entry: Any) -> dict[str, Any]:
    """A colour of a palette."""
    return {"slug": "leaf", "name": "Leaf", "color": "#2e6b34", **entry}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("settings/color/palette", [color(), color(slug="moss", color="rgb(1 2 3 / .5)")]),
        ("settings/color/gradients", [{"slug": "dawn", "gradient": "linear-gradient(135deg, #fff 0%, #000 100%)"}]),
        ("settings/typography/fontSizes", [{"slug": "big", "size": "3rem", "fluid": {"min": "2rem", "max": "3rem"}}]),
        ("settings/typography/fluid", {"minFontSize": "1rem"}),
        ("settings/typography/fontFamilies", [{"slug": "serif", "fontFamily": '"Gentium Plus", Georgia, serif'}]),
        ("settings/custom", {"lineHeight": {"body": 1.6}, "gap": "2rem"}),
        ("settings/blocks/core/button".replace("core/", "core|"), {"color": {"palette": [color()]}}),
        ("styles/elements/link/:hover/color/text", "var:preset|color|leaf"),
        ("styles/spacing/padding", {"top": "calc(1rem + 2vw)", "bottom": "0"}),
        ("styles/border/radius", {"topLeft": "4px"}),
        ("styles/typography/lineHeight", 1.6),
    ],
)
def test_what_theme_json_has_is_taken(path: str, value: Any) -> None:
    """Of each group something."""
    given = nest(path, value)
    assert find_faults(rename(given)) == []


def rename(value: Any) -> Any:
    """Names of blocks with their slash, which paths of this test part at."""
    if not isinstance(value, dict):
        return value
    return {name.replace("|", "/") if name.startswith("core|") else name: rename(each) for name, each in value.items()}


@pytest.mark.parametrize(
    ("path", "value", "place", "expected"),
    [
        ("settings/colour", {}, "settings.colour", "color"),
        ("settings/color/pallete", [], "settings.color.pallete", "palette"),
        ("settings/color/palette", [color(color="leaf green")], "settings.color.palette[0].color", "a colour"),
        ("settings/color/palette", [color(slug="Leaf")], "settings.color.palette[0].slug", "a slug of lower-case"),
        ("settings/color/palette", [{"color": "#fff"}], "settings.color.palette[0].slug", "a slug"),
        ("settings/color/palette", [], "settings.color.palette", "a list of 1 to 200 presets"),
        # WordPress writes both as `a-1`.
        (
            "settings/color/palette",
            [color(slug="accent1"), color(slug="accent-1")],
            "settings.color.palette[1].slug",
            "an",
        ),
        (
            "settings/typography/fontSizes",
            [{"slug": "a", "size": "3"}],
            "settings.typography.fontSizes[0].size",
            "a length",
        ),
        ("settings/layout/contentSize", 650, "settings.layout.contentSize", "a length"),
        ("settings/custom/typography", {"a}b": {}}, "settings.custom.typography", "a name of letters"),
        ("settings/color/palette", [color(color="color()")], "settings.color.palette[0].color", "a colour"),
        ("styles/color/text", {"a": 1}, "styles.color.text", "a colour"),
        ("styles/elements/h7", {}, "styles.elements.h7", "one of link"),
        ("styles/blocks/button", {}, "styles.blocks.button", "the name of a block"),
        ("styles/typography/textAlign", "middle", "styles.typography.textAlign", "left or center"),
        ("styles/css", "p { color: red }", "styles.css", "one of border"),
        ("styles", [], "styles", "an object"),
    ],
)
def test_what_is_wrong_is_named_with_its_path(path: str, value: Any, place: str, expected: str) -> None:
    """And with what is likely meant."""
    (fault,) = find_faults(nest(path, value))
    assert fault["path"] == place
    assert fault["expected"].startswith(expected)


@pytest.mark.parametrize(
    "value",
    [
        *("red;color:blue", "red}", "url(https://tracker.example)", "URL (a)", "image-set('a' 1x)", "a/*", "\\75rl(a)"),
        *("<b>", "calc(1px", "red\n", "@import", "", "a" * 501, "\ud800", "red !important"),
    ],
)
def test_what_would_end_its_declaration_or_load_something_is_refused(value: str) -> None:
    """Whatever the place takes."""
    assert not CSS.fits(value)
    assert find_faults(nest("styles/shadow", value))


@given(st.text("ab1#.,%() '\"\\;{}/*-\n", max_size=12))
def test_a_value_that_is_taken_stays_in_its_declaration(value: str) -> None:
    """A stylesheet with it has the rules and declarations that it would have with any other."""
    if not CSS.fits(value):
        return
    styles = {"shadow": value, "elements": {"cite": {"color": {"text": "red"}}}}
    rules = tinycss2.parse_stylesheet("".join(write_styles(styles, {}, SCOPES)))
    assert [rule.type for rule in rules if rule.type != "whitespace"] == ["qualified-rule"] * 2
    declarations = tinycss2.parse_blocks_contents(rules[0].content)
    assert [each.name for each in declarations if each.type == "declaration"] == ["box-shadow"]


def test_a_style_with_a_preset_that_is_not_there_is_refused_with_the_nearest() -> None:
    """In either way of writing it; what was missing before is not the fault of this change."""
    presets = list_presets(("custom", {"color": {"palette": [color()]}}))
    old = {"color": {"text": "var(--wp--preset--color--gone)"}}
    for value in ("var:preset|color|leav", "var(--wp--preset--color--leav)"):
        new = {**old, "elements": {"h2": {"color": {"text": value}}}}
        with pytest.raises(Problem) as refusal:
            check_references((old, presets), (new, presets))
        assert refusal.value.details == [{"path": "styles.elements.h2.color.text", "expected": "leaf", "got": value}]
    check_references((old, presets), (old, presets))


def test_presets_have_variables_and_classes() -> None:
    """With WordPress's names, the last origin's value once."""
    theme: dict[str, Any] = {"color": {"palette": [color()]}}
    own: dict[str, Any] = {"color": {"palette": [color(color="#000")]}, "custom": {"aB": {"c": 1}}}
    root, *classes = write_presets([theme, own])
    assert root == ":root{--wp--preset--color--leaf:#000;--wp--custom--a-b--c:1}\n"
    assert classes[1] == ".has-leaf-background-color{background-color:var(--wp--preset--color--leaf) !important}\n"


def test_references_are_checked_in_time_that_grows_with_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """The slug of each preset is worked out once, and the nearest one for what is told alone."""
    counted = Mock(side_effect=write_slug)
    monkeypatch.setattr(presets_module, "write_slug", counted)
    palette = [color(slug=f"leaf-{number}") for number in range(50)]
    presets = list_presets(("custom", {"color": {"palette": palette}}))
    styles = {"blocks": {f"own/b{number}": {"color": {"text": "var:preset|color|moss"}} for number in range(100)}}
    with pytest.raises(Problem) as refusal:
        check_references(({}, presets), (styles, presets))
    assert (len(refusal.value.details), counted.call_count) == (20, 2 * len(palette))
