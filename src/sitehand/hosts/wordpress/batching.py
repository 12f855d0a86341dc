"""Sending several steps in one request, through WordPress's own `/batch/v1`.

WordPress validates all parts before it does the first; after that it goes on past a part that fails.
Source: `serve_batch_request_v1` in wp-includes/rest-api/class-wp-rest-server.php.
"""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from sitehand.errors import Problem
from sitehand.hosts.wordpress.answer import Answer, Unanswered, check_answer, tell_odd
from sitehand.hosts.wordpress.client import Client, write_value
from sitehand.hosts.wordpress.resources import Json, Request
from sitehand.hosts.wordpress.sending import Unsettled, conclude
from sitehand.hosts.wordpress.staging import Step

ROUTE = "/batch/v1"
NOT_ALLOWED = "rest_batch_not_allowed"
"""The code of a part whose route WordPress takes alone, which a plugin may decide."""
Result = Json | None | BaseException
"""An object as WordPress shows it after its step, None when it is gone; or the Problem that the step has met."""


async def send_batch(client: Client, steps: Sequence[Step], newest: Mapping[str, int]) -> list[Result] | None:
    """What came of each step; None when WordPress takes no batch, and nothing was done.

    `newest` is the highest id of each kind from before. Raises Problem when nothing was done.
    """
    try:
        answers = await _ask(client, [step.request() for step in steps])
    except Unanswered as fault:
        answers = [fault] * len(steps)
    if answers is None:
        return None
    pairs = zip(steps, answers, strict=True)
    looks = (conclude(step, newest.get(step.resource.kind, 0), answer) for step, answer in pairs)
    return await asyncio.gather(*looks, return_exceptions=True)


def raise_first(faults: Sequence[BaseException]) -> None:
    """Raise the one that decides what becomes of the call: that nobody knows comes before that something failed."""
    for fault in sorted(faults, key=lambda each: not isinstance(each, Unsettled)):
        raise fault


async def _ask(client: Client, requests: Sequence[Request]) -> Sequence[Answer | Problem] | None:
    body = {"validation": "require-all-validate", "requests": [_write_part(each) for each in requests]}
    try:
        value = (await client.write("POST", ROUTE, body)).value
    except Unanswered:
        raise
    except Problem:  # a firewall, or a plugin, refuses batches: each step goes alone, and says what is wrong with it
        return None
    parts = _list_parts(value, len(requests))
    if value.get("failed") == "validation":
        _check_allowed(parts)
        return None
    return [_read_part(part) for part in parts]


def _write_part(request: Request) -> Json:
    query = {name: write_value(value) for name, value in (request.query or {}).items()}
    path = f"{request.path}?{urlencode(query)}" if query else request.path
    return {"method": request.method, "path": path, "body": request.body or {}}


def _list_parts(value: Any, number: int) -> list[Any]:
    parts = value.get("responses") if isinstance(value, dict) else None
    if not isinstance(parts, list) or len(parts) != number:
        raise tell_odd("a batch")
    return parts


def _check_allowed(parts: Sequence[Any]) -> None:
    """Raise Problem for the first part that WordPress would not take alone either. Nothing was done."""
    for fault in map(_read_part, filter(None, parts)):
        if isinstance(fault, Answer | Unanswered):
            continue  # it says nothing of the part
        if fault.extra["upstream"]["code"] != NOT_ALLOWED:
            raise fault


def _read_part(part: Any) -> Answer | Problem:
    try:
        headers = {name.lower(): str(value) for name, value in dict(part["headers"]).items()}
        return check_answer(Answer(int(part["status"]), headers, part["body"]), sent=True)
    except (AttributeError, KeyError, TypeError, ValueError, OverflowError):
        return tell_odd("a part of a batch")
    except Problem as fault:
        return fault
