"""Whatever the checks accept is drawn, and the stylesheet says that and nothing else."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from sitehand.errors import Problem
from sitehand.hosts.builtin.design_row import build_design, write_object
from sitehand.hosts.builtin.public.design import write_sheet
from sitehand.operations.gutenberg.design import DesignChanges, apply_changes
from sitehand.site.design import StoredDesign
from tests.unit.hosts.builtin.public.designs import CHANGES

FLUID = {"settings": {"typography": {"fluid": True}}}


@settings(max_examples=80)
@given(st.lists(CHANGES, min_size=1, max_size=6))
def test_what_the_checks_accept_is_drawn(changes: list[dict[str, Any]]) -> None:
    """Change upon change, each place of theme.json with odd values among others."""
    design = build_design("{}", "{}")
    for change in [FLUID, *changes]:
        design = change_design(design, change)
    write_sheet(design)


def change_design(design: StoredDesign, change: dict[str, Any]) -> StoredDesign:
    """A design with a change, or as it was where that is refused."""
    try:
        settings, styles = apply_changes(design, DesignChanges(**change))
    except Problem:
        return design
    return build_design(write_object(settings), write_object(styles))
