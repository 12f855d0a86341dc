"""Snippets in the database: what stands in `hosts/builtin/<noun>.py`, their table and who reads and writes it."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    Integer,
    RowMapping,
    String,
    Table,
    Text,
    delete,
    func,
    insert,
    select,
    update,
)

from sitehand.errors import not_found
from sitehand.site.content import Listing
from sitehand.store.database import Database
from sitehand.store.metadata import new_metadata
from sitehand.store.revision import name_state
from sitehand.store.tracked import Tracked, name_columns, track
from sitehand.store.verification import verify_row
from tests.recipe.kinds import SNIPPET
from tests.recipe.site import Snippet, SnippetFields, SnippetQuery

metadata = new_metadata()
STATE = ("name", "text")
"""What the revision of a snippet stands for."""
snippets = Table(
    "snippets",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(200), nullable=False, unique=True),
    Column("text", Text, nullable=False, server_default=""),
    sqlite_autoincrement=True,
)
track(Tracked(snippets, (SNIPPET,), label="{row}.name", revision=name_columns(STATE)))


class Snippets:
    """Implements `SnippetStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, query: SnippetQuery) -> Listing[Snippet]:
        """One page of the list, by name."""
        page = (
            select(snippets).order_by(snippets.c.name).limit(query.per_page).offset((query.page - 1) * query.per_page)
        )

        def read(connection: Connection) -> Listing[Snippet]:
            total = connection.execute(select(func.count()).select_from(snippets)).scalar_one()
            found = [_build(row) for row in connection.execute(page).mappings()]
            return Listing(found, total, query.page, query.per_page)

        return await self._database.read(read)

    async def get(self, snippet_id: int) -> Snippet:
        """One snippet."""
        return await self._database.read(lambda connection: _read(connection, snippet_id))

    async def create(self, fields: SnippetFields) -> Snippet:
        """Store a new snippet."""

        def work(connection: Connection) -> Snippet:
            made = connection.execute(insert(snippets).values(_take(fields)).returning(snippets.c.id)).scalar_one()
            return _tell(connection, made, _take(fields))

        return await self._database.transact(work)

    async def update(self, snippet_id: int, fields: SnippetFields) -> Snippet:
        """Change the given fields."""

        def work(connection: Connection) -> Snippet:
            old, given = _read(connection, snippet_id), _take(fields)
            if given:
                connection.execute(update(snippets).where(snippets.c.id == old["id"]).values(given))
            return _tell(connection, snippet_id, given)

        return await self._database.transact(work)

    async def delete(self, snippet_id: int) -> Snippet:
        """Remove a snippet for good."""

        def work(connection: Connection) -> Snippet:
            gone = _read(connection, snippet_id)
            connection.execute(delete(snippets).where(snippets.c.id == snippet_id))
            verify_row(connection, snippets, {"id": snippet_id}, None)
            return gone

        return await self._database.transact(work)


def _take(fields: SnippetFields) -> dict[str, Any]:
    return fields.model_dump(include={*STATE} & fields.model_fields_set)


def _read(connection: Connection, snippet_id: int) -> Snippet:
    row = connection.execute(select(snippets).where(snippets.c.id == snippet_id)).mappings().first()
    if row is None:
        raise not_found("snippet", snippet_id, "list_snippets lists the snippets.")
    return _build(row)


def _tell(connection: Connection, snippet_id: int, given: Mapping[str, Any]) -> Snippet:
    if given:
        verify_row(connection, snippets, {"id": snippet_id}, given)
    return _read(connection, snippet_id)


def _build(row: RowMapping) -> Snippet:
    revision = name_state(row[name] for name in STATE)
    return Snippet(id=row["id"], name=row["name"], text=row["text"], revision=revision)
