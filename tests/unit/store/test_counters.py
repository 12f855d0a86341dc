"""Counters while their file cannot be used, and when the clock is wrong."""

import asyncio
import logging
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from sitehand.store import counters as module
from sitehand.store.counters import KEPT_MARKS, FileCounters


class Machine:
    """Workers over one folder, with a clock that is set by hand."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.now = 1_000_000.0
        self.opened: list[FileCounters] = []

    def start(self, **how: bool | int) -> FileCounters:
        """One more worker."""
        self.opened.append(FileCounters(self.folder, lambda: self.now, **how))  # type: ignore[arg-type]
        return self.opened[-1]


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    """A machine whose workers end with the test."""
    machine = Machine(tmp_path)
    yield machine
    for each in machine.opened:
        each.close()


def fill_disk(*workers: FileCounters) -> None:
    """No write finds any more room."""
    for each in workers:
        each._open().execute("CREATE TABLE IF NOT EXISTS filling (text TEXT)")
        pages = each._open().execute("PRAGMA page_count").fetchone()[0]
        each._open().execute(f"PRAGMA max_page_count={pages}")
        with pytest.raises(sqlite3.OperationalError, match="full"):
            each._open().execute("INSERT INTO filling VALUES (?)", ("x" * 100_000,))


def free_disk(*workers: FileCounters) -> None:
    """There is room again."""
    for each in workers:
        each._open().execute("PRAGMA max_page_count=1000000")


async def count_until_full(worker: FileCounters) -> None:
    """Count callers until the file takes no more of them."""
    number = 0
    while not worker.fault:
        number += 1
        await worker.incr(f"{'x' * 500}{number}", 60)


async def test_on_a_full_disk_each_worker_counts_its_share(machine: Machine, caplog: pytest.LogCaptureFixture) -> None:
    """From what the file had, so that together they let no more through than before; the log says so once."""
    workers = [machine.start(workers=3) for _ in range(3)]
    for _ in range(6):
        await workers[0].incr("key:1", 60)
    fill_disk(*workers)
    for each in workers:
        await count_until_full(each)
        assert await each.get("key:1") == 6
    assert [await each.incr("key:1", 60) for each in workers for _ in range(2)] == [9, 12] * 3
    assert [await each.incr("key:2", 60) for each in workers] == [3, 3, 3]
    assert await workers[0].get_expiry("key:1") == machine.now + 60
    assert len([each for each in caplog.records if each.levelno == logging.ERROR]) == 3


async def test_limits_on_guessing_begin_as_spent(machine: Machine) -> None:
    """A full disk gives nobody new guesses; after a window each worker gives its share."""
    worker = machine.start(workers=2, spent=True)
    fill_disk(worker)
    await count_until_full(worker)
    assert await worker.incr("login:10.0.0.1", 60) > 1000
    assert await worker.incr("login:10.0.0.1", 60) > 1000
    machine.now += 60
    assert await worker.incr("login:10.0.0.1", 60) == 2
    assert await worker.incr("login:10.0.0.2", 60) == 2


async def test_the_file_is_used_again_with_what_was_counted(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was used up stays so, and a session that was ended in between stays ended."""
    worker, other = machine.start(), machine.start()
    fill_disk(worker)
    await count_until_full(worker)
    await worker.incr("key:1", 60, 5)
    await worker.incr("ended:session", 12 * 3600)
    assert await other.get("key:1") == 0
    monkeypatch.setattr(module, "AGAIN_SECONDS", 0.0)
    assert await worker.get("key:1") == 5
    assert worker.fault
    free_disk(worker)
    assert await worker.incr("key:1", 60) == 6
    assert not worker.fault
    assert await other.get("key:1") == 6
    assert await other.get("ended:session") == 1


async def test_a_file_that_is_locked_or_cannot_be_opened_holds_nobody_up(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The request that finds it so is counted all the same, and so are those after it."""
    monkeypatch.setattr(module, "BUSY_TIMEOUT_MILLISECONDS", 1)
    worker, other = machine.start(), machine.start()
    other._open().execute("BEGIN IMMEDIATE")
    assert [await worker.incr("key:1", 60) for _ in range(3)] == [1, 2, 3]
    assert "locked" in worker.fault
    (machine.folder / "taken.db").mkdir()
    taken = machine.start(name="taken")  # type: ignore[arg-type]
    assert [await taken.incr("key:1", 60) for _ in range(3)] == [1, 2, 3]
    assert "open" in taken.fault


@pytest.mark.parametrize("damaged_while_open", [False, True])
async def test_a_damaged_file_is_made_anew(machine: Machine, damaged_while_open: bool) -> None:
    """By whoever finds it so, once; all workers count in the new one."""
    workers = [machine.start(), machine.start()]
    file = machine.folder / "counters.db"
    if damaged_while_open:
        for each in workers:
            await each.incr("key:1", 60)
            each.close()
    file.write_bytes(b"no database" * 500)
    assert [await each.incr("key:1", 60) for each in workers for _ in range(2)] == [1, 2, 3, 4]
    assert not any(each.fault for each in workers)
    assert file.stat().st_mode & 0o777 == 0o600


async def test_a_file_that_is_gone_is_made_anew_by_all_workers(machine: Machine) -> None:
    """None counts on in a file that nobody else has."""
    workers = [machine.start(), machine.start()]
    for each in workers:
        await each.incr("key:1", 60)
    for file in machine.folder.iterdir():
        file.unlink()
    await asyncio.sleep(0)  # who counts later
    assert [await each.incr("key:1", 60) for each in workers] == [1, 2]


async def test_a_window_ends_when_the_clock_is_set_back(machine: Machine) -> None:
    """It would last for as long as the clock had been ahead; a difference of less than a second is none."""
    worker = machine.start()
    machine.now += 86400
    assert await worker.incr("key:1", 60, 60) == 60
    machine.now -= 0.5
    assert await worker.incr("key:1", 60) == 61
    machine.now -= 86400
    assert await worker.get("key:1") == 0
    assert await worker.incr("key:1", 60) == 1
    assert await worker.get_expiry("key:1") == machine.now + 60


async def test_a_session_that_was_ended_stays_so_whatever_the_clock_does(machine: Machine) -> None:
    """Its mark is no window: a clock that jumps ahead and comes back would give the session back its life."""
    worker = machine.start()
    await worker.incr("ended:session", 12 * 3600)
    machine.now -= 3600
    assert await worker.get("ended:session") == 1
    machine.now += 20 * 86400
    await worker.incr("key:1", 60)
    machine.now -= 20 * 86400
    assert await worker.get("ended:session") == 1
    machine.now += 3650 * 86400
    await worker.incr("key:1", 60)
    machine.now -= 3650 * 86400
    assert await worker.get("ended:session") == 1


async def test_marks_that_are_old_and_many_are_cleared(machine: Machine) -> None:
    """The newest stay however old they seem, so that the file does not grow for ever and no jump ends them all."""
    worker = machine.start()
    await worker.incr("ended:first", 12 * 3600)
    machine.now += 1
    for number in range(KEPT_MARKS):
        await worker.incr(f"ended:{number}", 12 * 3600)
    machine.now += 40 * 86400
    await worker.incr("key:1", 60)
    marks = {row[0] for row in worker._open().execute("SELECT key FROM windows WHERE seconds > 60")}
    assert marks == {f"ended:{number}" for number in range(KEPT_MARKS)}
