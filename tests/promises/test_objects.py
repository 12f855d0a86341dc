"""The journal has objects, with what belongs to them: undo puts them back whole, and entries of before 3.8 as well."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError

from sitehand.app import assemble
from sitehand.guard.attribution import Attribution, Origin
from sitehand.hosts.builtin.schema import SITE
from sitehand.site.changes import ObjectChange
from sitehand.store import capture, journal
from sitehand.store.database import Database, journal_changes
from sitehand.store.foreign_keys import deferred
from sitehand.store.journal import find_break, write_entry
from tests.databases import migrate
from tests.promises.dumps import dump_journal, dump_state, dump_stored
from tests.promises.walk import Reply, Walk, open_walk, run_sql

BY = Attribution("key:1", "Script", "admin", "arrange", Origin("rest"), request_id="a-request")
FIRST = (
    "INSERT INTO terms (id, taxonomy, name, slug) VALUES (50, 'category', 'Water', 'water')",
    "INSERT INTO terms (id, taxonomy, name, slug) VALUES (51, 'post_tag', 'Deep', 'deep')",
    "INSERT INTO menus (id, slug, name) VALUES (1, 'main', 'Main')",
    "INSERT INTO media (id, source_url, title, date) VALUES (5, 'a.png', 'A picture', '2026-11-21T12:00:00Z')",
    "INSERT INTO menu_entries (id, menu_id, parent, position, title, item_id) VALUES (1, 1, 0, 1, 'Top', 1)",
    "INSERT INTO menu_entries (id, menu_id, parent, position, title, item_id) VALUES (2, 1, 1, 1, 'Below', 0)",
    "INSERT INTO item_terms (item_id, term_id) VALUES (1, 50)",
)
ARRANGEMENTS = {
    "a category comes": ["INSERT INTO item_terms (item_id, term_id) VALUES (1, 51)"],
    "a category goes": ["DELETE FROM item_terms"],
    "a term goes": ["DELETE FROM terms WHERE id = 50"],
    "a term comes and is used": [
        "INSERT INTO terms (id, taxonomy, name, slug) VALUES (52, 'mood', 'Calm', 'calm')",
        "INSERT INTO item_terms (item_id, term_id) VALUES (1, 52)",
    ],
    "an entry comes": ["INSERT INTO menu_entries (id, menu_id, position, title) VALUES (3, 1, 2, 'New')"],
    "an entry changes": ["UPDATE menu_entries SET title = 'Over', position = 7 WHERE id = 1"],
    "an entry goes": ["DELETE FROM menu_entries WHERE id = 2"],
    "an entry moves": [
        "INSERT INTO menus (id, slug, name) VALUES (2, 'foot', 'Foot')",
        "UPDATE menu_entries SET menu_id = 2 WHERE id = 2",
    ],
    "a menu comes": [
        "INSERT INTO menus (id, slug, name) VALUES (2, 'foot', 'Foot')",
        "INSERT INTO menu_entries (id, menu_id, position, title) VALUES (3, 2, 1, 'New')",
    ],
    "a menu changes": ["UPDATE menus SET name = 'Top'", "UPDATE menu_entries SET url = '/x' WHERE id = 2"],
    "a menu goes": ["DELETE FROM menus"],
    "a picture goes": ["DELETE FROM media"],
}
"""Statements that change what belongs to objects."""
UNDONE = pytest.mark.parametrize("statements", ARRANGEMENTS.values(), ids=ARRANGEMENTS)


@pytest.fixture
async def walk(tmp_path: Path) -> AsyncIterator[Walk]:
    """A service with a post that has a picture, a category, and a place in a menu."""
    async with open_walk(tmp_path) as opened:
        await opened.rest("POST", "/posts", {"title": "A post", "status": "publish"})
        await arrange(opened, FIRST)
        given = await opened.rest("PATCH", "/posts/1", {"featured_media": 5})
        assert given.status == 200, given.body
        yield opened


async def arrange(walk: Walk, statements: Sequence[str]) -> int:
    """One change of these statements; its id."""

    def work(connection: Connection) -> int | None:
        for statement in statements:
            connection.execute(text(statement))
        return journal_changes(connection, BY)

    parts = assemble(walk.service.settings)
    try:
        number = await parts.database.transact(work)
        assert number is not None
        return number
    finally:
        await parts.close()


async def add_entry(walk: Walk, *objects: ObjectChange) -> int:
    """An entry in the journal that nothing was done for."""
    parts = assemble(walk.service.settings)
    try:
        return await parts.database.transact(lambda connection: write_entry(connection, BY, objects))
    finally:
        await parts.close()


async def undo(walk: Walk, number: int) -> Reply:
    """POST /changes/undo."""
    return await walk.rest("POST", "/changes/undo", {"id": number})


async def assert_sound(walk: Walk) -> None:
    """The chain of the journal holds."""
    parts = assemble(walk.service.settings)
    try:
        assert await parts.database.transact(find_break) is None
    finally:
        await parts.close()


def journal_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write entries as 3.7 did: every row is an object."""
    monkeypatch.setattr(capture, "fold_parts", lambda _connection, rows: list(rows.values()))
    monkeypatch.setattr(journal, "fold", lambda _connection, fields: (fields, {}))
    monkeypatch.setattr(journal, "NEW_FORM", journal.ROWS)


