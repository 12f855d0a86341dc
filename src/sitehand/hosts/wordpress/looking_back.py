"""Looking for an object that was made: among the newest of its kind, back to those that were there before."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from sitehand.hosts.wordpress.answer import Answer
from sitehand.hosts.wordpress.resources import Fields, Json, Made, Resource

LOOKED_AT = 50
"""How many are read at once: twice what one request makes."""
LOOKS = 20
"""How many requests look for one: about a thousand objects are looked at."""
NEWEST = {"orderby": "id", "order": "desc"}
Read = Callable[[Mapping[str, Any]], Awaitable[Answer]]
"""Lists objects of a kind as `context=edit` shows them; told which part of the list."""


async def look_back(resource: Resource, read: Read, after: int, sent: Fields) -> Made:
    """The objects above an id that match what was sent."""
    found: dict[int, Json] = {}
    for number in range(LOOKS):
        # Each part begins with the last object of the one before.
        offset = number * (LOOKED_AT - 1)
        answer = await read({**NEWEST, "per_page": LOOKED_AT, "offset": offset})
        part = {value["id"]: value for value in answer.value if value["id"] > after}
        if found and max((value["id"] for value in answer.value), default=0) < min(found):
            break  # others were deleted meanwhile, and the list has moved past some
        found |= part
        if len(part) < len(answer.value) or offset + LOOKED_AT >= int(answer.headers["x-wp-total"]):
            return Made(_list_matching(resource, found, sent))
    return Made(_list_matching(resource, found, sent), complete=False)


def _list_matching(resource: Resource, found: Mapping[int, Json], sent: Fields) -> list[Json]:
    return [value for value in found.values() if not resource.find_lost(sent, resource.fields(value))]
