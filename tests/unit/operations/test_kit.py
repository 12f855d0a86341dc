"""Elementor's kit, which is a part of the design system."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.samples.elementor.kit import FONTS, custom, primary
from tests.service import Service, open_service
from tests.unit.operations.test_gutenberg import call

PATH = "/elementor/kit"


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with a designer's key."""
    async with open_service(tmp_path, roles=("admin", "designer"), output_schemas=False) as opened:
        yield opened


async def test_the_kit_and_the_design_system_are_one(service: Service) -> None:
    """A colour that one sets is there in the other, and on the pages for both."""
    await call(service, "PATCH", PATH, {**primary("#7a1434"), **FONTS, "container_width": "1000px"}, "designer")
    design = await call(service, "GET", "/global-styles")
    assert {"slug": "primary", "name": "primary", "value": "#7a1434", "origin": "custom"} in design["presets"]["color"]
    assert design["layout"]["wideSize"] == "1000px"
    leaf = {"slug": "leaf", "name": "Leaf", "color": "#2e6b34"}
    await call(service, "PATCH", "/global-styles", {"settings": {"color": {"palette": [leaf]}}})
    kit = await call(service, "GET", PATH)
    assert kit["custom_colors"] == [{"id": "leaf", "title": "Leaf", "color": "#2e6b34"}]
    assert kit["system_fonts"][2] == {
        "id": "text",
        "title": "Text",
        "font_family": "Georgia, serif",
        "font_weight": "400",
    }
    sheet = (await service.http.get("/design.css")).text
    for variable in ("--e-global-color-primary:#7a1434", "--e-global-typography-text-font-family:Georgia, serif"):
        assert variable in sheet


async def test_a_custom_colour_has_an_id_made_of_its_title_and_keeps_it(service: Service) -> None:
    """The same title is the same colour; the four ids of Elementor are refused."""
    first = await call(service, "PATCH", PATH, custom())
    again = await call(service, "PATCH", PATH, custom(color="#000000"))
    assert [each["custom_colors"] for each in (first, again)] == [
        [{"id": "moss", "title": "Moss", "color": color}] for color in ("#2e6b34", "#000000")
    ]
    refused = await call(service, "PATCH", PATH, custom(id="accent"))
    assert refused["data"]["details"][0]["path"] == "custom_colors[0].id"
    unset = await call(service, "PATCH", PATH, {"remove_colors": ["moss", "mos"]})
    assert unset["data"]["details"][0]["path"] == "remove_colors[1]"
    text = await call(service, "PATCH", PATH, custom(title="Text"))
    assert text["custom_colors"][1]["id"] == "text-2"


async def test_a_preset_without_a_value_is_refused(service: Service) -> None:
    """A new one has to have it; of one that is there the name alone may be changed."""
    bare = {"settings": {"color": {"palette": [{"slug": "leaf", "name": "Leaf"}]}}}
    refused = await call(service, "PATCH", "/global-styles", bare)
    assert refused["data"]["details"][0]["path"] == "settings.color.palette.leaf.color"
    await call(service, "PATCH", PATH, custom(id="leaf"))
    assert (await call(service, "PATCH", "/global-styles", bare))["presets"]["color"][-1]["name"] == "Leaf"


async def test_titles_of_fonts_are_text_for_people(service: Service) -> None:
    """Stored and shown as given, and in no stylesheet; what no name may hold is refused where it was written."""
    fonts = {"custom_fonts": [{"title": "What's } new; \u00e9", "font_family": "Georgia, serif"}]}
    kit = await call(service, "PATCH", PATH, fonts)
    assert kit["custom_fonts"] == [{"id": "what-s-new", **fonts["custom_fonts"][0]}]
    sheet = (await service.http.get("/design.css")).text
    assert "--wp--custom--typography--what-s-new--font-family:Georgia, serif" in sheet
    assert "What's" not in sheet
    refused = await call(service, "PATCH", PATH, {"custom_fonts": [{"title": "<b>", "font_size": "1rem"}]})
    assert refused["data"]["details"][0]["path"] == "body.custom_fonts[0].title"


async def test_what_is_no_font_below_typography_is_not_drawn_as_one(service: Service) -> None:
    """Themes keep other things there: their names are no ids, and their members no values."""
    typography = {"lineHeight": {"fontSize": "1rem"}, "odd": {"fontSize": {"a": "1rem"}, "fontWeight": 600}}
    await call(service, "PATCH", "/global-styles", {"settings": {"custom": {"typography": typography}}})
    assert (await call(service, "GET", PATH))["custom_fonts"] == [{"id": "odd", "title": "odd", "font_weight": "600"}]
    sheet = (await service.http.get("/design.css")).text
    assert re.findall("--e-global-typography-[^;}]+", sheet) == ["--e-global-typography-odd-font-weight:600"]


async def test_as_many_entries_are_removed_as_can_be_set(service: Service) -> None:
    """A hundred colours and a hundred fonts in one call."""
    ids = [f"leaf-{number}" for number in range(100)]
    entries = {
        "custom_colors": [{"id": each, "color": "#2e6b34"} for each in ids],
        "custom_fonts": [{"id": each, "font_size": "1rem"} for each in ids],
    }
    await call(service, "PATCH", PATH, entries)
    kit = await call(service, "PATCH", PATH, {"remove_colors": ids, "remove_fonts": ids})
    assert (kit["custom_colors"], kit["custom_fonts"]) == ([], [])