@UNDONE
async def test_an_undo_puts_objects_back_whole(walk: Walk, statements: Sequence[str]) -> None:
    """And undoing that does the change again, byte for byte; no row of a part is an object of its own."""
    before = dump_state(walk.data)
    number = await arrange(walk, statements)
    after = dump_state(walk.data)
    assert {each["kind"] for each in dump_journal(walk.data)[-1]["objects"]} <= {"post", "menu", "term", "media"}
    undone = await undo(walk, number)
    assert undone.status == 200, undone.body
    assert dump_state(walk.data) == before
    again = await undo(walk, int(undone.body["change_id"]))
    assert again.status == 200, again.body
    assert dump_state(walk.data) == after
    await assert_sound(walk)


@UNDONE
async def test_an_entry_of_before_is_undone_too(
    walk: Walk, statements: Sequence[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It names rows; the chain holds over both forms."""
    before = dump_state(walk.data)
    with monkeypatch.context() as patched:
        journal_as_before(patched)
        number = await arrange(walk, statements)
    assert [row["form"] for row in dump_stored(walk.data)["changes"] if row["id"] == number] == [1]
    undone = await undo(walk, number)
    assert undone.status == 200, undone.body
    assert dump_state(walk.data) == before
    shown = await walk.rest("GET", f"/changes/{number}")
    assert shown.status == 200
    await assert_sound(walk)


async def test_what_newer_changes_stand_on_is_said(walk: Walk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the post or menu that the row of an old entry belongs to."""
    with monkeypatch.context() as patched:
        journal_as_before(patched)
        old = await arrange(walk, ["INSERT INTO item_terms (item_id, term_id) VALUES (1, 51)"])
    newer = await arrange(walk, ["DELETE FROM item_terms WHERE term_id = 51"])
    refused = await undo(walk, old)
    assert (refused.status, refused.code) == (409, "conflict")
    assert [each["id"] for each in refused.body["data"]["changes"]] == [newer]


async def test_a_change_past_the_journal_stands_in_the_way_too(walk: Walk) -> None:
    """Nothing newer can be undone first then, and the refusal does not say so. The object has the words of its kind."""
    number = await add_entry(walk, ObjectChange("media", "5", "A picture", {"title": "B"}, {"title": "C"}))
    refused = await undo(walk, number)
    assert (refused.status, refused.code, refused.body["data"]["changes"]) == (409, "conflict", [])
    told = f"Changes that the journal does not have block the undo of change {number}: the file 5 was changed since."
    assert (refused.body["message"], refused.body["data"]["hint"]) == (told, "Make the change yourself.")


async def test_an_object_whose_parts_have_changed_since_does_not_go(walk: Walk) -> None:
    """Undoing that it came would take what came to it later."""
    number = await arrange(walk, ["INSERT INTO menus (id, slug, name) VALUES (2, 'foot', 'Foot')"])
    later = await arrange(walk, ["INSERT INTO menu_entries (id, menu_id, position, title) VALUES (3, 2, 1, 'New')"])
    refused = await undo(walk, number)
    assert (refused.status, [each["id"] for each in refused.body["data"]["changes"]]) == (409, [later])


async def test_a_term_that_is_gone_comes_back_to_no_post(walk: Walk) -> None:
    """409, and not a failure at the end of the transaction."""
    number = await arrange(walk, ["DELETE FROM item_terms"])
    await arrange(walk, ["DELETE FROM terms WHERE id = 50"])
    refused = await undo(walk, number)
    assert (refused.status, refused.code, refused.body["data"]["terms"]) == (409, "conflict", [50])


@pytest.mark.parametrize(
    "change",
    [
        ObjectChange("post", "1", "A", {"headline": "A"}, {"headline": "B"}),
        ObjectChange("post", "1", "A", {"headline": "A", "title": "B"}, None),
        ObjectChange("menu", "1", "A", {"entries": [{"id": 1, "page": 3}]}, {"entries": []}),
        ObjectChange("term", "50", "A", None, {"categories": []}),
    ],
)
async def test_a_field_that_there_is_no_more_is_a_refusal(walk: Walk, change: ObjectChange) -> None:
    """With the change and the field, and nothing is otherwise than before."""
    number = await add_entry(walk, change)
    before = dump_state(walk.data)
    refused = await undo(walk, number)
    assert (refused.status, refused.code) == (409, "conflict")
    assert " has no field " in refused.body["message"]
    assert dump_state(walk.data) == before


async def test_an_entry_of_a_newer_version_is_a_refusal(walk: Walk) -> None:
    """It may mean something else than it seems."""
    number = await arrange(walk, ["UPDATE menus SET name = 'Top'"])
    run_sql(walk.data, f"UPDATE changes SET form = 4 WHERE id = {number}")
    refused = await undo(walk, number)
    assert (refused.status, refused.code) == (409, "conflict")
    assert "newer version" in refused.body["message"]


async def test_a_post_whose_picture_is_gone_has_changed(walk: Walk) -> None:
    """Who has read it before is told so, and an undo gives both back."""
    read = await walk.rest("GET", "/posts/1")
    number = await arrange(walk, ["DELETE FROM media"])
    now = await walk.rest("GET", "/posts/1")
    assert (read.body["featured_media"], now.body["featured_media"]) == (5, 0)
    write: dict[str, Any] = {"title": "B", "expected_revision": read.body["revision"]}
    refused = await walk.rest("PATCH", "/posts/1", write)
    assert refused.code == "revision_conflict"
    assert [each["id"] for each in refused.body["data"]["changes"]] == [number]
    assert (await undo(walk, number)).status == 200
    assert (await walk.rest("GET", "/posts/1")).body == read.body


NEW_AUTHOR = ("INSERT INTO authors (id, name, slug) VALUES (7, 'Ann', 'ann')",)


async def test_an_undo_that_breaks_a_reference_is_refused_alone(walk: Walk) -> None:
    """The author of a newer post cannot be taken back. Whoever writes at the same time does not notice."""
    number = await arrange(walk, NEW_AUTHOR)
    written = await walk.rest("PATCH", "/posts/1", {"author": 7})
    assert written.status == 200
    before = dump_state(walk.data)
    refused = await undo(walk, number)
    assert (refused.status, refused.code) == (409, "conflict"), refused.body
    assert dump_state(walk.data) == before
    others = [walk.rest("POST", "/posts", {"title": f"Another {each}"}) for each in range(10)]
    together = await asyncio.gather(*others[:5], undo(walk, number), *others[5:])
    assert [each.status for each in together] == [201] * 5 + [409] + [201] * 5
    assert (await undo(walk, written.change_id or 0)).status == 200
    assert (await undo(walk, number)).status == 200
    await assert_sound(walk)


async def test_a_part_of_before_does_not_come_back_without_its_owner(
    walk: Walk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A row of a menu that is gone, and a use of a term that is gone, as 3.7 journaled them."""
    with monkeypatch.context() as before:
        journal_as_before(before)
        entry = await arrange(walk, ["DELETE FROM menu_entries WHERE id = 2"])
        use = await arrange(walk, ["DELETE FROM item_terms"])
    await arrange(walk, ["DELETE FROM menus", "DELETE FROM terms WHERE id = 50"])
    for number in (entry, use):
        refused = await undo(walk, number)
        assert (refused.status, refused.code) == (409, "conflict"), refused.body
    await assert_sound(walk)


async def test_references_are_checked_at_once_after_an_undo(tmp_path: Path) -> None:
    """What one writer defers is not deferred for the next one in the same transaction."""
    database = Database(tmp_path, SITE)
    await migrate(database)

    def work(connection: Connection) -> None:
        with deferred(connection):
            connection.execute(text("INSERT INTO item_terms (item_id, term_id) VALUES (1, 1)"))
            connection.execute(text("DELETE FROM item_terms"))
        with pytest.raises(IntegrityError):
            connection.execute(text("INSERT INTO item_terms (item_id, term_id) VALUES (1, 1)"))

    try:
        await database.transact(work)
    finally:
        await database.close()
