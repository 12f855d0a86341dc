"""The design system of a real WordPress: the user's global styles, and what its pages make of them beside ours."""

import re
from collections.abc import AsyncIterator
from typing import Any

import httpx2
import pytest

from sitehand.blocks.design.stylesheet import write_presets
from sitehand.hosts.wordpress.client import Client
from tests.wordpress.site import WordPress
from tests.wordpress.test_patterns import ask
from tests.wordpress.test_service import Service, service

__all__ = ["service"]


@pytest.fixture
async def editor(wordpress: WordPress) -> AsyncIterator[Client]:
    """Somebody who works in the site editor."""
    client = Client(f"{wordpress.url}/?rest_route=/", wordpress.user, wordpress.password)
    yield client
    await client.close()


VARIABLE = re.compile(r"(--wp--(?:preset|custom)--[\w-]+)\s*:\s*([^;}]+)")
CLASS = re.compile(r"\.(has-[\w-]+-(?:color|gradient-background|font-size|font-family))\s*\{([^}]*?);?\s*\}")
SETTINGS: dict[str, Any] = {
    "color": {
        "palette": [
            {"slug": "leaf", "name": "Leaf", "color": "#2e6b34"},
            {"slug": "moss1", "name": "M", "color": "teal"},
        ],
        "gradients": [{"slug": "dawn", "name": "Dawn", "gradient": "linear-gradient(135deg,#fff 0%,#000 100%)"}],
    },
    "typography": {
        "fontSizes": [
            {"slug": "tiny", "name": "Tiny", "size": "12px"},
            {"slug": "big", "name": "Big", "size": "3rem"},
            {"slug": "bounded", "name": "Bounded", "size": "2rem", "fluid": {"min": "1.5rem", "max": "2.5rem"}},
            {"slug": "fixed", "name": "Fixed", "size": "40px", "fluid": False},
        ],
        "fontFamilies": [{"slug": "old", "name": "Old", "fontFamily": "Georgia, serif"}],
    },
    "spacing": {"spacingSizes": [{"slug": "90", "name": "9", "size": "clamp(1rem, 5vw, 8rem)"}]},
    "custom": {"lineHeight": {"body": 1.7}},
}
STYLES = {
    "color": {"text": "var:preset|color|leaf"},
    "elements": {"link": {":hover": {"color": {"text": "#654321"}}}},
    "blocks": {"core/quote": {"spacing": {"padding": {"top": "1rem"}}}},
}


FORGET_STYLES = "DELETE FROM wp_options WHERE option_name LIKE '%transient%global_styles%'"
"""WordPress 6.1 keeps the style sheet of its pages for a minute; another test may have made it."""


async def test_what_is_set_is_on_wordpress_pages_as_we_would_write_it(service: Service, wordpress: WordPress) -> None:
    """Every variable and class of a preset that the front page has; an undo takes it all back."""
    before = await ask(service, "GET", "/global-styles?theme=true")
    assert {"default", "theme"} <= {preset["origin"] for preset in before["presets"]["color"]}
    done = await ask(service, "PATCH", "/global-styles", {"settings": SETTINGS, "styles": STYLES})
    assert done["styles"]["color"] == {"text": "var(--wp--preset--color--leaf)"}
    wordpress.run_sql(FORGET_STYLES)
    html = httpx2.get(wordpress.url).text
    theirs = html[html.index("global-styles-inline-css") :]
    if wordpress.release == "7.1":
        check_same(theirs, [before["theme"]["settings"], done["settings"]])
    assert re.search(r"--wp--preset--color--leaf:\s*#2e6b34", theirs)
    await ask(service, "POST", "/changes/undo", {"id": done["change_id"]})
    after = await ask(service, "GET", "/global-styles?theme=true")
    assert after == before


def check_same(theirs: str, settings: list[Any]) -> None:
    """Compare what we write of the theme and the site with what WordPress writes of all."""
    ours = "".join(write_presets(settings))
    for pattern in (VARIABLE, CLASS):
        written = {name: re.sub(r"\s", "", value) for name, value in pattern.findall(theirs)}
        expected = {name: re.sub(r"\s", "", value) for name, value in pattern.findall(ours)}
        assert len(expected) > 20
        assert {name: written.get(name) for name in expected} == expected


async def test_a_theme_colour_that_was_changed_in_the_editor_stays_one_of_the_theme(
    service: Service, editor: Client
) -> None:
    """The site editor keeps it apart from colours of the site, and so do we."""
    number = (await ask(service, "GET", "/global-styles"))["id"]
    entry = {"slug": "base", "name": "Base", "color": "#fffff0"}
    stored = {"settings": {"color": {"palette": {"theme": [entry], "custom": []}}}, "styles": {}}
    await editor.write("POST", f"/wp/v2/global-styles/{number}", stored)
    own = {"slug": "leaf", "name": "Leaf", "color": "#2e6b34"}
    done = await ask(service, "PATCH", "/global-styles", {"settings": {"color": {"palette": [own]}}})
    assert done["settings"]["color"]["palette"] == [entry, own]
    value = (await editor.read(f"/wp/v2/global-styles/{number}", {"context": "edit"})).value
    assert value["settings"]["color"]["palette"] == {"theme": [entry], "custom": [own]}
    await editor.write("POST", f"/wp/v2/global-styles/{number}", {"settings": {}, "styles": {}})


async def test_there_is_no_elementor_kit(service: Service) -> None:
    """Where a site has no Elementor, or no companion; the refusal says what it needs."""
    refused = await ask(service, "GET", "/elementor/kit", status=501)
    assert refused["code"] == "not_supported"
