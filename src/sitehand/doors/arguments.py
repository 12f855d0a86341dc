"""A REST request as the raw arguments of an operation: path, query and body in one mapping."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs

from sitehand.doors.credentials import QUERY_NAME
from sitehand.errors import Code, Detail, Problem
from sitehand.operation.declaration import Operation
from sitehand.operation.query_strings import from_path, from_strings
from sitehand.operation.schema import query_arguments

BODY_METHODS = frozenset({"POST", "PUT", "PATCH", "DELETE"})
FIELDS = "_fields"
MAX_QUERY_FIELDS = 200
MAX_NAMES, MAX_NAME = 200, 200
"""How many members `_fields` names, and how long each name is: more than any answer has. What choosing them takes grows
with the names and with the entries of the answer.
"""


@dataclass(slots=True)
class RawArguments:
    """Raw values by name, where each came from, the members of the answer that are wanted (all, when empty)."""

    values: dict[str, Any] = field(default_factory=dict)
    origins: dict[str, str] = field(default_factory=dict)
    default_origin: str = "body."
    fields: list[str] = field(default_factory=list)

    def locate(self, name: str) -> str:
        """Where the argument of that name came from, for the paths of error details."""
        return self.origins.get(name, self.default_origin)

    def add(self, values: Mapping[str, Any], origin: str) -> None:
        """Add the values of one place; the same name with another value from an earlier place is refused."""
        if self.values:
            self._refuse_others(values)
        self.values.update(values)
        self.origins.update(dict.fromkeys(values, origin))

    def _refuse_others(self, values: Mapping[str, Any]) -> None:
        for name, value in values.items():
            if name in self.values and self.values[name] != value:
                detail = Detail(
                    path=f"{self.origins[name]}{name}", expected=f"{value!r}, as in the path", got="another"
                )
                raise Problem(
                    Code.INVALID_ARGUMENTS,
                    f"{name} is given twice with different values.",
                    hint="Give it once.",
                    details=[detail],
                )


def collect_arguments(
    operation: Operation, method: str, path: Mapping[str, str], query: Mapping[str, list[str]], body: Any
) -> RawArguments:
    """Gather what a request gives. Operations that read take everything else from the query; those that write take
    it from the body, but for the arguments marked `InQuery`.
    """
    raw = RawArguments()
    # A key in the query is a credential, not an argument.
    texts = {name: values for name, values in query.items() if name != QUERY_NAME} if query else {}
    if FIELDS in texts:
        raw.fields = split_names(texts.pop(FIELDS), f"query.{FIELDS}")
    if method in BODY_METHODS:
        if not isinstance(body, (dict, Mapping)):  # a dict is found at once; an ABC asks around
            raise Problem(
                Code.INVALID_ARGUMENTS,
                "The body is not a JSON object.",
                hint="Send an object, such as {}.",
                details=[Detail(path="body", expected="object", got=type(body).__name__)],
            )
        if FIELDS in body:
            raw.fields += split_names(body[FIELDS], f"body.{FIELDS}")
            body = {name: value for name, value in body.items() if name != FIELDS}
        raw.add(body, "body.")
        _refuse_misplaced(operation, method, texts)
    else:
        raw.default_origin = "query."
    if texts:
        raw.add(from_strings(operation.input, texts), "query.")
    if path:
        raw.add(from_path(operation.input, path), "path.")
    return raw


def split_names(given: Any, path: str) -> list[str]:
    """The members of an answer that `_fields` names, each once: "id,title.raw", or a list of names.

    Raises Problem(invalid_arguments) for what is neither, and for more or longer names than any answer has.
    """
    texts = [given] if isinstance(given, str) else given
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise _refuse_names(path, "names of members, such as id,title.raw", type(given).__name__)
    count = len(texts) + sum(text.count(",") for text in texts)
    if count > MAX_NAMES:
        raise _refuse_names(path, f"at most {MAX_NAMES} names", str(count))
    names = dict.fromkeys(name.strip() for text in texts for name in text.split(","))
    if (longest := max(map(len, names), default=0)) > MAX_NAME:
        raise _refuse_names(path, f"names of at most {MAX_NAME} characters", f"one of {longest}")
    return [name for name in names if name]


def _refuse_names(path: str, expected: str, got: str) -> Problem:
    detail = Detail(path=path, expected=expected, got=got)
    message, hint = f"{path} does not name members.", "Send the names of members, as text or a list."
    return Problem(Code.INVALID_ARGUMENTS, message, hint=hint, details=[detail])


def parse_query(query_string: bytes) -> dict[str, list[str]]:
    """The query's values by name. Raises Problem(invalid_arguments) when it is not UTF-8 or has too many."""
    try:
        return parse_qs(query_string.decode(), keep_blank_values=True, errors="strict", max_num_fields=MAX_QUERY_FIELDS)
    except ValueError:
        raise Problem(
            Code.INVALID_ARGUMENTS,
            "The query string is not valid.",
            hint=f"Send at most {MAX_QUERY_FIELDS} values, percent-encoded in UTF-8.",
        ) from None


def read_query(query_string: bytes) -> tuple[dict[str, list[str]], Problem | None]:
    """The query, and what is wrong with it: a fault that the door keeps until the caller is known and counted."""
    try:
        return (parse_query(query_string), None) if query_string else ({}, None)
    except Problem as problem:
        return {}, problem


def _refuse_misplaced(operation: Operation, method: str, texts: Mapping[str, list[str]]) -> None:
    """A write takes its arguments from the body: one in the query would be logged by proxies on the way."""
    # Content of a DELETE means nothing in HTTP (RFC 9110, 9.3.5), so its arguments may stand in the query.
    if method == "DELETE" or not texts:
        return
    misplaced = sorted(set(texts) - query_arguments(operation.input))
    if misplaced:
        raise Problem(
            Code.INVALID_ARGUMENTS,
            f"{misplaced[0]} is in the query.",
            hint="Send the arguments of a write in the JSON body.",
            details=[Detail(path=f"query.{name}", expected="nothing in the query", got=name) for name in misplaced],
        )
