"""Counters in a file, against a plain model; counters elsewhere; the owner's choices."""

import asyncio
import sqlite3
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from limits.aio.storage import MemoryStorage

from sitehand.errors import Problem
from sitehand.store.counters import FileCounters
from sitehand.store.database import Database
from sitehand.store.keys import KeyTable
from sitehand.store.limits import LimitTable, open_counters

NAMES = st.sampled_from(["key:1", "key:2", "address:10.0.0.1"])


class CounterMachine(RuleBasedStateMachine):
    """Two processes' counters over one file, with a set clock, beside a dictionary of windows."""

    @initialize()
    def start(self) -> None:
        """Open an empty file twice."""
        self.folder = tempfile.TemporaryDirectory()
        self.now = 1_000_000.0
        self.model: dict[str, tuple[int, float, int]] = {}
        self.counters = [FileCounters(Path(self.folder.name), lambda: self.now) for _ in range(2)]

    def teardown(self) -> None:
        """Close both."""
        for counters in getattr(self, "counters", []):
            counters.close()
        if hasattr(self, "folder"):
            self.folder.cleanup()

    def window(self, name: str) -> tuple[int, float]:
        """What the model says of a counter now."""
        count, end, seconds = self.model.get(name, (0, 0.0, 0))
        return (count, end) if self.now < end <= self.now + seconds + 1 else (0, self.now)

    @rule(name=NAMES, who=st.integers(0, 1), expiry=st.sampled_from([1, 60]), amount=st.integers(1, 3))
    def count(self, name: str, who: int, expiry: int, amount: int) -> None:
        """Add: a window that is over begins anew, one that is not keeps its end."""
        count, end = self.window(name)
        if not count:  # a new window is the occasion to throw away those that are over
            self.model = {each: self.model[each] for each in self.model if self.window(each)[0]}
        self.model[name] = (count + amount, end if count else self.now + expiry, expiry)
        assert asyncio.run(self.counters[who].incr(name, expiry, amount)) == count + amount
        assert asyncio.run(self.counters[who].get_expiry(name)) == self.model[name][1]

    @rule(seconds=st.floats(0.1, 70))
    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds

    @rule(seconds=st.floats(2, 7000))
    def set_back(self, seconds: float) -> None:
        """Set the clock back: a window that would end further ahead than it lasts is over."""
        self.now -= seconds

    @rule(name=NAMES, who=st.integers(0, 1))
    def clear(self, name: str, who: int) -> None:
        """Forget one."""
        self.model.pop(name, None)
        asyncio.run(self.counters[who].clear(name))

    @rule(who=st.integers(0, 1))
    def reset(self, who: int) -> None:
        """Forget all."""
        self.model.clear()
        asyncio.run(self.counters[who].reset())

    @invariant()
    def both_agree_with_the_model(self) -> None:
        """Whichever process asks."""
        for counters in getattr(self, "counters", []):
            for name in ("key:1", "key:2", "address:10.0.0.1"):
                assert asyncio.run(counters.get(name)) == self.window(name)[0]
                assert asyncio.run(counters.get_expiry(name)) == self.window(name)[1]


TestCounterMachine = CounterMachine.TestCase
TestCounterMachine.settings = settings(max_examples=25, stateful_step_count=20, suppress_health_check=list(HealthCheck))


def test_a_window_thrown_away_stays_away() -> None:
    """One that a clock set back has ended does not come back with the clock, when another began meanwhile."""
    machine = CounterMachine()
    machine.start()
    machine.count("key:1", 0, 1, 1)
    machine.set_back(2.5)
    machine.count("key:2", 0, 60, 1)
    machine.wait(2.0)
    machine.both_agree_with_the_model()
    assert asyncio.run(machine.counters[1].get("key:1")) == 0
    machine.teardown()


def test_no_count_is_lost_between_threads(tmp_path: Path) -> None:
    """Each of many simultaneous counts, over connections of their own, gets a number of its own."""
    counters = [FileCounters(tmp_path) for _ in range(4)]

    def count(place: int) -> list[int]:
        return [asyncio.run(counters[place].incr("key:1", 60)) for _ in range(50)]

    with ThreadPoolExecutor(4) as threads:
        numbers = sorted(number for numbers in threads.map(count, range(4)) for number in numbers)
    for each in counters:
        each.close()
    assert numbers == list(range(1, 201))


