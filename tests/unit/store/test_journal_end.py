"""The end of the journal is noted outside the database, so that one that was cut off is found."""

import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from sitehand.app import assemble
from sitehand.doctor import Finding, examine
from sitehand.parts import Parts
from sitehand.settings import Settings
from sitehand.site.content import PageFields
from sitehand.store.journal_end import JournalAnchor
from sitehand.store.retention import clear_changes
from tests.databases import migrate
from tests.service import open_service

CUT = """DELETE FROM changed_objects WHERE change_id > {0}; DELETE FROM changes WHERE id > {0};
    UPDATE sqlite_sequence SET seq = {0} WHERE name = 'changes'"""
"""As an older copy of the file, or one without its log, has it."""


@pytest.fixture
async def parts(tmp_path: Path) -> AsyncIterator[Parts]:
    """A site with three changes."""
    parts = assemble(Settings(data=tmp_path / "site"))
    await migrate(parts.database)
    await write_pages(parts, 3)
    yield parts
    await parts.close()


async def write_pages(parts: Parts, number: int) -> None:
    """Some changes."""
    for count in range(number):
        await parts.host.pages.create(PageFields(title=f"Page {count}"), "key:1")


def cut_off(parts: Parts, last: int) -> None:
    """Take away what came after a change, past the service."""
    with closing(sqlite3.connect(parts.database.path)) as connection:
        connection.executescript(CUT.format(last))


async def look(parts: Parts) -> Finding:
    """What the doctor says of the journal."""
    (found,) = [each for each in await examine(parts.settings) if each.subject == "journal"]
    return found


async def test_an_end_that_is_cut_off_is_found(parts: Parts) -> None:
    """Though what is left is a chain without a break; also when new changes have taken its place since."""
    await JournalAnchor(parts.database).note()
    assert (await look(parts)).good
    cut_off(parts, 1)
    found = await look(parts)
    assert found.text == "Change 3 was the newest when the journal's end was noted last, and is missing now."
    await write_pages(parts, 4)
    await JournalAnchor(parts.database).note()
    found = await look(parts)
    assert found.text == "Change 3 is another one than when the journal's end was noted last."
    assert not found.good


async def test_the_note_moves_on_with_the_journal(parts: Parts) -> None:
    """It is written anew only when there is something new, and is always of the last change that was there."""
    notes, file = JournalAnchor(parts.database), parts.settings.data / "journal.end"
    await notes.note()
    first = file.stat().st_ino
    await notes.note()
    assert file.stat().st_ino == first
    await write_pages(parts, 2)
    await notes.note()
    cut_off(parts, 4)
    assert "Change 5" in (await look(parts)).text


@pytest.mark.parametrize("cleared", [2, 3])
async def test_what_was_cleared_away_is_not_missing(parts: Parts, cleared: int) -> None:
    """Whether it was before the noted end, that end itself, or all that there was later on."""
    notes = JournalAnchor(parts.database)
    await notes.note()
    await parts.database.transact(lambda connection: clear_changes(connection, "9999", cleared))
    assert (await look(parts)).good
    await write_pages(parts, 1)
    await parts.database.transact(lambda connection: clear_changes(connection, "9999"))
    assert (await look(parts)).good
    await notes.note()
    assert (await look(parts)).good


UNREADABLE = ["", "nonsense", "{}", "[]", '{"id": 3}', '{"id": null, "hash": null}', '{"id": "a", "hash": 5}']
UNREADABLE += ['{"id": -1, "hash": "a"}', '{"id": 1%s, "hash": "a"}' % ("0" * 30), "5"]


@pytest.mark.parametrize("content", UNREADABLE)
async def test_a_note_that_cannot_be_read_is_told(parts: Parts, content: str) -> None:
    """It proves nothing, and is left for who looks into it."""
    (parts.settings.data / "journal.end").write_text(content)
    await JournalAnchor(parts.database).note()
    assert not (await look(parts)).good
    assert (parts.settings.data / "journal.end").read_text() == content


async def test_a_note_that_fails_stops_no_end(parts: Parts, caplog: pytest.LogCaptureFixture) -> None:
    """Whatever stands in the folder under its name, the application ends as ever, and says what is wrong."""
    (parts.settings.data / "journal.end").mkdir()
    with caplog.at_level(logging.ERROR):
        async with JournalAnchor(parts.database).run():
            pass
    assert "journal.end" in caplog.text


async def test_nothing_is_noted_of_a_database_that_was_replaced(parts: Parts) -> None:
    """The note in the folder is about what is in the folder now."""
    notes = JournalAnchor(parts.database)
    await notes.note()
    folder = parts.settings.data
    folder.rename(folder.with_name("away"))
    folder.mkdir()
    await notes.note()
    assert list(folder.iterdir()) == []


async def test_a_cut_off_end_is_told_at_the_start_and_served(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Once: the site is as good as it was, and its owner knows."""
    async with open_service(tmp_path) as service:
        headers = {"X-API-Key": service.keys["admin"]}
        for _ in range(3):
            await service.http.post("/sitehand/v1/pages", json={"title": "A page"}, headers=headers)
    with closing(sqlite3.connect(tmp_path / "site" / "sitehand.db")) as connection:
        connection.executescript(CUT.format(2))
    with caplog.at_level(logging.ERROR):
        async with open_service(tmp_path, roles=()) as service:
            answer = await service.http.get("/sitehand/v1/pages", headers=headers)
    assert answer.status_code == 200
    assert [record.message.partition(" was")[0] for record in caplog.records] == ["Change 4"]
