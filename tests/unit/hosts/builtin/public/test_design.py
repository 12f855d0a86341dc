"""The design system on the pages that visitors see."""

import json
import re
from typing import Any

import pytest

from sitehand.blocks.design.merging import merge
from sitehand.errors import Code, Problem
from sitehand.hosts.builtin.design import BuiltinDesign
from sitehand.hosts.builtin.public.design import make_sheet
from tests.unit.hosts.builtin.public.site import Site

LINK = re.compile(r'href="(/design\.css\?v=[0-9a-f]{8})"')


def palette(slug: str, color: str) -> dict[str, Any]:
    """Settings with one colour."""
    return {"color": {"palette": [{"slug": slug, "name": slug, "color": color}]}}


async def set_design(site: Site, settings: dict[str, Any], styles: dict[str, Any]) -> None:
    """Set what the site has of its own."""
    await BuiltinDesign(site.database).change(lambda old: (merge(old.own.settings, settings), styles))


async def test_a_page_names_the_stylesheet_of_the_design_as_it_is(site: Site) -> None:
    """Under an address that changes with it; what visitors get there is that design."""
    await site.add("page", slug="about")
    before = LINK.findall((await site.visit("/about/")).text)
    await set_design(site, palette("leaf", "#2e6b34"), {"elements": {"h2": {"color": {"text": "#2e6b34"}}}})
    (after,) = LINK.findall((await site.visit("/about/")).text)
    assert len(before) == 1
    assert before != [after]
    answer = await site.visit(after)
    assert (answer.headers["content-type"], answer.status_code) == ("text/css; charset=utf-8", 200)
    assert answer.headers["cache-control"].endswith("immutable")
    assert "--wp--preset--color--leaf:#2e6b34" in answer.text
    assert ":is(.content, .page-header, .card) h2{color:#2e6b34}" in answer.text


def test_the_themes_colours_follow_into_the_dark_until_the_site_has_its_own() -> None:
    """Colours that were chosen for a light page stand on a light page."""
    plain, other = (make_sheet(settings, "{}").body.decode() for settings in ("{}", to_json(palette("leaf", "#fff"))))
    for sheet in (plain, other):
        assert "--wp--preset--color--base:var(--ground)" in sheet
        assert "color-scheme" not in sheet
    own = make_sheet(to_json(palette("accent", "#7a1434")), "{}").body.decode()
    assert ":root{color-scheme:light;--ground:#fdfdfc;" in own
    assert "--link:#7a1434" in own


def test_text_on_a_colour_of_the_palette_is_readable() -> None:
    """Light on dark, dark on light."""
    sheet = make_sheet(to_json(palette("night", "rgb(10 20 60)")), "{}").body.decode()
    assert ".content .has-night-background-color{color:#fff}" in sheet
    assert ".content .has-white-background-color{color:#15191c}" in sheet
    # These two are dark and light where the visitor prefers a dark page.
    assert ".content .has-raised-background-color{color:var(--text)}" in sheet
    assert ".content .has-contrast-background-color{color:var(--ground)}" in sheet


def test_widths_and_fonts_of_the_theme_become_those_of_the_site() -> None:
    """By the variables that the theme draws with."""
    settings = {
        "layout": {"contentSize": "50rem", "wideSize": "70rem"},
        "typography": {"fontFamilies": [{"slug": "sans", "name": "Sans", "fontFamily": "Verdana, sans-serif"}]},
    }
    sheet = make_sheet(to_json(settings), "{}").body.decode()
    for rule in ("--measure:50rem", "--wide:min(70rem, 100vw - 2 * var(--gap))", "--sans:Verdana, sans-serif"):
        assert rule in sheet


async def test_a_design_that_cannot_be_drawn_is_not_stored(site: Site) -> None:
    """Every page names its stylesheet, so the write is refused and the pages stay."""
    before = (await site.visit("/")).text
    with pytest.raises(Problem) as refusal:
        await set_design(site, {"color": {"palette": [{"color": "#fff"}]}}, {})
    assert refusal.value.code is Code.INVALID_ARGUMENTS
    assert (await site.visit("/")).text == before


async def test_pages_show_colours_of_every_space(site: Site) -> None:
    """Also those whose lightness is not worked out, on which the author chooses the text."""
    own = [
        {"slug": slug, "color": color}
        for slug, color in (("a", "oklch(0.8 0.1 40)"), ("b", "color(rec2020 1 0 0)"), ("c", "lab(20 0 0)"))
    ]
    await set_design(site, {"color": {"palette": own}}, {})
    assert (await site.visit("/")).status_code == 200
    sheet = (await site.visit("/design.css")).text
    assert ".content .has-a-background-color{color:#15191c}" in sheet
    assert ".content .has-b-background-color{" not in sheet
    assert ".content .has-c-background-color{color:#fff}" in sheet


def to_json(value: dict[str, Any]) -> str:
    """As it is stored."""
    return json.dumps(value)
