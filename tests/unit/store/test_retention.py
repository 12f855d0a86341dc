"""What is kept long enough is cleared away, and the journal stays one chain."""

import asyncio
import json
import os
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select, text, update

from sitehand.app import assemble
from sitehand.errors import Code, Problem
from sitehand.guard.attribution import Attribution, Origin
from sitehand.guard.call import in_call
from sitehand.hosts.builtin.schema import SITE
from sitehand.parts import Parts
from sitehand.settings import Settings
from sitehand.site.content import PageFields
from sitehand.store.audit_tables import audits, findings
from sitehand.store.changes import HINT
from sitehand.store.database import Database
from sitehand.store.journal import ANCHOR, find_break, write_entry
from sitehand.store.reading import list_rows
from sitehand.store.retention import PORTION, Retention, clear_changes
from sitehand.store.staged_files import StagedFiles
from sitehand.store.tables import changed_objects, changes, pending_changes, replays, undone_changes, usage
from sitehand.store.undo import Undo
from sitehand.store.uploads import KEPT_FOR, clear_staged
from tests.databases import migrate
from tests.jobs import FreeRun
from tests.service import open_service
from tests.statements import execute
from tests.unit.clock import NOW

OLD, NEW = "2026-08-01T00:00:00Z", "2026-11-01T00:00:00Z"
CUTOFF = "2026-08-23T12:00:00Z"
WAITING = {column.name: "" for column in pending_changes.c if not column.nullable and column.name != "id"}


async def write_pages(parts: Parts, number: int, at: str) -> None:
    """Some entries in the journal."""
    for count in range(number):
        with in_call(by=attribution_at(at)):
            await parts.host.pages.create(PageFields(title=f"{at} {count}"), "key:1")


def attribution_at(at: str) -> Attribution:
    """A key's doing at a moment."""
    return Attribution("key:1", "Me", "admin", "create_page", Origin("rest"), at=at)


async def clear(parts: Parts) -> int:
    """Clear away all that is older than ninety days."""
    return await Retention(parts.database, parts.clock, 90).clear(FreeRun(parts.database))


async def in_database(parts: Parts, statement: Any) -> list[Any]:
    """The first column of what a statement finds."""
    return [row[0] for row in await parts.database.read(list_rows(statement))]


async def broken(parts: Parts) -> str | None:
    """The first place where the chain does not hold."""
    return await parts.database.transact(find_break)


async def test_what_is_older_goes_and_the_rest_is_one_chain(parts: Parts) -> None:
    """With its objects, in several portions; also when a later entry goes, or all of them do."""
    await write_pages(parts, 3, OLD)
    await write_pages(parts, 2, NEW)
    found = 0
    while part := await parts.database.transact(lambda connection: clear_changes(connection, CUTOFF, 2)):
        assert part <= 2
        assert await broken(parts) is None
        found += part
    assert found == 3
    assert await in_database(parts, select(changes.c.id)) == [4, 5]
    assert set(await in_database(parts, select(changed_objects.c.change_id))) == {4, 5}
    await write_pages(parts, 1, NEW)
    assert await Retention(parts.database, parts.clock, 1).clear(FreeRun(parts.database)) == 3
    assert await broken(parts) is None
    await write_pages(parts, 1, NEW)
    assert (await in_database(parts, select(changes.c.id)), await broken(parts)) == ([7], None)


async def test_only_a_beginning_goes(parts: Parts) -> None:
    """An old entry behind a newer one, as a clock that was set back leaves it, stays until that one goes."""
    await write_pages(parts, 1, OLD)
    await write_pages(parts, 1, NEW)
    await write_pages(parts, 1, OLD)
    assert await clear(parts) == 1
    assert (await in_database(parts, select(changes.c.id)), await broken(parts)) == ([2, 3], None)


