"""A service that is made anew while it runs."""

import asyncio
from collections.abc import Callable
from typing import Any

import httpx2
import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from sitehand import renewal
from sitehand.application import Application, Lifecycle, Routing
from sitehand.renewal import Renewing
from sitehand.settings import Settings
from tests.service import run_lifespan


class Office:
    """Makes applications that are numbered, and knows which of them runs; `held` keeps calls to `/held` waiting."""

    def __init__(self) -> None:
        self.number = 0
        self.running: list[int] = []
        self.held = asyncio.Event()
        self.entered = asyncio.Event()
        self.fault: Exception | None = None
        self.start_fault: Exception | None = None
        self.changes_at_end = False

    def make(self, changed: Callable[[], None]) -> Application:
        """Another application."""
        if self.fault:
            raise self.fault
        self.number += 1
        number = self.number

        async def run(started: asyncio.Event, stop: asyncio.Event) -> None:
            if self.start_fault:
                raise self.start_fault
            self.running.append(number)
            started.set()
            await stop.wait()
            if self.changes_at_end:
                changed()
            self.running.remove(number)

        async def tell(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["path"] == "/held":
                self.entered.set()
                await self.held.wait()
            await PlainTextResponse(f"{number} of {self.running}")(scope, receive, send)

        routing = Routing(tell, tell, tell, tell, tell, tell, tell)
        return Application(Settings(log="off"), routing, Lifecycle(run))


async def ask(app: Any, path: str = "/") -> str:
    """The answer to one GET."""
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app), base_url="http://127.0.0.1") as http:
        return (await http.get(path)).text


async def test_calls_that_run_are_finished_and_later_ones_wait() -> None:
    """Never two applications at once: they work on one data folder."""
    office = Office()
    app = Renewing(office.make)
    async with run_lifespan(app):
        early = asyncio.create_task(ask(app, "/held"))
        await office.entered.wait()
        app.renew()
        app.renew()
        late = asyncio.create_task(ask(app))
        office.held.set()
        assert [await early, await late] == ["1 of [1]", "2 of [2]"]
    assert (office.number, office.running) == (2, [])


async def test_a_call_without_an_end_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream may stay open for days."""
    monkeypatch.setattr(renewal, "DRAIN_SECONDS", 0.01)
    office = Office()
    app = Renewing(office.make)
    async with run_lifespan(app):
        endless = asyncio.create_task(ask(app, "/held"))
        await office.entered.wait()
        app.renew()
        assert await ask(app) == "2 of [2]"
        office.held.set()
        await endless


async def test_what_cannot_be_made_is_tried_again() -> None:
    """Whoever calls meanwhile gets the error, and no answer of the former application."""
    office = Office()
    app = Renewing(office.make)
    async with run_lifespan(app):
        office.fault = RuntimeError("the disk is full")
        app.renew()
        for _ in range(2):
            with pytest.raises(RuntimeError, match="the disk is full"):
                await ask(app)
        office.fault = None
        assert await ask(app) == "2 of [2]"


async def test_what_cannot_be_started_is_tried_again() -> None:
    """By the very next call after the cause is gone, and the server stops without a fault."""
    office = Office()
    app = Renewing(office.make)
    async with run_lifespan(app):
        office.start_fault = RuntimeError("the database is locked")
        app.renew()
        with pytest.raises(RuntimeError, match="the database is locked"):
            await ask(app)
        office.start_fault = None
        assert await ask(app) == "3 of [3]"
        office.start_fault = RuntimeError("the database is locked")
        app.renew()
        with pytest.raises(RuntimeError, match="the database is locked"):
            await ask(app)


async def test_nothing_is_made_anew_while_the_server_stops() -> None:
    """Nobody would stop it."""
    office = Office()
    app = Renewing(office.make)
    async with run_lifespan(app):
        office.changes_at_end = True
    for _ in range(10):
        await asyncio.sleep(0)
    assert (office.number, office.running) == (1, [])
