"""Clears away what the site kept long enough: revisions, and files of media that nothing needs."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from sitehand.hosts.builtin.file_needs import clear_files
from sitehand.hosts.builtin.picture_formats import forget_formats
from sitehand.hosts.builtin.stored_revisions import delete_revisions, find_old_revisions
from sitehand.site.values import iso
from sitehand.store.database import Database
from sitehand.store.file_store import FileStore
from sitehand.store.retention import PAUSE_SECONDS


class SiteRetention:
    """The site's part of each round of `store.retention`. Revisions stay as long as the journal when `days` is 0."""

    def __init__(self, database: Database, files: FileStore, clock: Callable[[], datetime], days: int = 0) -> None:
        self._database = database
        self._files = files
        self._clock = clock
        self._days = days

    async def clear(self, now: datetime, journal_cutoff: str) -> None:
        """Clear away what is old by that moment. Of items that were deleted for good nothing stays for longer than the
        journal tells of it.
        """
        cutoff = iso(now - timedelta(days=self._days)) if self._days else journal_cutoff
        gone = max(cutoff, journal_cutoff)
        for ids in await self._database.read(lambda looking: [*find_old_revisions(looking, cutoff, gone)], long=True):
            await self._database.transact(partial(delete_revisions, ids=ids), alone=True)
            await asyncio.sleep(PAUSE_SECONDS)
        unneeded = await clear_files(self._database, self._files, self._clock().timestamp())
        if unneeded:
            await self._database.transact(partial(forget_formats, files=unneeded))
