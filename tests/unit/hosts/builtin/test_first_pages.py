"""The first pages of lists walk an index to the rows that are shown, however many there are."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, event

from sitehand.hosts.builtin import overview, redirect_list
from sitehand.hosts.builtin.comment_list import find_comments
from sitehand.hosts.builtin.media_list import find_media
from sitehand.site.comments import CommentQuery
from sitehand.site.media import MediaQuery
from sitehand.site.redirects import MissingQuery, RedirectQuery
from sitehand.store.database import Database

LISTS: dict[str, Callable[[Connection], Any]] = {
    "media": lambda connection: find_media(connection, MediaQuery()),
    "media by title": lambda connection: find_media(connection, MediaQuery(orderby="title")),
    "undescribed": lambda connection: find_media(connection, MediaQuery(only=["missing_alt_text"])),
    "comments": lambda connection: find_comments(connection, CommentQuery()),
    "comments of a page": lambda connection: find_comments(connection, CommentQuery(post=[1])),
    "redirects": lambda connection: redirect_list.find_redirects(connection, RedirectQuery()),
    "redirects by use": lambda connection: redirect_list.find_redirects(connection, RedirectQuery(orderby="hits")),
    "terms of the briefing": lambda connection: connection.execute(
        overview.TERMS, {"taxonomy": "category", "limit": 9}
    ),
    "missing": lambda connection: connection.execute(redirect_list.select_missing(MissingQuery())),
}

SCANS = {"redirects": ["SCAN redirects"], "comments of a page": ["SCAN counted"]}
"""Redirects in the order of their ids; `counted` are rows that were found by an index, up to a bound."""


def record(connection: Connection, work: Callable[[Connection], Any]) -> list[tuple[str, Any]]:
    """The statements that some work runs, with their values."""
    found: list[tuple[str, Any]] = []

    def note(_: Any, cursor: Any, statement: str, values: Any, *rest: Any) -> None:
        found.append((statement, values))

    event.listen(connection, "before_cursor_execute", note)
    work(connection)
    event.remove(connection, "before_cursor_execute", note)
    return found


@pytest.mark.parametrize("name", LISTS)
async def test_no_first_page_sorts_or_scans_a_table(database: Database, name: str) -> None:
    """Neither its rows nor its count; redirects alone are read in the order of their ids."""

    def explain(connection: Connection) -> list[str]:
        steps = []
        for statement, values in record(connection, LISTS[name]):
            rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
            steps += [row[3] for row in rows]
        return steps

    plan = await database.read(explain)
    assert plan
    assert not [step for step in plan if "TEMP B-TREE" in step], plan
    scans = [step for step in plan if step.startswith("SCAN") and "INDEX" not in step]
    assert scans == SCANS.get(name, []), plan
