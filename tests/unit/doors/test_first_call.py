"""A door that is made at its first call."""

import asyncio
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS
from starlette.types import Receive, Scope, Send

from sitehand.doors.first_call import Door, DoorAtFirstCall
from sitehand.doors.mcp.versions import PROTOCOL_VERSIONS


class Bell:
    """A door that notes what happens to it."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.fails = False
        self.crash = asyncio.Event()

    @asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Note when it is entered and left. Raises OSError when told, at once or in a task."""
        if self.fails:
            raise OSError("no bell")
        self.heard.append("entered")
        async with asyncio.TaskGroup() as tasks:
            hanging = tasks.create_task(self._hang())
            yield
            self.heard.append("left")
            hanging.cancel()

    async def _hang(self) -> None:
        await self.crash.wait()
        self.crash.clear()
        raise OSError("no rope")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Note the call."""
        self.heard.append(scope["path"])


class Maker:
    """Makes a bell, and fails as often as it is told."""

    def __init__(self, failures: int = 0) -> None:
        self.made = 0
        self.bell = Bell()
        self._failures = failures

    def __call__(self) -> Door:
        """The bell. Raises ValueError at first."""
        self.made += 1
        if self.made <= self._failures:
            raise ValueError("not yet")
        return self.bell


async def call(door: Door, path: str) -> None:
    """One request."""

    async def nothing(*_: Any) -> Any:
        raise AssertionError("the bell neither reads nor answers")

    await door({"type": "http", "path": path}, nothing, nothing)


async def stop_while_it_is_made(maker: Maker) -> tuple[Door, asyncio.Task[None]]:
    """A door whose service stopped while the maker was at work, and the call that waited for it."""
    began, release = threading.Event(), threading.Event()

    def make() -> Door:
        began.set()
        release.wait()
        return maker()

    door = DoorAtFirstCall(make)
    async with door.run():
        waiting = asyncio.create_task(call(door, "/mcp"))
        await asyncio.to_thread(began.wait)
        asyncio.get_running_loop().call_later(0.05, release.set)
    return door, waiting


async def test_it_is_made_once_for_all_that_call_at_once() -> None:
    """Before that it is not made; afterwards its tasks end with the service."""
    maker = Maker()
    door = DoorAtFirstCall(maker)
    async with door.run():
        assert maker.made == 0
        await asyncio.gather(*(call(door, "/mcp") for _ in range(3)))
        await call(door, "/again")
    assert (maker.made, maker.bell.heard) == (1, ["entered", "/mcp", "/mcp", "/mcp", "/again", "left"])


async def test_one_that_nobody_calls_is_not_made() -> None:
    """The service ends all the same."""
    maker = Maker()
    async with DoorAtFirstCall(maker).run():
        pass
    assert maker.made == 0


async def test_a_failure_is_told_to_those_who_wait_and_the_next_call_tries_again() -> None:
    """All of them hear of it."""
    maker = Maker(failures=1)
    door = DoorAtFirstCall(maker)
    async with door.run():
        told = await asyncio.gather(*(call(door, "/mcp") for _ in range(2)), return_exceptions=True)
        assert [str(each) for each in told] == ["not yet"] * 2
        await call(door, "/mcp")
    assert maker.bell.heard == ["entered", "/mcp", "left"]


async def test_a_client_that_leaves_takes_the_door_from_nobody() -> None:
    """The first call is cancelled while the door is made; the second gets it."""
    maker = Maker()
    door = DoorAtFirstCall(maker)
    async with door.run():
        first = asyncio.create_task(call(door, "/first"))
        await asyncio.sleep(0)
        second = asyncio.create_task(call(door, "/second"))
        await asyncio.sleep(0)
        first.cancel()
        await second
    assert first.cancelled()
    assert maker.bell.heard == ["entered", "/second", "left"]


async def test_a_service_that_stops_waits_for_no_door_that_fails() -> None:
    """The stop comes while the door is made; whoever waits for it is told."""
    maker = Maker(failures=9)
    async with DoorAtFirstCall(maker).run():
        pass
    door, waiting = await stop_while_it_is_made(maker)
    with pytest.raises(ValueError, match="not yet"):
        await waiting
    with pytest.raises(RuntimeError, match="stops"):
        await call(door, "/late")


async def test_a_service_that_stops_enters_no_door() -> None:
    """It would end at once: whoever waits for it hears that the service stops."""
    maker = Maker()
    _, waiting = await stop_while_it_is_made(maker)
    with pytest.raises(RuntimeError, match="stops"):
        await waiting
    assert maker.bell.heard == []


async def test_a_door_whose_tasks_fail_is_made_again(caplog: pytest.LogCaptureFixture) -> None:
    """The fault goes to the log, and the next call gets another door."""
    maker = Maker()
    door = DoorAtFirstCall(maker)
    async with door.run():
        await call(door, "/mcp")
        maker.bell.crash.set()
        while maker.made < 2:
            await asyncio.sleep(0)
            await call(door, "/again")
    assert maker.bell.heard[-1] == "left"
    assert "no rope" in caplog.text


async def test_a_door_that_cannot_be_entered_is_told_and_made_again() -> None:
    """What its tasks raise at their start is the failure of the call."""
    maker = Maker()
    maker.bell.fails = True
    door = DoorAtFirstCall(maker)
    async with door.run():
        with pytest.raises(OSError, match="no bell"):
            await call(door, "/mcp")
        maker.bell.fails = False
        await call(door, "/mcp")
    assert (maker.made, maker.bell.heard) == (2, ["entered", "/mcp", "left"])


async def test_a_door_that_is_not_entered_refuses() -> None:
    """Nobody would end its tasks."""
    with pytest.raises(RuntimeError, match="before"):
        await call(DoorAtFirstCall(Maker()), "/mcp")


def test_the_versions_are_those_of_the_sdk() -> None:
    """They are written in a file of their own, since reading them from the SDK imports all of its models."""
    assert (*MODERN_PROTOCOL_VERSIONS, *reversed(HANDSHAKE_PROTOCOL_VERSIONS)) == PROTOCOL_VERSIONS


def test_a_start_does_not_import_the_sdk() -> None:
    """It takes a quarter of the start's time; a process that answers no MCP call goes without."""
    code = "import sys, sitehand.app, sitehand.hosts.builtin.life; print([n for n in sys.modules if n[:3] == 'mcp'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
