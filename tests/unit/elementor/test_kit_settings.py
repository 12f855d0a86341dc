"""The kit as Elementor stores it, and the words of theme.json for it."""

from typing import Any

import pytest

from sitehand.elementor.kit_settings import show_kit_settings, store_kit_settings
from sitehand.errors import Problem

FONT = {
    "_id": "text",
    "title": "Body",
    "typography_typography": "custom",
    "typography_font_family": "Open Sans",
    "typography_font_size": {"unit": "px", "size": "17", "sizes": []},
    "typography_font_size_tablet": {"unit": "px", "size": 15, "sizes": []},
    "typography_line_height": {"unit": "custom", "size": "1.5", "sizes": []},
    "typography_letter_spacing": {"unit": "px", "size": "", "sizes": []},
}
MOSS = {"_id": "a1b2c3d", "title": "Moss", "color": "#2e6b34", "extra": True}
STORED = {
    "site_name": "A site",
    "system_colors": [{"_id": "primary", "title": "Brand", "color": "#101010"}],
    "custom_colors": [MOSS, {"_id": "accent", "title": "Odd", "color": "#000"}, {"title": "No id"}],
    "system_typography": [FONT],
    "container_width": {"unit": "px", "size": 1200, "sizes": []},
}


def change(stored: dict[str, Any], **parts: Any) -> dict[str, Any]:
    """What is stored after parts of what is shown became these."""
    return store_kit_settings(stored, {**show_kit_settings(stored), **parts})


def test_an_empty_kit_shows_what_elementor_has_by_itself() -> None:
    """Its four colours and fonts; nothing is stored of them until something is changed."""
    shown = show_kit_settings({})
    assert [each["slug"] for each in shown["color"]["palette"]] == ["primary", "secondary", "text", "accent"]
    assert shown["custom"]["typography"]["secondary"] == {
        "title": "Secondary",
        "fontFamily": "Roboto Slab",
        "fontWeight": "400",
    }
    assert ("layout" in shown, change({})) == (False, {})


def test_colours_sizes_and_titles_are_shown_in_css() -> None:
    """With their units; a second entry with one of the four ids, and one without an id, are not shown."""
    shown = show_kit_settings(STORED)
    palette = {each["slug"]: (each["name"], each["color"]) for each in shown["color"]["palette"]}
    assert (palette["primary"], palette["a1b2c3d"]) == (("Brand", "#101010"), ("Moss", "#2e6b34"))
    assert (palette["accent"], len(palette)) == (("Accent", "#61CE70"), 5)
    text = {"title": "Body", "fontFamily": "Open Sans", "fontSize": "17px", "lineHeight": "1.5"}
    assert (shown["custom"]["typography"]["text"], shown["layout"]) == (text, {"wideSize": "1200px"})


def test_a_change_keeps_all_that_it_does_not_name() -> None:
    """Other settings and lists, members that have no word here, sizes at breakpoints, entries that are odd."""
    assert change(STORED) == STORED
    palette = [{**each} for each in show_kit_settings(STORED)["color"]["palette"]]
    palette[4]["color"] = "#fff"
    done = change(STORED, color={"palette": [*palette, {"slug": "sand", "name": "Sand", "color": "#ccbb99"}]})
    sand = {"_id": "sand", "title": "Sand", "color": "#ccbb99"}
    assert done["custom_colors"] == [{**MOSS, "color": "#fff"}, *STORED["custom_colors"][1:], sand]  # type: ignore[index]
    assert {name: done[name] for name in STORED if "colors" not in name} == {
        name: value for name, value in STORED.items() if "colors" not in name
    }
    assert [each["_id"] for each in done["system_colors"]] == ["primary", "secondary", "text", "accent"]
    fonts = show_kit_settings(STORED)["custom"]["typography"]
    done = change(STORED, custom={"typography": {**fonts, "text": {**fonts["text"], "fontSize": "1.25rem"}}})
    size = {"typography_font_size": {"unit": "rem", "size": 1.25, "sizes": []}}
    assert done["system_typography"][2] == {**FONT, **size}


