"""The two chains of migrations: the ledger's, which every folder has, and the site's beside it."""

import asyncio
import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import select

from sitehand.app import assemble
from sitehand.errors import Problem
from sitehand.guard.attribution import SITE as SITE_ITSELF
from sitehand.hosts.builtin.schema import SITE, SITE_CHAIN
from sitehand.hosts.choice import choose_schema
from sitehand.owner import perform
from sitehand.settings import Settings
from sitehand.store.backup import make_backup
from sitehand.store.chain import LEDGER_CHAIN, Chain
from sitehand.store.database import Database
from sitehand.store.joint_chain import LAST, LEDGER_NUMBERS, SITE_NUMBERS
from sitehand.store.journal import find_break
from sitehand.store.ledger_schema import LEDGER
from sitehand.store.migration import is_newest, migrate, upgrade
from sitehand.store.reading import list_rows
from sitehand.store.restore import RestoreOptions, restore_backup
from sitehand.store.settings import SettingsTable
from sitehand.store.sites import check_change
from sitehand.store.tables import changes
from tests.old_database import open_old_database

DUMP = Path(__file__).parent / "before_0014.sql"
CONNECT = """INSERT INTO settings VALUES ('wordpress', '{"facts": {"home": "https://example.org"}}')"""


def make_old(path: Path) -> None:
    """The folder that the one chain has made, up to its end."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(DUMP.read_text("utf-8"))


def read(path: Path, query: str) -> list[Any]:
    """The rows of a query."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def list_tables(path: Path) -> set[str]:
    """The names of the tables."""
    return {row[0] for row in read(path, "SELECT name FROM sqlite_master WHERE type = 'table'")}


def list_columns(path: Path) -> dict[str, str]:
    """The columns of each table but for the versions, as a query names them."""
    found = {name: read(path, f'PRAGMA table_info("{name}")') for name in sorted(list_tables(path))}
    named = {name: ", ".join(f'"{column[1]}"' for column in columns) for name, columns in found.items()}
    return {name: columns for name, columns in named.items() if name not in ("alembic_version", "site_version")}


def dump_rows(path: Path, columns: Mapping[str, str]) -> dict[str, list[Any]]:
    """What every row has in these columns."""
    return {name: read(path, f'SELECT {named} FROM "{name}"') for name, named in columns.items()}


def test_the_ledger_alone_has_no_table_of_the_site(tmp_path: Path) -> None:
    """And the site's chain adds its own later, as after `sitehand disconnect`."""
    path = tmp_path / "sitehand.db"
    assert upgrade(path, LEDGER)
    assert not {tracked.table.name for tracked in SITE.tracked if tracked not in LEDGER.tracked} & list_tables(path)
    assert is_newest(path, LEDGER)
    assert not is_newest(path, SITE)
    assert upgrade(path, SITE)
    assert is_newest(path, SITE)
    assert read(path, "SELECT count(*) FROM authors") == [(1,)]


def test_both_chains_make_what_one_chain_made(tmp_path: Path) -> None:
    """A folder that the one chain has made is not changed when it is parted: no row, no table; columns are added."""
    make_old(tmp_path / "old.db")
    tables, columns = list_tables(tmp_path / "old.db"), list_columns(tmp_path / "old.db")
    before = dump_rows(tmp_path / "old.db", columns)
    assert upgrade(tmp_path / "old.db", SITE)
    assert is_newest(tmp_path / "old.db", SITE)
    assert dump_rows(tmp_path / "old.db", columns) == before
    assert list_tables(tmp_path / "old.db") >= tables | {"site_version"}


async def test_an_old_folder_serves_its_site_and_its_journal_holds(tmp_path: Path) -> None:
    """What stood is served, the chain of entries verifies, and a change of before is undone."""
    make_old(tmp_path / "sitehand.db")
    parts = assemble(Settings(data=tmp_path, log="off"))
    try:
        await migrate(parts.database)
        assert await parts.database.read(find_break) is None
        hashes = read(tmp_path / "sitehand.db", "SELECT id, hash FROM changes ORDER BY id")
        post = await parts.host.posts.get(1, "view")
        assert (post["title"]["rendered"], post["categories"]) == ("Second", [1])
        assert (await perform(parts, "undo_change", {"id": 3}))["changed"]
        restored = await parts.host.posts.get(1, "view")
        assert restored["title"]["rendered"] == "First"
        assert read(tmp_path / "sitehand.db", "SELECT id, hash FROM changes ORDER BY id")[: len(hashes)] == hashes
        assert await parts.database.read(find_break) is None
    finally:
        await parts.close()


