"""Tests of how items are stored."""

import json
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from sitehand.errors import Code, Problem
from sitehand.hosts.builtin import states
from sitehand.hosts.builtin.states import DEFAULTS, delete_item, read_state, revision_of, store_item
from sitehand.store.database import Database
from sitehand.store.reading import list_rows
from tests.statements import execute

AT = "2026-07-28T09:30:00Z"


async def _store(database: Database, **values: Any) -> int:
    action = "update" if "id" in values else "create"
    stored = await database.transact(partial(store_item, values=values, by="key:1", at=AT, action=action))
    return stored.id


async def _fetch(database: Database, query: str) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in await database.read(list_rows(text(query)))]


@given(st.text(st.characters(exclude_categories=["Cs"])), st.sampled_from(["title", "content", "slug", "password"]))
def test_the_token_stands_for_every_written_field(value: str, name: str) -> None:
    """Another value of any field gives another token; the same values give the same."""
    changed = {**DEFAULTS, name: value}
    assert (revision_of(changed) == revision_of(DEFAULTS)) == (value == DEFAULTS[name])
    assert len(revision_of(changed)) == 12


async def test_an_item_is_stored_with_what_follows_from_it(database: Database) -> None:
    """The raw text stays byte for byte; rendered forms, path, token, count, search index and revision come along."""
    raw = 'A\r\n\\ "q" \u00e9 \U0001f600 <script>x</script>'
    item_id = await _store(database, type="page", slug="about", title="T & <b>x</b>", content=raw)
    assert await _fetch(database, "SELECT title_rendered, content, path, date, modified FROM items") == [
        ("T &amp; <b>x</b>", raw, "/about/", AT, AT)
    ]
    state = await database.transact(partial(read_state, item_id=item_id))
    assert state is not None
    stored = await _fetch(database, "SELECT item_id, revision, at, by, action, state FROM revisions")
    assert stored[0][:5] == (item_id, revision_of(state), AT, "key:1", "create")
    assert json.loads(stored[0][5]) == {"type": "page", **{name: state[name] for name in DEFAULTS}}
    assert await _fetch(database, "SELECT * FROM item_counts") == [("page", "draft", 1)]
    assert await _fetch(database, "SELECT rowid FROM items_fts WHERE items_fts MATCH 'script'") == [(item_id,)]


async def test_the_sizes_of_bodies_are_kept(database: Database) -> None:
    """In bytes, by the database itself, whoever writes; they go with the item."""
    item_id = await _store(database, type="page", content="é", excerpt="a")
    measured = "SELECT raw, rendered FROM item_sizes"
    assert await _fetch(database, measured) == [(3, len("<p>é</p><p>a</p>".encode()))]
    await execute(database, text("UPDATE items SET content = 'éé', excerpt_rendered = ''"))
    assert await _fetch(database, measured) == [(5, len("<p>é</p>".encode()))]
    await database.transact(partial(delete_item, item_id=item_id))
    assert await _fetch(database, measured) == []


async def test_storing_again_replaces_and_moves_what_is_below(database: Database) -> None:
    """A page's new slug shows in the paths of all its descendants, in the counts and in the search index."""
    top = await _store(database, type="page", slug="top", title="Old words")
    middle = await _store(database, type="page", slug="middle", parent=top)
    await _store(database, type="page", slug="leaf", parent=middle)
    await _store(database, type="page", slug="top-two", title="Other")
    await _store(database, id=top, type="page", slug="new", title="Fresh words", status="publish")
    paths = [path for (path,) in await _fetch(database, "SELECT path FROM items ORDER BY id")]
    assert paths == ["/new/", "/new/middle/", "/new/middle/leaf/", "/top-two/"]
    assert sorted(await _fetch(database, "SELECT * FROM item_counts")) == [("page", "draft", 3), ("page", "publish", 1)]
    for word, found in (("old", []), ("fresh", [(top,)])):
        assert await _fetch(database, f"SELECT rowid FROM items_fts WHERE items_fts MATCH '{word}'") == found


async def test_posts_stand_under_their_month_and_slugless_items_under_their_id(database: Database) -> None:
    """The path of a post has its date; an item without a slug has its id there, and so have the pages below."""
    await _store(database, type="post", slug="news", date="2025-02-03T00:00:00Z")
    draft = await _store(database, type="page")
    await _store(database, type="page", slug="child", parent=draft)
    paths = [path for (path,) in await _fetch(database, "SELECT path FROM items ORDER BY id")]
    assert paths == ["/2025/02/news/", f"/{draft}/", f"/{draft}/child/"]


async def test_an_importer_may_choose_the_id(database: Database) -> None:
    """An id that is given and free is used, and later ones follow it."""
    assert await _store(database, id=700, type="page") == 700
    assert await _store(database, type="page") == 701


async def test_an_item_with_many_comments_stays(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them go with an item while others wait, and an undo writes them one by one."""
    item_id = await _store(database, type="post", title="Busy")
    comment = "INSERT INTO comments (post, status, date, content) VALUES (:id, 'approved', :at, 'x')"
    note = "INSERT INTO notes (post, status, author_name, date, content) VALUES (:id, 'open', 'Ann', :at, 'x')"
    for statement in (comment, comment, note):
        await execute(database, text(statement).bindparams(id=item_id, at=AT))
    monkeypatch.setattr(states, "MAX_COMMENTS", 2)
    with pytest.raises(Problem, match="more than 2 comments and notes") as refusal:
        await database.transact(partial(delete_item, item_id=item_id))
    assert (refusal.value.code, refusal.value.hint.count(f"post={item_id}")) == (Code.CONFLICT, 1)
    monkeypatch.setattr(states, "MAX_COMMENTS", 3)
    await database.transact(partial(delete_item, item_id=item_id))
    assert await _fetch(database, "SELECT (SELECT count(*) FROM comments) + (SELECT count(*) FROM notes)") == [(0,)]
