"""Looks of blocks on small screens and at their links: variables that a style sheet of its own reads."""

from typing import Any

import pytest

from sitehand.blocks.attributes import write_attributes
from sitehand.hosts.builtin.block_states import POINTS, VIEWPORTS, list_names, name_look, name_variable
from sitehand.hosts.builtin.public.rendering.dressing import dress
from sitehand.hosts.builtin.public.rendering.looks import list_looks
from sitehand.hosts.builtin.public.rendering.slots import Attributes, Slot
from sitehand.hosts.builtin.public.rendering.supports import wrap
from sitehand.hosts.builtin.public.theme import STATES_STYLE
from sitehand.hosts.builtin.rendering import clean_fragment
from tests.unit.hosts.builtin.public.rendering.test_page import show
from tests.unit.hosts.builtin.public.site import Site

RED, ROOM = {"color": {"text": "#f00"}}, {"spacing": {"padding": {"left": "1px"}}}


@pytest.mark.parametrize(
    ("block", "style", "look", "value"),
    [
        ("core/group", {"@mobile": RED}, "mobile--color", "#f00"),
        ("core/group", {"@tablet": ROOM}, "tablet--padding-left", "1px"),
        ("core/heading", {"@mobile": {"typography": {"textAlign": "center"}}}, "mobile--text-align", "center"),
        (
            "core/group",
            {"@mobile": {"color": {"background": "var:preset|color|base"}}},
            "mobile--background-color",
            "var(--wp--preset--color--base)",
        ),
        ("core/button", {":hover": RED}, "hover--color", "#f00"),
        ("core/button", {"@mobile": {":focus-visible": RED}}, "mobile-focus-visible--color", "#f00"),
    ],
)
def test_a_look_is_a_variable_and_a_class(block: str, style: dict[str, Any], look: str, value: str) -> None:
    """Of stored blocks and of drawn ones; the sanitiser keeps it, and the style sheet reads it."""
    given = Attributes({"style": style})
    for drawn in (dress("<div>", block, given), wrap(Slot(block, given), "div", "")):
        cleaned = clean_fragment(drawn).html
        assert f"--wp--state--{look}:{value}" in cleaned
        assert f"has-state-{look}" in cleaned
    assert f"var(--wp--state--{look})!important" in STATES_STYLE.decode()


@pytest.mark.parametrize(
    ("block", "style"),
    [
        ("core/group", RED),
        ("core/group", {":hover": RED}),
        ("core/button", {":hover": ROOM}),
        ("core/group", {"@watch": RED}),
        ("core/group", {"@mobile": {"color": {"text": "red;position:fixed"}}}),
        ("core/group", {"@mobile": "red"}),
    ],
)
def test_what_wordpress_has_no_state_for_has_none(block: str, style: dict[str, Any]) -> None:
    """Nor what is unsafe in a style."""
    assert "state" not in dress("<div>", block, Attributes({"style": style}))


def test_each_look_has_a_rule() -> None:
    """On each screen that WordPress knows, whatever property a style may give."""
    rules = STATES_STYLE.decode()
    assert all(f"var({name_variable(name_look(*names))})" in rules for names in list_names())
    every = {css for css, _ in list_looks(Attributes({"spacing": {"padding": {}, "margin": {}}}))}
    every |= {css for css, _ in list_looks(Attributes({"border": {"radius": {}}}))}
    assert {(viewport, "", css) for viewport in VIEWPORTS for css in every} <= set(list_names())
    assert all(f">a:{point}{{" in rules for point in POINTS)


async def test_the_style_sheet_is_fetched_where_a_block_needs_it(site: Site) -> None:
    """By no other page."""
    group = '<!-- wp:group {} --><div class="wp-block-group"><p>A</p></div><!-- /wp:group -->'
    plain, small = (group.replace("{}", write_attributes({"style": style})) for style in (ROOM, {"@mobile": ROOM}))
    assert "states.css" not in await show(site, plain)
    assert '<link rel="stylesheet" href="/states.css?v=' in await show(site, small)
    answer = await site.visit("/states.css")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/css; charset=utf-8")
    assert answer.content == STATES_STYLE
