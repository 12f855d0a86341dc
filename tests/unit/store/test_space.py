"""What the database no longer needs goes back to the disk; files of older versions are made small on request."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy import insert, select, text

from sitehand.errors import Problem
from sitehand.hosts.builtin.schema import SITE
from sitehand.store.database import Database
from sitehand.store.journal import GENESIS, chain, find_break, read_changed
from sitehand.store.reading import list_rows
from sitehand.store.space import compact, cut_log, release_pages
from sitehand.store.sqlite.files import PORTION_PAGES
from sitehand.store.tables import changed_objects, texts
from sitehand.store.tables import settings as setting_rows
from tests.databases import migrate
from tests.old_database import open_old_database

LONG_TEXT = "What an older version stored in the row itself. " * 2_000


async def make_free(database: Database) -> None:
    """Fill much of the file, and delete it again."""
    big = {"name": "big", "value": "x" * 4096 * (PORTION_PAGES + 100)}
    await database.transact(lambda connection: connection.execute(insert(setting_rows).values(big)))
    await database.transact(lambda connection: connection.execute(text("DELETE FROM settings WHERE name = 'big'")))


async def test_a_file_shrinks_when_its_pages_are_free(database: Database) -> None:
    """In portions, and the write-ahead log is emptied afterwards."""
    await make_free(database)
    await cut_log(database)
    full = database.path.stat().st_size
    rounds = 1
    while await release_pages(database):
        rounds += 1
    await cut_log(database)
    assert rounds > 1
    assert database.path.stat().st_size < full - 4096 * PORTION_PAGES
    assert database.path.with_name("sitehand.db-wal").stat().st_size == 0


async def test_a_log_that_somebody_reads_is_left_alone(database: Database) -> None:
    """Nobody is made to wait for it."""
    with closing(sqlite3.connect(database.path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM settings").fetchall()
        await make_free(database)
        await cut_log(database)
        assert database.path.with_name("sitehand.db-wal").stat().st_size > 0


def make_old_site(path: Path) -> None:
    """A file as 3.7 left it: no pages to give back, and an entry that holds its long texts itself."""
    with open_old_database(path, "0002") as connection:
        entry: dict[str, Any] = {"id": 1, "milliseconds": 1, "at": "2026-11-01T00:00:00Z", "outcome": "done"}
        entry |= dict.fromkeys(("request_id", "caller", "label", "role", "door", "client", "operation"), "-")
        entry |= {"arguments": "{}", "undoes": "[]", "approved_by": None, "previous": GENESIS}
        sides = ({"content": LONG_TEXT, "id": 3}, {"content": LONG_TEXT + "!", "id": 3})
        before, after = (json.dumps(side, ensure_ascii=False) for side in sides)
        row = {"kind": "page", "object": "3", "label": "Old", "before": before, "after": after}
        entry["hash"] = chain(GENESIS, {**entry, "approved_by_id": None, "form": 1, "site": None}, [row])
        _insert(connection, "changes", entry)
        _insert(connection, "changed_objects", {**row, "change_id": 1})
        state = {"type": "page", "content": LONG_TEXT + "!", "title": "Old"}
        revision = {"item_id": 3, "revision": "a", "at": entry["at"], "by": "-", "action": "update"}
        _insert(connection, "revisions", {**revision, "state": json.dumps(state)})


def _insert(connection: Any, table: str, row: dict[str, Any]) -> None:
    names = ", ".join(f'"{name}"' for name in row)
    connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({', '.join(f':{name}' for name in row)})"), row)


async def test_a_site_of_an_older_version_is_read_as_it_is_and_compacted_on_request(tmp_path: Path) -> None:
    """Its texts are then stored once, its pages can be given back, and every entry says what it said, hashes too."""
    make_old_site(tmp_path / "sitehand.db")
    database = Database(tmp_path, SITE)
    await migrate(database)
    before = await database.transact(lambda connection: read_changed(connection, 1))
    assert before[0].before == {"content": LONG_TEXT, "id": 3}
    assert await database.transact(find_break) is None
    assert not await release_pages(database)
    done: list[str] = []
    sizes = await compact(database, done.append)
    assert sizes.after < sizes.before - 2 * len(LONG_TEXT)
    assert done == [
        "Storing long texts of the journal once",
        "Storing long texts of revisions once",
        "Rewriting the file",
    ]
    assert await database.transact(lambda connection: read_changed(connection, 1)) == before
    assert await database.transact(find_break) is None
    rows = await database.read(list_rows(select(texts.c.refs).order_by(texts.c.refs)))
    assert [row.refs for row in rows] == [1, 2]
    (stored,) = await database.read(list_rows(select(changed_objects.c.before)))
    assert json.loads(stored.before) == {"content": None, "id": 3}
    (mode,) = await database.read(list_rows(text("PRAGMA auto_vacuum")))
    await database.close()
    assert tuple(mode) == (2,)


class Usage(NamedTuple):
    """What `shutil.disk_usage` answers."""

    total: int
    used: int
    free: int


async def test_a_full_disk_is_said_before_anything_is_done(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the bytes that it takes."""
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: Usage(10_000, 9_000, 1_000))
    with pytest.raises(Problem, match="has 1,000 bytes free; rewriting the file needs"):
        await compact(database, lambda _doing: None)
