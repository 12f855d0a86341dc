"""Revisions of pages and posts: they have the stored bytes of blocks, which WordPress shows in a form of its own."""

from collections.abc import Mapping
from typing import Any

from sitehand.hosts.wordpress.answer import Unanswered
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.resources import EDIT, Json

STORED = ("id", "slug", "title.raw", "content.raw", "excerpt.raw")
"""Rendering a long text costs WordPress more than everything else of a request."""
SHOWN = ("id", "slug", "title", "content", "excerpt")
"""The same for releases that give no part of a text: 6.8 does not, 7.1 does."""
LAST = {**EDIT, "per_page": 5}


class Baseline:
    """The revisions of one type of item, whose route is such as `/wp/v2/pages`."""

    def __init__(self, client: Client, route: str) -> None:
        self._client = client
        self._route = route
        self._asked = STORED

    async def read_stored(self, item: Json) -> str | None:
        """The content of the newest revision; None for an item that has none."""
        number = find_newest(item)
        if not number:
            return None
        (value,) = await self._read(f"{self._route}/{item['id']}/revisions/{number}", EDIT)
        return str(value["content"]["raw"])

    async def read_last(self, item_id: int) -> list[Json]:
        """The last ones, the newest first."""
        return await self._read(f"{self._route}/{item_id}/revisions", LAST)

    async def _read(self, path: str, query: Mapping[str, Any]) -> list[Json]:
        """Revisions; with rendered texts too where WordPress leaves out a text of which it is asked a part."""
        answer = (await self._client.read(path, {**query, "_fields": self._asked})).value
        values: list[Json] = answer if isinstance(answer, list) else [answer]
        if self._asked == STORED and any("content" not in value for value in values):
            self._asked = SHOWN
            return await self._read(path, query)
        return values

    async def make(self, item: Json, asked: Mapping[str, Any]) -> Json:
        """The item, after an update that changes nothing: then there is a revision of what is stored.

        `asked` says what is read of it.

        Raises Problem when nobody knows whether it has.
        """
        path = f"{self._route}/{item['id']}"
        try:
            made: Json = (await self._client.write("POST", path, {}, asked)).value
        except Unanswered as fault:
            made = (await self._client.read(path, asked)).value
            if find_newest(made) == find_newest(item):
                raise fault from None
        return made


def find_newest(item: Json) -> int:
    """The number of the newest revision of an item; 0 when it has none."""
    links = item.get("_links", {}).get("predecessor-version") or [{"id": 0}]
    return int(links[0]["id"])


def is_autosave(revision: Json) -> bool:
    """Whether nobody has saved it yet."""
    return "autosave" in revision["slug"]
