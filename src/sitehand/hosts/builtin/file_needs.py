"""Which files of media are needed: by a row, or by the journal, whose changes may be undone."""

from datetime import timedelta

from sqlalchemy import Connection, bindparam, select, text

from sitehand.hosts.builtin.tables import media
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


def clear_files(database: Database, files: FileStore, now: float) -> int:
    """Remove the files that nothing needs and nobody has placed for a day; how many those were. Takes its time."""
    removed = 0
    files.remove_drafts(now - KEPT_FOR)
    for name in files.list_all(now - KEPT_FOR):
        with database.snapshot() as connection:
            needed = is_needed(connection, name)
        removed += not needed and files.remove(name, now - KEPT_FOR)
    return removed


def is_needed(connection: Connection, name: str) -> bool:
    """Whether a row or a change names a file."""
    known = {"sha256": name}
    return any(query.scalar(connection, known) is not None for query in (OF_ROW, OF_JOURNAL))
