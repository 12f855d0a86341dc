"""What a refusal of arguments says: words for people and models, and the names that help."""

from collections.abc import Iterator
from typing import Any

import pytest

from sitehand.errors import Problem
from sitehand.operation.catalog import Catalog, collect
from sitehand.operation.forms import FORMS
from sitehand.operation.schema import input_schema, parse
from sitehand.operations.modules import OPERATION_MODULES, OWNER_MODULES

CATALOG = Catalog(collect((*OPERATION_MODULES, *OWNER_MODULES)))
OP = "'op' (the nearest known name)"
IN_CONDITION = "Known names in where[0]: field, op, value."
PLACES = "after, before, first_in, last_in"


def refuse(name: str, raw: dict[str, Any]) -> Problem:
    """The problem with these arguments of an operation."""
    operation = CATALOG.get(name)
    assert operation is not None
    with pytest.raises(Problem) as refused:
        parse(operation.input, raw)
    return refused.value


def list_patterns(schema: Any) -> Iterator[str]:
    """Every regular expression of a schema."""
    for node in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from list_patterns(node)
    if isinstance(schema, dict) and isinstance(schema.get("pattern"), str):
        yield schema["pattern"]


def test_every_regular_expression_is_said_in_words() -> None:
    """No refusal of an operation of ours shows an expression."""
    patterns = {pattern for operation in CATALOG for pattern in list_patterns(input_schema(operation.input))}
    assert len(patterns) > 20
    assert patterns - set(FORMS) == set()


@pytest.mark.parametrize(
    ("name", "raw", "path", "expected", "got"),
    [
        ("batch", {"requests": ["a"]}, "requests[0]", "an object", '"a"'),
        ("list_pages", {"where": ["1"]}, "where[0]", "an object", '"1"'),
        ("create_item", {"type": "a", "title": "A", "terms": [1]}, "terms", "an object", "[1]"),
        ("apply_block_operations", {"id": 1, "operations": [5]}, "operations[0]", "an object", "5"),
        (
            "create_redirect",
            {"source": "/a", "target": "//b"},
            "target",
            "a path that begins with one /, or an address that begins with https:// or http://",
            '"//b"',
        ),
    ],
)
def test_a_fault_is_told_without_words_of_python(name: str, raw: Any, path: str, expected: str, got: str) -> None:
    """Neither a class nor an expression nor a value as Python writes it is in a refusal."""
    assert refuse(name, raw).details == [{"path": path, "expected": expected, "got": got}]


@pytest.mark.parametrize(
    ("name", "raw", "path", "expected", "hint"),
    [
        ("list_pages", {"where": [{"field": "x", "operator": "eq"}]}, "where[0].operator", OP, IN_CONDITION),
        ("list_pages", {"where": [{"field": "x", "q": 1}]}, "where[0].q", "one of the known names", IN_CONDITION),
        ("list_pages", {"where": [7]}, "where[0]", "an object", IN_CONDITION),
        (
            "insert_blocks",
            {"id": 1, "blocks": [{"name": "core/group", "inner": [{"name": "core/list", "txt": "x"}]}]},
            "blocks[0].inner[0].txt",
            "'text' (the nearest known name)",
            "Known names in blocks[0].inner[0]: attributes, inner, name, text.",
        ),
        (
            "apply_block_operations",
            {"id": 1, "operations": [{"op": "remove", "blocc": "1"}]},
            "operations[0].blocc",
            "'block' (the nearest known name)",
            "Known names in operations[0]: block, op.",
        ),
    ],
)
def test_an_unknown_name_within_an_argument_comes_with_the_names_there(
    name: str, raw: Any, path: str, expected: str, hint: str
) -> None:
    """The nearest is one of the object that the name is in, and the hint lists those, with the place as it was sent."""
    problem = refuse(name, raw)
    faults = {detail["path"]: detail["expected"] for detail in problem.details}
    assert faults[path] == expected
    assert hint in problem.hint


def test_a_path_names_only_what_was_sent() -> None:
    """No part of it is the name of a type that a value could have had."""
    problem = refuse("insert_blocks", {"id": 1, "at": {"bogus": 1}, "blocks": [{"name": "core/more"}]})
    assert [detail["path"] for detail in problem.details] == ["at", "at.bogus"]
    assert problem.hint == f"Known names in at: {PLACES}."


@pytest.mark.parametrize(
    ("raw", "got"), [({"id": 1}, "none"), ({"id": 1, "find": "a", "replace": "b", "append": "c"}, "replace, append")]
)
def test_of_a_rule_about_several_arguments_those_are_told_that_it_names(raw: dict[str, Any], got: str) -> None:
    """Nothing else that was sent, and nothing that a door added."""
    (detail,) = refuse("edit_text", {"detail": "brief", **raw}).details
    assert detail["got"] == got


@pytest.mark.parametrize(
    ("unknown", "offered"),
    [("titel", "'title'"), ("pass", "'password'"), ("parent_of_it", "one"), ("statuses_", "'status'"), ("x", "one")],
)
def test_the_nearest_name_is_like_the_unknown_one(unknown: str, offered: str) -> None:
    """It is nearly the same, or one is the beginning of the other's first word."""
    (detail,) = refuse("create_page", {"title": "A", unknown: 1}).details
    assert detail["expected"].split(" ")[0] == offered


def test_a_fault_of_the_whole_body_is_told_of_the_body() -> None:
    """Its path ends with no dot."""
    operation = CATALOG.get("edit_text")
    assert operation is not None
    with pytest.raises(Problem, match=r"^body: expected exactly one of"):
        parse(operation.input, {"id": 1}, lambda name: "body.")
