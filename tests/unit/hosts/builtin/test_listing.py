"""Tests of how lists are read: by index, with terms, at one stroke."""

from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, insert, text

from sitehand.hosts.builtin.host import build_host
from sitehand.hosts.builtin.listing import build_statement
from sitehand.hosts.builtin.states import store_item
from sitehand.site.content import PageQuery, PostQuery
from sitehand.store.database import Database
from sitehand.store.tables import item_terms, terms

AT = "2026-07-28T09:30:00Z"


async def _explain(database: Database, query: PageQuery) -> str:
    statement = build_statement("page", query)
    async with database.read() as connection:
        rows = await connection.execute(text(f"EXPLAIN QUERY PLAN {statement.rows.text}"), statement.values)
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
    assert build_statement("page", query).quick == (len(query.status) < 2)


async def test_children_of_a_page_are_found_by_index(database: Database) -> None:
    """The list of one page's children does not read the whole site."""
    assert "ix_items_parent (type=? AND parent=?)" in await _explain(database, PageQuery(parent=[7]))


async def test_a_summary_does_not_read_the_bodies(database: Database) -> None:
    """The columns of a summary hold no content and no excerpt."""
    sql = build_statement("page", PageQuery(detail="summary")).rows.text
    assert "content" not in sql
    assert "excerpt" not in sql


async def test_posts_carry_and_are_found_by_their_terms(database: Database) -> None:
    """Categories and tags come with the posts; a tag's id is no category's."""
    host = build_host(database, "https://hill.example")

    def fill(connection: Connection) -> dict[str, Any]:
        store = partial(store_item, connection, by="test", at=AT, action="create")
        ids: dict[str, Any] = {name: store({"type": "post", "slug": name, "title": name}) for name in ("one", "two")}
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
