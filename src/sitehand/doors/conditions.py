"""Conditional requests: If-Match and Idempotency-Key as arguments, If-None-Match as 304.

Source: RFC 9110, 8.8.3 (ETag) and 13.1; draft-ietf-httpapi-idempotency-key-header.
"""

from collections.abc import Mapping
from typing import Any

from sitehand.doors.arguments import RawArguments
from sitehand.doors.wire import Answer
from sitehand.errors import Code, Detail, Problem
from sitehand.operation.declaration import Operation

NOT_MODIFIED = 304


def add_conditions(operation: Operation, raw: RawArguments, headers: Mapping[str, Any]) -> None:
    """What the headers say about a write, as arguments; names in lower case. Raises Problem(invalid_arguments)."""
    if operation.reads:
        return
    if match := headers.get("if-match", "").strip():
        revision = _read_revision(match)
        if revision is not None:
            raw.add({"expected_revision": revision}, "header.")
    if key := headers.get("idempotency-key", "").strip():
        # The draft has the key as a quoted string.
        raw.add({"idempotency_key": key.strip('"')}, "header.")


def answer_condition(answer: Answer, if_none_match: str) -> Answer:
    """The answer, or 304 without a body when the client has it already."""
    if "ETag" not in answer.headers or not if_none_match:
        return answer
    # If-None-Match compares weakly (RFC 9110, 13.1.2).
    known = {tag.strip().removeprefix("W/") for tag in if_none_match.split(",")}
    if answer.headers["ETag"] in known or "*" in known:
        return Answer(NOT_MODIFIED, None, answer.headers)
    return answer


def _read_revision(match: str) -> str | None:
    """The revision in an If-Match, which is an ETag of ours or a revision in quotes; None for any (`*`)."""
    if match == "*":
        return None
    tag = match.removeprefix("W/")
    if "," in tag or not (tag.startswith('"') and tag.endswith('"')):
        detail = Detail(path="header.If-Match", expected="one ETag, or a revision in quotes", got=match[:80])
        raise Problem(Code.INVALID_ARGUMENTS, "If-Match does not name a revision.", hint="Send one.", details=[detail])
    # What follows the dot tells two views of one revision apart.
    return tag.strip('"').partition(".")[0]
