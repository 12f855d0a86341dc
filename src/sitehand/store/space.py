"""Gives the disk back what the database file no longer needs."""

import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select, update

from sitehand.errors import Code, Problem
from sitehand.store.database import Database
from sitehand.store.schema import LongTexts
from sitehand.store.sqlite import files
from sitehand.store.sqlite.files import cut_pages, write_anew

PORTION_ROWS = 50
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
    return await database.units.run_outside(lambda: cut_pages(database.path))


async def cut_log(database: Database) -> None:
    """Empty the write-ahead log, unless somebody reads or writes just now: who does would have to wait."""
    await database.units.run_outside(lambda: files.cut_log(database.path, wait_seconds=0))


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
    await database.units.run_outside(lambda: write_anew(database.path))
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
