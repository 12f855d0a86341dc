"""Reading listed items. Where Elementor is active their `meta` has whole documents: many do not fit in one answer."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sitehand.hosts.wordpress.answer import Answer
from sitehand.hosts.wordpress.resources import EDIT, Json

AT_ONCE = 10
"""Items whose documents are read in one request."""
PER_REQUEST, MAX_REQUESTS = 100, 10
META = "meta"


Read = Callable[[str, Mapping[str, Any]], Awaitable[Answer]]
"""A client's `read` or `recall`."""


async def read_listed(read: Read, route: str, asked: Mapping[str, Any], *, documents: bool) -> Answer:
    """A list in one request; with `documents` one of more than ten items has its `meta` read ten by ten."""
    if not documents or int(asked["per_page"]) <= AT_ONCE:
        return await read(route, asked)
    answer = await read(route, {**asked, "_fields": [name for name in asked["_fields"] if name != META]})
    ids = [value["id"] for value in answer.value]
    parts = [ids[start : start + AT_ONCE] for start in range(0, len(ids), AT_ONCE)]
    parted = await asyncio.gather(*(_read_meta(read, route, part) for part in parts))
    found = {value["id"]: value[META] for values in parted for value in values}
    # What was deleted between both requests is left out.
    kept = [{**value, META: found[value["id"]]} for value in answer.value if value["id"] in found]
    return replace(answer, value=kept)


async def read_thousand(read: Read, route: str, asked: Mapping[str, Any]) -> tuple[list[Json], bool]:
    """The first thousand items that a query finds, and whether these are all."""
    values: list[Json] = []
    for page in range(1, MAX_REQUESTS + 1):
        answer = await read(route, {**asked, "per_page": PER_REQUEST, "page": page})
        values += answer.value
        if page >= int(answer.headers["x-wp-totalpages"]):
            return values, True
    return values, False


async def _read_meta(read: Read, route: str, ids: Sequence[int]) -> list[Json]:
    asked = {**EDIT, "include": ids, "status": "any,trash", "per_page": AT_ONCE, "_fields": ["id", META]}
    values: list[Json] = (await read(route, asked)).value
    return values
