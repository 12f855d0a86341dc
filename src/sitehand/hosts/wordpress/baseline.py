"""Revisions of pages and posts: they have the stored bytes of blocks, which WordPress shows in a form of its own."""

from sitehand.hosts.wordpress.answer import Unanswered
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.resources import EDIT, Json

LAST = {**EDIT, "per_page": 5}


class Baseline:
    """The revisions of one type of item, whose route is such as `/wp/v2/pages`."""

    def __init__(self, client: Client, route: str) -> None:
        self._client = client
        self._route = route

    async def read_stored(self, item: Json) -> str | None:
        """The content of the newest revision; None for an item that has none."""
        number = find_newest(item)
        if not number:
            return None
        answer = await self._client.read(f"{self._route}/{item['id']}/revisions/{number}", EDIT)
        return str(answer.value["content"]["raw"])

    async def read_last(self, item_id: int) -> list[Json]:
        """The last ones, the newest first."""
        values: list[Json] = (await self._client.read(f"{self._route}/{item_id}/revisions", LAST)).value
        return values

    async def make(self, item: Json) -> Json:
        """The item, after an update that changes nothing: then there is a revision of what is stored.

        Raises Problem when nobody knows whether it has.
        """
        path = f"{self._route}/{item['id']}"
        try:
            made: Json = (await self._client.write("POST", path, {}, EDIT)).value
        except Unanswered as fault:
            made = (await self._client.read(path, EDIT)).value
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
