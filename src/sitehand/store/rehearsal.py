"""A copy of the database, to find out what a long write would do while nobody waits for it."""

import asyncio
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path

from sqlalchemy import Connection, func, select

from sitehand.site.changes import ObjectChange
from sitehand.store.capture import merge_changes
from sitehand.store.database import FILE_NAME, Database
from sitehand.store.faults import explained
from sitehand.store.journal import read_changed
from sitehand.store.tables import changes

LAST = select(func.coalesce(func.max(changes.c.id), 0))


class Rehearsal:
    """The copy, and the last entry that its journal had when it was made."""

    def __init__(self, database: Database, last: int) -> None:
        self.database = database
        self._last = last

    async def objects(self) -> Sequence[ObjectChange]:
        """What became of each object in the copy."""
        return await self.database.read_long(self._read)

    def _read(self, connection: Connection) -> Sequence[ObjectChange]:
        wanted = select(changes.c.id).where(changes.c.id > self._last).order_by(changes.c.id)
        ids = connection.execute(wanted).scalars().all()
        return list(merge_changes(each for number in ids for each in read_changed(connection, number)).values())


@asynccontextmanager
async def rehearse(database: Database) -> AsyncIterator[Rehearsal]:
    """A copy of what is committed now, in a folder of its own, which goes with the block.

    Raises Problem(storage_full) when there is no room for it.
    """
    with tempfile.TemporaryDirectory(prefix="sitehand-preview-") as folder:
        await asyncio.to_thread(_copy, database.path, Path(folder) / FILE_NAME)
        copy = Database(Path(folder), database.schema)
        try:
            yield Rehearsal(copy, (await copy.fetch(LAST))[0][0])
        finally:
            await copy.close()


def _copy(source: Path, target: Path) -> None:
    """Copy page by page, in one read transaction: no writer waits for it."""
    reading, writing = sqlite3.connect(f"{source.as_uri()}?mode=ro", uri=True), sqlite3.connect(target)
    with explained(), closing(reading), closing(writing):
        reading.backup(writing)