async def test_more_than_a_portion_goes_in_one_round(parts: Parts) -> None:
    """And clearing is itself no change that the journal would have."""
    await write_pages(parts, 1, OLD)

    def multiply(connection: Connection) -> None:
        first = dict(connection.execute(select(changes)).mappings().one())
        copies = [{**first, "id": first["id"] + number} for number in range(1, PORTION + 50)]
        connection.execute(insert(changes), copies)

    await parts.database.transact(multiply)
    assert await clear(parts) == PORTION + 50
    assert await in_database(parts, select(changes.c.id)) == []
    assert json.loads((await in_database(parts, text(f"SELECT value FROM settings WHERE name = '{ANCHOR}'")))[0]) == {
        "id": PORTION + 50,
        "hash": (
            await in_database(
                parts, text(f"SELECT json_extract(value, '$.hash') FROM settings WHERE name = '{ANCHOR}'")
            )
        )[0],
    }


async def test_workers_that_clear_at_once_clear_each_change_once(parts: Parts) -> None:
    """Also while others write; nobody's anchor is left behind."""
    await write_pages(parts, 30, OLD)
    other = Database(parts.database.path.parent, SITE)
    rounds = [Retention(database, parts.clock, 90).clear(FreeRun(database)) for database in (parts.database, other)]
    cleared = await asyncio.gather(*rounds, write_pages(parts, 5, NEW))
    await other.close()
    assert sum(filter(None, cleared)) == 30
    assert len(await in_database(parts, select(changes.c.id))) == 5
    assert await broken(parts) is None


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        ("DELETE FROM changes WHERE id = 3", "Change 3 is missing"),
        ("DELETE FROM settings WHERE name = 'journal_anchor'", "Change 1 is missing"),
        ("UPDATE settings SET value = replace(value, ':', ': 0') WHERE name = 'journal_anchor'", "was altered"),
        ("UPDATE settings SET value = '{}' WHERE name = 'journal_anchor'", "was altered"),
        (
            "UPDATE settings SET value = json_set(value, '$.hash', 'x') WHERE name = 'journal_anchor'",
            "does not follow",
        ),
        ("UPDATE changed_objects SET label = 'x' WHERE change_id = 4", "Change 4 was altered"),
        ("DELETE FROM changes", "Change 3 and what followed it are missing"),
    ],
)
async def test_a_break_is_found_after_clearing(parts: Parts, damage: str, found: str) -> None:
    """Whatever is taken from the rest, or from the note of what went."""
    await write_pages(parts, 2, OLD)
    await write_pages(parts, 2, NEW)
    await clear(parts)
    assert await broken(parts) is None
    await parts.database.transact(lambda connection: connection.execute(text(damage)))
    assert found in str(await broken(parts))


async def test_what_is_beside_the_journal_goes_too(parts: Parts) -> None:
    """Answers to repeat after a day, what waited and counts of use with the journal; without entries of their own."""
    counted = {"caller": "key:1", "label": "", "calls": 1, "changes": 0, "no_ops": 0}

    def fill(connection: Connection) -> None:
        for number, moment in enumerate((OLD, NEW, "2026-11-20T12:00:01Z")):
            connection.execute(insert(replays).values(key=str(number), fingerprint="", answer=b"", at=moment))
            connection.execute(insert(pending_changes).values({**WAITING, "expires": moment}))
            connection.execute(insert(usage).values({**counted, "day": moment[:10]}))

    await parts.database.transact(fill)
    before = await in_database(parts, select(changes.c.id))
    await clear(parts)
    assert await in_database(parts, select(pending_changes.c.expires).order_by(pending_changes.c.id)) == [
        NEW,
        "2026-11-20T12:00:01Z",
    ]
    assert await in_database(parts, select(usage.c.day).order_by(usage.c.day)) == ["2026-11-01", "2026-11-20"]
    assert await in_database(parts, select(replays.c.at)) == ["2026-11-20T12:00:01Z"]
    assert await in_database(parts, select(changes.c.id)) == before


