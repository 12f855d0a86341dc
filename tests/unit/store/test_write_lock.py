"""The right to write, as processes hand it to each other."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

import pytest
from sqlalchemy import create_engine

from sitehand.errors import Code, Problem
from sitehand.store.write_lock import DOOR, LAST_WAIT, ROOM, WriteLock
from sitehand.store.writing import Writer

HOLD = """
import sys
from pathlib import Path
from sitehand.store.write_lock import WriteLock
with WriteLock(Path(sys.argv[1]), 20).held():
    print("held", flush=True)
    sys.stdin.read()
"""


@contextmanager
def held_elsewhere(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the lock."""
    command, pipe = [sys.executable, "-c", HOLD, str(folder)], subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        try:
            yield process
        finally:
            process.kill()


def start(lock: WriteLock, work: Callable[[], None]) -> Thread:
    """Do some work under the lock in a thread, and wait until it waits in the room."""

    def run() -> None:
        with lock.held():
            work()

    thread = Thread(target=run)
    thread.start()
    return thread


def wait_until_wanted(lock: WriteLock) -> None:
    """Until somebody waits for the lock, which is held."""
    while not lock.is_wanted():
        os.sched_yield()


def test_one_process_has_it_at_a_time(tmp_path: Path) -> None:
    """Who waits for too long is told so; when the other process has died, it is free."""
    lock = WriteLock(tmp_path, 0)
    with held_elsewhere(tmp_path):
        with pytest.raises(Problem) as refused, lock.held():
            pass
        assert refused.value.code is Code.STORAGE_UNAVAILABLE
    with WriteLock(tmp_path, 20).held(), pytest.raises(Problem), lock.held():
        pass
    with lock.held():
        assert not lock.is_wanted()
    lock.close()


def test_who_waits_is_the_next(tmp_path: Path) -> None:
    """Who gives it back and wants it again at once comes after who has waited meanwhile; each time."""
    ours, theirs, order = WriteLock(tmp_path, 20), WriteLock(tmp_path, 20), []
    for turn in range(20):
        with ours.held():
            thread = start(theirs, lambda: order.append("theirs"))
            wait_until_wanted(ours)
            order.append("ours")
        with ours.held():
            order.append("again")
        thread.join()
        assert order[-3:] == ["ours", "theirs", "again"], turn
    ours.close()
    theirs.close()


def test_who_gives_up_stands_in_nobodys_way(tmp_path: Path) -> None:
    """The room is left, for others to wait in."""
    ours, hasty, patient, done = WriteLock(tmp_path, 20), WriteLock(tmp_path, 0), WriteLock(tmp_path, 20), Event()
    with ours.held():
        with pytest.raises(Problem), hasty.held():
            pass
        assert not ours.is_wanted()
        thread = start(patient, done.set)
        wait_until_wanted(ours)
    thread.join()
    assert done.is_set()


async def test_who_waits_together_is_refused_together(tmp_path: Path) -> None:
    """While another process does not give it back, ten writers wait once for the whole time, and not one by one."""
    engine = create_engine(f"sqlite:///{tmp_path / 'site.db'}", connect_args={"check_same_thread": False})
    writer, began = Writer(engine, tmp_path / "site.db", WriteLock(tmp_path, 3)), time.monotonic()
    with held_elsewhere(tmp_path):
        waiting = [writer.transact(lambda connection: None) for _ in range(10)]
        refused = await asyncio.gather(*waiting, return_exceptions=True)
    assert {getattr(each, "code", each) for each in refused} == {Code.STORAGE_UNAVAILABLE}
    assert 3 <= time.monotonic() - began < 2 * 3 + 10 * LAST_WAIT
    assert await writer.submit(lambda: True)
    await writer.close()
    engine.dispose()


def test_its_files_are_for_their_owner_alone(tmp_path: Path) -> None:
    """As everything in the data folder is."""
    with WriteLock(tmp_path, 0).held():
        assert {(tmp_path / name).stat().st_mode & 0o777 for name in (ROOM, DOOR)} == {0o600}


def test_where_its_files_cannot_be_had_nobody_is_held_up(tmp_path: Path) -> None:
    """SQLite's own lock decides then: a full disk still lets the owner pause writes."""
    lock = WriteLock(tmp_path / "missing", 0)
    with lock.held():
        assert not lock.is_wanted()
    lock.close()
