"""Gives the disk back what the database file no longer needs.

Source: https://sqlite.org/pragma.html#pragma_incremental_vacuum, https://sqlite.org/lang_vacuum.html
"""

import shutil
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select, update

from sitehand.errors import Code, Problem
from sitehand.store.database import Database
from sitehand.store.schema import LongTexts
from sitehand.store.sqlite import BUSY_TIMEOUT_MILLISECONDS

PORTION_PAGES = 500
"""Pages of the file that one transaction gives back: two megabytes."""
PORTION_ROWS = 50
INCREMENTAL = 2
"""Of PRAGMA auto_vacuum."""
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Compacted:
    """Bytes of the file before and after."""

    before: int
    after: int


async def release_pages(database: Database) -> bool:
    """Cut some free pages off the file's end. Returns whether there are more; never of a file from before 3.8, which
    must be written anew once.
    """
    return await database.submit(lambda: _give_back(database.path))


async def cut_log(database: Database) -> None:
    """Empty the write-ahead log, unless somebody reads or writes just now: who does would have to wait."""
    await database.submit(lambda: _cut_log(database.path, wait_seconds=0))


async def compact(database: Database, report: Callable[[str], None]) -> Compacted:
    """Store once what older versions stored several times, and write the file anew.

    Others can read meanwhile, and wait with writing. Needs as much free space as the file has. `report` is told what
    is being done.
    """
    before = database.path.stat().st_size
    _refuse_full_disk(database.path, before)
    for texts in database.schema.long_texts:
        report(f"Storing long texts of {texts.words} once")
        await _fold_all(database, texts)
    report("Rewriting the file")
    await database.submit(lambda: _write_anew(database.path))
    return Compacted(before, database.path.stat().st_size)


async def _fold_all(database: Database, texts: LongTexts) -> None:
    last: int | None = 0
    while last is not None:
        last = await database.transact(partial(_fold_portion, texts, last))


def _fold_portion(texts: LongTexts, last: int, connection: Connection) -> int | None:
    """Fold the next rows that hold their texts themselves. Returns the last one's id, None when there are no more."""
    table = texts.table
    query = select(table).where(table.c.id > last, table.c.texts.is_(None)).order_by(table.c.id).limit(PORTION_ROWS)
    rows = connection.execute(query).all()
    for row in rows:
        folded = texts.fold(connection, row._asdict())
        if folded["texts"] is not None:
            connection.execute(update(table).where(table.c.id == row.id).values(**folded))
    return rows[-1].id if rows else None


def _refuse_full_disk(path: Path, needed: int) -> None:
    free = shutil.disk_usage(path.parent).free
    if free < needed:
        raise Problem(
            Code.STORAGE_FULL,
            f"The disk of {path.parent} has {free:,} bytes free; rewriting the file needs {needed:,}.",
            hint="Free some space, or move the data folder to a larger disk, then try again.",
        )


def _give_back(path: Path) -> bool:
    with closing(_open(path)) as connection:
        # It cuts one page for each row that is taken, and only a script takes them all: it has no columns.
        connection.executescript(f"PRAGMA incremental_vacuum({PORTION_PAGES})")
        (mode,), (free,) = (
            connection.execute(f"PRAGMA {each}").fetchone() for each in ("auto_vacuum", "freelist_count")
        )
        return bool(mode == INCREMENTAL and free)


def _write_anew(path: Path) -> None:
    with closing(_open(path)) as connection:
        connection.execute("PRAGMA auto_vacuum=INCREMENTAL")
        connection.execute("VACUUM")
    _cut_log(path, wait_seconds=BUSY_TIMEOUT_MILLISECONDS / 1000)


def _cut_log(path: Path, wait_seconds: float) -> None:
    with closing(_open(path, wait_seconds)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _open(path: Path, wait_seconds: float = BUSY_TIMEOUT_MILLISECONDS / 1000) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=wait_seconds, isolation_level=None)
