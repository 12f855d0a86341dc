"""Tests of how lists are read: by index, with terms, at one stroke."""

import re
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, event, insert, text

from sitehand.hosts.builtin.cursor import Cursor
from sitehand.hosts.builtin.host import build_host
from sitehand.hosts.builtin.listing import Statement, build_statement
from sitehand.hosts.builtin.slugs import find_free_slug
from sitehand.hosts.builtin.states import store_item
from sitehand.hosts.builtin.tables import item_terms, terms
from sitehand.site.conditions import OWN, Condition, check_conditions
from sitehand.site.content import ListQuery, PageQuery, PostQuery
from sitehand.store.database import Database
from sitehand.store.reading import list_rows

AT = "2026-07-28T09:30:00Z"


CUSTOM: dict[str, Any] = {"price": "number", "day": "date", "note": "text"}


def _build(query: ListQuery) -> Statement:
    kind = "post" if isinstance(query, PostQuery) else "page"
    return build_statement(kind, query, 1000, check_conditions(query.where, {**CUSTOM, **OWN[kind]}))


async def _explain(database: Database, query: ListQuery, form: str = "narrow") -> str:
    statement = _build(query)
    rows = await database.read(list_rows(text(f"EXPLAIN QUERY PLAN {getattr(statement, form)}"), statement.values))
    return "\n".join(row.detail for row in rows)


def _count_sorts(plan: str) -> int:
    """What is sorted beside the ten rows that are shown, which are put in order again at the end."""
    return plan[: plan.index("SCAN shown")].count("TEMP B-TREE FOR ORDER BY")


def _where(field: str, op: Any, value: Any) -> PageQuery:
    return PageQuery(where=[Condition(field=field, op=op, value=value)])


INDEXES = {
    "date": "ix_items_list (type=?)",
    "modified": "ix_items_modified (type=?)",
    "title": "ix_items_title (type=?)",
    "slug": "ix_items_slug (type=?)",
    "id": "ix_items_id (type=?)",
    "menu_order": "ix_items_menu_order (type=?)",
}


@pytest.mark.parametrize("order", ["asc", "desc"])
@pytest.mark.parametrize("orderby", INDEXES)
async def test_each_order_has_its_index(database: Database, orderby: Any, order: Any) -> None:
    """Any-but-trash comes from the index of the order alone, in its order, and the total is not counted."""
    query = PageQuery(orderby=orderby, order=order)
    plan = await _explain(database, query)
    assert f"USING COVERING INDEX {INDEXES[orderby]}" in plan
    assert _count_sorts(plan) == 0
    assert "item_counts" in build_statement("page", query, 1000).total
    assert build_statement("page", query, 1000).quick


@pytest.mark.parametrize(
    ("query", "index"),
    [
        (PageQuery(status=["publish"]), "ix_items_status (type=? AND status=?)"),
        (PageQuery(status=["any"], orderby="title"), "ix_items_title (type=?)"),
        (PostQuery(status=["any", "trash"]), "ix_items_list (type=?)"),
    ],
)
async def test_lists_by_status_walk_an_index(database: Database, query: ListQuery, index: str) -> None:
    """One status by date has an index of its own; any status takes that of the order."""
    plan = await _explain(database, query)
    assert f"USING COVERING INDEX {index}" in plan
    assert _count_sorts(plan) == 0
    assert build_statement("page", query, 1000).quick