async def test_what_was_cleared_cannot_be_undone(parts: Parts) -> None:
    """The refusal says why; a number that never was is only unknown. What took it back goes by itself, later."""
    await write_pages(parts, 2, OLD)
    by = replace(attribution_at(NEW), undoes=(2,), outcome="undo")
    async with parts.host.transactions.open() as transaction:
        with in_call(transaction=transaction):
            await Undo(parts.database, parts.host.transactions, parts.host.kinds).undo([2], NOW)
        await transaction.commit(lambda connection, objects: write_entry(connection, by, objects))
    await clear(parts)
    with pytest.raises(Problem) as cleared:
        await parts.changes.get(2, None)
    assert cleared.value.code is Code.NOT_FOUND
    assert "up to 2 were deleted by age" in cleared.value.hint
    with pytest.raises(Problem) as unknown:
        await parts.changes.get(77, None)
    assert unknown.value.hint == HINT
    assert await in_database(parts, select(undone_changes.c.change_id)) == [3]
    await Retention(parts.database, parts.clock, 1).clear(FreeRun(parts.database))
    assert await in_database(parts, select(undone_changes.c.change_id)) == []


async def test_a_service_clears_when_it_starts(tmp_path: Path) -> None:
    """As long as `journal_days` says; and tells who wants to undo it that it is gone."""
    parts = assemble(Settings(data=tmp_path / "site"))
    await migrate(parts.database)
    at = datetime.now(UTC) - timedelta(days=4)
    await write_pages(parts, 1, at.strftime("%Y-%m-%dT%H:%M:%SZ"))
    await parts.close()
    async with open_service(tmp_path, journal_days=2) as service:
        headers = {"X-API-Key": service.keys["admin"]}
        while (answer := await service.http.get("/sitehand/v1/changes/1", headers=headers)).status_code == 200:
            pass
        undone = await service.http.post("/sitehand/v1/changes/undo", json={"id": 1}, headers=headers)
        assert answer.status_code == undone.status_code == 404
        assert "deleted by age" in undone.json()["data"]["hint"]


async def test_what_was_sent_stays_when_it_is_sent_again_or_named_meanwhile(
    parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of many old files each is looked at by itself, at the last moment."""
    staged = StagedFiles(parts.settings.data)
    staged.folder.mkdir()
    first, again, named = (staged.folder / f"{'0' * 16}-{digit * 64}" for digit in "123")
    for path in (first, again, named):
        path.touch()
    now, read = time.time() + KEPT_FOR + 60, parts.database.read
    waiting = {**WAITING, "state": "waiting", "arguments": named.name}

    async def read_while_others_work(work: Callable[[Connection], Any], *, long: bool = False) -> Any:
        found = await read(work, long=long)
        if first.exists():
            os.utime(again, (now, now))
            await execute(parts.database, insert(pending_changes).values(waiting))
        return found

    monkeypatch.setattr(parts.database, "read", read_while_others_work)
    assert await clear_staged(parts.database, now) == 1
    assert sorted(staged.folder.iterdir()) == [again, named]


async def test_old_audits_go_with_what_they_closed(parts: Parts) -> None:
    """What is open stays, however long ago it was found, and so does the last audit."""
    began = [{"id": number, "started": at} for number, at in enumerate((OLD, OLD, NEW, NEW), 1)]
    rest = {
        "rule": "alt_missing",
        "severity": "error",
        "item": 1,
        "wide": 0,
        "address": "",
        "evidence": "",
        "source": "",
    }
    closed = [None, 1, *[2] * (PORTION + 1), 3]
    found = [{**rest, "id": f"1-{number}", "opened": 1, "closed": at} for number, at in enumerate(closed)]
    await execute(parts.database, insert(audits).values(began), insert(findings).values(found))
    await clear(parts)
    assert await in_database(parts, select(audits.c.id)) == [3, 4]
    assert await in_database(parts, select(findings.c.closed).order_by(findings.c.id)) == [None, 3]
    await execute(parts.database, update(audits).values(started=OLD))
    await clear(parts)
    assert await in_database(parts, select(audits.c.id)) == [4]
    assert await in_database(parts, select(findings.c.closed)) == [None]
