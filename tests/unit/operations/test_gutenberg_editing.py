"""Edits that are made before the transaction count inside it."""

import time
from typing import Any

import pytest

from sitehand.blocks.editor import edit_blocks
from sitehand.blocks.edits import Insert
from sitehand.blocks.places import Place, Relation
from sitehand.blocks.release import Release, read_release
from sitehand.errors import Code, Problem
from sitehand.operation.prepared_edits import PreparedEdit
from sitehand.operations.gutenberg.arguments import OneItem
from sitehand.operations.gutenberg.editing import MAX_TOLD, PREPARED, Editing, Outcome, tell

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


def test_only_the_blocks_that_are_told_are_looked_at() -> None:
    """Of thousands that are equal; their numbers are counted once for all."""
    many = "<!-- wp:page-list /-->" * 3_000
    edited = edit_blocks(many, [Insert(Place(Relation.END), many)])
    begin = time.process_time()
    told = tell(edited, numbered=True)["blocks"]
    assert time.process_time() - begin < 1
    first = {"path": "3000", "fingerprint": str(edited.fingerprints.of(edited.outline.roots[3_000]))}
    assert (len(told), told[0]) == (MAX_TOLD, {**first, "name": "core/page-list", "operation": 0})
    assert [one["fingerprint"].partition("-")[2] for one in told] == [str(3_001 + each) for each in range(MAX_TOLD)]
