"""Publishes scheduled items when their time has come."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection, text

from sitehand.guard.attribution import SITE
from sitehand.guard.call import in_call
from sitehand.hosts.builtin.states import read_state, store_item
from sitehand.hosts.builtin.type_table import ALL_TYPES
from sitehand.site.jobs import Run, Work
from sitehand.site.values import iso
from sitehand.store.database import Database

INTERVAL_SECONDS = 5
DUE = f"SELECT id FROM items WHERE type IN {ALL_TYPES} AND status = 'future' AND date <= :now LIMIT 100"  # noqa: S608


def make_schedule(database: Database, clock: Callable[[], datetime]) -> Work:
    """The job that publishes what is due, whenever something is."""

    async def publish(run: Run) -> None:
        await publish_due(run, iso(clock()))

    return Work("publish_scheduled", publish, INTERVAL_SECONDS, lambda: is_due(database, clock()))


def is_due(database: Database, now: datetime) -> bool:
    """Whether an item's time has come."""
    return bool(database.look_up(DUE, {"now": iso(now)}))


async def publish_due(run: Run, at: str) -> int:
    """Publish what is due, each with a revision by `schedule`, as the site's own doing. Returns how many items."""
    published = 0
    with in_call(by=replace(SITE, operation="publish_scheduled", at=at)):
        while part := await run.transact(lambda connection: _publish_batch(connection, at)):
            published += part
    return published


def _publish_batch(connection: Connection, at: str) -> int:
    """Another worker may have been faster: what is due is read again inside the transaction."""
    ids = connection.scalars(text(DUE), {"now": at}).all()
    for item_id in ids:
        if state := read_state(connection, item_id):
            changed = {**state, "status": "publish", "modified": at, "floating_date": False}
            store_item(connection, changed, by="schedule", at=at, action="publish")
    return len(ids)
