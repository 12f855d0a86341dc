"""What is read once for all that is ready to run in an event loop."""

import asyncio
from itertools import count

import pytest

from sitehand.store.momentary import Momentary


async def test_all_that_is_ready_finds_the_same_and_what_comes_later_another() -> None:
    """Whoever was ready before it was read cannot have heard of anything later."""
    moment = Momentary(count().__next__)

    async def ask() -> tuple[int, int]:
        return moment.value(), moment.value()

    assert list(await asyncio.gather(ask(), ask())) == [(0, 0), (0, 0)]
    assert list(await asyncio.gather(ask(), ask())) == [(1, 1), (1, 1)]


async def test_who_is_told_by_another_thread_finds_what_it_has_done() -> None:
    """What a thread tells the event loop runs after what was ready before."""
    done = ["nothing"]
    moment = Momentary(lambda: done[0])
    assert moment.value() == "nothing"

    def work() -> None:
        done[0] = "work"

    await asyncio.get_running_loop().run_in_executor(None, work)
    assert moment.value() == "work"


async def test_what_is_told_while_it_is_read_comes_after_it_is_forgotten() -> None:
    """Else whoever is told would find what was there before."""
    loop, numbers = asyncio.get_running_loop(), count()
    told = loop.create_future()

    def read() -> int:
        number = next(numbers)
        if number == 0:  # as another thread does, right after
            loop.call_soon_threadsafe(lambda: told.set_result(moment.value()))
        return number

    moment = Momentary(read)
    assert moment.value() == 0
    assert await told == 1


async def test_it_is_forgotten_on_request() -> None:
    """By whoever has changed it."""
    moment = Momentary(count().__next__)
    assert moment.value() == 0
    moment.forget()
    assert moment.value() == 1


def test_another_event_loop_reads_it_anew() -> None:
    """One that has ended forgets nothing any more."""
    moment = Momentary(count().__next__)

    async def ask() -> int:
        return moment.value()

    assert [asyncio.run(ask()), asyncio.run(ask())] == [0, 1]


async def test_nothing_is_kept_of_a_fault() -> None:
    """The next one asks again."""
    faults = [OSError("not now")]

    def read() -> str:
        if faults:
            raise faults.pop()
        return "there"

    moment = Momentary(read)
    with pytest.raises(OSError, match="not now"):
        moment.value()
    assert moment.value() == "there"
