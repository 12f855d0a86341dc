"""A tree that is read again in part is the tree of the whole text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitehand.blocks.rereading import reread_tree
from sitehand.blocks.splices import Splice, TextChange
from sitehand.blocks.tree import read_tree
from tests.unit.blocks.test_tree import DOCUMENTS, PIECES

P = "<!-- wp:p -->a<!-- /wp:p -->"
HALF = "<!-- wp:x {"
END = '<!-- wp:image {"a":1} /-->'


def check(source: str, start: int, end: int, text: str) -> None:
    """Raises AssertionError where the two differ."""
    change = TextChange([Splice(start, end, text)])
    assert reread_tree(read_tree(source), change) == read_tree(change.apply(source))


@settings(max_examples=200)
@given(st.lists(DOCUMENTS, min_size=1, max_size=4), DOCUMENTS | st.sampled_from(PIECES), st.data())
def test_a_part_that_is_read_again_gives_the_tree_of_the_whole(
    documents: list[str], text: str, data: st.DataObject
) -> None:
    """Wherever a splice is, whatever it brings, and however broken the text is around it."""
    source = (P * 3 + "\n").join(documents) + P * 3
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(source))] * 2)))
    check(source, start, end, text)


@pytest.mark.parametrize(
    ("before", "text", "after"),
    [
        pytest.param(P * 4 + HALF + P * 4, END, P, id="an end for attributes that stand before"),
        pytest.param(P * 4, HALF, P * 4 + END + P, id="attributes that end behind"),
        pytest.param(P * 4, "<!-- /wp:p -->", P * 4, id="a closer of nothing"),
        pytest.param(P * 4, "<!-- wp:p -->", P * 4, id="a block that takes in the next"),
        pytest.param(P * 4 + "a", "b", "c" + P * 4, id="text between blocks"),
    ],
)
def test_a_change_that_reaches_further_is_read_as_a_whole(before: str, text: str, after: str) -> None:
    """What stands before or behind it becomes something else, or stays what it was."""
    check(before + after, len(before), len(before), text)
    check(f"{before}<!-- wp:p /-->{after}", len(before), len(before) + 14, text)
