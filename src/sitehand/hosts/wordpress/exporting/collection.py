"""A whole collection of WordPress's REST API, read in portions."""

import re
from collections.abc import AsyncIterator, Mapping
from typing import Any

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.answer import Answer
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.resources import EDIT, Json
from sitehand.site.importing import Progress
from sitehand.site.values import MAX_ID

PER_REQUEST = 100
"""The most that WordPress gives at once."""
PART = 4
"""An answer that does not come, or is too long, is asked for again with so many times fewer objects."""
ORDER = {"orderby": "id", "order": "asc"}
"""What is made meanwhile comes last."""
TRIES = 3
TOTAL = re.compile("[0-9]{1,9}")
MOST_OBJECTS = 1_000_000
"""Objects of one collection: a site that always claims to have more would be read without an end."""
MOST_BYTES = 1_000_000_000
"""Bytes of the answers of one site, which are all in memory before the first is written."""


class Collections:
    """Reads collections of one WordPress. `progress` is told what is being read."""

    def __init__(self, client: Client, progress: Progress) -> None:
        self._client = client
        self._progress = progress
        self._left = MOST_BYTES

    async def read(self, path: str, fields: str, what: str, **query: Any) -> list[Json]:
        """All objects of a collection by their ids, with these fields, as they are stored.

        Raises Problem: host_unavailable when a part of it does not come, however small; body_too_large; conflict when
        it gets fewer again and again, so that what moves up would be missed.
        """
        for _ in range(TRIES):
            found: dict[int, Json] = {}
            totals = []
            async for some, read, total in self._read_parts(path, {**EDIT, **ORDER, "_fields": fields, **query}):
                found |= {each["id"]: each for each in some}
                totals.append(total)
                await self._progress(min(read, total), total, f"Reading {what}")
            if totals == sorted(totals):
                return list(found.values())
        message = f"Somebody deletes {what} in the WordPress. Nothing was imported."
        raise Problem(Code.CONFLICT, message, hint="Run the import again when that is done.")

    async def count(self, path: str, **query: Any) -> int:
        """How many objects a collection has; 0 where WordPress does not tell."""
        answer = await self._client.read(path, {**EDIT, "per_page": 1, "_fields": "id", **query})
        return _read_total(answer) or 0

    async def _read_parts(self, path: str, query: Mapping[str, Any]) -> AsyncIterator[tuple[list[Json], int, int]]:
        """Some objects, how many have been read by then, and how many there are."""
        size, read, total, whole = PER_REQUEST, 0, 1, 0
        while read < total:  # WordPress may leave some out of an answer, and counts them
            try:
                answer = await self._client.read(path, {**query, "per_page": size, "offset": read})
            except Problem as problem:
                if problem.code is not Code.HOST_UNAVAILABLE or size == 1:
                    raise
                size, whole = max(size // PART, 1), 0
                continue
            self._weigh(len(answer.body))
            total = _check(path, answer)
            read, whole = read + size, whole + 1
            yield answer.value, read, total
            if whole == PART:  # one large object makes no slow site
                size, whole = min(size * PART, PER_REQUEST), 0

    def _weigh(self, length: int) -> None:
        self._left -= length
        if self._left < 0:
            message = f"The WordPress has more than {MOST_BYTES:,} bytes of content. Nothing was imported."
            hint = "Export it in parts (Tools, Export in WordPress), and import each file: sitehand import FILE."
            raise Problem(Code.BODY_TOO_LARGE, message, hint=hint)


def _check(path: str, answer: Answer) -> int:
    """How many objects the collection has. Raises Problem(host_unavailable) for an answer that is no part of one."""
    total = _read_total(answer)
    if total is None or not isinstance(answer.value, list) or not all(map(_is_object, answer.value)):
        message = f"WordPress's answer at {path} is no part of a list that says how many objects it has."
        hint = "A plugin or a proxy changes its REST API. Switch that off, and run the import again."
        raise Problem(Code.HOST_UNAVAILABLE, message, hint=hint)
    return total


def _read_total(answer: Answer) -> int | None:
    """How many objects WordPress says that there are; None when it does not, or cannot have so many."""
    total = answer.headers.get("x-wp-total", "")
    return int(total) if TOTAL.fullmatch(total) and int(total) <= MOST_OBJECTS else None


def _is_object(value: Any) -> bool:
    return isinstance(value, dict) and type(value.get("id")) is int and 0 < value["id"] <= MAX_ID
