"""What schemathesis is told beside the document."""

import json
import os
from typing import Any

import schemathesis

HIDDEN_ID = 2**62 + 1
"""Of the key that schemathesis uses, so that no generated id revokes it or lowers its limit."""
ONCE = "PARAMETERS_ONCE"
"""The variable of the environment that is set where a parameter of many operations is tried at one of each method."""


@schemathesis.hook
def before_load_schema(context: Any, raw_schema: dict[str, Any]) -> None:
    """Leave out what costs much time and finds nothing."""
    _drop_formats(raw_schema)
    if os.environ.get(ONCE):
        _keep_once(raw_schema)


def _keep_once(document: dict[str, Any]) -> None:
    """Leave a parameter of the query out where an earlier operation of the method has it, word for word.

    The same code reads it for all, and five of them, such as `_fields`, would be half of what every operation is tried
    with. The phase that draws its cases has them everywhere.
    """
    known: set[str] = set()
    for path in document["paths"].values():
        for method, operation in path.items():
            written = {f"{method} {json.dumps(each)}": each for each in operation["parameters"]}
            operation["parameters"] = [
                each for words, each in written.items() if each["in"] != "query" or words not in known
            ]
            known |= written.keys()


def _drop_formats(value: Any) -> None:
    """Leave out formats beside patterns that say more.

    schemathesis would look long, and in vain, for a text that has the pattern of a staged file and is no URI.
    """
    if isinstance(value, list):
        for each in value:
            _drop_formats(each)
    elif isinstance(value, dict):
        if str(value.get("pattern")).startswith("^sitehand-file:"):
            value.pop("format", None)
        for each in value.values():
            _drop_formats(each)


@schemathesis.hook
def filter_query(context: Any, query: dict[str, Any] | None) -> bool:
    """Leave `include=` and `include=,` out: a query writes empty members of a list as what stands between commas."""
    return not any(
        not value.strip(",") if isinstance(value, str) else value == [""] for value in (query or {}).values()
    )


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: dict[str, Any]) -> None:
    """Spare the key that schemathesis uses, whose id sequences of calls learn from the list of keys."""
    if str((case.path_parameters or {}).get("id")) == str(HIDDEN_ID):
        case.path_parameters["id"] = 1