def test_entries_that_are_not_shown_stay_in_their_place() -> None:
    """A fifth of the system's, a colour that nobody has chosen until somebody does, both of two with the same id; and a
    font that is switched off stays off."""
    fifth, unchosen = {"_id": "brand", "title": "Fifth", "color": "#123456"}, {"_id": "b2c3d4e", "title": "New"}
    untitled, off = (
        {"_id": "c3d4e5f", "color": "#000"},
        {"_id": "f1", "title": "Off", "typography_font_family": "Arial"},
    )
    stored = {
        "system_colors": [fifth, {"_id": "text", "title": "Words", "extra": 1}],
        "custom_colors": [unchosen, {**MOSS, "color": "#111"}, MOSS, untitled],
        "custom_typography": [off],
    }
    shown = show_kit_settings(stored)
    done = change(
        stored, color={"palette": [{**shown["color"]["palette"][0], "color": "#fff"}, *shown["color"]["palette"][1:]]}
    )
    assert done["custom_colors"] == stored["custom_colors"]
    assert done["system_colors"][2:] == [
        {"_id": "text", "title": "Words", "extra": 1, "color": "#7A7A7A"},
        {"_id": "accent", "title": "Accent", "color": "#61CE70"},
        fifth,
    ]
    chosen = {"slug": "b2c3d4e", "name": "New", "color": "#abcdef"}
    done = change(stored, color={"palette": [*shown["color"]["palette"], chosen]})
    assert done["custom_colors"][0] == {**unchosen, "color": "#abcdef"}
    fonts = shown["custom"]["typography"]
    done = change(stored, custom={"typography": {**fonts, "text": {**fonts["text"], "fontSize": "20px"}}})
    assert done["custom_typography"] == [off]


def test_one_of_the_four_that_is_removed_is_elementors_again() -> None:
    """Others are gone. Where nothing is left of them, no list is."""
    removed = store_kit_settings({}, {})
    assert [each["color"] for each in removed["system_colors"]] == ["#6EC1E4", "#54595F", "#7A7A7A", "#61CE70"]
    assert (len(removed["system_typography"]), removed["custom_colors"]) == (4, [])
    done = change(STORED, color={"palette": []})
    assert done["system_colors"][0] == {"_id": "primary", "title": "Primary", "color": "#6EC1E4"}
    assert done["custom_colors"] == STORED["custom_colors"][1:]  # type: ignore[index]


@pytest.mark.parametrize(
    ("member", "text", "stored"),
    [
        ("fontSize", "clamp(1rem, 2vw, 2rem)", {"unit": "custom", "size": "clamp(1rem, 2vw, 2rem)", "sizes": []}),
        ("fontSize", "12pt", {"unit": "custom", "size": "12pt", "sizes": []}),
        ("lineHeight", "1.6", {"unit": "custom", "size": "1.6", "sizes": []}),
        ("fontFamily", '"Source Serif 4"', "Source Serif 4"),
        ("textTransform", "uppercase", "uppercase"),
    ],
)
def test_a_font_is_stored_as_its_controls_take_it(member: str, text: str, stored: Any) -> None:
    """Behind the switch without which it does nothing; what is shown of it afterwards means the same."""
    name = "typography_" + "".join(f"_{each.lower()}" if each.isupper() else each for each in member)
    done = change({}, custom={"typography": {"sign": {"title": "Sign", member: text}}})
    assert done["custom_typography"] == [
        {"_id": "sign", "title": "Sign", "typography_typography": "custom", name: stored}
    ]
    assert show_kit_settings(done)["custom"]["typography"]["sign"][member] == text.strip('"')


@pytest.mark.parametrize(
    ("member", "text", "path"),
    [
        ("fontFamily", "Georgia, serif", "fonts.text.font_family"),
        ("fontWeight", "550", "fonts.text.font_weight"),
        ("textDecoration", "underline wavy", "fonts.text.text_decoration"),
    ],
)
def test_what_elementor_does_not_take_is_refused(member: str, text: str, path: str) -> None:
    """A list of families would be one name that no font has."""
    with pytest.raises(Problem) as refused:
        change({}, custom={"typography": {"text": {member: text}}})
    assert refused.value.details[0]["path"] == path
