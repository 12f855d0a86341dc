"""Comments of an export on their items."""

from typing import Any

from sqlalchemy import select, text

from sitehand.hosts.builtin.tables import comments
from sitehand.store.database import Database
from sitehand.store.reading import list_rows
from tests.statements import execute
from tests.unit.hosts.builtin.importing.conftest import Importer
from tests.unit.hosts.builtin.importing.exports import comment, item


async def read_comments(database: Database) -> list[dict[str, Any]]:
    """The stored comments, oldest first."""
    return [dict(row._mapping) for row in await database.read(list_rows(select(comments).order_by(comments.c.id)))]


async def test_comments_come_with_their_item(run_import: Importer, database: Database) -> None:
    """With status, type and author's name; replies stand below what they reply to, wherever that is in the file."""
    report = await run_import(
        item(
            7,
            "post",
            extra=comment(3, "A reply", "0", parent=2)
            + comment(2, "First & <b>best</b>", author_url="https://otto.example/")
            + comment(4, "Ping", "spam", "pingback", parent=99),
        )
    )
    found = {row["content"]: row for row in await read_comments(database)}
    first, reply, ping = found["First & <b>best</b>"], found["A reply"], found["Ping"]
    assert (first["status"], first["type"], first["parent"]) == ("approved", "comment", 0)
    assert (first["author"], first["author_name"], first["author_url"]) == (0, "Otto", "https://otto.example/")
    assert first["date"] == "2020-01-03T00:00:02Z"
    assert (reply["status"], reply["parent"]) == ("hold", first["id"])
    assert (ping["status"], ping["type"], ping["parent"]) == ("spam", "pingback", 0)
    assert "comments: 3 created, 0 updated, 0 unchanged" in list(report.lines())
    assert any("e-mail and IP addresses of comments (3)" in line for line in report.lines())


async def test_what_was_moderated_here_stays_so(run_import: Importer, database: Database) -> None:
    """Another import adds what is new, and changes no comment that is here."""
    await run_import(item(7, "post", extra=comment(2, "Buy")))
    await execute(database, text("UPDATE comments SET status = 'spam'"))
    report = await run_import(item(7, "post", extra=comment(2, "Buy") + comment(5, "New", parent=2)))
    old, new = await read_comments(database)
    assert (old["status"], new["parent"]) == ("spam", old["id"])
    assert "comments: 1 created, 0 updated, 1 unchanged" in list(report.lines())


async def test_replies_in_a_circle_stand_for_themselves(run_import: Importer, database: Database) -> None:
    """No file makes a comment a reply to itself."""
    await run_import(item(7, "post", extra=comment(2, "One", parent=3) + comment(3, "Two", parent=2)))
    parents = {row["content"]: row["parent"] for row in await read_comments(database)}
    assert sorted(map(bool, parents.values())) == [False, True]


async def test_fields_of_comments_are_named_and_left_out(run_import: Importer, database: Database) -> None:
    """Plugins against spam give each comment several; what notes say of themselves is kept, and not among them."""
    field = "<wp:commentmeta><wp:meta_key>akismet_{}</wp:meta_key><wp:meta_value>1</wp:meta_value></wp:commentmeta>"
    spoken = comment(2, "Hi").replace("</wp:comment>", field.format("a") + field.format("b") + "</wp:comment>")
    report = await run_import(item(7, "post", extra=spoken))
    assert [row["content"] for row in await read_comments(database)] == ["Hi"]
    assert "  custom fields of comments (2): comments here have none: akismet_a; akismet_b" in list(report.lines())


async def test_a_comment_without_a_date_has_that_of_the_import(run_import: Importer) -> None:
    """Files that other programs write give some none; the report says so."""
    report = await run_import(item(7, "post", title="A", extra=comment(2, "Hi", date_gmt="")))
    line = '  comments (1): there was no date; it is the date of the import: comment 2 on post 7 "A"'
    assert line in list(report.lines())