@pytest.mark.parametrize("version", ["0001", "0002", "0007", "0010", "0012"])
def test_an_older_folder_goes_on_where_it_was(tmp_path: Path, version: str) -> None:
    """Each chain runs what it has after that number, and the shape is that of a new folder."""
    with open_old_database(tmp_path / "old.db", version):
        pass
    assert upgrade(tmp_path / "old.db", SITE)
    upgrade(tmp_path / "new.db", SITE)
    assert list_tables(tmp_path / "old.db") == list_tables(tmp_path / "new.db")
    assert is_newest(tmp_path / "old.db", SITE)


def test_a_connected_folder_keeps_its_site_for_later(tmp_path: Path) -> None:
    """The ledger alone is brought up to date; the site's tables stay at their version until they are served again."""
    path = tmp_path / "sitehand.db"
    with open_old_database(path, "0011") as connection:
        connection.exec_driver_sql(CONNECT)
    chosen = choose_schema(path)
    assert (chosen.chains, chosen.site) == (LEDGER.chains, "https://example.org")
    assert upgrade(path, LEDGER)
    assert read(path, "SELECT version_num FROM site_version") == [("0011",)]
    assert "taxonomy_counts" not in list_tables(path)
    with closing(sqlite3.connect(path)) as opened, opened:
        opened.execute("DELETE FROM settings WHERE name = 'wordpress'")
    assert choose_schema(path) is SITE
    assert upgrade(path, SITE)
    assert "taxonomy_counts" in list_tables(path)


def test_a_folder_that_will_be_connected_gets_no_site(tmp_path: Path) -> None:
    """Unless it has one."""
    assert choose_schema(tmp_path / "new.db", connecting=True).chains == LEDGER.chains
    upgrade(tmp_path / "site.db", SITE)
    assert choose_schema(tmp_path / "site.db", connecting=True) is SITE
    assert choose_schema(tmp_path / "new.db") is SITE


