"""Lists of presets by origin, as WordPress stores them, beside the plain ones that callers see."""

from typing import Any

from sitehand.hosts.wordpress.design_origins import join_origins, part_origins

THEMES, OWN = {"slug": "base", "color": "#fffff0"}, {"slug": "base", "color": "#101010"}
LEAF = {"slug": "leaf", "color": "#2e6b34"}
STORED: dict[str, Any] = {"color": {"palette": {"theme": [THEMES], "custom": [OWN, LEAF]}}}


def test_what_nobody_changed_is_stored_as_it_was() -> None:
    """Also an entry of the theme whose slug is a custom one too, which callers do not see."""
    joined = join_origins(STORED)
    assert joined == {"color": {"palette": [OWN, LEAF]}}
    assert part_origins(joined, STORED) == STORED


def test_a_change_is_stored_with_the_origin_that_holds() -> None:
    """The entry beneath stays until its slug is removed, and new entries are custom."""
    changed, moss = {**OWN, "color": "#000000"}, {"slug": "moss", "color": "#334411"}
    parted = part_origins({"color": {"palette": [changed, moss]}}, STORED)
    assert parted == {"color": {"palette": {"theme": [THEMES], "custom": [changed, moss]}}}
    assert part_origins({"color": {"palette": [LEAF]}}, STORED) == {"color": {"palette": {"custom": [LEAF]}}}
