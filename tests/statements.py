"""Statements over a site's database, for tests that put rows in place or look at them past the host."""

from typing import Any

from sqlalchemy import Connection, Executable, text

from sitehand.store.database import Database
from sitehand.store.reading import list_rows


async def execute(database: Database, *statements: Executable) -> None:
    """Run statements as one transaction of the service: all or none, with an entry in the journal."""

    def work(connection: Connection) -> None:
        for statement in statements:
            connection.execute(statement)

    await database.transact(work)


async def fetch(database: Database, query: str, **values: Any) -> list[dict[str, Any]]:
    """The rows of a query, by the names of their columns."""
    return [row._asdict() for row in await database.read(list_rows(text(query), values))]
