"""A process that writes at full speed is killed, again and again: what it had acknowledged is there, nothing half."""

import asyncio
import itertools
import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from threading import Timer
from typing import IO

from sqlalchemy import Connection, create_engine, text

from sitehand.settings import Settings
from sitehand.store.journal import find_break
from tests.processes import clean_environment
from tests.promises.dumps import check_derived
from tests.service import URL, make_keys

KILLS = 50
MAX_ACKNOWLEDGED, MAX_SECONDS = 30, 0.02
"""A kill comes after fewer acknowledgements, and this much later, so that it falls anywhere into the next writes."""
OBJECTS = {"create_page": 1, "update_page": 1, "batch": 2}
"""How many pages each operation of the writers changes."""

Written = tuple[int, str, str]
"""The change, the page and its revision after it."""


@dataclass(frozen=True, slots=True)
class Writers:
    """A process that forks writers over a data folder."""

    orders: IO[str]
    lines: IO[str]

    def kill_one(self, acknowledged: int, seconds: float) -> set[Written]:
        """Start a writer, and kill it so long after as many acknowledgements: all that it has acknowledged."""
        self.orders.write("write\n")
        self.orders.flush()
        said, pid = self.lines.readline().split()
        assert said == "pid"
        lines = self._read_to_end()
        read = [*itertools.islice(lines, acknowledged)]
        Timer(seconds, os.kill, (int(pid), signal.SIGKILL)).start()
        read += lines
        return {(change, page, revision) for line in read for change, page, revision in json.loads(line)}

    def _read_to_end(self) -> Iterator[str]:
        """The lines of a writer. Raises when it ends otherwise than by being killed."""
        for line in self.lines:
            if line.startswith("ended"):
                assert line == f"ended {-signal.SIGKILL}\n"
                return
            yield line


@contextmanager
def start_writers(data: Path, key: str) -> Iterator[Writers]:
    """Run `writer.py` until the block ends."""
    command = [sys.executable, "-m", "tests.promises.writer", str(data), key]
    environment, pipe = clean_environment(), subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment) as process:
        assert process.stdin
        assert process.stdout
        yield Writers(process.stdin, process.stdout)


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
    with start_writers(data, key) as writers:
        for _ in range(KILLS):
            acknowledged |= writers.kill_one(chosen.randrange(MAX_ACKNOWLEDGED), chosen.uniform(0, MAX_SECONDS))
            with open_database(data) as connection:
                written = check_whole(connection, acknowledged)
            check_derived(data)
        assert writers.kill_one(1, 0) - written, "after the last kill too, the service starts and writes"
