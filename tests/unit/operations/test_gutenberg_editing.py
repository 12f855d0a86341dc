"""Edits that are made before the transaction count inside it only for the text that they were made of."""

from typing import Any

import pytest

from sitehand.blocks.release import Release, read_release
from sitehand.errors import Code, Problem
from sitehand.operations.gutenberg.arguments import OneItem
from sitehand.operations.gutenberg.editing import Editing, Foreseen, Outcome

RELEASE = read_release("7.1")
REFUSAL = Problem(Code.CONFLICT, "Foreseen.")


def shout(text: str, arguments: Any, release: Release) -> Outcome:
    """An edit that tells that it was made here."""
    return Outcome(text.upper(), {"blocks": ["made inside"]})


@pytest.mark.parametrize(
    ("foreseen", "text", "told"),
    [
        (Foreseen(OneItem(id=1), "one", Outcome("ONE", {"blocks": ["foreseen"]})), "ONE", "foreseen"),
        (Foreseen(OneItem(id=1), "two", Outcome("TWO", {"blocks": ["foreseen"]})), "ONE", "made inside"),
        (Foreseen(OneItem(id=2), "one", Outcome("two", {"blocks": ["foreseen"]})), "ONE", "made inside"),
        (Foreseen(OneItem(id=1), "two", REFUSAL), "ONE", "made inside"),
    ],
)
def test_what_was_foreseen_counts_for_the_same_text_and_call(foreseen: Foreseen, text: str, told: str) -> None:
    """Another text, or another call, is edited on the spot."""
    editing = Editing(OneItem(id=1), shout, RELEASE, (foreseen,))
    assert (editing.apply("one"), editing.told) == (text, {"blocks": [told]})


def test_a_refusal_is_foreseen_too() -> None:
    """It is raised inside, without the edit being tried again."""
    editing = Editing(OneItem(id=1), shout, RELEASE, (Foreseen(OneItem(id=1), "one", REFUSAL),))
    with pytest.raises(Problem, match="Foreseen"):
        editing.apply("one")


def test_an_edit_that_nests_too_deeply_is_refused() -> None:
    """And is no fault of ours."""

    def dive(text: str, arguments: Any, release: Release) -> Outcome:
        raise RecursionError

    with pytest.raises(Problem) as refusal:
        Editing(OneItem(id=1), dive, RELEASE, ()).apply("one")
    assert refusal.value.code is Code.INVALID_ARGUMENTS
