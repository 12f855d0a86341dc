"""A whole collection of WordPress's REST API, read in portions."""

from collections.abc import AsyncIterator, Mapping
from typing import Any

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.resources import EDIT, Json
from sitehand.site.importing import Progress

PER_REQUEST = 100
"""The most that WordPress gives at once."""
PART = 4
"""An answer that does not come, or is too long, is asked for again with so many times fewer objects."""
ORDER = {"orderby": "id", "order": "asc"}
"""What is made meanwhile comes last."""
TRIES = 3
MOST_BYTES = 1_000_000_000
"""Of the answers of one site, which are all in memory before the first is written."""


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
        return int(answer.headers.get("x-wp-total", 0))

    async def _read_parts(self, path: str, query: Mapping[str, Any]) -> AsyncIterator[tuple[list[Json], int, int]]:
        """Some objects, how many have been read by then, and how many there are."""
        size, read, total = PER_REQUEST, 0, 1
        while read < total:  # WordPress may leave some out of an answer, and counts them
            try:
                answer = await self._client.read(path, {**query, "per_page": size, "offset": read})
            except Problem as problem:
                if problem.code is not Code.HOST_UNAVAILABLE or size == 1:
                    raise
                size = max(size // PART, 1)
                continue
            self._weigh(len(answer.body))
            read, total = read + size, int(answer.headers["x-wp-total"])
            yield answer.value, read, total

    def _weigh(self, length: int) -> None:
        self._left -= length
        if self._left < 0:
            message = f"The WordPress has more than {MOST_BYTES:,} bytes of content. Nothing was imported."
            hint = "Export it in parts (Tools, Export in WordPress), and import each file: sitehand import FILE."
            raise Problem(Code.BODY_TOO_LARGE, message, hint=hint)
