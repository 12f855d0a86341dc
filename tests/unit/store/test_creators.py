"""Whose each object is: noted when it is made, for as long as the site."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine, delete, insert, text
from sqlalchemy.pool import NullPool

from sitehand.guard.attribution import Attribution, Origin
from sitehand.guard.call import in_call
from sitehand.hosts.builtin.schema import SITE
from sitehand.hosts.builtin.tables import terms
from sitehand.store.creator_table import FEW, CreatorTable
from sitehand.store.database import Database
from sitehand.store.migration import upgrade
from sitehand.store.retention import clear_changes
from sitehand.store.tables import settings
from tests.old_database import open_old_database

TERM = {"id": 7, "taxonomy": "category", "slug": "news", "name": "News"}
JOURNAL = """
    INSERT INTO changes (id, at, milliseconds, request_id, caller, label, role, door, client, operation, arguments,
        outcome, undoes, previous, hash)
    SELECT column1, '', 0, '-', column2, '', '', '', '', '', '{}', 'done', column3, '', '' FROM
        (VALUES (1, 'key:1', '[]'), (2, 'key:2', '[]'), (3, 'key:3', '[1]'), (4, 'key:4', '[]'), (5, 'key:5', '[]'));
    INSERT INTO changed_objects (change_id, kind, object, label, before, after)
        VALUES (1, 'page', '1', '', NULL, '{}'), (2, 'page', '1', '', '{}', NULL), (3, 'page', '1', '', NULL, '{}'),
        (3, 'page', '2', '', NULL, '{}'), (4, 'page', '3', '', '{}', '{}'), (4, 'item_term', '3:1', '', NULL, '{}'),
        (5, 'key', '1', '', NULL, '{}'), (5, 'term', '1', '', NULL, '{}'), (5, 'page', '1', '', NULL, '{}');
"""
"""A page that was made, deleted and brought back; one of which only that is known; others that came and changed."""


async def write(database: Database, statement: Any, caller: str, undoes: tuple[int, ...] = ()) -> None:
    """A change of somebody."""
    with in_call(by=Attribution(caller, caller, "editor", "write", Origin("rest"), undoes=undoes)):
        await database.transact(lambda connection: connection.execute(statement))


async def find(database: Database, kind: str, object_id: str) -> str | None:
    """Who made it; None when nobody knows."""
    return (await CreatorTable(database).find([(kind, object_id)])).get((kind, object_id)) or None


async def test_who_makes_it_is_noted(database: Database) -> None:
    """Of content; what the service keeps for itself has its own notes, and of the rest nobody knows."""
    await write(database, insert(terms).values(TERM), "key:1")
    await write(database, insert(settings).values(name="plan", value="pro"), "key:1")
    assert await find(database, "term", "7") == "key:1"
    assert await find(database, "setting", "plan") is None
    assert await find(database, "term", "8") is None


async def test_many_are_looked_up_as_few_are(database: Database) -> None:
    """In a thread: whose each is, "" for what only the journal knows, and nothing of the others."""
    await write(database, insert(terms).values(TERM), "key:1")
    await write(database, insert(settings).values(name="plan", value="pro"), "key:1")
    names = [("term", "7"), ("setting", "plan"), *(("term", str(number)) for number in range(8, 8 + FEW))]
    found = {("term", "7"): "key:1", ("setting", "plan"): ""}
    assert await CreatorTable(database).find(names) == await CreatorTable(database).find(names[:3]) == found


async def test_what_is_brought_back_stays_whose_it_was(database: Database) -> None:
    """Whoever brings it back; and it is nobody's when it was."""
    await write(database, insert(terms).values(TERM), "key:1")
    await write(database, delete(terms), "key:2")
    await write(database, insert(terms).values(TERM), "key:2", undoes=(2,))
    assert await find(database, "term", "7") == "key:1"
    await database.transact(lambda connection: connection.exec_driver_sql("DELETE FROM creators"))
    await write(database, delete(terms), "key:2")
    await write(database, insert(terms).values(TERM), "key:2", undoes=(4,))
    assert await find(database, "term", "7") is None


async def test_what_is_made_beside_an_undo_is_its_makers(database: Database) -> None:
    """As in a batch that does both."""
    await write(database, insert(terms).values(TERM), "key:2", undoes=(1,))
    assert await find(database, "term", "7") == "key:2"


async def test_it_outlives_the_journal(database: Database) -> None:
    """What is cleared away is not forgotten."""
    await write(database, insert(terms).values(TERM), "key:1")

    def clear(connection: Connection) -> int:
        return clear_changes(connection, "9999")

    assert await database.transact(clear) > 0
    assert await find(database, "term", "7") == "key:1"


async def test_on_another_site_the_same_id_is_another_objects(database: Database, tmp_path: Path) -> None:
    """Of a folder that serves a WordPress after its own site, or another WordPress."""
    await write(database, insert(terms).values(TERM), "key:1")
    await database.close()
    other = Database(database.path.parent, replace(SITE, site="https://new.example"))
    assert await find(other, "term", "7") is None
    await write(other, delete(terms), "key:2")
    await write(other, insert(terms).values(TERM), "key:2")
    assert await find(other, "term", "7") == "key:2"
    await other.close()
    back = Database(database.path.parent, SITE)
    assert await find(back, "term", "7") == "key:1"
    await back.close()


def test_the_makers_of_before_come_from_the_journal(tmp_path: Path) -> None:
    """The first that made it, and nobody whose undo is all that is known of it."""
    with open_old_database(tmp_path / "old.db", "0007") as connection:
        connection.connection.cursor().executescript(JOURNAL)
    assert upgrade(tmp_path / "old.db", SITE)
    engine = create_engine(f"sqlite:///{tmp_path / 'old.db'}", poolclass=NullPool)
    with engine.connect() as connection:
        found = connection.execute(text("SELECT kind, object, caller FROM creators ORDER BY kind, object")).all()
    assert [tuple(row) for row in found] == [("page", "1", "key:1"), ("term", "1", "key:5")]
