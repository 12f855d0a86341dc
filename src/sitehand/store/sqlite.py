"""Small things that each database does in its own way, as SQLite does them."""

from sqlalchemy import Connection, text

from sitehand.store.prepared import Prepared

BUSY_TIMEOUT_MILLISECONDS = 30_000
"""How long a connection waits for another that writes."""
DEFER_REFERENCES = Prepared(text("PRAGMA defer_foreign_keys=ON"))
ENFORCE_REFERENCES = Prepared(text("PRAGMA defer_foreign_keys=OFF"))


def next_id_of(table: str) -> Prepared:
    """The id that the next row of a table gets; no other writer can take it while the transaction is open.

    Source: https://sqlite.org/autoinc.html
    """
    return Prepared(text(f"SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = '{table}'), 0) + 1"))  # noqa: S608


def defer_references(connection: Connection) -> None:
    """Check references when the open transaction commits, and not before. Source: PRAGMA defer_foreign_keys."""
    DEFER_REFERENCES.run(connection)


def enforce_references(connection: Connection) -> None:
    """Check references at once again. Those that are broken by then are still found when the transaction commits."""
    ENFORCE_REFERENCES.run(connection)
