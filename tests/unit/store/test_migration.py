"""Tests of the migrations."""

import asyncio
import hashlib
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

from sitehand.errors import Problem
from sitehand.hosts.builtin.passwords import is_plain, password_matches
from sitehand.hosts.builtin.schema import SITE
from sitehand.hosts.builtin.states import DEFAULTS, revision_of
from sitehand.hosts.builtin.tables import metadata as site_metadata
from sitehand.store.database import Database
from sitehand.store.journal import GENESIS, find_break
from sitehand.store.migration import is_newest, migrate, upgrade
from sitehand.store.reading import list_rows
from sitehand.store.tables import metadata as ledger_metadata
from tests.old_database import open_old_database
from tests.processes import run_sitehand
from tests.recipe.checks import check_migrations, join_metadata
from tests.statements import fetch

MIGRATE = """
import asyncio, sys
from pathlib import Path
from sitehand.errors import Problem
from sitehand.hosts.builtin.schema import SITE
from sitehand.store.database import Database
from sitehand.store.migration import migrate

async def main():
    sys.stdin.readline()
    database = Database(Path(sys.argv[1]), SITE)
    print(await migrate(database), "alembic" in sys.modules)
    await database.close()

asyncio.run(main())
"""

OLD_ITEM = """INSERT INTO items (id, type, status, slug, date, modified, author, title, path, revision, password,
    title_rendered, content, content_rendered, excerpt, excerpt_rendered)
    VALUES (?, 'page', 'publish', ?, '2026-03-01T12:00:00Z', '2026-03-01T12:00:00Z', 1, 'Title', ?, '000000000000', ?,
    'Title', '', '', '', '')"""

OLD_REVISION = """INSERT INTO revisions (item_id, revision, at, "by", action, state)
    VALUES (?, '000000000000', '2026-03-01T12:00:00Z', 'key:1', 'create', ?)"""
KEPT = text("SELECT state FROM revisions ORDER BY id")


def test_the_migrations_give_what_the_tables_say(tmp_path: Path) -> None:
    """A migrated database has exactly the tables, columns, constraints and indexes of both modules `tables.py`."""
    check_migrations(tmp_path, SITE, join_metadata(ledger_metadata, site_metadata))


BEFORE = """
    INSERT INTO api_keys (id, label, role, secret_sha256, first_characters, created) VALUES
        (1, 'Owner', 'admin', 'a', 'sitehand_0', '2025-01-01T00:00:00Z'),
        (2, 'Made', 'author', 'b', 'sitehand_0', '2026-01-01T00:00:00Z');
    INSERT INTO changed_objects (change_id, kind, object, label, before, "after") VALUES
        (1, 'key', '2', 'Made', NULL, '{"id": 2, "secret_sha256": "b"}'),
        (2, 'key', '2', 'Made', '{"secret_sha256": "b"}', '{"secret_sha256": "c"}'),
        (3, 'key', '2', 'Made', '{"revoked": null}', '{"revoked": "2026-01-02T00:00:00Z"}');
    INSERT INTO pending_changes (at, expires, caller, label, role, door, client, operation, arguments, preview, reason,
        state)
        VALUES ('', '', 'key:2', 'Made', 'author', 'rest', '', 'create_page', '{"title": "ä"}', '{}', '', 'waiting');
"""
"""What 3.7 has stored: two keys, of which the journal tells how the second came, and a proposal."""


def test_makers_come_from_the_journal_and_the_chain_still_holds(tmp_path: Path) -> None:
    """Who made a key of which the journal knows nothing stays unknown; older entries keep their hashes."""
    engine = create_engine(f"sqlite:///{tmp_path / 'old.db'}", poolclass=NullPool)
    with open_old_database(tmp_path / "old.db", "0002") as connection:
        cursor = connection.connection.cursor()
        cursor.executescript(BEFORE)
        previous = GENESIS
        for number, caller in ((1, "owner"), (2, "key:1"), (3, "key:1")):
            head = [number, "2026-01-01T00:00:00Z", 0, "-", caller, "", "", "cli", "", "", "{}", "done", None, "[]"]
            query = 'SELECT kind, object, label, before, "after" FROM changed_objects WHERE change_id = ?'
            lines = [head, *(list(row) for row in cursor.execute(query, (number,)))]
            text_of = [json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in lines]
            hashed = hashlib.sha256("\n".join([previous, *text_of]).encode()).hexdigest()
            cursor.execute(f"INSERT INTO changes VALUES ({', '.join('?' * 16)})", [*head, previous, hashed])
            previous = hashed
    assert upgrade(tmp_path / "old.db", SITE)
    with engine.connect() as connection:
        assert find_break(connection) is None
        makers = connection.execute(text('SELECT "key", maker, act FROM key_makers ORDER BY id')).all()
        assert [tuple(row) for row in makers] == [
            ("key:2", "owner", "created"),
            ("key:2", "key:1", "rotated"),
            ("key:1", "unknown", "created"),
        ]
        assert connection.execute(text("SELECT size FROM pending_changes")).scalar() == len('{"title": "ä"}{}') + 1


