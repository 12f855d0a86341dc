"""The one parser of arguments: strict, total, and clear about what is wrong."""

import json
import tracemalloc
from collections.abc import Callable
from math import inf, nan
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field

from sitehand.errors import Code, Problem
from sitehand.operation.faults import KNOWN
from sitehand.operation.query_strings import from_strings
from sitehand.operation.schema import (
    MAX_DEPTH,
    MAX_INTEGER,
    MAX_UNKNOWN,
    MIN_INTEGER,
    input_schema,
    parse,
    query_arguments,
    tool_schema,
)
from sitehand.site.conditions import Where
from sitehand.site.values import MAX_ID, UNSET, Id, Input, InQuery, Moment

STORABLE = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=20)


def make_json(text: st.SearchStrategy[str], numbers: st.SearchStrategy[float]) -> st.SearchStrategy[Any]:
    """Values that JSON can hold."""
    return st.recursive(
        st.none() | st.booleans() | numbers | text,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(text, inner, max_size=4),
        max_leaves=20,
    )


JSON = make_json(st.text(), st.integers() | st.floats())
NUMBERS = st.integers(MIN_INTEGER, MAX_INTEGER) | st.floats(allow_nan=False, allow_infinity=False)


class Inner(Input):
    """Arguments inside of arguments."""

    known: list[int] = Field(default_factory=list)


class Wanted(Input):
    """Arguments of every kind."""

    id: Id
    title: str = Field("", max_length=20)
    slug: str = Field("", pattern="^[a-z-]{0,9}$")
    size: float = 1.5
    force: Annotated[bool, InQuery()] = False
    kind: Literal["one", "two"] = "one"
    include: list[Id] = Field(default_factory=list, max_length=3)
    words: list[str] = Field(default_factory=list)
    when: Moment = UNSET
    more: dict[str, Any] = UNSET
    inner: list[Inner] = Field(default_factory=list)
    where: Where = Field(default_factory=list)


A = {"field": "a"}


def refuse(raw: Any) -> Problem:
    """The problem with these arguments."""
    with pytest.raises(Problem) as refused:
        parse(Wanted, raw, lambda name: "body.")
    assert refused.value.code is Code.INVALID_ARGUMENTS
    return refused.value


@pytest.mark.parametrize(
    ("given_value", "path"),
    [
        ({"id": "01"}, "body.id"),
        ({"id": "+1"}, "body.id"),
        ({"id": "1.0"}, "body.id"),
        ({"id": " 1"}, "body.id"),
        ({"id": "1e3"}, "body.id"),
        ({"id": "١"}, "body.id"),
        ({"id": ""}, "body.id"),
        ({"id": "0"}, "body.id"),
        ({"id": "9" * 4000}, "body.id"),
        ({"id": ["1"]}, "body.id"),
        ({"id": 1, "size": "1.5"}, "body.size"),
        ({"id": True}, "body.id"),
        ({"id": 1.0}, "body.id"),
        ({"id": 0}, "body.id"),
        ({"id": MAX_ID + 1}, "body.id"),
        ({"id": 10**400}, "body.id"),
        ({}, "body.id"),
        ({"id": 1, "title": 1}, "body.title"),
        ({"id": 1, "title": None}, "body.title"),
        ({"id": 1, "title": "x" * 21}, "body.title"),
        ({"id": 1, "title": "a\x00"}, "body.title"),
        ({"id": 1, "title": "\ud800"}, "body.title"),
        ({"id": 1, "force": 1}, "body.force"),
        ({"id": 1, "force": "true"}, "body.force"),
        ({"id": 1, "kind": "three"}, "body.kind"),
        ({"id": 1, "include": [1, "x"]}, "body.include[1]"),
        ({"id": 1, "include": "1,2"}, "body.include[0]"),
        ({"id": 1, "include": True}, "body.include[0]"),
        ({"id": 1, "include": None}, "body.include"),
        ({"id": 1, "include": [[1]]}, "body.include[0]"),
        ({"id": 1, "include": [1, 2, 3, 4]}, "body.include"),
        ({"id": 1, "when": "yesterday"}, "body.when"),
        ({"id": 1, "when": 1700000000}, "body.when"),
        ({"id": 1, "when": "2026-02-30"}, "body.when"),
        ({"id": 1, "more": {"a": [{"b": "\x00"}]}}, "body.more.a[0].b"),
        ({"id": 1, "tilte": "x"}, "body.tilte"),
    ],
)
def test_a_fault_is_named_by_its_place(given_value: dict[str, Any], path: str) -> None:
    """The path says where the value came from, and nothing is converted whose meaning is not plain."""
    assert [detail["path"] for detail in refuse(given_value).details] == [path]