def test_workers_that_make_the_file_at_once_all_count_in_it(tmp_path: Path) -> None:
    """On an empty folder one makes the file, and none of the others finds it locked."""
    for number in range(40):
        folder = tmp_path / str(number)
        folder.mkdir()
        workers = [FileCounters(folder) for _ in range(4)]
        together = Barrier(4)
        with ThreadPoolExecutor(4) as threads:
            counts = list(threads.map(count_together, workers, [together] * 4))
        assert (sorted(counts), [each.fault for each in workers]) == ([1, 2, 3, 4], [""] * 4)
        for each in workers:
            each.close()
        assert [file.name for file in folder.iterdir()] == ["counters.db"]


def count_together(counters: FileCounters, others: Barrier) -> int:
    """Count at the same moment as the others."""
    others.wait()
    return asyncio.run(counters.incr("key:1", 60))


def test_windows_that_are_over_are_thrown_away(tmp_path: Path) -> None:
    """So that the file does not grow with every address that ever failed."""
    now = [1000.0]
    first = FileCounters(tmp_path, lambda: now[0])
    asyncio.run(first.incr("old", 60))
    now[0] += 30
    asyncio.run(first.incr("new", 60))
    first.close()
    now[0] += 40
    second = FileCounters(tmp_path, lambda: now[0])
    asyncio.run(second.incr("newer", 60))
    second.close()
    with closing(sqlite3.connect(tmp_path / "counters.db")) as file:
        assert {key for (key,) in file.execute("SELECT key FROM windows")} == {"new", "newer"}


@pytest.mark.parametrize(("later", "count", "end"), [(59.999, 2, 1060.0), (60.0, 1, 1120.0), (60.001, 1, 1120.001)])
async def test_a_window_ends_with_its_sixtieth_second(tmp_path: Path, later: float, count: int, end: float) -> None:
    """At its very end the next window begins, for the count and for the end alike."""
    now = [1000.0]
    counters = FileCounters(tmp_path, lambda: now[0])
    await counters.incr("key:1", 60)
    now[0] += later
    assert await counters.get("key:1") == count - 1
    assert await counters.incr("key:1", 60) == count
    assert await counters.get_expiry("key:1") == end
    assert await counters.get("key:1") == count
    counters.close()


async def test_an_address_opens_another_storage(tmp_path: Path) -> None:
    """Memory works as the file does; what is not async is refused, with the form that is wanted."""
    storage = open_counters(tmp_path, "async+memory://")
    assert isinstance(storage, MemoryStorage)
    assert [await storage.incr("key:1", 60) for _ in range(3)] == [1, 2, 3]
    assert await storage.get("key:1") == 3
    for url in ("memory://", "nonsense://:a-secret@host", "async+redis+nonsense://", "no address", "http://[", "://"):
        with pytest.raises(Problem, match="SITEHAND_COUNTERS_URL") as refused:
            open_counters(tmp_path, url)
        assert "async+redis://" in refused.value.hint
        assert "a-secret" not in refused.value.message


async def test_choices_are_kept(database: Database) -> None:
    """Plan and default; choosing a plan forgets the default that was set by hand."""
    table = LimitTable(database)
    assert (await table.plan(), await table.default()) == (None, None)
    await table.set_default(33)
    assert await LimitTable(database).default() == 33
    await table.set_plan("pro")
    assert (await table.plan(), await table.default()) == ("pro", None)


async def test_a_limit_of_its_own_needs_an_active_key(database: Database) -> None:
    """A key that is not there, or revoked, gets none."""
    table = LimitTable(database)
    assert await table.set_own(1, 5) is None
    keys = KeyTable(database)
    from sitehand.operation.keys import KeyRecord

    record = KeyRecord(
        id=0,
        label="one",
        role="author",
        first_characters="sitehand_000000",
        created="2026-07-28T09:30:00Z",
        last_used=None,
        expires=None,
        revoked=None,
        requests_per_minute=None,
        unfiltered_html=False,
        drafts_only=False,
        no_publish=False,
        max_changes_per_hour=None,
        without=[],
        locales=[],
        revision="",
        created_by=None,
        rotated_by=None,
    )
    made = await keys.insert(record, "0" * 64)
    assert await table.set_own(made, 5)
    found = keys.find("0" * 64)
    assert found
    assert found.requests_per_minute == 5
    await keys.revoke(made, "2026-07-28T09:31:00Z")
    assert await table.set_own(made, 6) is None
