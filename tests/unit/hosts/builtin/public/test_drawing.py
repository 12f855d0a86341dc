"""Whatever the checks accept is drawn, and the stylesheet says that and nothing else."""

import re
from typing import Any

import tinycss2
from hypothesis import given, settings
from hypothesis import strategies as st

from sitehand.errors import Problem
from sitehand.hosts.builtin.design_row import build_design, write_object
from sitehand.hosts.builtin.public.design import write_sheet
from sitehand.operations.gutenberg.design import check_given, merge_given
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
    check_sheet(write_sheet(design))


def check_sheet(sheet: str) -> None:
    """A rule on each line, with as many sound declarations as it has parts, and nothing that loads anything."""
    rules = [rule for rule in tinycss2.parse_stylesheet(sheet) if rule.type != "whitespace"]
    assert [rule.type for rule in rules] == ["qualified-rule"] * sheet.count("\n")
    for rule, line in zip(rules, sheet.splitlines(), strict=True):
        declared = tinycss2.parse_blocks_contents(rule.content)
        assert [each.type for each in declared] == ["declaration"] * (line.count(";") + 1)
        assert all(re.fullmatch("[a-z0-9-]+", each.name) for each in declared)
    assert not any(word in sheet for word in ("<", "@import", "url("))


def change_design(design: StoredDesign, change: dict[str, Any]) -> StoredDesign:
    """A design with a change, or as it was where that is refused."""
    try:
        check_given(change)
        settings, styles = merge_given(design, change, {})
    except Problem:
        return design
    return build_design(write_object(settings), write_object(styles))
