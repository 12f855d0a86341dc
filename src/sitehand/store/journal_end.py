"""The end of the journal, noted outside the database: its newest entry's id and hash, in a file beside it.

A chain that has lost its last entries is still a chain. Every few seconds its end is noted here, so that what was cut
off is found, but for the entries of the last few seconds.
"""

import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from sqlalchemy import Connection, select

from sitehand.site.values import MAX_ID
from sitehand.store.connections import is_in_place
from sitehand.store.database import Database
from sitehand.store.files import replace_file
from sitehand.store.journal import read_cleared
from sitehand.store.periodic import repeat, try_work
from sitehand.store.tables import changes

FILE = "journal.end"
INTERVAL_SECONDS = 5
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class End:
    """An entry of the journal that was the newest. Raises ValueError for what cannot be one."""

    id: int
    hash: str

    def __post_init__(self) -> None:
        if type(self.id) is not int or not 0 <= self.id <= MAX_ID or not isinstance(self.hash, str):
            raise ValueError(self)


def read_newest(connection: Connection) -> End:
    """The newest entry, also when it has been cleared away. Raises ValueError as `read_cleared` does."""
    row = connection.execute(select(changes.c.id, changes.c.hash).order_by(changes.c.id.desc()).limit(1)).first()
    if row is not None:
        return End(row.id, row.hash)
    cleared = read_cleared(connection)
    return End(cleared.id, cleared.hash)


def write_end(folder: Path, end: End) -> None:
    """Note which entry is the newest."""
    replace_file(folder / FILE, json.dumps(asdict(end)).encode() + b"\n")


def forget_end(folder: Path) -> None:
    """Note nothing, until the next entry is."""
    (folder / FILE).unlink(missing_ok=True)


def find_cut(connection: Connection, folder: Path) -> str | None:
    """What the journal has lost of the end that was noted last, as a sentence; None when it has lost nothing."""
    try:
        noted = End(**json.loads((folder / FILE).read_bytes()))
    except FileNotFoundError:
        return None
    except (ValueError, TypeError, RecursionError):
        return f"The note of the journal's end ({FILE}) was altered."
    cleared = read_cleared(connection)
    # Retention has cleared the noted entry away since: it is not lost.
    if noted.id < cleared.id:
        return None
    found = connection.execute(select(changes.c.hash).where(changes.c.id == noted.id)).scalar()
    if found is None and noted.id == cleared.id:
        found = cleared.hash
    if found is None:
        return f"Change {noted.id} was the newest when the journal's end was noted last, and is missing now."
    if found != noted.hash:
        return f"Change {noted.id} is another one than when the journal's end was noted last."
    return None


class JournalAnchor:
    """Notes the end every few seconds, as long as the application runs, and once at its end.

    An end that is not a later one of the same journal is reported, and the note stays as it is, for the proof.
    """

    def __init__(self, database: Database, interval_seconds: float = INTERVAL_SECONDS) -> None:
        self._database = database
        self._interval_seconds = interval_seconds
        self._told = ""

    @asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Work in the background while the block runs."""
        async with repeat(self.note, self._interval_seconds, "The journal's end could not be noted; trying again."):
            yield
        await try_work(self.note, "The journal's end could not be noted.")

    async def note(self) -> None:
        """Note the end when it is another than before."""
        await self._database.read(self._note, long=True)

    def _note(self, connection: Connection) -> None:
        path = self._database.path
        if not is_in_place(connection, path):  # the note in the folder is another database's
            return
        folder = path.parent
        cut, newest = find_cut(connection, folder), read_newest(connection)
        if cut:
            # Told once, not every few seconds.
            if cut != self._told:
                log.error("%s Run: sitehand doctor", cut)
            self._told = cut
        elif not _is_noted(folder, newest):
            write_end(folder, newest)


def _is_noted(folder: Path, end: End) -> bool:
    try:
        return bool(json.loads((folder / FILE).read_bytes()) == asdict(end))
    except FileNotFoundError:
        return False
