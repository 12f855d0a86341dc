"""Waiting with a bound, for what is there already and for what is not."""

import asyncio
from collections.abc import Awaitable, Callable
from unittest.mock import patch

import pytest

from sitehand.doors.waiting import wait_until


def now() -> float:
    """A reading of the loop's clock."""
    return asyncio.get_running_loop().time()


async def answer_at_once() -> str:
    """Nothing to wait for."""
    return "there"


async def fail_at_once() -> str:
    """Nothing to wait for either."""
    raise LookupError


async def answer_late() -> str:
    """Two steps of waiting."""
    await asyncio.sleep(0)
    await asyncio.sleep(0.001)
    return "late"


async def fail_late() -> str:
    """One step, then a fault."""
    await asyncio.sleep(0)
    raise LookupError


async def take_over(waiting: asyncio.Future[str]) -> str:
    """Says what became of the wait."""
    try:
        return await waiting
    except asyncio.CancelledError:
        await asyncio.sleep(0)
        return "taken over"


async def test_what_is_there_needs_no_timer() -> None:
    """Not even one that is past."""
    with patch.object(asyncio, "timeout_at", side_effect=AssertionError):
        assert await wait_until(now() - 1, answer_at_once()) == "there"
        with pytest.raises(LookupError):
            await wait_until(now() + 60, fail_at_once())


async def test_what_comes_in_time_is_told() -> None:
    """A result or a fault, after any number of steps."""
    assert await wait_until(now() + 60, answer_late()) == "late"
    with pytest.raises(LookupError):
        await wait_until(now() + 60, fail_late())


@pytest.mark.parametrize("wait", [lambda: asyncio.sleep(60), lambda: asyncio.get_running_loop().create_future()])
async def test_what_does_not_come_is_given_up(wait: Callable[[], Awaitable[None]]) -> None:
    """At the moment, be it past or to come."""
    for ahead in (-1, 0.001):
        with pytest.raises(TimeoutError):
            await wait_until(now() + ahead, wait())


async def test_who_waits_can_be_cancelled() -> None:
    """What is awaited hears of it first, and may go on."""
    waiting: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(wait_until(now() + 60, take_over(waiting)))
    await asyncio.sleep(0)
    task.cancel()
    assert await task == "taken over"
    given_up = asyncio.create_task(wait_until(now() + 60, asyncio.sleep(60)))
    await asyncio.sleep(0)
    given_up.cancel()
    with pytest.raises(asyncio.CancelledError):
        await given_up
