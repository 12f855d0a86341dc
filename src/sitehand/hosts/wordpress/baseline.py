"""Revisions of pages and posts: they have the stored bytes of blocks, which WordPress shows in a form of its own.

A revision never changes, so its text is remembered. Whoever uses one compares it with what WordPress shows: where the
site was restored from a backup, or its database was changed, a number may have come to name another text.
"""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, cast

from sitehand.hosts.wordpress import states
from sitehand.hosts.wordpress.answer import Unanswered, tell_odd
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.resources import EDIT, Fields, Json
from sitehand.hosts.wordpress.shown import ITEM, fits
from sitehand.hosts.wordpress.stored import BLOCK

STORED = ("id", "slug", "title.raw", "content.raw", "excerpt.raw")
"""Rendering a long text costs WordPress more than everything else of a request."""
SHOWN = ("id", "slug", "title", "content", "excerpt")
"""Fields to ask for where a release gives no part of a text: 6.8 does not, 7.1 does."""
LAST = {**EDIT, "per_page": 5}
MAX_KEPT, MAX_CHARACTERS = 16, 64 * 1024
"""How many texts are remembered of one type of item, and how long each of them may be."""


class Baseline:
    """The revisions of one type of item, whose route is such as `/wp/v2/pages`."""

    def __init__(self, client: Client, route: str) -> None:
        self._client = client
        self._route = route
        self._asked = STORED
        self._kept: OrderedDict[tuple[int, int], str] = OrderedDict()

    async def recall_stored(self, item: Json) -> str | None:
        """What `read_stored` answers, from memory where it was read before."""
        kept = self._kept.get((item["id"], find_newest(item)))
        return kept if kept is not None else await self.read_stored(item)

    async def read_stored(self, item: Json) -> str | None:
        """The content of the newest revision; None for an item that has none."""
        number = find_newest(item)
        if not number:
            return None
        (value,) = await self._read(f"{self._route}/{item['id']}/revisions/{number}", EDIT)
        self._keep(item["id"], value)
        return str(value["content"]["raw"])

    async def read_last(self, item_id: int) -> list[Json]:
        """The last ones, the newest first."""
        values = await self._read(f"{self._route}/{item_id}/revisions", LAST)
        for newest in values[:1]:
            self._keep(item_id, newest)
        return values

    def _keep(self, item_id: int, revision: Json) -> None:
        """Remember a text, but for those that WordPress still writes over."""
        text = str(revision["content"]["raw"])
        if is_autosave(revision) or len(text) > MAX_CHARACTERS:
            return
        self._kept[item_id, revision["id"]] = text
        self._kept.move_to_end((item_id, revision["id"]))
        if len(self._kept) > MAX_KEPT:
            self._kept.popitem(last=False)

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
            answered = (await self._client.write("POST", path, {}, asked)).value
            if fits(ITEM, answered) and answered["id"] == item["id"]:
                return cast(Json, answered)
            fault = tell_odd("a write")
        except Unanswered as unanswered:
            fault = unanswered
        made: Json = (await self._client.read(path, asked)).value
        if find_newest(made) == find_newest(item):
            raise fault
        return made


def find_newest(item: Json) -> int:
    """The number of the newest revision of an item; 0 when it has none."""
    links = item.get("_links", {}).get("predecessor-version") or [{"id": 0}]
    return int(links[0]["id"])


def tells_all(before: Json, sent: Fields, after: Json, fields: Fields) -> bool:
    """Whether the answer of a write says what its revisions would.

    It shows a text without blocks as it is stored, and by its number the newest revision is the only new one.
    """
    texts = [name for name in states.TEXTS if name in sent]
    plain = BLOCK not in sent.get("content", "") and all(fields[name] == sent[name] for name in texts)
    return not texts or (plain and _is_next(before, after))


def is_autosave(revision: Json) -> bool:
    """Whether nobody has saved it yet."""
    return "autosave" in revision["slug"]


def _is_next(before: Json, after: Json) -> bool:
    """Whether nobody made a revision of an item between its newest one of `before` and that of `after`.

    Items and revisions are numbered in one row, and a revision is younger than its item: between two numbers that
    follow each other there is none.
    """
    return find_newest(after) == max(find_newest(before), int(before["id"])) + 1
