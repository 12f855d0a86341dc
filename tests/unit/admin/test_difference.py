"""Diffs as screens show them."""

import pytest

from sitehand.admin.difference import DiffLine, split_diff
from sitehand.operation.difference import write_diff


def test_each_line_has_its_class_and_no_sign() -> None:
    """Whatever the text begins with."""
    assert split_diff(" a\n--- b\n+++ c\n+") == [
        *(DiffLine("a", "same"), DiffLine("-- b", "removed"), DiffLine("++ c", "added"), DiffLine("", "added"))
    ]


@pytest.mark.parametrize(
    ("old", "new", "last"),
    [
        (
            "\n".join(f"a\ns{place}" for place in range(2000)),
            "\n".join(f"b\ns{place}" for place in range(2000)),
            "Too large to compare line by line: 3999 lines removed, 3999 added.",
        ),
        ("a" * 30_000, "b", "…"),
    ],
)
def test_what_is_not_shown_is_told_in_whole_words(old: str, new: str, last: str) -> None:
    """Such a line has no sign that could be taken off."""
    assert split_diff(write_diff(old, new))[-1] == DiffLine(last, "same")