@pytest.mark.parametrize(
    ("given_value", "expected"),
    [
        ({"id": 1, "include": [1, 2, 3, 4]}, "at most 3 items"),
        ({"id": 1, "title": "x" * 21}, "at most 20 characters"),
        ({"id": 1, "slug": "Rye"}, "text that matches '^[a-z-]{0,9}$'"),
        ({"id": "one"}, "a valid integer"),
    ],
)
def test_a_fault_reads_as_a_sentence(given_value: dict[str, Any], expected: str) -> None:
    """What stands after "expected" is the rule alone."""
    assert refuse(given_value).details[0]["expected"] == expected


def test_every_fault_is_told_at_once() -> None:
    """So that a caller needs one correction, not five."""
    problem = refuse({"id": "x", "title": 1, "kind": "z", "nonsense": 1})
    assert {detail["path"] for detail in problem.details} == {"body.id", "body.title", "body.kind", "body.nonsense"}


def test_an_unknown_name_comes_with_the_nearest() -> None:
    """And all names are told once, whatever the number of unknown ones."""
    assert refuse({"id": 1, "tilte": "x"}).details[0]["expected"] == "'title' (the nearest known name)"
    for number in (1, 5, MAX_UNKNOWN + len(Wanted.model_fields)):
        problem = refuse({"id": 1, **{f"q{place}": "x" for place in range(number)}})
        assert {detail["expected"] for detail in problem.details} == {KNOWN}
        assert json.dumps([problem.message, problem.hint, problem.details]).count("include") == 1


@pytest.mark.parametrize(
    ("given_value", "meant"),
    [
        ({"id": "34"}, {"id": 34}),
        ({"id": 1, "include": 7}, {"include": [7]}),
        ({"id": 1, "include": "7"}, {"include": [7]}),
        ({"id": 1, "include": ["7", 8]}, {"include": [7, 8]}),
        ({"id": 1, "words": "a, b"}, {"words": ["a, b"]}),
        ({"id": 1, "words": "7"}, {"words": ["7"]}),
        ({"id": 1, "inner": {"known": [1]}}, {"inner": [Inner(known=[1])]}),
    ],
)
def test_plain_meaning_in_another_form_is_taken(given_value: dict[str, Any], meant: dict[str, Any]) -> None:
    """Decimal digits for an integer, and a single value where a list of it is meant."""
    parsed = parse(Wanted, given_value)
    assert {name: getattr(parsed, name) for name in meant} == meant


@pytest.mark.parametrize("raw", [None, [], "x", 7, [["id", 1]]])
def test_arguments_are_an_object(raw: Any) -> None:
    """Anything else is refused as such."""
    assert refuse(raw).details[0]["expected"] == "an object"


