"""Notes of an export on their items, and the blocks that name them."""

from typing import Any

from sqlalchemy import text

from sitehand.store.database import Database
from tests.statements import execute, fetch
from tests.unit.hosts.builtin.importing.conftest import Importer
from tests.unit.hosts.builtin.importing.exports import comment, item
from tests.unit.hosts.builtin.importing.test_comments import read_comments

BLOCK = "<!-- wp:paragraph{} -->\n<p>One</p>\n<!-- /wp:paragraph -->"
DID = "<wp:commentmeta><wp:meta_key>_wp_note_status</wp:meta_key><wp:meta_value>{}</wp:meta_value></wp:commentmeta>"


def note(source_id: int, content: str = "Shorter?", status: str = "0", did: str = "", **fields: object) -> str:
    """A note, or a reply that did something to one."""
    written = comment(source_id, content, status, "note", **fields)
    return written.replace("</wp:comment>", DID.format(did) + "</wp:comment>") if did else written


async def read_notes(database: Database) -> list[tuple[Any, ...]]:
    """What stands in each note, and in the one that it replies to."""
    rows = await fetch(
        database,
        "SELECT own.content, own.status, own.author_name, own.date, above.content AS above FROM notes AS own"
        " LEFT JOIN notes AS above ON above.id = own.parent ORDER BY own.id",
    )
    return [tuple(row.values()) for row in rows]


async def test_notes_come_with_their_item(run_import: Importer, database: Database) -> None:
    """With replies and what these did, for nobody but editors: no comment comes of them."""
    threads = (
        note(3, "Shorter?", "1")
        + note(4, "Done", parent=3)
        + note(5, "Thanks", parent=4)
        + note(6, "", did="resolved", parent=3)
        + note(7, "Why?")
        + note(8, "Gone", "trash")
    )
    report = await run_import(item(7, content="Text", extra=threads))
    assert await read_notes(database) == [
        ("Shorter?", "resolved", "Otto", "2020-01-03T00:00:03Z", None),
        ("Done", "", "Otto", "2020-01-03T00:00:04Z", "Shorter?"),
        ("Thanks", "", "Otto", "2020-01-03T00:00:05Z", "Shorter?"),
        ("", "resolved", "Otto", "2020-01-03T00:00:06Z", "Shorter?"),
        ("Why?", "open", "Otto", "2020-01-03T00:00:07Z", None),
    ]
    assert await read_comments(database) == []
    lines = list(report.lines())
    assert "notes: 5 created, 0 updated, 0 unchanged" in lines
    assert any("they are in the trash there: comment 8" in line for line in lines)


async def test_blocks_name_the_notes_that_are_here(run_import: Importer, database: Database) -> None:
    """By their ids here; one that did not come is named by nothing."""
    await run_import(item(1, extra=note(2, "Another")))
    content = BLOCK.format(' {"metadata":{"noteId":[3,9]}}') + BLOCK.format(' {"metadata":{"noteId":2}}')
    await run_import(item(7, content=content, extra=note(3)))
    ((number,),) = [
        tuple(row.values()) for row in await fetch(database, "SELECT id FROM notes WHERE content <> 'Another'")
    ]
    assert number != 3
    (row,) = await fetch(database, "SELECT content FROM items WHERE content <> ''")
    assert row["content"] == BLOCK.format(f' {{"metadata":{{"noteId":{number}}}}}') + BLOCK.format("")


async def test_a_second_import_leaves_notes_as_they_are(run_import: Importer, database: Database) -> None:
    """Nothing is there twice or changes; what was resolved here stays so, and a new note joins the block."""
    named = BLOCK.format(' {"metadata":{"noteId":3}}')
    first = item(7, content=named, extra=note(3) + note(4, "Done", parent=3))
    await run_import(first)
    before = await fetch(database, "SELECT content FROM items")
    await execute(database, text("UPDATE notes SET status = 'resolved' WHERE parent IS NULL"))
    assert not (await run_import(first)).changed
    assert await fetch(database, "SELECT content FROM items") == before
    both = BLOCK.format(' {"metadata":{"noteId":[3,6]}}')
    report = await run_import(item(7, content=both, extra=note(3) + note(4, "Done", parent=3) + note(6, "More")))
    assert "notes: 1 created, 0 updated, 2 unchanged" in list(report.lines())
    assert [row[:2] for row in await read_notes(database)] == [
        ("Shorter?", "resolved"),
        ("Done", ""),
        ("More", "open"),
    ]
    ids = [row["id"] for row in await fetch(database, "SELECT id FROM notes WHERE parent IS NULL ORDER BY id")]
    (row,) = await fetch(database, "SELECT content FROM items")
    assert row["content"] == BLOCK.format(f' {{"metadata":{{"noteId":[{ids[0]},{ids[1]}]}}}}')


async def test_replies_without_their_note_stay_behind(run_import: Importer, database: Database) -> None:
    """They would be notes of their own, and what resolved a note an empty one. Replies to replies go with them."""
    gone = note(3, "Gone", "trash") + note(4, "Done", parent=3) + note(5, "Thanks", parent=4)
    circle = note(7, "One", parent=8) + note(8, "Two", parent=7) + note(10, "Own", parent=10)
    report = await run_import(item(7, extra=gone + note(6, "", "1", did="resolved", parent=3) + circle + note(9)))
    assert [row[0] for row in await read_notes(database)] == ["Shorter?"]
    (line,) = [line for line in report.lines() if "what they reply to did not come over" in line]
    assert "notes (6)" in line


async def test_notes_on_patterns_stay_behind(run_import: Importer, database: Database) -> None:
    """They have none here; the report names each."""
    report = await run_import(item(7, "wp_block", extra=note(3)))
    assert await read_notes(database) == []
    assert any("patterns and navigations have none here: comment 3" in line for line in report.lines())
