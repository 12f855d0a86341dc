"""Publishes scheduled items when their time has come."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection, text

from sitehand.guard.attribution import SITE
from sitehand.guard.call import in_call
from sitehand.hosts.builtin.states import read_state, store_item
from sitehand.site.values import iso
from sitehand.store.database import Database
from sitehand.store.rounds import go_round

INTERVAL_SECONDS = 5
DUE = text("SELECT id FROM items WHERE type IN ('page', 'post') AND status = 'future' AND date <= :now LIMIT 100")


async def publish_due(database: Database, now: datetime) -> int:
    """Publish what is due, each with a revision by `schedule`, as the site's own doing. Returns how many items."""
    at = iso(now)
    published = 0
    while True:
        with database.look_up() as looking:
            if looking.execute(DUE, {"now": at}).first() is None:
                return published
        with in_call(by=replace(SITE, operation="publish_scheduled", at=at)):
            published += await database.transact(lambda connection: _publish_batch(connection, at))


def _publish_batch(connection: Connection, at: str) -> int:
    """Another worker may have been faster: what is due is read again inside the transaction."""
    ids = connection.execute(DUE, {"now": at}).scalars().all()
    for item_id in ids:
        if state := read_state(connection, item_id):
            changed = {**state, "status": "publish", "modified": at, "floating_date": False}
            store_item(connection, changed, by="schedule", at=at, action="publish")
    return len(ids)


class Schedule:
    """Looks every few seconds for what is due, as long as the application runs."""

    def __init__(
        self, database: Database, clock: Callable[[], datetime], interval_seconds: float = INTERVAL_SECONDS
    ) -> None:
        self._database = database
        self._clock = clock
        self._interval_seconds = interval_seconds

    def run(self) -> AbstractAsyncContextManager[None]:
        """Work in the background while the block runs."""
        failure = "Scheduled items could not be published; trying again."
        return go_round(lambda: publish_due(self._database, self._clock()), self._interval_seconds, failure)