@pytest.mark.parametrize(
    ("query", "index"),
    [
        (PageQuery(parent=[7]), "ix_items_parent (type=? AND parent=?)"),
        (PageQuery(parent=[7], author=[1]), "ix_items_parent (type=? AND parent=?)"),
        (PageQuery(parent=[0], author=[1]), "ix_items_author (type=? AND author=?)"),
        (PageQuery(parent=[0, 7]), "ix_items_parent (type=? AND parent=?)"),
        (PageQuery(slug=["about"]), "ux_items_slug (type=? AND slug=?)"),
        (PageQuery(include=[7]), "INTEGER PRIMARY KEY (rowid=?)"),
        (PageQuery(author=[1, 2]), "ix_items_author (type=? AND author=?)"),
        (PageQuery(after=AT), "ix_items_list (type=? AND date>?)"),  # type: ignore[arg-type]
        (PageQuery(before=AT), "ix_items_list (type=? AND date<?)"),  # type: ignore[arg-type]
        (PageQuery(status=["draft"], orderby="title"), "ix_items_status (type=? AND status=?)"),
        (PageQuery(status=["draft", "pending"]), "ix_items_status (type=? AND status=?)"),
        (PageQuery(exclude=[7]), "ix_items_list (type=?)"),
        (PostQuery(sticky=True), "ix_items_sticky (type=?)"),
        (PostQuery(categories=[1]), "ix_item_terms_term (term_id=?)"),
        (PostQuery(tags=[1, 2], categories=[3]), "ix_item_terms_term (term_id=?)"),
        (PostQuery(search="tea", tags=[1]), "items_fts VIRTUAL TABLE"),
        (PageQuery(search="tea", include=[1]), "items_fts VIRTUAL TABLE"),
        (PageQuery(search="tea", orderby="relevance"), "items_fts VIRTUAL TABLE"),
        (_where("price", "gt", 5), "ix_item_field_values_number (name=? AND number>?)"),
        (_where("price", "in", [5, 6]), "ix_item_field_values_number (name=? AND number=?)"),
        (_where("day", "lt", "2026-07-28"), "ix_item_field_values_text (name=? AND start<?)"),
        (_where("note", "eq", "n" * 200), "ix_item_field_values_text (name=? AND start=?)"),
        (_where("note", "in", ["a", "b"]), "ix_item_field_values_text (name=? AND start=?)"),
        (_where("note", "contains", "a"), "ix_item_field_values_text (name=?)"),
        (_where("note", "exists", True), "ix_item_field_values_text (name=?)"),
        (_where("slug", "eq", "about"), "ix_items_slug (type=? AND slug=?)"),
        (_where("title", "eq", "About"), "ix_items_title (type=? AND title=?)"),
        (_where("parent", "in", [7, 8]), "ix_items_parent (type=? AND parent=?)"),
        (_where("featured_media", "eq", 7), "ix_items_featured_media (featured_media=?)"),
        (_where("featured_media", "exists", True), "ix_items_featured_media"),
        (_where("modified", "gt", AT), "ix_items_modified (type=? AND modified>?)"),
        (_where("menu_order", "eq", 3), "ix_items_menu_order (type=? AND menu_order=?)"),
        (_where("id", "gt", 7), "INTEGER PRIMARY KEY (rowid>?)"),
    ],
)
async def test_the_few_are_found_by_their_own_index(database: Database, query: ListQuery, index: str) -> None:
    """What a filter lets through is looked up, for the rows and for their number, whatever the site's size."""
    for form in ("narrow", "total"):
        plan = await _explain(database, query, form)
        if form == "total" and "item_counts" in plan:
            continue
        first = next(line for line in plan.splitlines() if line.startswith(("SEARCH", "SCAN items")))
        assert index in first
        assert "SCAN items\n" not in plan
    assert not _build(query).quick


@pytest.mark.parametrize(
    ("query", "index"),
    [
        (PageQuery(author=[1]), "COVERING INDEX ix_items_author (type=? AND author=?)"),
        (PageQuery(author=[1], after=AT), "COVERING INDEX ix_items_author (type=? AND author=? AND date>?)"),  # type: ignore[arg-type]
        (PageQuery(author=[1], orderby="title"), "INDEX ix_items_title (type=?)"),
        (PageQuery(status=["draft"], orderby="slug"), "COVERING INDEX ix_items_slug (type=?)"),
        (PageQuery(parent=[0], orderby="menu_order"), "INDEX ix_items_menu_order (type=?)"),
        (PostQuery(categories=[1], tags=[2]), "COVERING INDEX ix_items_list (type=?)"),
    ],
)
async def test_the_many_are_met_in_their_order(database: Database, query: ListQuery, index: str) -> None:
    """Where more fit than are counted, the index of the order is walked and nothing is sorted."""
    plan = await _explain(database, query, "walk")
    assert f"SEARCH items USING {index}" in plan
    assert _count_sorts(plan) == 0


@pytest.mark.parametrize("orderby", INDEXES)
async def test_a_cursor_is_a_place_in_the_index(database: Database, orderby: Any) -> None:
    """The next page begins where the last ended; nothing before it is read again."""
    cursor = Cursor(orderby, "desc", "x" if orderby in ("title", "slug", "date", "modified") else 5, 7, 2).write()
    plan = await _explain(database, PageQuery(orderby=orderby, cursor=cursor))
    line = next(line for line in plan.splitlines() if INDEXES[orderby].removesuffix("(type=?)") in line)
    assert re.search(r"\(type=\? AND .*(<|>)", line)
    assert _count_sorts(plan) == 0


async def test_free_slugs_are_looked_up(database: Database) -> None:
    """Whether a slug is taken is asked of the index, not of all siblings."""
    asked: dict[str, Any] = {}

    def work(connection: Connection) -> None:
        event.listen(connection, "before_cursor_execute", lambda _c, _u, sql, given, *_: asked.update({sql: given}))
        state = {"id": 1, "type": "page", "parent": 0}
        store_item(connection, {"type": "page", "slug": "about"}, by="test", at=AT, action="create")
        asked.clear()
        assert find_free_slug(connection, {**state, "id": 2}, "about") == "about-2"
        for sql, given in [each for each in asked.items() if "slug" in each[0] and "FROM items" in each[0]]:
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", given).all()
            assert all("COVERING INDEX ux_items_slug (type=? AND slug" in row.detail for row in plan)

    await database.transact(work)
    assert len([sql for sql in asked if sql.startswith("SELECT") and "slug" in sql and "FROM items" in sql]) == 2


async def test_a_summary_does_not_read_the_bodies(database: Database) -> None:
    """The columns of a summary hold no content and no excerpt."""
    sql = build_statement("page", PageQuery(detail="summary"), 1000).narrow
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
