"""What schemathesis is told beside the document."""

from typing import Any

import schemathesis


@schemathesis.hook
def before_load_schema(context: Any, raw_schema: dict[str, Any]) -> None:
    """Take `_fields` out: an answer with chosen members lacks required ones, and no schema can depend on a request.

    test_schemathesis.py checks those answers by itself.
    """
    for item in raw_schema["paths"].values():
        for described in item.values():
            described["parameters"] = [each for each in described["parameters"] if each["name"] != "_fields"]


@schemathesis.hook
def filter_query(context: Any, query: dict[str, Any] | None) -> bool:
    """Leave `include=` out: a query writes the list of one empty text and the empty list the same, and both as that."""
    return not any(value in ("", [""]) for value in (query or {}).values())
