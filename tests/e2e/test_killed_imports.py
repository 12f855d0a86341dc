"""An import that is killed while it writes: what is in stays, a worker tells of it, and the next does the rest."""

import random
import signal
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from sitehand.hosts.builtin.host import build_host
from sitehand.hosts.builtin.schema import SITE
from sitehand.store.database import Database
from sitehand.store.job_runner import JobRunner
from sitehand.store.jobs import JobTable
from sitehand.store.journal import find_break
from tests.jobs import FreePermits
from tests.processes import SITEHAND, clean_environment, make_site, run_sitehand
from tests.unit.hosts.builtin.importing.exports import category, comment, item, menu, menu_item, write_export

ITEMS = 250
STOPPING = """
import os, signal, sys
from sitehand.hosts.builtin.importing import portions
from sitehand.cli import main

left, ending = [int(sys.argv.pop(1))], int(sys.argv.pop(1))
keep = portions.journal_changes
signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs in the background ignores it

def journal_changes(connection, by):
    left[0] -= 1
    if left[0] == -1:
        os.kill(os.getpid(), ending)
    return keep(connection, by)

portions.journal_changes = journal_changes
main()
"""
"""The command line, ended by a signal in the transaction of one portion, when all its rows are written."""


@pytest.fixture
def export(tmp_path: Path) -> Path:
    """An export of several portions with all that an import writes."""
    chance = random.Random(5)
    pages = [
        item(
            number,
            "page" if number % 3 else "post",
            title=f"Item {number}",
            content=f"<p>{'rye ' * chance.randrange(90)}</p>",
            post_parent=number - 1 if number % 3 == 2 else 0,
            uses=() if number % 3 else [("category", "grain", "Grain")],
            extra=comment(number),
        )
        for number in range(1, ITEMS + 1)
    ]
    file = item(900, "attachment", status="inherit", attachment_url="https://old.example/a.png", post_parent=1)
    entry = menu_item(901, "page", 1)
    return write_export(tmp_path, category("grain"), *pages, file, menu("main"), entry)


def import_until(data: Path, export: Path, portions: int, ending: signal.Signals) -> tuple[int, str]:
    """Import in a process of its own, which gets a signal after so many portions; its exit code and what it told."""
    arguments = [str(portions), str(ending.value), "import", str(export), "--no-media", "--data", str(data)]
    command = [SITEHAND[0], "-c", STOPPING, *arguments]
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=clean_environment(), timeout=60)
    return done.returncode, done.stderr


def import_whole(data: Path, export: Path) -> str:
    """Import to the end; the report."""
    done = run_sitehand("import", export, "--no-media", "--data", data)
    assert done.returncode == 0, done.stderr
    return done.stdout


@contextmanager
def reading(data: Path) -> Iterator[sqlite3.Connection]:
    """The database, to look into."""
    with closing(sqlite3.connect(data / "sitehand.db")) as connection:
        yield connection


def read_content(data: Path) -> dict[str, list[Any]]:
    """All that an import writes, by what the export calls it."""
    queries = {
        "items": "SELECT items.import_source, items.title, items.content_rendered, items.path, items.status,"
        " above.import_source FROM items LEFT JOIN items above ON above.id = items.parent",
        "terms": "SELECT taxonomy, slug FROM terms",
        "uses": "SELECT items.import_source, terms.slug FROM item_terms JOIN items ON items.id = item_id"
        " JOIN terms ON terms.id = term_id",
        "comments": "SELECT comments.import_source, items.import_source FROM comments JOIN items ON items.id = post",
        "media": "SELECT media.import_source, items.import_source FROM media JOIN items ON items.id = media.parent",
        "menus": "SELECT slug FROM menus",
        "entries": "SELECT menu_entries.import_source, items.import_source FROM menu_entries"
        " JOIN items ON items.id = item_id",
        "authors": "SELECT slug FROM authors",
        "revisions": "SELECT items.import_source, count(*) FROM revisions JOIN items ON items.id = item_id GROUP BY 1",
    }
    with reading(data) as connection:
        return {name: sorted(connection.execute(query).fetchall()) for name, query in queries.items()}


async def let_workers_look(data: Path) -> None:
    """What a worker does when the lease of a dead command has run out."""
    database = Database(data, SITE)
    later = datetime.now(UTC) + timedelta(minutes=5)
    host = build_host(database, "https://hill.example")
    runner = JobRunner(JobTable(database, lambda: later), host.works, FreePermits())
    for work in host.works:
        await runner.serve(work)
    await database.close()


async def test_an_import_killed_in_any_portion_is_finished_by_the_next(tmp_path: Path, export: Path) -> None:
    """Nothing is there twice, nothing is missing, the journal is whole, and both the job and the report tell of it."""
    whole, data = tmp_path / "whole", tmp_path / "site"
    make_site(whole)
    make_site(data)
    import_whole(whole, export)
    wanted = read_content(whole)
    assert [len(wanted[name]) for name in ("items", "comments", "media", "menus", "entries")] == [ITEMS, ITEMS, 1, 1, 1]
    files = {path.name for path in whole.iterdir()}
    for portions in (0, 2, 1):
        assert import_until(data, export, portions, signal.SIGKILL)[0] == -signal.SIGKILL
        with reading(data) as connection:
            state, done = connection.execute("SELECT state, done FROM jobs WHERE kind = 'import'").fetchone()
            assert (state, done > 0) == ("running", portions > 0)
    await let_workers_look(data)
    with reading(data) as connection:
        state, error = connection.execute("SELECT state, error FROM jobs WHERE kind = 'import'").fetchone()
        assert (state, "Run the same import again" in error) == ("failed", True)
    report = import_whole(data, export)
    assert report.startswith("An import from the same site was cut off on ")
    assert read_content(data) == wanted
    assert {path.name for path in data.iterdir()} <= files
    assert "cut off" not in import_whole(data, export)
    database = Database(data, SITE)
    async with database.units.open() as unit:
        assert await unit.run(find_break) is None
    await database.close()


def test_an_interrupted_import_says_what_stays(tmp_path: Path, export: Path) -> None:
    """Ctrl-C ends it with the code of shells, a sentence on what to do, and a job that is over."""
    data = tmp_path / "site"
    make_site(data)
    code, told = import_until(data, export, 2, signal.SIGINT)
    assert (code, told.count("What is in stays. Run the same import again")) == (130, 1), told
    with reading(data) as connection:
        state, done = connection.execute("SELECT state, done FROM jobs WHERE kind = 'import'").fetchone()
    assert (state, done > 0) == ("failed", True)
