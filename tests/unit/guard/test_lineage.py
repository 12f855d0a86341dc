"""Which callers could be in the same hands, and what reads as the owner's label."""

import pytest

from sitehand.guard.lineage import claims_owner, find_line, is_in_line, kind_of

MADE = [
    ("key:1", "owner"),
    ("key:2", "key:1"),
    ("key:3", "key:2"),
    ("key:4", "key:1"),
    ("key:5", "owner"),
    ("key:6", "owner"),
    ("key:6", "key:5"),
    ("key:6", "owner"),
    ("key:7", "plugin:links:ann"),
    ("key:8", "unknown"),
    ("key:9", "site"),
]
"""1 made 2 and 4, 2 made 3; 5 rotated 6, which the owner made and rotated again later."""


@pytest.mark.parametrize(
    ("caller", "others"),
    [
        ("key:1", {"key:2", "key:3", "key:4"}),
        ("key:3", {"key:1", "key:2", "key:4"}),
        ("key:4", {"key:1", "key:2", "key:3"}),
        ("key:5", {"key:6"}),
        ("key:6", {"key:5"}),
        ("key:7", {"plugin:links:bob", "key:8"}),
        ("plugin:other", {"key:7", "plugin:links:ann"}),
        ("key:9", set()),
        ("token:0a", set()),
    ],
)
def test_a_line_goes_both_ways_and_not_through_the_owner(caller: str, others: set[str]) -> None:
    """Ancestors, descendants and siblings, by creation and by rotation; callers of plugins count as one."""
    line = find_line(caller, MADE)
    known = {*(key for key, _ in MADE), "plugin:links:ann", "plugin:links:bob", "owner", "site", "token:0b"}
    assert is_in_line(caller, line)
    assert {each for each in known - {caller} if is_in_line(each, line)} >= others
    outside = {"owner", "site", "token:0b", "key:1", "key:5", "key:9"} - others - {caller}
    assert [each for each in outside if is_in_line(each, line)] == []


def test_a_ring_of_makers_ends() -> None:
    """Two keys that rotate each other, and themselves, are one line."""
    assert find_line("key:1", [("key:1", "key:1"), ("key:1", "key:2"), ("key:2", "key:1")]) == {"key:1", "key:2"}


@pytest.mark.parametrize(
    ("caller", "kind"),
    [("owner", "owner"), ("key:3", "key"), ("token:0a", "token"), ("plugin:x", "plugin"), ("visitor:1", "plugin")],
)
def test_an_id_tells_the_kind(caller: str, kind: str) -> None:
    """What nobody has reserved is a plugin's."""
    assert kind_of(caller) == kind


@pytest.mark.parametrize(
    "label", ["Owner", "OWNER", " owner ", "Ｏｗｎｅｒ", "O w n e r", "Own\u200ber", "Owner.", "ⓄⓌⓃⒺⓇ", "owner\u00a0"]
)
def test_what_reads_as_owner_is_found(label: str) -> None:
    """Case, spacing, what has no width, punctuation and compatibility forms of letters hide nothing."""
    assert claims_owner(label)


@pytest.mark.parametrize("label", ["Owner's phone", "Homeowner", "Own", "Newsletter script", ""])
def test_other_labels_are_free(label: str) -> None:
    """A label that contains the word is none that reads as the owner's."""
    assert not claims_owner(label)
