"""The design system through REST and as a tool, and the presets that blocks name."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.samples.design_calls import palette
from tests.samples.gutenberg import paragraph
from tests.service import Service, open_service
from tests.unit.operations.test_gutenberg import call, make_page

PATH = "/global-styles"
LEAF = palette("#2e6b34")


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with a key of each role that works on blocks."""
    async with open_service(tmp_path, roles=("admin", "designer"), output_schemas=False) as opened:
        yield opened


async def test_what_is_set_is_merged_and_what_is_removed_is_gone(service: Service) -> None:
    """A designer sets a colour over one of the theme; the others stay; without it the theme's holds again."""
    before = await call(service, "GET", PATH)
    await call(service, "PATCH", PATH, palette("#7a1434", "accent"), "designer")
    done = await call(service, "PATCH", PATH, LEAF, "designer")
    colors = {preset["slug"]: (preset["value"], preset["origin"]) for preset in done["presets"]["color"]}
    assert (colors["accent"], colors["leaf"]) == (("#7a1434", "custom"), ("#2e6b34", "custom"))
    assert colors["contrast"] == ("#1d2327", "theme")
    paths = ["settings.color.palette.accent", "settings.color.palette.leaf"]
    after = await call(service, "PATCH", PATH, {"remove": paths}, "designer")
    assert {name: after[name] for name in before if name != "status_code"} == {
        name: value for name, value in before.items() if name != "status_code"
    }


async def test_a_preset_that_a_style_names_is_not_removed(service: Service) -> None:
    """The refusal says where it is named."""
    styles = {"blocks": {"core/quote": {"color": {"text": "var:preset|color|leaf"}}}}
    done = await call(service, "PATCH", PATH, {**LEAF, "styles": styles})
    assert done["styles"]["blocks"]["core/quote"]["color"]["text"] == "var(--wp--preset--color--leaf)"
    refused = await call(service, "PATCH", PATH, {"remove": ["settings.color.palette.leaf"]})
    (detail,) = refused["data"]["details"]
    assert (refused["code"], detail["path"]) == ("invalid_arguments", "styles.blocks.core/quote.color.text")


async def test_too_much_is_refused(service: Service) -> None:
    """Each page loads it; the bound is on all that is set."""
    huge = {"settings": {"custom": {f"name{number}": "a" * 490 for number in range(450)}}}
    refused = await call(service, "PATCH", PATH, huge)
    assert (refused["code"], "bytes" in refused["message"]) == ("invalid_arguments", True)


async def test_a_block_that_names_an_unknown_preset_is_told_of_the_nearest(service: Service) -> None:
    """When it is written, and later by validate_blocks, whose repair is taken."""
    await call(service, "PATCH", PATH, LEAF)
    page = await make_page(service, paragraph("One"))
    new = {"name": "core/paragraph", "attributes": {"textColor": "leav", "backgroundColor": "white"}, "text": "Two"}
    done = await call(service, "POST", f"/items/{page}/blocks", {"at": "end", "blocks": [new]})
    unknown = [{"path": "blocks.0.attributes.textColor", "expected": "leaf", "got": "leav"}]
    assert done["unknown_presets"] == unknown
    (problem,) = (await call(service, "GET", f"/items/{page}/blocks/problems"))["items"]
    assert (problem["fault"], problem["presets"][0]["path"]) == ("preset", "attributes.textColor")
    repaired = await call(service, "POST", f"/items/{page}/blocks/operations", {"operations": [problem["repair"]]})
    assert "unknown_presets" not in repaired
    assert (await call(service, "GET", f"/items/{page}/blocks/problems"))["total"] == 0


async def test_presets_in_markup_are_looked_at_too(service: Service) -> None:
    """In delimiters, and as variables in styles."""
    page = await make_page(service, paragraph("One"))
    attributes = '{"fontSize":"larg","style":{"spacing":{"padding":{"top":"var:preset|spacing|45"}}}}'
    html = '<p class="has-larg-font-size" style="padding-top:var(--wp--preset--spacing--45)">Two</p>'
    markup = f"<!-- wp:paragraph {attributes} -->\n{html}\n<!-- /wp:paragraph -->"
    done = await call(service, "POST", f"/items/{page}/blocks", {"at": "end", "markup": markup})
    assert [each["got"] for each in done["unknown_presets"]] == ["larg", "45"]
    assert done["unknown_presets"][0]["expected"] == "large"


async def test_a_block_type_says_which_attributes_name_presets(service: Service) -> None:
    """By the kind that get_design_system has."""
    attributes = (await call(service, "GET", "/block-type?name=core/paragraph"))["attributes"]
    kinds = {name: shown["preset"] for name, shown in attributes.items() if "preset" in shown}
    assert kinds.items() >= {"textColor": "color", "gradient": "gradient", "fontSize": "font-size"}.items()


async def test_references_in_settings_are_written_as_variables(service: Service) -> None:
    """Widths and sizes of the site refer to presets as its styles do."""
    gap = "var:preset|spacing|40"
    settings = {
        "layout": {"contentSize": gap},
        "custom": {"gap": gap},
        "typography": {"fontSizes": [{"slug": "a", "size": gap}]},
    }
    await call(service, "PATCH", PATH, {"settings": settings})
    sheet = (await service.http.get("/design.css")).text
    assert "--measure:var(--wp--preset--spacing--40)" in sheet
    assert "var:preset" not in sheet
