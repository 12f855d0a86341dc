"""When the broker is asked: two at a time about made-up tokens past an address's failures, else at once."""

import asyncio

import pytest

from sitehand.errors import Code, Problem
from sitehand.guard.broker.turns import KNOWN_SECONDS, MAX_KNOWN, PLACES, WAITING, Sender, Turns


class Queue:
    """Turns with a clock that the test moves, and the tokens whose turn it is until the test says `finish`."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.turns = Turns(lambda: self.seconds)
        self.asking: list[str] = []
        self.finish = asyncio.Event()

    async def ask(self, token: str, left: int, network: str = "192.0.2.1") -> bool:
        """Take a turn and wait; False when the queue was full."""

        async def failures_left() -> int:
            await asyncio.sleep(0)
            return left

        try:
            async with self.turns.take(token, Sender(network, failures_left)):
                self.asking.append(token)
                await self.finish.wait()
        except Problem as problem:
            assert problem.code is Code.TOO_MANY_FAILURES
            assert problem.extra["retry_after"] > 0
            return False
        return True

    async def begin(self, *asks: tuple[str, int]) -> list[asyncio.Task[bool]]:
        """Let several ask at once, and come to where nothing moves."""
        tasks = [asyncio.create_task(self.ask(token, left)) for token, left in asks]
        for _ in range(10):
            await asyncio.sleep(0)
        return tasks


async def test_past_its_failures_an_address_has_two_places() -> None:
    """A few more wait, the rest are refused at once; those that waited come next."""
    queue = Queue()
    tasks = await queue.begin(*((f"made-up-{number}", 0) for number in range(50)))
    assert len(queue.asking) == PLACES
    assert sum(task.done() for task in tasks) == 50 - PLACES - WAITING
    queue.finish.set()
    assert sum(await asyncio.gather(*tasks)) == PLACES + WAITING == len(queue.asking)


async def test_a_known_token_does_not_wait_for_them() -> None:
    """From the same address, while the narrow queue is full."""
    queue = Queue()
    queue.turns.note("good", good=True)
    tasks = await queue.begin(*((f"made-up-{number}", 0) for number in range(50)), ("good", 0))
    assert "good" in queue.asking
    queue.finish.set()
    await asyncio.gather(*tasks)


async def test_a_burst_counts_before_it_has_failed() -> None:
    """Of many at once as many go as they come as the address has failures left."""
    queue = Queue()
    tasks = await queue.begin(*((f"made-up-{number}", 7) for number in range(50)))
    assert len(queue.asking) == 7 + PLACES
    queue.finish.set()
    await asyncio.gather(*tasks)
    assert len(await queue.begin(("another", 1))) == 1
    assert queue.asking[-1] == "another"


async def test_one_address_does_not_hinder_another() -> None:
    """Whose failures are not used up."""
    queue = Queue()
    tasks = await queue.begin(*((f"made-up-{number}", 0) for number in range(50)))
    other = asyncio.create_task(queue.ask("new", 30, "198.51.100.1"))
    for _ in range(10):
        await asyncio.sleep(0)
    assert "new" in queue.asking
    queue.finish.set()
    await asyncio.gather(*tasks, other)


async def test_a_place_is_given_back_whatever_happens() -> None:
    """Also when who waits or asks goes away, and when the question fails."""
    queue = Queue()
    for task in await queue.begin(*((f"made-up-{number}", 0) for number in range(PLACES + WAITING))):
        task.cancel()
    await asyncio.sleep(0)

    async def none_left() -> int:
        return 0

    for _ in range(20):
        with pytest.raises(RuntimeError):
            async with queue.turns.take("made-up", Sender("192.0.2.1", none_left)):
                raise RuntimeError
    queue.finish.set()
    assert all(await asyncio.gather(*(queue.ask(f"again-{number}", 0) for number in range(PLACES + WAITING))))


@pytest.mark.parametrize("how", ["refused", "ten minutes later", "ten thousand others"])
async def test_a_token_is_not_known_for_ever(how: str) -> None:
    """Once refused, after ten minutes, or when there are too many newer ones, it queues like any."""
    queue = Queue()
    queue.turns.note("good", good=True)
    if how == "refused":
        queue.turns.note("good", good=False)
    elif how == "ten minutes later":
        queue.seconds += KNOWN_SECONDS
    else:
        for number in range(MAX_KNOWN):
            queue.turns.note(f"other-{number}", good=True)
    tasks = await queue.begin(*((f"made-up-{number}", 0) for number in range(PLACES)), ("good", 0))
    assert "good" not in queue.asking
    queue.finish.set()
    await asyncio.gather(*tasks)
