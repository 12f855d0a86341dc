"""Which callers could be in the same hands, and what reads as the owner's label."""

import unicodedata

import pytest

from sitehand.guard.lineage import LOOK_ALIKES, PLAIN, claims_owner, find_line, is_in_line, kind_of

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


@pytest.mark.parametrize(
    "label",
    [
        "\u041ewner",  # Cyrillic O
        "\u039fWN\u0395R",  # Greek O and E
        "\u041e\u051c\u039d\u0415\u13a1",  # no Latin letter at all: Cyrillic, Greek, Cherokee
        "\u0585\u0561\u0578\u0435\u0433",  # Armenian and Cyrillic
        "\u1d0f\u1d21\u0274\u1d07\u0280",  # small capitals
        "\ua4f3\ua4ea\ua4e0\ua4f0\ua4e3",  # Lisu
        "0wner",
        "Ovvner",
        "Öwnér",
        "O\u0332w\u0332n\u0332e\u0332r\u0332",  # underlined by combining marks
    ],
)
def test_a_label_that_looks_like_owner_is_found(label: str) -> None:
    """Whatever script its letters are of, with accents or without."""
    assert claims_owner(label)


@pytest.mark.parametrize("letter", LOOK_ALIKES)
def test_look_alikes_survive_what_comes_before_them(letter: str) -> None:
    """Each is what normalizing and case folding leave, or it would find nothing."""
    for character in map(chr, (code for code, plain in PLAIN.items() if plain == letter)):
        assert unicodedata.normalize("NFKD", character).casefold() == character, ascii(character)
        assert claims_owner("owner".replace(letter, character))


@pytest.mark.parametrize(
    "label", ["Owner's phone", "Homeowner", "Own", "Newsletter script", "", "Хозяин", "Töne", "Power"]
)
def test_other_labels_are_free(label: str) -> None:
    """A label that contains the word is none that reads as the owner's."""
    assert not claims_owner(label)
