"""Terms of the built-in site at size: a first page costs the same for a hundred terms and for ten thousand."""

import itertools
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert

from sitehand.errors import Code, Problem
from sitehand.hosts.builtin import term_removal
from sitehand.hosts.builtin.host import build_host
from sitehand.hosts.builtin.tables import terms
from sitehand.hosts.builtin.term_list import ORDERS, build_statement
from sitehand.hosts.builtin.term_rules import find_free_slug
from sitehand.site.content import PostFields
from sitehand.site.terms import CATEGORY, MAX_TREE, TAG, Removal, TermFields, TermQuery
from sitehand.store.database import Database

NOW = datetime(2026, 7, 28, 9, 30, tzinfo=UTC)


def fill(connection: Connection, number: int, taxonomy: str = TAG) -> None:
    """That many terms, none below another."""
    rows = [
        {"taxonomy": taxonomy, "slug": f"term-{at}", "name": f"Term {at:05}", "description": "", "parent": 0}
        for at in range(number)
    ]
    connection.execute(insert(terms), rows)


async def count_work(database: Database, query: TermQuery) -> int:
    """Roughly how many instructions of SQLite's machine a list costs, its total with it."""
    statement = build_statement(query, query.taxonomy)

    def work(connection: Connection) -> int:
        driver: Any = connection.connection.driver_connection
        counted = [0]

        def count() -> None:
            counted[0] += 1

        driver.set_progress_handler(count, 1)
        try:
            for sql in (statement.rows, statement.total):
                driver.execute(sql, statement.values).fetchall()
        finally:
            driver.set_progress_handler(None, 0)
        return counted[0]

    return await database.transact(work)


async def test_a_first_page_costs_the_same_at_any_size(database: Database) -> None:
    """At most half as much again with a hundred times the terms, in every order."""
    await database.transact(lambda connection: fill(connection, 100))
    await database.transact(lambda connection: fill(connection, 10_000, CATEGORY))
    for orderby, order in itertools.product(ORDERS, ("asc", "desc")):
        query = TermQuery.model_validate({"taxonomy": TAG, "orderby": orderby, "order": order})
        small = await count_work(database, query)
        large = await count_work(database, query.model_copy(update={"taxonomy": CATEGORY}))
        assert large <= 1.5 * small, (orderby, order)


async def test_a_tree_says_when_it_is_not_whole(database: Database) -> None:
    """It ends at a thousand terms."""
    await database.transact(lambda connection: fill(connection, MAX_TREE + 1, CATEGORY))
    host = build_host(database, "https://hill.example", lambda: NOW)
    tree = await host.terms.tree(CATEGORY, 0)
    assert (len(tree["items"]), tree["total"], tree["complete"]) == (MAX_TREE, MAX_TREE + 1, False)


async def test_a_term_with_too_many_posts_stays(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is refused before anything is changed."""
    monkeypatch.setattr(term_removal, "MAX_ITEMS", 1)
    host = build_host(database, "https://hill.example", lambda: NOW)
    tag = await host.terms.create(TAG, TermFields(name="Busy"))
    for title in ("One", "Two"):
        await host.posts.create(PostFields(title=title, tags=[tag["id"]]), "key:1")
    with pytest.raises(Problem, match="More than 1 posts") as refusal:
        await host.terms.delete(Removal(TAG, tag["id"]), "key:1")
    assert refusal.value.code is Code.CONFLICT
    assert await host.terms.get(TAG, tag["id"]) == tag


async def test_a_term_with_too_many_below_it_stays(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others would wait while each of them moves up."""
    monkeypatch.setattr(term_removal, "MAX_ITEMS", 1)
    host = build_host(database, "https://hill.example", lambda: NOW)
    top = (await host.terms.create(CATEGORY, TermFields(name="Top")))["id"]
    below = [(await host.terms.create(CATEGORY, TermFields(name=name, parent=top)))["id"] for name in "ab"]
    with pytest.raises(Problem, match="More than 1 terms are right below") as refusal:
        await host.terms.delete(Removal(CATEGORY, top), "key:1")
    assert refusal.value.code is Code.CONFLICT
    await host.terms.update(CATEGORY, below[0], TermFields(parent=0))
    await host.terms.delete(Removal(CATEGORY, top), "key:1")
    assert (await host.terms.get(CATEGORY, below[1]))["parent"] == 0


async def test_a_number_for_a_slug_takes_one_question(database: Database) -> None:
    """However many terms have the slug with a number: nobody waits while each number is tried."""
    await database.transact(lambda connection: fill(connection, 300))
    state = {"id": 9999, "taxonomy": TAG, "parent": 0}
    asked: list[str] = []

    def work(connection: Connection) -> tuple[str, str]:
        driver: Any = connection.connection.driver_connection
        driver.set_trace_callback(asked.append)
        try:
            return find_free_slug(connection, state, "term-1"), find_free_slug(connection, state, "term")
        finally:
            driver.set_trace_callback(None)

    connection_fill = insert(terms).values(taxonomy=TAG, slug="term", name="Term", description="", parent=0)
    await database.transact(lambda connection: connection.execute(connection_fill))
    assert await database.transact(work) == ("term-1-2", "term-300")
    assert len(asked) <= 6


async def test_taxonomies_of_an_import_are_there(database: Database) -> None:
    """With what is known of them: their terms, and whether one is below another."""
    host = build_host(database, "https://hill.example", lambda: NOW)

    def work(connection: Connection) -> None:
        fill(connection, 2, "mood")
        connection.exec_driver_sql("UPDATE terms SET parent = 1 WHERE id = 2")

    await database.transact(work)
    mood = await host.terms.taxonomy("mood")
    assert (mood["name"], mood["hierarchical"], mood["rest_base"]) == ("Mood", True, "mood")
    term = await host.terms.get("mood", 2)
    assert (term["link"], term.get("parent")) == ("https://hill.example/?taxonomy=mood&term=term-1", 1)


@pytest.mark.parametrize("chosen", ["7", "999", "x"])
async def test_the_setting_names_the_default_category(database: Database, tmp_path: Path, chosen: str) -> None:
    """Where it leads nowhere, the default one is `uncategorized`, which is made when it is needed."""
    host = build_host(database, "https://hill.example", lambda: NOW)

    def work(connection: Connection) -> None:
        for at in (6, 7):
            row = {"id": at, "taxonomy": CATEGORY, "slug": f"c{at}", "name": f"C{at}", "description": "", "parent": 0}
            connection.execute(insert(terms).values(row))
        connection.exec_driver_sql("INSERT INTO settings VALUES ('default_category', ?)", (chosen,))

    await database.transact(work)
    post = await host.posts.create(PostFields(title="A", categories=[6]), "key:1")
    await host.terms.delete(Removal(CATEGORY, 6), "key:1")
    (given,) = (await host.posts.get(post["id"], "view"))["categories"]
    slug = (await host.terms.get(CATEGORY, given))["slug"]
    assert slug == ("c7" if chosen == "7" else "uncategorized")
