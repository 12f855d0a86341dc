"""What is worked out before a transaction counts inside it for the state that it was made of, and is bounded."""

import pytest

from sitehand.errors import Code, Problem
from sitehand.operation.late import LateWork
from sitehand.operation.prepared_edits import MAX_KEPT, PreparedEdit, PreparedEdits

REFUSAL = Problem(Code.CONFLICT, "PreparedEdit.")
Texts = PreparedEdits[str, str]


@pytest.fixture
def texts() -> Texts:
    """Nothing is prepared yet."""
    return PreparedEdits("test_prepared_edits", len)


@pytest.mark.parametrize(
    ("asked", "state", "answer"), [("shout", "one", "ONE"), ("shout", "two", ""), ("run", "one", "")]
)
def test_it_counts_for_the_same_state_and_request(texts: Texts, asked: str, state: str, answer: str) -> None:
    """Anything else is worked out on the spot."""
    with texts.keep(PreparedEdit(1, "shout", "one", "ONE", "ONE")):
        assert texts.answer(asked, state, lambda: "on the spot", None) == (answer or "on the spot")
    assert texts.answer("shout", "one", lambda: "on the spot", None) == "on the spot"


def test_a_refusal_is_foreseen_too(texts: Texts) -> None:
    """It is raised without the work being tried again."""
    with texts.keep(PreparedEdit(1, "shout", "one", "one", REFUSAL)), pytest.raises(Problem, match="PreparedEdit"):
        texts.answer("shout", "one", lambda: "on the spot", None)


def test_each_write_builds_on_the_one_before(texts: Texts) -> None:
    """Of the same item."""
    assert texts.begin(1, "stored") == "stored"
    with (
        texts.keep(PreparedEdit(1, "a", "stored", "first", "")),
        texts.keep(PreparedEdit(1, "b", "first", "second", "")),
    ):
        assert texts.begin(1, "stored") == "second"
        assert texts.begin(2, "another") == "another"


def test_no_more_is_kept_than_there_is_room_for(texts: Texts) -> None:
    """One long text always has room: its write is alone."""
    assert texts.begin(1, "x" * MAX_KEPT * 2)
    with texts.keep(PreparedEdit(1, "a", "stored", "x" * (MAX_KEPT - 3), "")):
        assert texts.begin(2, "abc") == "abc"
        assert texts.begin(2, "abcd") is None


def test_late_work_ends(texts: Texts) -> None:
    """What was prepared costs nothing of it."""
    late = LateWork(5)
    with texts.keep(PreparedEdit(1, "shout", "long text", "LONG TEXT", "LONG TEXT")):
        assert texts.answer("shout", "long text", lambda: "", late) == "LONG TEXT"
    assert texts.answer("shout", "12345", lambda: "done", late) == "done"
    with pytest.raises(Problem, match="too much text") as refused:
        texts.answer("shout", "6", lambda: "done", late)
    assert refused.value.code is Code.INVALID_ARGUMENTS
