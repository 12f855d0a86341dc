"""The OpenAPI document is built in a thread, once for all who ask for it."""

import asyncio
from threading import Event, get_ident
from typing import Any

import pytest

from sitehand.doors.document import Document


class Slow:
    """A document that takes until it is released; of each building the thread is noted."""

    def __init__(self) -> None:
        self.threads: list[int] = []
        self.released = Event()

    def build(self, state: str) -> dict[str, Any]:
        """It, with what it depends on."""
        self.threads.append(get_ident())
        assert self.released.wait(10)
        return {"paths": {}, "openapi": state, "info": {}, "servers": [], "security": []}


async def test_simultaneous_requests_wait_for_one_building_in_a_thread() -> None:
    """Whoever has no key may ask for it too; that the first of them goes away stops nobody."""
    slow = Slow()
    document = Document(slow.build, lambda: "one")
    first, *others = [asyncio.create_task(document.whole()) for _ in range(5)] + [asyncio.create_task(document.index())]
    await asyncio.sleep(0)
    first.cancel()
    slow.released.set()
    assert {each["openapi"] for each in await asyncio.gather(*others)} == {"one"}
    assert len(slow.threads) == 1
    assert slow.threads[0] != get_ident()


async def test_it_is_built_again_when_what_it_depends_on_changes() -> None:
    """And only then."""
    slow, states = Slow(), ["one"]
    slow.released.set()
    document = Document(slow.build, lambda: states[-1])
    assert [(await document.whole())["openapi"] for _ in range(2)] == ["one", "one"]
    states.append("two")
    assert (await document.whole())["openapi"] == "two"
    assert len(slow.threads) == 2


async def test_a_failure_is_not_kept() -> None:
    """Whoever asks next has it built again."""
    failures = [MemoryError("too little")]

    def build(state: str) -> dict[str, Any]:
        if failures:
            raise failures.pop()
        return {"paths": {}, "openapi": state}

    document = Document(build, lambda: "one")
    with pytest.raises(MemoryError):
        await document.whole()
    assert (await document.whole())["openapi"] == "one"
