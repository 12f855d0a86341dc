"""Which files of media are needed: by a row, or by the journal, whose changes may be undone."""

import json
from datetime import timedelta

from sqlalchemy import Connection, bindparam, select, text

from sitehand.hosts.builtin.media_details import read_focus
from sitehand.hosts.builtin.tables import media
from sitehand.site.media import Focus
from sitehand.store.database import Database
from sitehand.store.file_store import FileStore
from sitehand.store.prepared import Prepared

KEPT_FOR = timedelta(days=1).total_seconds()
"""How long a file stays for a transaction that may still write its row."""
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


def clear_files(database: Database, files: FileStore, now: float) -> list[str]:
    """Remove the files that nothing needs and nobody has placed for a day; their names. Takes its time.

    Of the files that stay, the crops around points that nothing names go too.
    """
    removed = []
    files.remove_drafts(now - KEPT_FOR)
    for name in files.list_all(now - KEPT_FOR):
        with database.snapshot() as connection:
            needed = is_needed(connection, name)
        if not needed and files.remove(name, now - KEPT_FOR):
            removed.append(name)
    _clear_crops(database, files, now - KEPT_FOR)
    return removed


def _clear_crops(database: Database, files: FileStore, before: float) -> None:
    """Previews and refused calls make crops too, and each point that was tried has its own."""
    found: dict[str, dict[str, Focus]] = {}
    for version in files.list_versions():
        if focus := read_focus(version.name):
            found.setdefault(version.file, {})[version.name] = focus
    for name, crops in found.items():
        with database.snapshot() as connection:
            xs, ys = _list_points(connection, name)
        if unneeded := [crop for crop, focus in crops.items() if focus.x not in xs or focus.y not in ys]:
            files.remove(name, before, unneeded)


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
