"""Finds the files of media that are needed: by a row, or by the journal, whose changes may be undone."""

import asyncio
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from functools import partial

from sqlalchemy import Connection, bindparam, select, text

from sitehand.hosts.builtin.media_details import read_focus
from sitehand.hosts.builtin.tables import media
from sitehand.site.media import Focus
from sitehand.store.database import Database
from sitehand.store.file_store import FileStore
from sitehand.store.prepared import Prepared

KEPT_FOR = timedelta(days=1).total_seconds()
"""How long a file stays for a transaction that may still write its row."""
PORTION = 100
OF_ROW = Prepared(select(media.c.id).where(media.c.sha256 == bindparam("sha256")).limit(1))
OF_JOURNAL = Prepared(
    text(
        """SELECT 1 FROM changed_objects WHERE kind = 'media'
           AND (before LIKE '%' || :sha256 || '%' OR "after" LIKE '%' || :sha256 || '%') LIMIT 1"""
    )
)


POINTS_OF_ROWS = Prepared(select(media.c.focal_x, media.c.focal_y).where(media.c.sha256 == bindparam("sha256")))
CHANGES = Prepared(
    text(
        """SELECT before, "after" FROM changed_objects WHERE kind = 'media' AND object IN (
           SELECT object FROM changed_objects WHERE kind = 'media'
           AND (before LIKE '%' || :sha256 || '%' OR "after" LIKE '%' || :sha256 || '%')
           UNION SELECT CAST(id AS TEXT) FROM media WHERE sha256 = :sha256)"""
    )
)


async def clear_files(database: Database, files: FileStore, now: float) -> list[str]:
    """Remove the files that nothing needs and nobody has placed for a day; their names. Takes its time.

    Of the files that stay, the crops around points that nothing names go too.
    """
    before = now - KEPT_FOR
    removed: list[str] = []
    await asyncio.to_thread(files.remove_drafts, before)
    names = await asyncio.to_thread(lambda: [*files.list_all(before)])
    for some in _split(names):
        unneeded = await database.read(partial(_list_unneeded, names=some), long=True)
        removed += [name for name in unneeded if await asyncio.to_thread(files.remove, name, before)]
    await _clear_crops(database, files, before)
    return removed


async def _clear_crops(database: Database, files: FileStore, before: float) -> None:
    """Previews and refused calls make crops too, and each point that was tried has its own."""
    found = await asyncio.to_thread(_list_crops, files)
    for some in _split([*found]):
        crops_of = {name: found[name] for name in some}
        unneeded = await database.read(partial(_list_unneeded_crops, found=crops_of), long=True)
        for name, crops in unneeded.items():
            await asyncio.to_thread(files.remove, name, before, crops)


def _split(names: Sequence[str]) -> Iterator[Sequence[str]]:
    """In portions: between the look for what needs a file and its removal there is little time."""
    return (names[first : first + PORTION] for first in range(0, len(names), PORTION))


def _list_unneeded(connection: Connection, names: Iterable[str]) -> list[str]:
    return [name for name in names if not is_needed(connection, name)]


def _list_crops(files: FileStore) -> dict[str, dict[str, Focus]]:
    found: dict[str, dict[str, Focus]] = {}
    for version in files.list_versions():
        if focus := read_focus(version.name):
            found.setdefault(version.file, {})[version.name] = focus
    return found


def _list_unneeded_crops(connection: Connection, found: Mapping[str, Mapping[str, Focus]]) -> dict[str, list[str]]:
    """The crops to remove, by the file."""
    unneeded: dict[str, list[str]] = {}
    for name, crops in found.items():
        xs, ys = _list_points(connection, name)
        if gone := [crop for crop, focus in crops.items() if focus.x not in xs or focus.y not in ys]:
            unneeded[name] = gone
    return unneeded


def _list_points(connection: Connection, name: str) -> tuple[set[int], set[int]]:
    """How far from the left and from the top the points of a file are or were: a change names what it changed alone."""
    known = {"sha256": name}
    states = [dict(row) for row in POINTS_OF_ROWS.all(connection, known)]
    states += [json.loads(state) for row in CHANGES.all(connection, known) for state in row.values() if state]
    xs, ys = ({state[side] for state in states if side in state} for side in ("focal_x", "focal_y"))
    return xs, ys


def is_needed(connection: Connection, name: str) -> bool:
    """Whether a row or a change names a file."""
    known = {"sha256": name}
    return any(query.scalar(connection, known) is not None for query in (OF_ROW, OF_JOURNAL))
