"""Elementor's kit, which is a part of the design system."""

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
