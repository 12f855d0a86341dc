"""A process that writes at full speed is killed, again and again: what it had acknowledged is there, nothing half."""

import asyncio
import itertools
import json
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Timer

from sqlalchemy import Connection, create_engine, text

from sitehand.settings import Settings
from sitehand.store.journal import find_break
from tests.forks import fork
from tests.promises.dumps import check_derived
from tests.promises.writer import main
from tests.service import URL, make_keys

KILLS = 50
MAX_ACKNOWLEDGED, MAX_SECONDS = 30, 0.02
"""A kill comes after fewer acknowledgements, and this much later, so that it falls anywhere into the next writes."""
OBJECTS = {"create_page": 1, "update_page": 1, "batch": 2}
"""How many pages each operation of the writers changes."""

Written = tuple[int, str, str]
"""The change, the page and its revision after it."""


def kill_one(data: Path, key: str, acknowledged: int, seconds: float) -> set[Written]:
    """Start a writer, and kill it so long after as many acknowledgements: all that it has acknowledged."""
    writer = fork(main, data, key)
    read = [*itertools.islice(writer.stdout, acknowledged)]
    Timer(seconds, writer.process.kill).start()
    read += writer.stdout
    assert writer.end() == -signal.SIGKILL
    return {(change, page, revision) for line in read for change, page, revision in json.loads(line)}


@contextmanager
def open_database(data: Path) -> Iterator[Connection]:
    """The database as it was left; nothing of the service looks at it meanwhile."""
    engine = create_engine(f"sqlite:///{data / 'sitehand.db'}")
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def check_whole(connection: Connection, acknowledged: set[Written]) -> set[Written]:
    """Raises when an acknowledged write is missing or one is half there; otherwise all that were written."""
    assert connection.execute(text("PRAGMA integrity_check")).scalar_one() == "ok"
    assert find_break(connection) is None
    journal = [tuple(row) for row in connection.execute(text(
        "SELECT change_id, object, after ->> 'revision_token' FROM changed_objects WHERE kind = 'page' ORDER BY id"
    ))]  # fmt: skip
    revisions = [tuple(row) for row in connection.execute(text("SELECT item_id, revision FROM revisions ORDER BY id"))]
    pages = {row.id: row.revision for row in connection.execute(text("SELECT id, revision FROM items"))}
    entries = connection.execute(text("SELECT id, operation FROM changes WHERE door = 'rest'")).all()
    assert acknowledged <= set(journal)
    assert [(int(page), revision) for _, page, revision in journal] == revisions
    assert dict(revisions) == pages
    assert Counter(change for change, _, _ in journal) == {row.id: OBJECTS[row.operation] for row in entries}
    assert connection.execute(text("SELECT count(*) FROM replays")).scalar_one() == len(entries)
    return set(journal)


def test_a_killed_writer_leaves_every_acknowledged_write_whole(tmp_path: Path) -> None:
    """Killed fifty times in the middle of writing: each write is there with page, revision, entry and kept answer."""
    data = tmp_path / "site"
    key = asyncio.run(make_keys(Settings(data=data, log="off", url=URL), ["admin"]))["admin"]
    chosen, acknowledged = Random(50), set[Written]()
    for _ in range(KILLS):
        acknowledged |= kill_one(data, key, chosen.randrange(MAX_ACKNOWLEDGED), chosen.uniform(0, MAX_SECONDS))
        with open_database(data) as connection:
            written = check_whole(connection, acknowledged)
        check_derived(data)
    assert kill_one(data, key, 1, 0) - written, "after the last kill too, the service starts and writes"
