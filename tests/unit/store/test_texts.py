"""Long texts of the journal and of revisions are stored once, and go with the last row that names them."""

import hashlib
import json
import zlib
from collections import Counter
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, create_engine, select, text

from sitehand.app import assemble
from sitehand.guard.attribution import Attribution, Origin
from sitehand.guard.call import in_call
from sitehand.hosts.builtin.stored_revisions import delete_revisions, find_old_revisions
from sitehand.hosts.builtin.tables import revisions
from sitehand.parts import Parts
from sitehand.settings import Settings
from sitehand.site.content import PageFields
from sitehand.store.journal import find_break, read_changed
from sitehand.store.retention import clear_changes
from sitehand.store.tables import changed_objects, texts
from sitehand.store.texts import LONG, fold, read_bodies, unfold, walk_hashes
from tests.databases import migrate

BY = Attribution("key:1", "Me", "admin", "update_page", Origin("rest"), at="2026-11-01T00:00:00Z")
NEVER, EVER = "2000-01-01", "3000-01-01"


@pytest.fixture
async def parts(tmp_path: Path) -> AsyncIterator[Parts]:
    """A site whose clock stands still."""
    parts = assemble(Settings(data=tmp_path / "site"), clock=lambda: datetime(2026, 11, 21, tzinfo=UTC))
    await migrate(parts.database)
    yield parts
    await parts.close()


async def write_page(parts: Parts, *contents: str) -> int:
    """A page with one content after the other; its id."""
    with in_call(by=BY):
        page = await parts.host.pages.create(PageFields(title="A page", content=contents[0]), "key:1")
        for content in contents[1:]:
            await parts.host.pages.update(page["id"], PageFields(content=content), "key:1")
    return int(page["id"])


def count_names(connection: Connection) -> Counter[str]:
    """How often each hash is named, in all rows."""
    named = [*connection.execute(select(changed_objects.c.texts)), *connection.execute(select(revisions.c.texts))]
    return Counter(each for (row,) in named if row for each in walk_hashes(row))


def read_counts(connection: Connection) -> dict[str, int]:
    """How often each hash is said to be named."""
    return {row.sha256: row.refs for row in connection.execute(select(texts.c.sha256, texts.c.refs))}


async def test_a_text_is_stored_once_however_often_it_is_named(parts: Parts) -> None:
    """Before and after in the journal, in revisions and in two pages: one row, compressed, which says how many."""
    first, second = "first " * 500, "second " * 500
    await write_page(parts, first, second, first)
    await write_page(parts, first)

    def look(connection: Connection) -> tuple[dict[str, int], Counter[str], list[Any]]:
        return read_counts(connection), count_names(connection), list(connection.execute(select(texts)))

    counts, named, rows = await parts.database.transact(look)
    assert counts == named
    assert {zlib.decompress(row.body).decode() for row in rows} == {first, second}
    assert all(len(row.body) < 200 for row in rows)
    assert all(hashlib.sha256(zlib.decompress(row.body)).hexdigest() == row.sha256 for row in rows)


async def test_the_journal_tells_the_whole_text(parts: Parts) -> None:
    """Each entry by itself, and the chain is over what it says."""
    await write_page(parts, "one " * 500, "two " * 500)
    (change,) = await parts.database.transact(lambda connection: read_changed(connection, 2))
    assert change.before is not None and change.after is not None
    assert (change.before["content"], change.after["content"]) == ("one " * 500, "two " * 500)
    assert await parts.database.transact(find_break) is None


async def test_a_text_that_was_changed_or_removed_breaks_the_chain(parts: Parts) -> None:
    """Whoever rewrites a text past Sitehand rewrites what the entry says."""
    await write_page(parts, "one " * 500)
    forged = zlib.compress(b"forged")
    for statement in ("UPDATE texts SET body = :forged", "DELETE FROM texts WHERE :forged <> ''"):
        await parts.database.transact(
            lambda connection, statement=statement: connection.execute(text(statement), {"forged": forged})  # type: ignore[misc]
        )
        assert await parts.database.transact(find_break) == "Change 1 was altered."


async def test_texts_go_with_the_last_row_that_names_them(parts: Parts) -> None:
    """What a page still says stays for its revision; when that goes too, no byte of an old text is left."""
    old, new = "secret of old times " * 50, "what it says now " * 50
    page = await write_page(parts, old, new)
    assert await parts.database.transact(lambda connection: clear_changes(connection, EVER)) == 2
    assert set((await parts.database.transact(count_names)).values()) == {1}
    await parts.host.pages.delete(page, "key:1")

    def clear(connection: Connection) -> dict[str, int]:
        clear_changes(connection, EVER)
        for ids in list(find_old_revisions(connection, NEVER, EVER)):
            delete_revisions(connection, ids)
        return read_counts(connection)

    assert await parts.database.transact(clear) == {}


async def test_deleting_a_revision_twice_counts_once(parts: Parts) -> None:
    """Two workers that clear at once have the same list."""
    page = await write_page(parts, "text " * 100)
    await write_page(parts, "text " * 100)

    def work(connection: Connection) -> tuple[list[int], dict[str, int], Counter[str]]:
        ids = list(connection.execute(select(revisions.c.id).where(revisions.c.item_id == page)).scalars())
        deleted = [delete_revisions(connection, ids), delete_revisions(connection, ids)]
        return deleted, read_counts(connection), count_names(connection)

    deleted, counts, named = await parts.database.transact(work)
    assert deleted == [1, 0]
    assert counts == named


JSON_VALUES = st.none() | st.integers() | st.text(st.characters(exclude_categories=["Cs"]), max_size=LONG * 2)


@given(fields=st.dictionaries(st.sampled_from("abcdef"), JSON_VALUES))
def test_folding_loses_nothing(fields: dict[str, Any]) -> None:
    """Whatever the fields hold comes back, in the same order, and short texts stay where they are."""
    engine = create_engine("sqlite://")
    texts.create(engine)
    with engine.begin() as connection:
        stored, hashes = fold(connection, fields)
        again = unfold(json.loads(json.dumps(stored)), hashes, read_bodies(connection, hashes.values()))
    engine.dispose()
    assert (again, list(again)) == (fields, list(fields))
    assert all(value is None or not isinstance(value, str) or len(value) < LONG for value in stored.values())
