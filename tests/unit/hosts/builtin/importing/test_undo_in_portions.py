"""The undo of an import in portions: who writes in between, what ends it in the middle, and how it goes on."""

import asyncio
import contextvars
import itertools
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from sitehand.errors import Code, Problem
from sitehand.hosts.builtin.import_undo import BuiltinImportUndo
from sitehand.owner import perform
from sitehand.parts import Parts
from sitehand.site.content import PageFields
from tests.statements import fetch
from tests.unit.hosts.builtin.importing.halfway import Halfway, stop_after
from tests.unit.hosts.builtin.importing.test_portions import (
    ITEMS,
    bring_in,
    count_posts,
    export,
    parts,
    read_entries,
)

__all__ = ["export", "parts"]
RENAME_FIRST = text("UPDATE items SET title = 'Mine' WHERE id = (SELECT min(id) FROM items WHERE type = 'post')")


@pytest.fixture
async def request_id(parts: Parts, export: Path) -> str:
    """The request of an import of several portions."""
    await bring_in(parts, export)
    return str((await read_entries(parts))[-1]["request_id"])


async def undo(parts: Parts, request_id: str, **arguments: Any) -> Any:
    """Take a request back as the owner does."""
    return await perform(parts, "undo_change", {"request_id": request_id, **arguments})


async def read_undoings(parts: Parts) -> list[dict[str, Any]]:
    """The entries of undoings, oldest first."""
    return await fetch(parts.database, "SELECT id, request_id, undoes FROM changes WHERE outcome = 'undo' ORDER BY id")


@pytest.fixture
def halfway(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> Halfway:
    """The moment when one portion is undone; those that are tried on a copy of the site do not count."""
    return stop_after(monkeypatch, BuiltinImportUndo, "_take_back", lambda undo: undo._database is parts.database)


async def test_others_write_between_two_portions_of_an_undo(parts: Parts, request_id: str) -> None:
    """Each portion has an entry of the one request, the newest is taken back first, and others come in between."""
    entries = await read_entries(parts)
    undoing = asyncio.create_task(undo(parts, request_id))
    while not undoing.done():
        await parts.host.pages.create(PageFields(title="Mine"), "owner")
    answer = await undoing
    undoings = await read_undoings(parts)
    assert answer["undone"] == [each["id"] for each in reversed(entries)]
    assert [each["undoes"] for each in undoings] == [f"[{number}]" for number in answer["undone"]]
    assert len({each["request_id"] for each in undoings}) == 1
    assert (answer["changed"], answer["change_id"]) == (True, undoings[-1]["id"])
    first, last = undoings[0]["id"], undoings[-1]["id"]
    between = {each["operation"] for each in await read_entries(parts) if first < each["id"] < last}
    assert between == {"undo_change", ""}
    assert await count_posts(parts) == 0


async def test_what_stands_on_an_import_from_the_start_refuses_the_whole_undo(parts: Parts, request_id: str) -> None:
    """The oldest portion is the last to go, and yet nothing is taken back before it is known that it cannot."""
    await parts.database.transact(lambda connection: connection.execute(RENAME_FIRST))
    before = await read_entries(parts)
    with pytest.raises(Problem, match="Newer changes block the undo") as refused:
        await undo(parts, request_id)
    assert refused.value.code is Code.CONFLICT
    assert [each["id"] for each in refused.value.extra["changes"]] == [before[-1]["id"]]
    assert "undone" not in refused.value.extra
    assert await read_entries(parts) == before
    assert await count_posts(parts) == ITEMS


async def test_an_undo_that_is_refused_in_the_middle_goes_on_when_it_is_asked_again(
    parts: Parts, request_id: str, halfway: Halfway
) -> None:
    """It tells how much is undone and stays so; without the change that stands on the rest, the same call does it."""
    entries = await read_entries(parts)

    async def change() -> None:
        await parts.database.transact(lambda connection: connection.execute(RENAME_FIRST))

    with pytest.raises(Problem, match=r"The undo stopped after \d+ of \d+ changes, which stay undone") as stopped:
        await halfway.run(undo(parts, request_id), change)
    assert (
        stopped.value.extra["undone"] == [each["id"] for each in reversed(entries)][: len(await read_undoings(parts))]
    )
    assert "Nothing was changed" not in stopped.value.message
    assert await fetch(parts.database, "SELECT * FROM comments") == []
    await perform(parts, "undo_change", {"id": stopped.value.extra["changes"][0]["id"]})
    rest = await undo(parts, request_id)
    assert sorted([*stopped.value.extra["undone"], *rest["undone"]]) == [each["id"] for each in entries]
    assert await count_posts(parts) == 0


async def test_a_cancelled_undo_keeps_whole_portions(
    parts: Parts, request_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who waits goes away while a portion is undone: what is undone stays so, and the same call does the rest."""
    take_back, begun = BuiltinImportUndo._take_back, itertools.count(1)
    undoing = asyncio.create_task(undo(parts, request_id))

    async def cancel_in_the_second(self: BuiltinImportUndo, changes: Any) -> Any:
        if self._database is parts.database and next(begun) == 2:
            asyncio.get_running_loop().call_soon(undoing.cancel)
        return await take_back(self, changes)

    with monkeypatch.context() as patched:
        patched.setattr(BuiltinImportUndo, "_take_back", cancel_in_the_second)
        with pytest.raises(asyncio.CancelledError):
            await undoing
    done = len(await read_undoings(parts))
    rest = await undo(parts, request_id)
    assert done
    assert done + len(rest["undone"]) == len(await read_undoings(parts))
    assert await count_posts(parts) == 0


async def test_an_undone_import_comes_back_as_one(parts: Parts, request_id: str) -> None:
    """An undo of the undo goes in portions too, and everything is as the import left it."""
    tables = ("items", "comments", "item_terms", "terms")
    before = [await fetch(parts.database, f"SELECT * FROM {table} ORDER BY 1, 2") for table in tables]
    await undo(parts, request_id)
    undoings = await read_undoings(parts)
    redone = await undo(parts, undoings[-1]["request_id"])
    assert redone["undone"] == [each["id"] for each in reversed(undoings)]
    assert len(await read_undoings(parts)) == 2 * len(undoings)
    assert [await fetch(parts.database, f"SELECT * FROM {table} ORDER BY 1, 2") for table in tables] == before


async def test_a_preview_of_an_undo_waits_for_nobody(parts: Parts, request_id: str) -> None:
    """It runs to its end while somebody else holds the lock, tells every object, and leaves nothing."""
    outside = contextvars.copy_context()
    async with parts.database.units.open() as unit:
        await unit.run(lambda _: None)
        plan = (await asyncio.create_task(undo(parts, request_id, dry_run=True), context=outside)).body
    assert (plan["dry_run"], plan["changed"]) == (True, True)
    assert sum(each["kind"] == "post" and each["action"] == "delete" for each in plan["changes"]) == ITEMS
    assert await count_posts(parts) == ITEMS
    assert await read_undoings(parts) == []


async def test_with_an_idempotency_key_an_undo_is_one_transaction(parts: Parts, request_id: str) -> None:
    """One answer is kept with what it tells of, and whoever repeats the call is given it."""
    first = await undo(parts, request_id, idempotency_key="once")
    assert len(await read_undoings(parts)) == 1
    assert (await undo(parts, request_id, idempotency_key="once"))["change_id"] == first["change_id"]