async def test_a_second_start_does_nothing(tmp_path: Path) -> None:
    """The first start upgrades, the next finds nothing to do; one author is there."""
    database = Database(tmp_path, SITE)
    assert not is_newest(database.path, SITE)
    assert await migrate(database)
    assert not await migrate(database)
    assert is_newest(database.path, SITE)
    assert await fetch(database, "SELECT id FROM authors") == [{"id": 1}]
    await database.close()


async def test_passwords_of_an_older_database_are_hashed(tmp_path: Path) -> None:
    """With the revision that the stored fields have; they open what they opened. Other items stay as they were."""
    path = tmp_path / "sitehand.db"
    _upgrade_to(path, "0002")
    with closing(sqlite3.connect(path)) as connection, connection:
        for number, password in ((1, "open sésame"), (2, "")):
            connection.execute(OLD_ITEM, (number, f"page-{number}", f"/page-{number}/", password))
            state = json.dumps({"type": "page", **DEFAULTS, "password": password})
            connection.execute(OLD_REVISION, (number, state))
    database = Database(tmp_path, SITE)
    assert await migrate(database)
    rows = await fetch(database, "SELECT * FROM items ORDER BY id")
    kept = [json.loads(row.state) for row in await database.read(list_rows(KEPT))]
    await database.close()
    assert [password_matches(state["password"], "open sésame") for state in kept] == [True, False]
    assert (is_plain(kept[0]["password"]), kept[1]["password"]) == (False, "")
    assert password_matches(rows[0]["password"], "open sésame")
    assert not is_plain(rows[0]["password"])
    assert rows[0]["revision"] == revision_of({**rows[0], "sticky": bool(rows[0]["sticky"])})
    assert (rows[1]["password"], rows[1]["revision"]) == ("", "0" * 12)


async def test_the_items_of_an_older_database_are_measured(tmp_path: Path) -> None:
    """In bytes, not characters, so that lists know which bodies have room."""
    path = tmp_path / "sitehand.db"
    _upgrade_to(path, "0007")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(OLD_ITEM, (1, "page-1", "/page-1/", ""))
        connection.execute("UPDATE items SET content = 'é', excerpt = 'a', content_rendered = '<p>é</p>'")
    assert upgrade(path, SITE)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT * FROM item_sizes").fetchall() == [(1, 3, 9)]


def _upgrade_to(path: Path, version: str) -> None:
    """Bring a new database to the shape of an older release."""
    with open_old_database(path, version):
        pass


def test_workers_that_start_at_once_upgrade_once(tmp_path: Path) -> None:
    """Of four processes on one empty folder exactly one upgrades, and none fails."""
    started = [sys.executable, "-W", "error", "-c", MIGRATE, str(tmp_path)]
    workers = [
        subprocess.Popen(started, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
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
    upgrade(tmp_path / "sitehand.db", SITE)
    started = [sys.executable, "-c", MIGRATE, str(tmp_path)]
    answer = subprocess.run(started, input="go\n", capture_output=True, text=True, check=True, timeout=60)
    assert answer.stdout.split() == ["False", "False"]


def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    """A program that is older than the data does not touch it."""
    path = tmp_path / "sitehand.db"
    upgrade(path, SITE)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(Problem, match="newer version"):
        asyncio.run(_migrate(path.parent))


@pytest.mark.parametrize("command", ["init", "doctor"])
def test_an_old_sqlite_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    """In one message with the version that is needed; nothing is written."""
    monkeypatch.setattr("sqlite3.sqlite_version_info", (3, 34, 1))
    monkeypatch.setattr("sqlite3.sqlite_version", "3.34.1")
    done = run_sitehand(command, "--data", tmp_path)
    assert done.returncode == 1
    assert "Sitehand needs SQLite 3.40 or later, and this Python has 3.34.1." in done.stdout + done.stderr
    assert "Use a Python that has a newer SQLite." in done.stdout + done.stderr
    assert not (tmp_path / "sitehand.db").exists()


async def _migrate(folder: Path) -> None:
    database = Database(folder, SITE)
    try:
        await migrate(database)
    finally:
        await database.close()


def test_new_data_is_for_its_owner_alone(tmp_path: Path) -> None:
    """Nobody else on the machine may read what signs the sessions of the admin screens."""
    path = tmp_path / "site" / "sitehand.db"
    upgrade(path, SITE)
    assert {file.stat().st_mode & 0o077 for file in (path.parent, *path.parent.iterdir())} == {0}


def test_rights_of_a_folder_that_is_there_stay(tmp_path: Path) -> None:
    """Who made the folder decides who may look into it."""
    tmp_path.chmod(0o750)
    upgrade(tmp_path / "sitehand.db", SITE)
    assert tmp_path.stat().st_mode & 0o777 == 0o750


def test_media_get_the_type_of_their_address(tmp_path: Path) -> None:
    """Files that were imported before 3.8 keep all that they had; their type is that of their address."""
    path, add = tmp_path / "old.db", "INSERT INTO media (source_url, title, date) VALUES (?, ?, '2026-01-01T00:00:00Z')"
    _upgrade_to(path, "0010")
    rows = [("https://old.example/a.jpg", "Field"), ("https://old.example/b", "No ending")]
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executemany(add, rows)
    upgrade(path, SITE)
    read = "SELECT source_url, title, mime_type, slug, author FROM media ORDER BY id"
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute(read).fetchall()
    assert found == [(*rows[0], "image/jpeg", "", 1), (*rows[1], "", "", 1)]
