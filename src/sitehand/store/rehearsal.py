"""A copy of the database, to find out what a long write would do while nobody waits for it."""

import asyncio
import os
import shutil
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from sqlalchemy import Connection, func, select

from sitehand.errors import Code, Problem
from sitehand.site.changes import ObjectChange
from sitehand.store.capture import merge_changes
from sitehand.store.database import FILE_NAME, Database
from sitehand.store.faults import explained
from sitehand.store.journal import read_changed
from sitehand.store.occupancy import Occupancy, occupied_alone
from sitehand.store.reading import list_rows
from sitehand.store.sqlite.files import copy_pages
from sitehand.store.tables import changes

PREFIX = "sitehand-preview-"
YOUNG_SECONDS = 60
"""A folder is held as soon as it is made; one that is younger may be about to be."""
LAST = select(func.coalesce(func.max(changes.c.id), 0))


class Rehearsal:
    """The copy, and the last entry that its journal had when it was made."""

    def __init__(self, database: Database, last: int) -> None:
        self.database = database
        self._last = last

    async def objects(self) -> Sequence[ObjectChange]:
        """What changed in each object in the copy."""
        return await self.database.read(self._read, long=True)

    def _read(self, connection: Connection) -> Sequence[ObjectChange]:
        wanted = select(changes.c.id).where(changes.c.id > self._last).order_by(changes.c.id)
        ids = connection.execute(wanted).scalars().all()
        return list(merge_changes(each for number in ids for each in read_changed(connection, number)).values())


@asynccontextmanager
async def rehearse(database: Database) -> AsyncIterator[Rehearsal]:
    """A copy of what is committed now, in a folder of its own, which goes with the block.

    Raises Problem(storage_full) when there is no room for it.
    """
    await asyncio.to_thread(_clear_left)
    try:
        with tempfile.TemporaryDirectory(prefix=PREFIX) as folder:
            async with _copied(database, Path(folder)) as copy:
                yield Rehearsal(copy, (await copy.read(list_rows(LAST)))[0][0])
    except Problem as fault:
        if fault.code is not Code.STORAGE_FULL:
            raise
        message = f"A trial needs room for a copy of the database in {tempfile.gettempdir()}. Nothing was changed."
        hint = "Make room there, or name another folder in the environment variable TMPDIR."
        raise Problem(Code.STORAGE_FULL, message, hint=hint) from fault


@asynccontextmanager
async def _copied(database: Database, folder: Path) -> AsyncIterator[Database]:
    occupancy = Occupancy(folder)
    occupancy.take()
    try:
        await asyncio.to_thread(_copy, database.path, folder / FILE_NAME)
        copy = Database(folder, database.schema)
        try:
            yield copy
        finally:
            await copy.close()
    finally:
        occupancy.leave()


def _clear_left() -> None:
    """Remove the copies of processes that were killed: nobody holds their folders any more."""
    oldest = time.time() - YOUNG_SECONDS
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError, Problem):
            # Anybody may put things into the system's folder for temporary files.
            found = folder.lstat()
            if found.st_uid == os.getuid() and found.st_mtime < oldest and not folder.is_symlink():
                with occupied_alone(folder):
                    shutil.rmtree(folder)


def _copy(source: Path, target: Path) -> None:
    with explained():
        copy_pages(source, target)
