"""Work that comes round again as long as the application runs."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from sitehand.errors import Problem

log = logging.getLogger(__name__)


@asynccontextmanager
async def repeat(work: Callable[[], Awaitable[object]], interval_seconds: float, failure: str) -> AsyncIterator[None]:
    """Do the work at once and after each interval, in the background while the block runs.

    A round that fails is logged with the words of `failure`, and with its trace unless it was refused. When the block
    ends, the step in hand is finished.
    """
    task = asyncio.create_task(_repeat(work, interval_seconds, failure))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])


async def try_work(work: Callable[[], Awaitable[object]], failure: str) -> None:
    """Do the work once; its failure is logged, and stops nothing."""
    try:
        await work()
    except Problem as problem:
        log.warning("%s %s", failure, problem.message)
    except Exception:
        log.exception(failure)


async def _repeat(work: Callable[[], Awaitable[object]], interval_seconds: float, failure: str) -> None:
    while True:
        await try_work(work, failure)
        await asyncio.sleep(interval_seconds)
