"""Tests of how lists are read: by index, with terms, at one stroke."""

from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, event, insert, text

from sitehand.hosts.builtin.host import build_host
from sitehand.hosts.builtin.listing import build_statement
from sitehand.hosts.builtin.slugs import find_free_slug
from sitehand.hosts.builtin.states import store_item
from sitehand.site.content import PageQuery, PostQuery
from sitehand.store.database import Database
from sitehand.store.tables import item_terms, terms

AT = "2026-07-28T09:30:00Z"


async def _explain(database: Database, query: PageQuery) -> str:
    statement = build_statement("page", query, 1000)
    async with database.read() as connection:
        rows = await connection.execute(text(f"EXPLAIN QUERY PLAN {statement.rows}"), statement.values)
        return "\n".join(row.detail for row in rows)


@pytest.mark.parametrize(
    ("query", "index"),
    [
        (PageQuery(), "ix_items_list (type=?)"),
        (PageQuery(order="asc"), "ix_items_list (type=?)"),
        (PageQuery(status=["publish"]), "ix_items_status (type=? AND status=?)"),
        (PageQuery(status=["draft", "publish"]), "ix_items_list (type=?)"),
        (PageQuery(status=["any"]), "ix_items_list (type=?)"),
    ],
)
async def test_the_usual_lists_walk_an_index(database: Database, query: PageQuery, index: str) -> None:
    """The ten ids come from an index alone, in its order, and the total is not counted."""
    plan = await _explain(database, query)
    assert f"USING COVERING INDEX {index}" in plan
    assert "SCAN items" not in plan
    # The ten rows that were found are put in order again; nothing else is sorted.
    assert plan.count("TEMP B-TREE") <= 1
    assert plan.index("COVERING INDEX") < plan.index("TEMP B-TREE") if "TEMP B-TREE" in plan else True
    if len(query.status) < 2:
        assert "item_counts" in plan
    assert build_statement("page", query, 1000).quick == (len(query.status) < 2)


@pytest.mark.parametrize(
    ("query", "index"),
    [
        (PageQuery(parent=[7]), "ix_items_parent (type=? AND parent=?)"),
        (PageQuery(slug=["about"]), "ux_items_slug (type=? AND slug=?)"),
        (PageQuery(include=[7]), "INTEGER PRIMARY KEY (rowid=?)"),
    ],
)
async def test_the_few_are_found_by_their_own_index(database: Database, query: PageQuery, index: str) -> None:
    """Children of a page, slugs and ids are looked up, for the rows and for their number, whatever the site's size."""
    plan = await _explain(database, query)
    assert plan.count(index) >= 2
    assert "(type=?)" not in plan


async def test_free_slugs_are_looked_up(database: Database) -> None:
    """Whether a slug is taken is asked of the index, not of all siblings."""
    asked: list[str] = []

    def work(connection: Connection) -> None:
        event.listen(connection, "before_cursor_execute", lambda _c, _u, sql, *_: asked.append(sql))
        state = {"id": 1, "type": "page", "parent": 0}
        store_item(connection, {"type": "page", "slug": "about"}, by="test", at=AT, action="create")
        asked.clear()
        assert find_free_slug(connection, {**state, "id": 2}, "about") == "about-2"
        for sql in [sql for sql in asked if sql.startswith("SELECT")]:
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", ("?",) * sql.count("?")).all()
            assert all("COVERING INDEX ux_items_slug (type=? AND slug" in row.detail for row in plan)

    await database.transact(work)
    assert len([sql for sql in asked if sql.startswith("SELECT") and "slug" in sql]) == 2


async def test_a_summary_does_not_read_the_bodies(database: Database) -> None:
    """The columns of a summary hold no content and no excerpt."""
    sql = build_statement("page", PageQuery(detail="summary"), 1000).rows
    assert "content" not in sql
    assert "excerpt" not in sql


async def test_posts_carry_and_are_found_by_their_terms(database: Database) -> None:
    """Categories and tags come with the posts; a tag's id is no category's."""
    host = build_host(database, "https://hill.example")

    def fill(connection: Connection) -> dict[str, Any]:
        store = partial(store_item, connection, by="test", at=AT, action="create")
        ids: dict[str, Any] = {name: store({"type": "post", "slug": name, "title": name}).id for name in ("one", "two")}
        for taxonomy, name in (("category", "news"), ("category", "old"), ("post_tag", "red")):
            values = {"taxonomy": taxonomy, "slug": name, "name": name}
            ids[name] = connection.execute(insert(terms).values(values)).lastrowid
        for post, name in (("one", "old"), ("one", "news"), ("one", "red"), ("two", "news")):
            connection.execute(insert(item_terms).values(item_id=ids[post], term_id=ids[name]))
        return ids

    ids = await database.transact(fill)
    posts = {post["slug"]: post for post in (await host.posts.find(PostQuery())).items}
    assert (posts["one"]["categories"], posts["one"]["tags"]) == ([ids["news"], ids["old"]], [ids["red"]])
    assert (posts["two"]["categories"], posts["two"]["tags"]) == ([ids["news"]], [])
    for query, slugs in (
        (PostQuery(categories=[ids["news"]]), {"one", "two"}),
        (PostQuery(categories=[ids["old"]]), {"one"}),
        (PostQuery(tags=[ids["red"]], categories=[ids["news"]]), {"one"}),
        (PostQuery(categories=[ids["red"]]), set()),
    ):
        listing = await host.posts.find(query)
        assert ({post["slug"] for post in listing.items}, listing.total) == (slugs, len(slugs))
