"""Work that comes round again."""

import asyncio
import logging

import pytest

from sitehand.store.periodic import repeat


async def test_a_round_that_fails_is_told_and_followed_by_the_next(caplog: pytest.LogCaptureFixture) -> None:
    """The first comes at once; no task is left when the block ends."""
    rounds = 0
    third = asyncio.Event()

    async def work() -> None:
        nonlocal rounds
        rounds += 1
        if rounds == 1:
            raise OSError
        if rounds == 3:
            third.set()

    before = asyncio.all_tasks()
    with caplog.at_level(logging.ERROR):
        async with repeat(work, 0.001, "It went wrong."):
            await asyncio.wait_for(third.wait(), 10)
    assert asyncio.all_tasks() == before
    assert [record.message for record in caplog.records] == ["It went wrong."]


async def test_what_runs_round_ends_with_the_block_also_in_a_long_wait() -> None:
    """Nobody waits an hour for the server to stop."""
    begun = asyncio.Event()

    async def work() -> None:
        begun.set()

    before = asyncio.all_tasks()
    async with asyncio.timeout(10), repeat(work, 3600, "It went wrong."):
        await begun.wait()
    assert asyncio.all_tasks() == before
