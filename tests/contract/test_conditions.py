"""What every host does with the conditions of a list, and what a WordPress refuses instead of a wrong page."""

from datetime import UTC, datetime
from typing import Any

import pytest

from sitehand.errors import Code, Problem
from sitehand.site.conditions import Condition
from sitehand.site.content import PageFields, PageQuery
from sitehand.site.media import MediaQuery
from sitehand.site.terms import CATEGORY, TermFields, TermQuery
from tests.contract.conftest import Site

Store = Any
BOTH: list[tuple[list[tuple[str, Any, Any]], list[int]]] = [
    ([("slug", "eq", "s1")], [1]),
    ([("slug", "in", ["s2", "s0", "none"])], [2, 0]),
    ([("author", "eq", 99)], []),
    ([("date", "gt", "2026-01-02")], [2]),
    ([("date", "gt", "2026-01-01"), ("date", "lt", "2026-01-03T00:00:00Z")], [1]),
    ([("modified", "lt", "2020-01-01")], []),
    ([("menu_order", "eq", "2")], [2]),
    ([("menu_order", "eq", 0)], [0]),
    ([("parent", "eq", 0)], [2, 1, 0]),
]
BUILTIN: list[tuple[list[tuple[str, Any, Any]], list[int]]] = [
    ([("title", "contains", "PAGE 1")], [1]),
    ([("title", "in", ["Page 0", "page 1"])], [0]),
    ([("menu_order", "gt", 0)], [2, 1]),
    ([("menu_order", "eq", -1)], []),
    ([("content", "contains", "100%")], [2]),
    ([("excerpt", "exists", False)], [2, 1, 0]),
    ([("featured_media", "exists", True)], []),
    ([("slug", "eq", "")], []),
]


def _conditions(given: list[tuple[str, Any, Any]]) -> list[Condition]:
    return [Condition(field=field, op=op, value=value) for field, op, value in given]


async def _find(store: Store, query: Any) -> list[int]:
    found = await store.find(query)
    assert found.total == len(found.items)
    return [item["id"] for item in found.items]


async def _refuse(store: Store, query: Any) -> Problem:
    with pytest.raises(Problem) as refusal:
        await store.find(query)
    assert refusal.value.code is Code.INVALID_ARGUMENTS
    return refusal.value


async def test_pages_that_meet_conditions_are_listed(site: Site) -> None:
    """By each field and operator, all conditions together; a WordPress refuses those it has no parameter for."""
    pages = site.host.pages
    ids = []
    for number, text in enumerate(("", "10", "100%")):
        at = datetime(2026, 1, number + 1, tzinfo=UTC)
        fields = {"title": f"Page {number}", "slug": f"s{number}", "content": text, "menu_order": number}
        ids.append((await pages.create(PageFields(status="publish", date=at, **fields), "key:1"))["id"])  # type: ignore[arg-type]
    for given, numbers in [*BOTH, ([("id", "eq", ids[1])], [1]), ([("id", "in", ids[:2])], [1, 0])]:
        assert await _find(pages, PageQuery(where=_conditions(given))) == [ids[n] for n in numbers], given
    for given, numbers in BUILTIN:
        query = PageQuery(where=_conditions(given))
        if site.name == "builtin":
            assert await _find(pages, query) == [ids[n] for n in numbers], given
        else:
            assert "Conditions here: id eq, " in (await _refuse(pages, query)).hint


async def test_terms_and_files_take_conditions_too(site: Site) -> None:
    """On their own fields."""
    host = site.host
    made = [await host.terms.create(CATEGORY, TermFields(name=name)) for name in ("Rye", "Oats")]
    where = _conditions([("slug", "in", ["rye", "none"])])
    assert await _find(host.terms, TermQuery(taxonomy=CATEGORY, where=where)) == [made[0]["id"]]
    assert await _find(host.media, MediaQuery(where=_conditions([("slug", "eq", "none")]))) == []
    for store, query in (
        (host.terms, TermQuery(taxonomy=CATEGORY, where=_conditions([("name", "contains", "oa")]))),
        (host.media, MediaQuery(where=_conditions([("alt_text", "exists", False)]))),
    ):
        if site.name == "builtin":
            assert await _find(store, query) == ([made[1]["id"]] if store is host.terms else [])
        else:
            await _refuse(store, query)
