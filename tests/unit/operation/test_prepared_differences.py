"""Differences that are worked out before a transaction."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitehand.operation import difference
from sitehand.operation.difference import MAX_STEPS, SHORT, Budget, show_objects
from sitehand.operation.prepared_differences import compare, foresee_undo, kept
from sitehand.site.changes import ObjectChange, PastChange
from sitehand.site.kind import Kind, Kinds

KINDS = Kinds(
    [
        Kind(name="page", singular="page", plural="pages", quiet=frozenset({"modified"})),
        Kind(name="key", singular="key", plural="keys", secret=frozenset({"token"})),
    ]
)
LINES = st.lists(st.sampled_from([word * SHORT for word in "abcd"]), min_size=1, max_size=8).map("\n".join)
FIELDS = st.fixed_dictionaries({name: LINES | st.none() for name in ("title", "content", "modified", "token")})
OBJECTS = st.lists(
    st.builds(ObjectChange, st.sampled_from(["page", "key", "gone"]), st.just("1"), st.just("One"), FIELDS, FIELDS),
    max_size=3,
)


@given(OBJECTS, st.integers(0, 60))
def test_an_answer_is_the_same_whether_it_was_prepared(objects: Sequence[ObjectChange], steps: int) -> None:
    """Also where the steps end: what is over the budget is told in the same words, and leaves as much of it."""
    plain, prepared = Budget(steps), Budget(steps)
    shown = show_objects(objects, KINDS, plain)
    with kept(compare(objects, KINDS)):
        assert show_objects(objects, KINDS, prepared) == shown
    assert max(0, plain.left) == max(0, prepared.left)


def test_what_was_prepared_is_not_compared_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is found, and costs the budget what it took; what was not prepared is compared on the spot."""
    objects = [_change("1", "a\n" * SHORT, "b\n" * SHORT), _change("2", "c\n" * SHORT, "d\n" * SHORT)]
    shown = show_objects(objects, KINDS)
    asked: list[str] = []

    def write(old: str, new: str, budget: Budget) -> str:
        asked.append(old[0])
        return ""

    with kept(compare(objects[:1], KINDS)), kept(compare([], KINDS)):
        monkeypatch.setattr(difference, "write_diff", write)
        budget = Budget(MAX_STEPS)
        again = show_objects(objects, KINDS, budget)
    assert (again[0], asked) == (shown[0], ["c"])
    assert budget.left < MAX_STEPS


def test_nothing_secret_is_compared() -> None:
    """Nor what is never shown, or of a kind that nobody knows."""
    for kind, name in (("key", "token"), ("page", "modified"), ("gone", "title")):
        change = ObjectChange(kind, "1", "One", {name: "a\n" * SHORT}, {name: "b\n" * SHORT})
        assert compare([change], KINDS) == {}


def test_more_than_one_answer_may_take_is_not_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes beyond the steps or the characters is left to be compared on the spot, within its own bounds."""
    objects = [_change(str(number), f"a{number}\n" * SHORT, f"b{number}\n" * SHORT) for number in range(5)]
    assert len(compare(objects, KINDS)) == 5
    for name, most in (("MAX_STEPS_TOGETHER", 1), ("MAX_PREPARED", SHORT)):
        with monkeypatch.context() as patch:
            patch.setattr(f"sitehand.operation.prepared_differences.{name}", most)
            assert len(compare(objects, KINDS)) == 1


def test_an_undo_of_several_changes_ends_where_the_first_began() -> None:
    """Of each field the newest text goes, and the oldest comes back, whichever of the changes had it."""
    newest = PastChange(3, [ObjectChange("page", "1", "One", {"content": "b"}, {"content": "c"})], 1)
    oldest = PastChange(
        2,
        [
            ObjectChange("page", "1", "One", {"title": "A", "content": "a"}, {"title": "B", "content": "b"}),
            ObjectChange("page", "2", "Two", None, {"title": "New"}),
        ],
        1,
    )
    assert [(each.object, each.before, each.after) for each in foresee_undo([newest, oldest])] == [
        ("1", {"title": "B", "content": "c"}, {"content": "a", "title": "A"}),
        ("2", {"title": "New"}, {}),
    ]


def _change(number: str, before: str, after: str) -> ObjectChange:
    return ObjectChange("page", number, "One", {"content": before}, {"content": after})