@pytest.mark.parametrize("home", ["", "https://example.org"])
def test_what_is_there_belongs_to_the_site_that_is_connected(tmp_path: Path, home: str) -> None:
    """Entries, whose hashes stay as they are, pending changes and claims; what is written next does too."""
    path = tmp_path / "sitehand.db"
    make_old(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("""INSERT INTO pending_changes (at, expires, caller, label, role, door, client, operation,
            arguments, preview, reason, state) VALUES ('', '', '', '', '', '', '', '', '{}', '{}', '', 'waiting')""")
        connection.execute("""INSERT INTO claims (holder, state, at, objects, by, steps, ids, report)
            VALUES ('', 'unknown', '', '[]', '{}', '[]', '[]', '')""")
        if home:
            connection.execute(CONNECT)
    hashes = read(path, "SELECT hash FROM changes")
    upgrade(path, choose_schema(path))
    assert hashes
    assert read(path, "SELECT hash FROM changes") == hashes
    assert read(path, "SELECT site FROM pending_changes UNION ALL SELECT site FROM claims") == [(home,), (home,)]
    database = Database(tmp_path, choose_schema(path))
    asyncio.run(find_sites(database, home))


async def find_sites(database: Database, home: str) -> None:
    """Each entry belongs to the site that is connected, and to no other; the chain of all of them holds."""
    await SettingsTable(database).set({"plan": "pro"})
    entries = [row.id for row in await database.read(list_rows(select(changes.c.id)))]
    for change_id in entries:
        await database.read(partial(check_change, change_id=change_id))
    assert await database.read(find_break) is None
    await database.close()
    other = Database(database.path.parent, replace(database.schema, site="https://other.example"))
    for change_id in entries:
        with pytest.raises(Problem, match=f"was made on {home or 'the built-in site'}"):
            await other.read(partial(check_change, change_id=change_id))
    await other.close()


@pytest.mark.parametrize("table", ["alembic_version", "site_version"])
def test_a_newer_chain_is_refused(tmp_path: Path, table: str) -> None:
    """Whichever of the two it is; nothing is changed."""
    upgrade(tmp_path / "sitehand.db", SITE)
    with closing(sqlite3.connect(tmp_path / "sitehand.db")) as connection, connection:
        connection.execute(f"UPDATE {table} SET version_num = '9999'")
    with pytest.raises(Problem, match="newer version"):
        upgrade(tmp_path / "sitehand.db", SITE)


def test_a_newer_folder_of_one_chain_is_refused(tmp_path: Path) -> None:
    """Nobody knows which chain its last migration belongs to."""
    make_old(tmp_path / "sitehand.db")
    with closing(sqlite3.connect(tmp_path / "sitehand.db")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0014'")
    with pytest.raises(Problem, match="newer version"):
        upgrade(tmp_path / "sitehand.db", SITE)
    assert "site_version" not in list_tables(tmp_path / "sitehand.db")


@pytest.mark.parametrize("connected", [False, True])
def test_a_backup_of_before_comes_back_in_two_chains(tmp_path: Path, connected: bool) -> None:
    """Its site too, unless the folder was connected: then that stays as it was for later."""
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    new.mkdir()
    make_old(old / "sitehand.db")
    if connected:
        with closing(sqlite3.connect(old / "sitehand.db")) as connection, connection:
            connection.execute(CONNECT)
    make_backup(old, tmp_path / "backup", now=datetime.now(UTC), report=ignore)
    wish = RestoreOptions(SITE_ITSELF, "2026-11-21T12:00:00Z", None, keep_keys=True)
    restore_backup(new, tmp_path / "backup", wish, ignore, choose_schema)
    assert choose_schema(new / "sitehand.db").chains == (LEDGER if connected else SITE).chains
    assert is_newest(new / "sitehand.db", choose_schema(new / "sitehand.db"))
    assert read(new / "sitehand.db", "SELECT title FROM items ORDER BY id") == [("Second",), ("About",)]
    assert read(new / "sitehand.db", "SELECT count(*) FROM site_version") == [(1,)]


def ignore(_done: int, _total: int, _what: str) -> None:
    """Nobody watches."""


def test_the_numbers_of_the_one_chain_are_those_of_the_two() -> None:
    """A later migration of either has a number of its own past it."""
    assert {*LEDGER_NUMBERS} == {number for number in LEDGER_CHAIN.versions if number <= LAST}
    assert {*SITE_NUMBERS} == {number for number in SITE_CHAIN.versions if number <= LAST}


@pytest.mark.parametrize("chain", SITE.chains, ids=lambda chain: chain.version_table)
def test_each_migration_follows_on_the_one_before(chain: Chain) -> None:
    """In the order of the numbers, so that two that were written at the same time do not both claim the same place."""
    scripts = ScriptDirectory(str(chain.folder)).walk_revisions()
    follows = {each.revision: each.down_revision for each in scripts}
    assert follows == dict(zip(chain.versions, (None, *chain.versions), strict=False))


@pytest.mark.parametrize("chain", SITE.chains, ids=lambda chain: chain.version_table)
def test_a_migration_does_what_it_did_when_it_was_written(chain: Chain) -> None:
    """It imports nothing of the application, which changes, but what was frozen beside it; neither does that."""
    imported = re.compile(r"^\s*(?:from|import) (sitehand(?:\.\w+)*)", re.MULTILINE)
    files = [path for path in chain.folder.rglob("*.py") if path.name != "env.py"]
    names = {name for path in files for name in imported.findall(path.read_text("utf-8"))}
    assert len(files) > len(chain.versions)
    assert [name for name in names if ".migrations." not in name] == []


def test_processes_that_start_at_once_part_a_folder_once(tmp_path: Path) -> None:
    """The second finds it done."""
    make_old(tmp_path / "sitehand.db")

    async def start() -> list[bool]:
        started = [asyncio.to_thread(upgrade, tmp_path / "sitehand.db", SITE) for _ in range(2)]
        return await asyncio.gather(*started)

    asyncio.run(start())
    assert read(tmp_path / "sitehand.db", "SELECT count(*) FROM site_version") == [(1,)]
