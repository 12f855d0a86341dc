"""Edits that are made before the transaction count inside it."""

from typing import Any

import pytest

from sitehand.blocks.release import Release, read_release
from sitehand.errors import Code, Problem
from sitehand.operation.prepared_edits import PreparedEdit
from sitehand.operations.gutenberg.arguments import OneItem
from sitehand.operations.gutenberg.editing import PREPARED, Editing, Outcome

RELEASE = read_release("7.1")
CALL = OneItem(id=1)


def shout(text: str, arguments: Any, release: Release) -> Outcome:
    """An edit that tells that it was made here."""
    return Outcome(text.upper(), {"blocks": ["made inside"]})


@pytest.mark.parametrize(("text", "told"), [("one", "prepared"), ("two", "made inside")])
def test_what_was_foreseen_is_told(text: str, told: str) -> None:
    """Of the text that it was made of; of another what is made on the spot."""
    editing = Editing(CALL, shout, RELEASE, None)
    with PREPARED.keep(PreparedEdit(1, CALL, "one", "ONE", Outcome("ONE", {"blocks": ["prepared"]}))):
        assert editing.apply(text) == text.upper()
    assert editing.told == {"blocks": [told]}


def test_an_edit_that_nests_too_deeply_is_refused() -> None:
    """And is no fault of ours."""

    def dive(text: str, arguments: Any, release: Release) -> Outcome:
        raise RecursionError

    with pytest.raises(Problem) as refusal:
        Editing(CALL, dive, RELEASE, None).apply("one")
    assert refusal.value.code is Code.INVALID_ARGUMENTS
