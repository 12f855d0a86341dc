"""Items as a pending write would leave them, for those who have a link to one."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, NamedTuple, Protocol

from sqlalchemy import Connection, text

from sitehand.errors import Code, Problem
from sitehand.hosts.builtin.previews import PreviewedPending
from sitehand.hosts.builtin.public.queries import ARTICLE, Article, read_article
from sitehand.hosts.builtin.stored_revisions import DRAWN, unfold_state
from sitehand.hosts.builtin.type_table import SHOWN_TYPES
from sitehand.site.previews import ChangedItem
from sitehand.store.database import Database

ITEM = f"{ARTICLE} items.id = :id AND items.type IN {SHOWN_TYPES} AND items.status <> 'trash'"
"""An item whether it is public or not, for whoever has a link to it."""
NEWEST = text("SELECT state, texts FROM revisions WHERE item_id = :id ORDER BY id DESC LIMIT 1")
MOST_KEPT = 8
FAILURES = frozenset(
    {Code.STORAGE_FULL, Code.STORAGE_UNAVAILABLE, Code.READ_TIMEOUT, Code.HOST_UNAVAILABLE, Code.INTERNAL_ERROR}
)
"""Refusals that say nothing of the change."""


class Pictured(NamedTuple):
    """An item and the fields that its newest revision keeps."""

    article: Article
    state: Mapping[str, Any]


Found = Pictured | None


class Trials(Protocol):
    """Tries what waits. Source: `guard.trials.Trials`."""

    async def look_unseen(
        self, pending_id: int, at: str, item: ChangedItem, see: Callable[[int], Awaitable[Found]]
    ) -> Found: ...


class PendingItems:
    """What links to pending changes show. Each is worked out once as long as nothing in the site changes, and one at a
    time: others wait to write meanwhile.
    """

    def __init__(self, database: Database, trials: Trials) -> None:
        self._database = database
        self._trials = trials
        self._turn = asyncio.Lock()
        self._state: int | None = None
        self._kept: dict[PreviewedPending, Found] = {}

    async def find(self, previewed: PreviewedPending, now: str) -> Found:
        """The item as it would be; None when the change was decided, fits the site no more, or leaves no page."""
        async with self._turn:
            if (state := self._database.state()) != self._state:
                self._state = state
                self._kept.clear()
            if previewed not in self._kept:
                found = await self._try(previewed, now)
                if len(self._kept) >= MOST_KEPT:
                    self._kept.clear()
                self._kept[previewed] = found
            return self._kept[previewed]

    async def _try(self, previewed: PreviewedPending, now: str) -> Found:
        item = ChangedItem(previewed.place, previewed.item)

        async def see(item_id: int) -> Found:
            return await self._database.read(partial(_picture, item=item_id, now=now))

        try:
            return await self._trials.look_unseen(previewed.pending, previewed.at, item, see)
        except Problem as problem:
            if problem.code in FAILURES:
                raise
            return None


def _picture(connection: Connection, item: int, now: str) -> Found:
    """The item as it is in the transaction that is open."""
    found = connection.execute(text(ITEM), {"id": item, "now": now}).mappings().first()
    article = read_article({**found} if found else None)
    row = connection.execute(NEWEST, {"id": item}).mappings().first()
    return Pictured(article, unfold_state(connection, row, DRAWN)) if article and row else None
