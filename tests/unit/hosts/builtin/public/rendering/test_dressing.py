"""Layout classes on the tags of stored HTML, whatever that HTML is."""

import time

import pytest

from sitehand.hosts.builtin.public.rendering.dressing import MAX_HEAD, dress
from sitehand.hosts.builtin.public.rendering.slots import Attributes

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
