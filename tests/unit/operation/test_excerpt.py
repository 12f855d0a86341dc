"""Long differences in bounds: what is cut says so, and the parts are the whole."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitehand.errors import Code, Problem
from sitehand.operation.excerpt import MAX_ANSWER, MAX_FIELD, NamedPart, cut_objects
from sitehand.site.changes import FieldShown, ObjectShown, Part

TEXTS = st.builds(
    "".join, st.lists(st.sampled_from(["+a\n", "-" + "b" * 999 + "\n", "c" * (MAX_FIELD + 1), " d\n"]), max_size=80)
)


def make_object(*fields: FieldShown, number: int = 7) -> ObjectShown:
    """What became of a page."""
    return ObjectShown(
        kind="page",
        id=str(number),
        label="A page",
        action="update",
        fields=list(fields),
        revision_before=None,
        revision_after=None,
    )


def read_whole(field: FieldShown, side: str) -> list[FieldShown]:
    """Every piece of a field of an object, asked for as each names the next."""
    shown = make_object({"field": "title", "before": "a", "after": "b"}, field)
    pieces = [cut_objects([shown])[0]["fields"][1]]
    while following := pieces[-1].get("cut", {}).get("next"):
        part = NamedPart.model_validate(following).read()
        (found,) = cut_objects([make_object(number=8), shown], part)
        pieces += found["fields"]
        assert len(found["fields"]) == 1
        assert pieces[-1][side], "each piece leads on"  # type: ignore[literal-required]
    return pieces


@given(TEXTS, st.sampled_from(["diff", "before", "after"]))
def test_the_pieces_are_the_whole(text: str, side: str) -> None:
    """Whatever the lines and the side; each piece is in bounds and tells its place; whole ones are not cut."""
    field: FieldShown = {"field": "content", side: text}  # type: ignore[misc]
    pieces = read_whole(field, side)
    assert "".join(piece[side] for piece in pieces) == text  # type: ignore[literal-required]
    assert (pieces == [field]) == (len(text) <= MAX_FIELD)
    offset = 0
    for piece in pieces if len(pieces) > 1 else []:
        shown = len(piece[side])  # type: ignore[literal-required]
        assert shown <= MAX_FIELD
        assert (piece["cut"]["offset"], piece["cut"]["shown"], piece["cut"]["of"]) == (offset, shown, len(text))
        offset += shown


def test_lines_stay_whole() -> None:
    """A piece ends with a line where it can."""
    text = "+a line of twenty-one\n" * 2000
    pieces = read_whole({"field": "content", "diff": text}, "diff")
    assert len(pieces) > 2
    assert all(piece["diff"].endswith("one\n") for piece in pieces)


def test_all_texts_of_an_answer_are_in_bounds_together() -> None:
    """Those that find no room are there with their length, and can be asked for."""
    text = "x" * MAX_FIELD
    number = MAX_ANSWER // MAX_FIELD
    objects = [make_object({"field": "content", "diff": text}, number=n) for n in range(1, number + 3)]
    shown = [each["fields"][0] for each in cut_objects(objects)]
    assert [len(field["diff"]) for field in shown] == [MAX_FIELD] * number + [0, 0]
    last: Part | None = NamedPart.model_validate(shown[-1]["cut"]["next"]).read()
    assert shown[-1]["cut"]["of"] == MAX_FIELD
    assert cut_objects(objects, last) == [objects[-1]]


def test_where_nothing_more_can_be_asked_the_cut_names_nothing() -> None:
    """How much there is, is told all the same."""
    (shown,) = cut_objects([make_object({"field": "content", "diff": "x" * 50_000})], more=False)
    assert shown["fields"][0]["cut"] == {"offset": 0, "shown": MAX_FIELD, "of": 50_000}


@pytest.mark.parametrize("part", [Part("page:8", "content", 0), Part("page:7", "excerpt", 0)])
def test_a_part_that_is_not_there_is_refused(part: Part) -> None:
    """With the way to name one."""
    with pytest.raises(Problem) as refusal:
        cut_objects([make_object({"field": "content", "diff": "x"})], part)
    assert refusal.value.code is Code.NOT_FOUND


def test_past_the_end_there_is_nothing() -> None:
    """An empty piece that says where the end is."""
    text = "x" * 300
    (shown,) = cut_objects([make_object({"field": "content", "diff": text})], Part("page:7", "content", 999))
    assert shown["fields"] == [{"field": "content", "diff": "", "cut": {"offset": 999, "shown": 0, "of": 300}}]
