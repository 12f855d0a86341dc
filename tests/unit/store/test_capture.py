"""What is noted of a transaction: by the triggers, whatever code writes."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, create_engine, delete, insert, select, text, update

from sitehand.guard.attribution import Attribution, Origin
from sitehand.hosts.builtin import tables as site_tables
from sitehand.hosts.builtin.schema import SITE
from sitehand.hosts.builtin.tables import items, menu_entries, menus, terms
from sitehand.hosts.builtin.tables import metadata as site_metadata
from sitehand.hosts.builtin.tracked import TERM_STATE
from sitehand.site.changes import ObjectChange
from sitehand.store import tables
from sitehand.store.capture import EMPTY_AT, forget_changes, read_changes, take_changes
from sitehand.store.database import Database
from sitehand.store.journal import read_changed
from sitehand.store.ledger import DatabaseLedger
from sitehand.store.objects import read_revision
from sitehand.store.reading import list_rows
from sitehand.store.revision import name_state
from sitehand.store.schema import SCHEMA
from sitehand.store.sqlite.connections import count_changes
from sitehand.store.sqlite.triggers import prepare_connection
from sitehand.store.tables import metadata as ledger_metadata
from sitehand.store.tables import settings as setting_rows
from sitehand.store.texts import LONG
from tests.recipe.checks import check_tracked

BY = Attribution("key:1", "Me", "admin", "create_term", Origin("rest"), at="2026-11-01T00:00:00Z")
AUTHOR = {"id": 1, "name": "Ann", "slug": "ann", "bio": ""}
TERM = {
    "id": 7,
    "taxonomy": "category",
    "slug": "news",
    "name": "News",
    "description": "",
    "parent": 0,
    "menu_order": 0,
}


async def capture(database: Database, *statements: Any) -> list[ObjectChange]:
    """What one transaction of these statements has changed."""

    def work(connection: Connection) -> list[ObjectChange]:
        for statement in statements:
            connection.execute(text(statement) if isinstance(statement, str) else statement)
        return read_changes(connection)

    return await database.transact(work)


async def make_page(database: Database, **fields: Any) -> dict[str, Any]:
    """A page in the database; its row."""
    texts = {column.name: "" for column in items.c if not column.nullable and column.server_default is None}
    row = {**texts, "id": 3, "type": "page", "status": "draft", "author": 1, "revision": "a" * 12, **fields}
    await capture(database, "DELETE FROM items", "DELETE FROM authors", insert(site_tables.authors).values(AUTHOR))
    await capture(database, insert(items).values(row))
    (stored,) = await database.read(list_rows(select(items)))
    return dict(stored._mapping)


def set_term(**values: Any) -> Any:
    """A change of the one term."""
    return update(terms).where(terms.c.id == 7).values(values)


def name_term(**values: Any) -> str:
    """The revision of the term with these values."""
    return name_state([{**TERM, **values}[name] for name in TERM_STATE])


NEW_TERM = insert(terms).values(TERM)
END_TERM = delete(terms).where(terms.c.id == 7)


async def test_a_new_row_is_noted_whole(database: Database) -> None:
    """With its kind, id and label; there was nothing before."""
    assert await capture(database, NEW_TERM) == [ObjectChange("term", "7", "News", None, TERM, None, name_term())]


async def test_a_row_that_goes_is_noted_whole(database: Database) -> None:
    """Also one that goes with what it belongs to; there is nothing after."""
    await capture(database, NEW_TERM)
    assert await capture(database, END_TERM) == [ObjectChange("term", "7", "News", TERM, None, name_term(), None)]
    await capture(database, insert(menus).values(id=1, slug="main", name="Main"))
    await capture(database, insert(menu_entries).values(id=5, menu_id=1, position=0, title="Home"))
    noted = await capture(database, "DELETE FROM menus")
    (gone,) = noted
    assert (gone.kind, gone.object, gone.action) == ("menu", "1", "delete")
    assert gone.before is not None
    assert [entry["title"] for entry in gone.before["entries"]] == ["Home"]


async def test_of_a_changed_row_only_what_differs_is_noted(database: Database) -> None:
    """Columns that were written with what they held are left out."""
    await capture(database, NEW_TERM)
    noted = await capture(database, set_term(name="Notes", slug="news", description="x", parent=0))
    before, after = {"name": "News", "description": ""}, {"name": "Notes", "description": "x"}
    revisions = (name_term(), name_term(**after))
    assert noted == [ObjectChange("term", "7", "Notes", before, after, *revisions)]


async def test_null_is_a_value_like_others(database: Database) -> None:
    """From null to something and back is a change; from null to null is none."""
    media = site_tables.media
    await capture(database, insert(media).values(id=1, source_url="a", date="", import_source=None))
    assert await capture(database, update(media).values(import_source=None)) == []
    (noted,) = await capture(database, update(media).values(import_source="x"))
    assert (noted.before, noted.after) == ({"import_source": None}, {"import_source": "x"})
    (noted,) = await capture(database, update(media).values(import_source=None))
    assert (noted.before, noted.after) == ({"import_source": "x"}, {"import_source": None})


@pytest.mark.parametrize(
    "statements",
    [
        [set_term(name="News")],
        [set_term(name="Notes"), set_term(name="News")],
        [END_TERM, NEW_TERM],
        [insert(terms).values({**TERM, "id": 8, "slug": "other"}), delete(terms).where(terms.c.id == 8)],
        ["UPDATE terms SET name = name || ''"],
        ["UPDATE terms SET name = 'x' WHERE id = 77"],
    ],
)
async def test_what_comes_back_to_where_it_was_is_no_change(database: Database, statements: list[Any]) -> None:
    """Whether nothing was written, or what was written was taken back."""
    await capture(database, NEW_TERM)
    assert await capture(database, *statements) == []
    assert await database.read(list_rows(text("SELECT 1 FROM changes WHERE id > 1"))) == []


@pytest.mark.parametrize(
    ("statements", "before", "after"),
    [
        ([set_term(name="A"), set_term(name="B")], {"name": "News"}, {"name": "B"}),
        ([set_term(name="A"), set_term(slug="b")], {"name": "News", "slug": "news"}, {"name": "A", "slug": "b"}),
        ([set_term(name="A", slug="b"), set_term(name="News")], {"slug": "news"}, {"slug": "b"}),
        ([set_term(name="A"), END_TERM], TERM, None),
        ([END_TERM, insert(terms).values({**TERM, "name": "A"})], {"name": "News"}, {"name": "A"}),
        ([END_TERM, NEW_TERM, set_term(name="A")], {"name": "News"}, {"name": "A"}),
        ([set_term(name="A"), END_TERM, NEW_TERM, END_TERM], TERM, None),
    ],
)
async def test_steps_are_one_change(
    database: Database, statements: list[Any], before: Mapping[str, Any], after: Mapping[str, Any] | None
) -> None:
    """From what was before the first to what is after the last."""
    await capture(database, NEW_TERM)
    (noted,) = await capture(database, *statements)
    assert (noted.before, noted.after) == (before, after)


async def test_a_new_row_that_is_changed_is_new(database: Database) -> None:
    """As it is in the end."""
    (noted,) = await capture(database, NEW_TERM, set_term(name="A"), set_term(parent=3))
    assert (noted.before, noted.after) == (None, {**TERM, "name": "A", "parent": 3})


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("ABC"), st.integers(0, 2)) | st.sampled_from(["end", "new"]), max_size=8))
def test_any_steps_are_told_by_their_ends(steps: list[Any]) -> None:
    """What is noted turns the row that was into the row that is, and says nothing else."""
    with _open_in_memory() as connection:
        if steps[:1] != ["new"]:
            connection.execute(NEW_TERM)
        forget_changes(connection)
        first = _read_term(connection)
        for step in steps:
            _take_step(connection, step)
        noted = take_changes(connection)
        last = _read_term(connection)
    if first == last:
        assert noted == []
        return
    (change,) = noted
    if first and last:
        differing = [name for name in first if first[name] != last[name]]
        assert change.before == {name: first[name] for name in differing}
        assert change.after == {name: last[name] for name in differing}
    else:
        assert (change.before, change.after) == (first, last)


async def test_content_is_noted_without_what_follows_from_it(database: Database) -> None:
    """Its kind is its type; revision and status stand beside the columns, rendered text and paths nowhere."""
    page = await make_page(database, title="Home", password="a word")
    values = {"title": "House", "status": "publish", "title_rendered": "House", "path": "/h", "revision": "b" * 12}
    (noted,) = await capture(database, update(items).values(values))
    assert noted == ObjectChange(
        *("page", "3", "House", {"status": "draft", "title": "Home"}, {"status": "publish", "title": "House"}),
        *("a" * 12, "b" * 12, "publish"),
    )
    (gone,) = await capture(database, "DELETE FROM items")
    derived = {"title_rendered", "excerpt_rendered", "content_rendered", "path", "revision", "links", "images"}
    assert set(gone.before or {}) == page.keys() - derived
    assert (gone.revision_before, gone.revision_after, gone.status) == ("b" * 12, None, "publish")
    assert gone.before is not None
    assert gone.before["password"] == "a word"


async def test_only_what_follows_is_no_change(database: Database) -> None:
    """Rendering everything anew leaves no entry."""
    await make_page(database)
    rendered = {"title_rendered": "x", "excerpt_rendered": "x", "content_rendered": "x", "path": "/x", "revision": "x"}
    assert await capture(database, update(items).values(rendered)) == []


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=30))
@settings(max_examples=50, deadline=None)
def test_text_is_noted_byte_for_byte(value: str) -> None:
    """Whatever characters it holds; of the label at most 200."""
    with _open_in_memory() as connection:
        connection.execute(insert(terms).values({**TERM, "name": value * 20}))
        (noted,) = take_changes(connection)
    assert noted.after is not None
    assert noted.after["name"] == value * 20
    assert noted.label == (value * 20)[:200]


@pytest.mark.parametrize("name", ["owner_password", "broker"])
async def test_a_secret_setting_is_noted_without_its_value(database: Database, name: str) -> None:
    """When it is new, when it changes, and when it goes; and no revision from which it could be guessed."""
    hidden = {"name": name, "value": "(NEW secret)"}
    (new,) = await capture(database, insert(setting_rows).values(name=name, value="first tulip"))
    assert (new.before, new.after, new.revision_after) == (None, hidden, "")
    (changed,) = await capture(database, update(setting_rows).values(value="second tulip"))
    assert (changed.before, changed.after) == ({"value": "(OLD secret)"}, {"value": "(NEW secret)"})
    assert (changed.revision_before, changed.revision_after) == ("", "")
    (gone,) = await capture(database, delete(setting_rows))
    assert (gone.before, gone.after) == ({"name": name, "value": "(OLD secret)"}, None)
    assert "tulip" not in repr([new, changed, gone])
    stored = await database.read(list_rows(select(tables.changed_objects.c.before, tables.changed_objects.c.after)))
    assert "(NEW secret)" in repr(stored)
    assert "tulip" not in repr(stored)


async def test_a_secret_setting_that_changes_to_the_same_is_no_change(database: Database) -> None:
    """Its value counts, although it is not shown."""
    await capture(database, insert(setting_rows).values(name="broker", value="word"))
    assert await capture(database, update(setting_rows).values(value="word")) == []


@pytest.mark.parametrize("name", ["session_secret", "journal_anchor"])
async def test_settings_of_the_service_itself_are_not_noted(database: Database, name: str) -> None:
    """Nobody changes them, so nobody takes them back."""
    statements = [
        insert(setting_rows).values(name=name, value="1"),
        update(setting_rows).values(value="2"),
        delete(setting_rows),
    ]
    for statement in statements:
        assert await capture(database, statement) == []


async def test_a_plain_setting_is_noted_with_its_value(database: Database) -> None:
    """And a revision that is the same when it is not set as when it was never set."""

    def read(connection: Connection) -> str | None:
        return read_revision(connection, "setting", "plan")

    unset = await database.transact(read)
    assert unset == name_state([None])
    (noted,) = await capture(database, insert(setting_rows).values(name="plan", value="pro"))
    assert (noted.after, noted.revision_after) == ({"name": "plan", "value": "pro"}, name_state(["pro"]))
    assert await database.transact(read) == name_state(["pro"])
    await capture(database, delete(setting_rows))
    assert await database.transact(read) == unset


async def test_the_use_of_a_key_is_no_change(database: Database) -> None:
    """When it was last used is noted for the owner, not for the journal; its state is its revision."""
    row = {"label": "Script", "role": "author", "secret_sha256": "0" * 64, "first_characters": "x", "created": ""}
    (new,) = await capture(database, insert(tables.api_keys).values(id=1, **row))
    assert await capture(database, update(tables.api_keys).values(last_used="2026-11-21T12:00:00Z")) == []
    (ended,) = await capture(database, update(tables.api_keys).values(revoked="2026-11-21T12:00:00Z"))
    assert (ended.revision_before, ended.label) == (new.revision_after, "Script")
    assert ended.revision_after not in (None, new.revision_after)
    found = await database.transact(lambda connection: read_revision(connection, "key", "1"))
    assert found == ended.revision_after


async def test_only_what_came_after_a_place_is_read(database: Database) -> None:
    """The notes stay as they are; a savepoint that is given up takes its own with it."""

    def work(connection: Connection) -> None:
        connection.execute(NEW_TERM)
        place = connection.execute(text("SELECT max(seq) FROM captured")).scalar_one()
        connection.exec_driver_sql("SAVEPOINT part")
        connection.execute(set_term(name="A"))
        (part,) = read_changes(connection, place)
        assert (part.before, part.after) == ({"name": "News"}, {"name": "A"})
        connection.exec_driver_sql("ROLLBACK TO part")
        assert read_changes(connection, place) == []
        term = ObjectChange("term", "7", "News", None, TERM, None, name_term())
        assert read_changes(connection) == take_changes(connection) == [term]
        assert read_changes(connection) == take_changes(connection) == []

    await database.transact(work)


async def test_an_entry_of_the_journal_leaves_no_note(database: Database) -> None:
    """No table that it writes is noted: none has to be emptied after it, and what was noted before is in the entry."""

    def work(connection: Connection) -> None:
        connection.execute(NEW_TERM)
        term = take_changes(connection)
        DatabaseLedger().write_entry(connection, BY, [replace(term[0], after={**TERM, "description": "x" * LONG})])
        assert connection.info[EMPTY_AT] == count_changes(connection)
        assert connection.execute(text("SELECT count(*) FROM temp.captured")).scalar() == 0
        connection.execute(set_term(name="A"))
        assert connection.info[EMPTY_AT] != count_changes(connection)
        change_id = DatabaseLedger().write_entry(connection, BY, term)
        assert connection.info[EMPTY_AT] == count_changes(connection)
        assert [each.after for each in read_changed(connection, change_id or 0)] == [{**TERM, "name": "A"}]
        assert connection.execute(text("SELECT count(*) FROM temp.captured")).scalar() == 0

    await database.transact(work)


@pytest.mark.parametrize("empty", [forget_changes, take_changes])
async def test_what_is_taken_back_leaves_no_note_and_hides_none(
    database: Database, empty: Callable[[Connection], object]
) -> None:
    """Notes that were emptied come back with no savepoint, and what is written after it is noted."""

    def work(connection: Connection) -> None:
        for _ in range(2):
            connection.exec_driver_sql("SAVEPOINT turn")
            connection.execute(NEW_TERM)
            assert len(read_changes(connection)) == 1
            empty(connection)
            assert take_changes(connection) == []
            connection.exec_driver_sql("ROLLBACK TO turn")
            assert take_changes(connection) == []
        connection.execute(NEW_TERM)
        assert len(take_changes(connection)) == 1

    await database.transact(work)


async def test_notes_end_with_their_transaction(database: Database) -> None:
    """Whether it was committed, or taken back by a fault."""

    def fail(connection: Connection) -> None:
        connection.execute(NEW_TERM)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await database.transact(fail)
    assert await database.transact(take_changes) == []
    await capture(database, NEW_TERM)
    assert await database.transact(take_changes) == []


def test_every_table_is_tracked_or_known_not_to_be() -> None:
    """A table that is added later goes into the journal, or is known to tell what happened."""
    check_tracked(SITE, {*ledger_metadata.tables, *site_metadata.tables})


@contextmanager
def _open_in_memory() -> Iterator[Connection]:
    """A connection with all tables and triggers, for tests that need a fresh one for each example."""
    engine = create_engine("sqlite://")
    try:
        with engine.connect() as connection:
            for metadata in (ledger_metadata, site_metadata):
                metadata.create_all(connection)
            connection.info[SCHEMA] = SITE
            prepare_connection(connection.connection.driver_connection, SITE)
            yield connection
    finally:
        engine.dispose()


def _read_term(connection: Connection) -> dict[str, Any] | None:
    row = connection.execute(select(*(terms.c[name] for name in TERM))).mappings().first()
    return dict(row) if row else None


def _take_step(connection: Connection, step: Any) -> None:
    if step == "end":
        connection.execute(END_TERM)
    elif step == "new":
        if _read_term(connection) is None:
            connection.execute(NEW_TERM)
    else:
        connection.execute(set_term(name=step[0], parent=step[1]))