def test_deep_nesting_is_refused() -> None:
    """Past the limit, however deep, without exhausting the stack; up to it all is well."""

    def nest(depth: int) -> Any:
        value: Any = 1
        for _ in range(depth):
            value = {"a": [value]}
        return value

    assert "nesting" in refuse({"id": 1, "more": nest(5000)}).details[0]["expected"]
    assert parse(Wanted, {"id": 1, "more": nest(MAX_DEPTH // 2 - 1)})


def test_a_long_name_over_many_values_costs_little_memory() -> None:
    """The place of each value is not kept with all of a long name, so that a small body cannot fill the memory."""
    tracemalloc.start()
    try:
        with pytest.raises(Problem):
            parse(Wanted, {"n" * 10_000: [0] * 10_000})
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 20_000_000


def test_a_crowd_of_unknown_names_is_refused_at_the_price_of_a_few() -> None:
    """The first are told and the others never looked at: hundreds of thousands of faults would stop the event loop."""
    crowd = {f"titlf{number}": 1 for number in range(50_000)}
    tracemalloc.start()
    try:
        problem = refuse({"id": 1, **crowd})
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert [detail["path"] for detail in problem.details] == [f"body.titlf{number}" for number in range(20)]
    assert {detail["got"] for detail in problem.details} == {"an unknown name"}
    assert problem.details[0]["expected"] == KNOWN
    assert peak < 5_000_000


def test_a_few_unknown_names_are_told_with_the_other_faults() -> None:
    """Up to a hundred of them hide no other fault."""
    problem = refuse({"id": "x", "title": 1, **{f"titlf{number}": 1 for number in range(100)}})
    assert [detail["path"] for detail in problem.details[:2]] == ["body.id", "body.title"]
    assert problem.details[2]["expected"] == "'title' (the nearest known name)"


def test_a_huge_name_is_not_repeated() -> None:
    """An answer shows the beginning of an unknown name, and finding its nearest takes no time."""
    problem = refuse({"id": 1, "x" * 1_000_000: 1, "more": {"y" * 1_000_000: "a"}})
    assert problem.details[0]["got"] == "an unknown name"
    assert len(json.dumps([problem.message, problem.details])) < 1000


def test_a_huge_value_is_not_repeated() -> None:
    """An answer shows the beginning of what came."""
    problem = refuse({"id": 1, "title": "x" * 100_000})
    assert len(json.dumps([problem.message, problem.details])) < 1000


class Counted(str):
    """A text that counts how often it is written out."""

    written = 0
    __slots__ = ()

    def __getitem__(self, key: object) -> "Counted":
        Counted.written += 1
        return self


@pytest.mark.parametrize("wrap", [lambda crowd: crowd, lambda crowd: {"a": crowd}, lambda crowd: [[crowd]]])
def test_of_a_huge_wrong_value_only_the_beginning_is_written(wrap: Callable[[Any], Any]) -> None:
    """However many values there are inside of it, and however deep."""
    Counted.written = 0
    problem = refuse({"id": wrap([Counted("wrong")] * 300_000)})
    assert problem.details[0]["got"].startswith(json.dumps(wrap([]))[:-1].rstrip("]") + '"wrong", "wrong"')
    assert len(problem.details[0]["got"]) == 80
    assert Counted.written <= 80


@pytest.mark.parametrize(
    ("name", "crowd"),
    [
        ("words", [7] * 300_000),
        ("inner", [{"known": ["x"] * 300_000}]),
        ("inner", [{f"unknown{number}": 1 for number in range(300_000)}]),
    ],
)
def test_of_a_crowd_of_faults_only_the_number_is_told(
    monkeypatch: pytest.MonkeyPatch, name: str, crowd: list[Any]
) -> None:
    """No fault is described: describing hundreds of thousands would stop the event loop."""
    described: list[Any] = []
    monkeypatch.setattr("sitehand.operation.faults._detail", lambda *fault: described.append(fault))
    problem = refuse({"id": 1, name: crowd})
    assert problem.details == [{"path": "body", "expected": "arguments that match the schema", "got": "300000 faults"}]
    assert (described, problem.hint[:17]) == ([], "Known arguments: ")


def test_a_thousand_faults_are_told_by_the_first() -> None:
    """What a caller may get wrong by mistake is told place by place."""
    problem = refuse({"id": 1, "words": [7] * 1000})
    assert [detail["path"] for detail in problem.details] == [f"body.words[{place}]" for place in range(20)]


@pytest.mark.parametrize("number", [MAX_INTEGER + 1, MIN_INTEGER - 1, 10**400, inf, -inf, nan])
@pytest.mark.parametrize("name", ["id", "size", "more"])
def test_a_number_that_no_answer_can_give_back_is_refused(name: str, number: float) -> None:
    """Wherever it stands, in values of any form too, with its place."""
    given_value = {"a": [{"b": number}]} if name == "more" else number
    (detail,) = refuse({"id": 1, name: given_value}).details
    assert detail["path"] == ("body.more.a[0].b" if name == "more" else f"body.{name}")
    assert detail["expected"] in ("a number that is finite", f"an integer from {MIN_INTEGER} to {MAX_INTEGER}")


@pytest.mark.parametrize("number", [MAX_INTEGER, MIN_INTEGER, 1e308, -1e308, 2.0**70, 5e-324, -0.0, True])
def test_any_other_number_is_taken_as_it_is(number: float) -> None:
    """The largest integers, and large floats."""
    assert parse(Wanted, {"id": 1, "more": {"a": number}}).more == {"a": number}


@given(make_json(STORABLE, NUMBERS))
def test_a_wrong_value_is_shown_as_json(value: Any) -> None:
    """Up to a line of a terminal, with dots where more would follow, and no control characters."""
    (got,) = [detail["got"] for detail in refuse({"id": [value]}).details]
    text = json.dumps([value], ensure_ascii=False)
    whole = "".join(each if each.isprintable() else json.dumps(each)[1:-1] for each in text)
    assert got == whole if len(whole) <= 80 else (got[:20], got[77:]) == (whole[:20], "...")


@given(st.dictionaries(st.sampled_from(sorted(Wanted.model_fields)) | st.text(max_size=5), JSON, max_size=6))
def test_any_arguments_give_a_model_or_a_problem(raw: dict[str, Any]) -> None:
    """Nothing else is ever raised, and the problem can be written as JSON in UTF-8."""
    try:
        parse(Wanted, raw)
    except Problem as problem:
        assert problem.code is Code.INVALID_ARGUMENTS
        assert problem.details


@given(STORABLE)
def test_text_stays_as_it_is(text: str) -> None:
    """Byte for byte: no trimming, no normalising."""
    assert parse(Wanted, {"id": 1, "title": text}).title == text


@pytest.mark.parametrize(
    ("query", "values"),
    [
        ({"id": ["7"], "force": ["true"]}, {"id": 7, "force": True}),
        ({"force": ["0"]}, {"force": False}),
        ({"force": ["maybe"]}, {"force": "maybe"}),
        ({"id": ["7.0"]}, {"id": "7.0"}),
        ({"id": ["٧"]}, {"id": "٧"}),
        ({"id": ["9" * 31]}, {"id": "9" * 31}),
        ({"size": ["2.5"]}, {"size": 2.5}),
        ({"size": ["-3"]}, {"size": -3.0}),
        ({"size": ["nan"]}, {"size": "nan"}),
        ({"include": ["1,2"]}, {"include": [1, 2]}),
        ({"include": ["1", "2"]}, {"include": [1, 2]}),
        ({"include[]": ["1", "2"]}, {"include": [1, 2]}),
        ({"include": ["1"], "include[]": ["2"]}, {"include": [1, 2]}),
        ({"include": ["1,x"]}, {"include": [1, "x"]}),
        ({"words": ["a, b ,"]}, {"words": ["a", "b"]}),
        ({"title": ["7"]}, {"title": "7"}),
        ({"nonsense": ["7"]}, {"nonsense": "7"}),
        ({"title[]": ["7"]}, {"title[]": "7"}),
        ({"title[a][gt]": ["7"]}, {"title[a][gt]": "7"}),
        ({"where[a][gt]": ["7", "8"]}, {"where": [{**A, "op": "gt", "value": "7"}, {**A, "op": "gt", "value": "8"}]}),
        ({"where[a][in]": ["7,8", "9"]}, {"where": [{**A, "op": "in", "value": ["7", "8", "9"]}]}),
        ({"where[a]": ["7,8"]}, {"where": [{**A, "value": "7,8"}]}),
        ({"where[a][gt][b]": ["7"]}, {"where[a][gt][b]": "7"}),
    ],
)
def test_query_strings_become_what_the_schema_asks_for(query: dict[str, list[str]], values: dict[str, Any]) -> None:
    """What does not fit stays text, for the parser to refuse."""
    assert from_strings(Wanted, query) == values


def test_schemas_say_what_the_parser_does() -> None:
    """Unknown names are closed off; bounds stand in the full schema and not in the tool's; titles nowhere."""
    full = input_schema(Wanted)
    assert full["additionalProperties"] is False
    assert full["required"] == ["id"]
    assert full["properties"]["title"]["maxLength"] == 20
    assert "maximum" not in full["properties"]["id"]
    assert "title" not in full["properties"]["force"]
    short = tool_schema(Wanted, {"title": "x"})
    assert "maxLength" not in short["properties"]["title"]
    assert short["properties"]["title"]["default"] == "x"
    assert "default" not in full["properties"]["title"] or full["properties"]["title"]["default"] == ""
    assert query_arguments(Wanted) == {"force"}
