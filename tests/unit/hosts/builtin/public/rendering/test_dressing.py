"""Layout classes on the tags of stored HTML, whatever that HTML is."""

import time
from typing import Any

import pytest

from sitehand.hosts.builtin.public.rendering.dressing import MAX_HEAD, dress
from sitehand.hosts.builtin.public.rendering.slots import Attributes, Slot
from sitehand.hosts.builtin.public.rendering.supports import wrap
from sitehand.hosts.builtin.public.theme import STYLE
from sitehand.hosts.builtin.rendering import clean_fragment

FLEX = Attributes({"layout": {"type": "flex"}})


def test_the_element_that_blocks_stand_in_is_dressed() -> None:
    """The last one still open: comments, signs and closed elements before it count for nothing."""
    dressed = dress('<!-- a --><div title="a > b">1 < 2<b>c</b><ul><br>', "core/group", FLEX)
    assert dressed.startswith('<!-- a --><div title="a > b">1 < 2<b>c</b><ul class="')
    assert "is-layout-flex" in dressed.partition("<ul")[2]


def test_a_tag_without_an_end_ends_the_search() -> None:
    """What was found before it is dressed."""
    assert "is-layout-flex" in dress('<div><p title="', "core/group", FLEX).partition("<p")[0]


@pytest.mark.parametrize("piece", ["<a", '<a "', "<a '", "</a", "< "])
def test_tags_without_an_end_cost_no_more_than_others(piece: str) -> None:
    """A text of them takes about the time of a text of whole tags that is as long."""

    def measure(text: str) -> float:
        begin = time.process_time()
        dress(text[:MAX_HEAD], "core/paragraph", Attributes())
        return time.process_time() - begin

    whole = min(measure("<b>" * MAX_HEAD) for _ in range(3))
    assert min(measure(piece * MAX_HEAD) for _ in range(3)) < 5 * whole


@pytest.mark.parametrize(
    ("name", "kind", "sticks"), [("group", "sticky", True), ("group", "", False), ("list", "sticky", False)]
)
def test_a_group_may_stay_on_the_screen(name: str, kind: str, *, sticks: bool) -> None:
    """Where its author chose that; other blocks have no place of their own."""
    given = Attributes({"style": {"position": {"type": kind, "top": "0px"}}})
    assert ("is-position-sticky" in dress("<div>", f"core/{name}", given)) == sticks


@pytest.mark.parametrize(
    ("width", "classes", "style"),
    [
        ("50%", "has-custom-width wp-block-button__width wp-block-button__width-50", "--wp--block-button--width:50"),
        ("33.5%", "has-custom-width wp-block-button__width", "--wp--block-button--width:33.5"),
        ("200px", "has-custom-width", "width:200px"),
    ],
)
def test_a_button_is_as_wide_as_its_author_wants(width: str, classes: str, style: str) -> None:
    """A part of what it stands in, or a length; a sheet of styles takes off the space between buttons."""
    given = Attributes({"style": {"dimensions": {"width": width}}})
    dressed = clean_fragment(dress("<div><p>", "core/button", given)).html
    assert dressed == f'<div style="{style}" class="{classes}"><p></p></div>'
    gap = Attributes({"style": {"spacing": {"blockGap": {"top": "1rem", "left": "2rem"}}}})
    for name in ("buttons", "gallery"):
        assert 'style="gap:1rem 2rem;--wp--style--column-gap:2rem"' in dress("<div>", f"core/{name}", gap)


@pytest.mark.parametrize(
    ("name", "elements"),
    [
        ("link-color", {"link": {"color": {"text": "#00f"}}}),
        ("link-hover-color", {"link": {":hover": {"color": {"text": "#00f"}}}}),
        ("heading-color", {"heading": {"color": {"text": "#00f"}}}),
        ("button-color", {"button": {"color": {"text": "#00f"}}}),
        ("button-background", {"button": {"color": {"background": "#00f"}}}),
    ],
)
def test_a_block_colours_what_stands_in_it(name: str, elements: dict[str, Any]) -> None:
    """Links, headings and buttons, by variables that the style sheet reads; stored blocks and drawn ones alike."""
    given = Attributes({"style": {"elements": elements}})
    style = f'style="--wp--style--{name}:#00f"'
    assert f"<div {style}" in clean_fragment(dress("<div>", "core/group", given)).html
    assert f"<div {style}" in clean_fragment(wrap(Slot("core/post-date", given), "div", "")).html
    assert f"var(--wp--style--{name})" in STYLE.decode()
    unsafe = Attributes({"style": {"elements": {"link": {"color": {"text": "red;position:fixed"}}}}})
    assert "style" not in dress("<div>", "core/group", unsafe)


@pytest.mark.parametrize("number", [10**400, -(10**400)])
def test_a_number_beyond_all_bounds_is_no_style(number: int) -> None:
    """JSON may hold one that no float can; the page is shown without it."""
    given = Attributes({"style": {"spacing": {"blockGap": number}}})
    assert "style" not in dress("<div>", "core/group", given)
