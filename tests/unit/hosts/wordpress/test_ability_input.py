"""The input of an ability against schemas as plugins write them, and as PHP reads it from an address."""

from typing import Any
from urllib.parse import quote

import pytest

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress import ability_input
from sitehand.hosts.wordpress.ability_input import MAX_ADDRESS, check_input, write_query

IDS = {"type": "object", "properties": {"ids": {"type": "array", "items": {"type": "integer"}, "required": True}}}


@pytest.mark.parametrize(
    ("schema", "given"),
    [
        ({}, None),
        (IDS, {"ids": [1]}),
        ({"type": "object", "properties": [], "default": []}, None),
        ({"type": "object", "properties": {"required": {"type": "string", "required": False}}}, {}),
        ({"type": "string", "pattern": "^(?=a)"}, "b"),
        ({"type": "object", "patternProperties": {"(a+)+$": {}}, "additionalProperties": False}, {"a" * 60 + "!": 1}),
    ],
)
def test_what_wordpress_takes_is_sent(schema: Any, given: Any) -> None:
    """Also where only WordPress itself can check it."""
    check_input("acme/run", schema, given)


@pytest.mark.parametrize(
    ("schema", "given", "code", "path"),
    [
        ({}, 1, Code.INVALID_ARGUMENTS, "input"),
        (IDS, None, Code.INVALID_ARGUMENTS, "input"),
        (IDS, {}, Code.INVALID_ARGUMENTS, "input"),
        (IDS, {"ids": [1, "2"]}, Code.INVALID_ARGUMENTS, "input.ids.1"),
        ({"type": "string", "pattern": "(a+)+$"}, "a" * 60 + "!", Code.INVALID_ARGUMENTS, "input"),
        ({"type": "date"}, 1, Code.NOT_SUPPORTED, None),
        ({"properties": ["a"]}, {}, Code.NOT_SUPPORTED, None),
        ({"$ref": "http://127.0.0.1:1/schema.json"}, {}, Code.NOT_SUPPORTED, None),
        ({"$ref": "#"}, {}, Code.NOT_SUPPORTED, None),
    ],
)
def test_what_is_wrong_is_named(schema: Any, given: Any, code: Code, path: str | None) -> None:
    """A schema that cannot be read refuses all input; no address in it is fetched, and no pattern takes long."""
    with pytest.raises(Problem) as refusal:
        check_input("acme/run", schema, given)
    assert refusal.value.code is code
    assert [each["path"] for each in refusal.value.details] == ([path] if path else [])


def test_an_input_is_written_as_php_reads_it() -> None:
    """Null has no form there, and web servers take only so much."""
    assert write_query("acme/run", {"ids": [1, {"a": True}], "none": []}) == {
        "input[ids][0]": 1,
        "input[ids][1][a]": True,
        "input[none]": "",
    }
    assert write_query("acme/run", None) == {}
    for wrong in ({"a": None}, "x" * MAX_ADDRESS):
        with pytest.raises(Problem, match="input"):
            write_query("acme/run", wrong)


@pytest.mark.parametrize("given", [{"k" * 3000: [1] * 4000}, {"k" * 3000: [1] * 30_000}, {"k" * 30_000: [1]}])
def test_a_long_input_is_refused_before_it_is_written(given: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each value carries its whole path, so that all of them would take the square of the input."""
    written: list[int] = []

    def write(text: str) -> str:
        written.append(len(text))
        return quote(text)

    monkeypatch.setattr(ability_input, "quote", write)
    with pytest.raises(Problem, match="at most 6,000 bytes"):
        write_query("acme/run", given)
    assert sum(written) <= 2 * MAX_ADDRESS


def test_the_longest_input_that_fits_is_sent() -> None:
    """Measured as it stands in the address, in which a control character is shorter than in JSON."""
    fits = "\x01" * ((MAX_ADDRESS - len("input%3D")) // 3)
    assert write_query("acme/run", fits) == {"input": fits}
    with pytest.raises(Problem, match="input"):
        write_query("acme/run", fits + "\x01")
