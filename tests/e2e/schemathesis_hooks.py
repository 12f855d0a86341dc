"""What schemathesis is told beside the document."""

import os
from typing import Any

import schemathesis

HIDDEN_ID = 2**62 + 1
"""Of the key that schemathesis uses, so that no generated id revokes it or lowers its limit."""
ONCE = "PARAMETERS_ONCE"
"""The variable of the environment that is set where each of `SHARED` is tried at one operation of each method."""
SHARED = {"_fields", "dry_run", "expected_revision", "idempotency_key"}
"""Parameters of the query that the door and the gate deal with, before and after any operation."""


@schemathesis.hook
def before_load_schema(context: Any, raw_schema: dict[str, Any]) -> None:
    """Leave out what costs much time and finds nothing."""
    _drop_formats(raw_schema)
    if os.environ.get(ONCE):
        _keep_once(raw_schema)


def _keep_once(document: dict[str, Any]) -> None:
    """Leave a shared parameter to the first operation of each method that has it.

    They would be nearly half of what every operation is tried with. The phase that draws its cases has them everywhere.
    """
    known: set[tuple[str, str]] = set()
    for path in document["paths"].values():
        for method, operation in path.items():
            shared = {(method, each["name"]) for each in operation["parameters"] if each["name"] in SHARED}
            operation["parameters"] = [
                each for each in operation["parameters"] if (method, each["name"]) not in shared & known
            ]
            known |= shared


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
