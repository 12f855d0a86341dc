"""Tests of the migrations."""

import asyncio
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

from sitehand.store.database import Database
from sitehand.store.migration import migrate, newest_version, stored_version, upgrade
from sitehand.store.tables import metadata

MIGRATE = """
import asyncio, sys
from pathlib import Path
from sitehand.store.database import Database
from sitehand.store.migration import migrate

async def main():
    sys.stdin.readline()
    database = Database(Path(sys.argv[1]))
    print(await migrate(database), "alembic" in sys.modules)
    await database.close()

asyncio.run(main())
"""


def _shape(path: Path) -> set[tuple[str, str]]:
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE type IN ('table', 'index') AND sql <> ''")
        return {
            (name, " ".join(sql.split()).replace(" ,", ",").replace(" )", ")"))
            for name, sql in rows
            if not name.startswith(("items_fts", "alembic_", "sqlite_"))
        }


def test_the_migrations_give_what_the_tables_say(tmp_path: Path) -> None:
    """A migrated database has exactly the tables, columns, constraints and indexes of `store/tables.py`."""
    upgrade(tmp_path / "migrated.db")
    engine = create_engine(f"sqlite:///{tmp_path / 'migrated.db'}", poolclass=NullPool)
    with engine.connect() as connection:
        known = {"include_object": lambda _object, name, kind, *_: kind != "table" or not name.startswith("items_fts")}
        assert compare_metadata(MigrationContext.configure(connection, opts=known), metadata) == []
    fresh = create_engine(f"sqlite:///{tmp_path / 'fresh.db'}", poolclass=NullPool)
    metadata.create_all(fresh)
    assert _shape(tmp_path / "migrated.db") == _shape(tmp_path / "fresh.db")


async def test_a_second_start_does_nothing(tmp_path: Path) -> None:
    """The first start upgrades, the next finds nothing to do; one author is there."""
    database = Database(tmp_path)
    assert stored_version(database.path) == ""
    assert await migrate(database)
    assert not await migrate(database)
    assert stored_version(database.path) == newest_version()
    async with database.read() as connection:
        assert (await connection.execute(text("SELECT id FROM authors"))).scalars().all() == [1]
    await database.close()


def test_workers_that_start_at_once_upgrade_once(tmp_path: Path) -> None:
    """Of four processes on one empty folder exactly one upgrades, and none fails."""
    command = [sys.executable, "-W", "error", "-c", MIGRATE, str(tmp_path)]
    workers = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    for worker in workers:
        assert worker.stdin
        worker.stdin.write("go\n")
        worker.stdin.flush()
    answers = [worker.communicate(timeout=60) for worker in workers]
    assert [error for _, error in answers] == [""] * 4
    assert sorted(answer.split()[0] for answer, _ in answers) == ["False", "False", "False", "True"]


def test_a_start_with_nothing_to_do_leaves_alembic_alone(tmp_path: Path) -> None:
    """Importing Alembic costs a good part of a start, so an up-to-date site does without."""
    upgrade(tmp_path / "sitehand.db")
    command = [sys.executable, "-c", MIGRATE, str(tmp_path)]
    answer = subprocess.run(command, input="go\n", capture_output=True, text=True, check=True, timeout=60)
    assert answer.stdout.split() == ["False", "False"]


def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    """A program that is older than the data does not touch it."""
    path = tmp_path / "sitehand.db"
    upgrade(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(RuntimeError, match="newer version"):
        asyncio.run(_migrate(path.parent))


async def _migrate(folder: Path) -> None:
    database = Database(folder)
    try:
        await migrate(database)
    finally:
        await database.close()


def test_new_data_is_for_its_owner_alone(tmp_path: Path) -> None:
    """Nobody else on the machine may read what signs the sessions of the admin screens."""
    path = tmp_path / "site" / "sitehand.db"
    upgrade(path)
    assert {file.stat().st_mode & 0o077 for file in (path.parent, *path.parent.iterdir())} == {0}


def test_rights_of_a_folder_that_is_there_stay(tmp_path: Path) -> None:
    """Who made the folder decides who may look into it."""
    tmp_path.chmod(0o750)
    upgrade(tmp_path / "sitehand.db")
    assert tmp_path.stat().st_mode & 0o777 == 0o750
