"""Writes that wait for another one: what they do is decided on what they find when it is their turn."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextvars import copy_context
from pathlib import Path
from typing import Any

import pytest

from sitehand.app import assemble, connect
from sitehand.doors.routes import RouteTable
from sitehand.errors import Code, Problem
from sitehand.guard.gate import Gate
from sitehand.operation.caller import Caller
from sitehand.parts import Parts
from sitehand.settings import Settings
from sitehand.store.turns import Turn
from sitehand.store.writing import Writer
from tests.databases import migrate

CALLER = Caller("key", "key:1", "Script", "admin")


class Queue:
    """Calls over a real database, of which each is sent when the one before waits for the writing thread."""

    def __init__(self, parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
        self._parts = parts
        self._gate: Gate = connect(parts, RouteTable(parts.catalog))[0]
        self._waiting = asyncio.Semaphore(0)
        queue = Writer.queue

        def note(writer: Writer, turn: Turn) -> None:
            queue(writer, turn)
            self._waiting.release()

        monkeypatch.setattr(Writer, "queue", note)

    async def perform(self, name: str, arguments: Mapping[str, Any]) -> Any:
        """The result of a call."""
        operation = self._gate.catalog.get(name)
        assert operation is not None
        return await self._gate.perform(CALLER, operation, dict(arguments))

    async def perform_behind_another(self, *calls: tuple[str, Mapping[str, Any]]) -> list[Any]:
        """The results or refusals of calls that all came while somebody else was writing."""
        outside, sent = copy_context(), []
        async with self._parts.database.units.open() as other:
            await other.run(lambda _: None)
            self._waiting = asyncio.Semaphore(0)
            for name, arguments in calls:
                sent.append(asyncio.create_task(self.perform(name, arguments), context=outside.copy()))
                await self._waiting.acquire()
        return await asyncio.gather(*sent, return_exceptions=True)


@pytest.fixture
async def queue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Queue]:
    """Calls to an empty site."""
    parts = assemble(Settings(data=tmp_path / "site", log="off"))
    await migrate(parts.database)
    yield Queue(parts, monkeypatch)
    await parts.close()


@pytest.mark.parametrize("later", ["empty_trash", "restore_item"])
async def test_what_was_restored_meanwhile_is_out_of_the_trash(queue: Queue, later: str) -> None:
    """It is neither deleted for good nor unpublished by who waited behind the one who restored it."""
    page = await queue.perform("create_page", {"title": "Kept"})
    await queue.perform("delete_page", {"id": page["id"]})
    restored, refusal = await queue.perform_behind_another(
        ("restore_item", {"id": page["id"], "status": "publish"}),
        (later, {} if later == "empty_trash" else {"id": page["id"]}),
    )
    assert restored["status"] == "publish"
    assert isinstance(refusal, Problem)
    assert (refusal.code, refusal.message) == (Code.CONFLICT, "Item 1 is not in the trash. Nothing was changed.")
    assert (await queue.perform("get_page", {"id": page["id"]}))["status"] == "publish"
