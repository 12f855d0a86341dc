"""Tests of rules over all pages, on rows as audits leave them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pytest
from sqlalchemy import Connection, create_engine, delete, insert

from sitehand.seo.score import WEIGHTS
from sitehand.store.audit_rules import WIDE_RULES, judge_all, tell_score
from sitehand.store.audit_tables import (
    audited_addresses,
    audited_alternates,
    audited_links,
    audited_pages,
    findings,
    outer_addresses,
    outer_links,
)

CHECKED = "2026-11-20T10:00:00Z"
PAGE = {"type": "page", "version": "", "audit": 1, "read": 1, "indexed": 1}
TEXTS = {"title": "", "description": "", "heading": "", "digest": ""}
FILLED = (audited_addresses, audited_alternates, audited_links, audited_pages, outer_addresses, outer_links)
FAULT = {"wide": 0, "address": "", "evidence": "", "source": "", "opened": 1}
HOME, OTHER = "https://hill.example/", "https://hill.example/other/"


@pytest.fixture
def ledger() -> Iterator[Connection]:
    """The tables of audits, empty."""
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        for table in (*FILLED, findings):
            table.create(connection)
        yield connection
    engine.dispose()


def add_pages(ledger: Connection, *pages: Mapping[str, Any]) -> None:
    """Write down what is known of pages."""
    ledger.execute(insert(audited_pages), [{**PAGE, **TEXTS, **page} for page in pages])


def find(ledger: Connection, rule: str) -> dict[int, str]:
    """The evidence of what a rule finds, by item."""
    return {each["item"]: each["evidence"] for each in judge_all(ledger, rule, 1, None)}


class Case(NamedTuple):
    """What is known of two pages, items 7 and 8, where they link to, and what that answers.

    The same of links to other sites, of which an answer has a target too, and of the translations that they name.
    """

    texts: Sequence[Mapping[str, str]] = ({}, {})
    links: Sequence[tuple[int, str]] = ()
    answers: Mapping[str, int] = {}
    outer: Mapping[str, tuple[int, str]] = {}
    alternates: Sequence[tuple[int, str]] = ()


AWAY, GONE, BOTH = "https://away.test/", f"{HOME}gone/", ((7, OTHER), (8, HOME))
SAME, UNLIKE = {"title": "a", "digest": "1", "heading": "h"}, {"title": "b", "digest": "2", "heading": "h"}
CASES = {
    "title_duplicate": (Case(({"title": "Hill"},) * 2, BOTH), Case(({"title": "Hill"}, {"title": "Mill"}))),
    "description_duplicate": (Case(({"description": "A"},) * 2), Case(({"description": "A"}, {"description": "B"}))),
    "text_duplicate": (Case(({"digest": "1"},) * 2), Case(({"digest": "1"}, {"digest": "2"}))),
    "pages_compete": (Case((SAME, UNLIKE)), Case((SAME, SAME))),
    "page_orphaned": (Case(links=((7, HOME), (7, GONE))), Case(links=BOTH)),
    "link_broken": (Case(links=((7, GONE),), answers={GONE: 404}), Case(links=((7, GONE),), answers={GONE: 200})),
    "link_redirected": (Case(links=((7, GONE),), answers={GONE: 301}), Case(links=((7, GONE),), answers={GONE: 404})),
    "link_broken_external": (Case(outer={AWAY: (410, "")}), Case(outer={AWAY: (403, "")})),
    "link_redirected_external": (Case(outer={AWAY: (200, f"{AWAY}new")}), Case(outer={AWAY: (200, "")})),
    "hreflang_unreturned": (Case(alternates=((7, OTHER),)), Case(alternates=BOTH)),
}
"""For each rule over all pages what it finds something in, and what is like it and right."""


@pytest.mark.parametrize("rule", WIDE_RULES)
def test_each_rule_over_all_pages_finds_its_fault(ledger: Connection, rule: str) -> None:
    """Each has its fault, with evidence, and finds nothing where there is none."""
    wrong, right = CASES[rule]
    place(ledger, right)
    assert find(ledger, rule) == {}
    for table in FILLED:
        ledger.execute(delete(table))
    place(ledger, wrong)
    assert all(find(ledger, rule).values()) and set(find(ledger, rule)) & {7, 8}


def place(ledger: Connection, case: Case) -> None:
    """Write down what a case knows."""
    one, two = case.texts
    add_pages(ledger, {"item": 7, "address": HOME, **one}, {"item": 8, "address": OTHER, **two})
    links = [{"item": item, "address": address} for item, address in case.links]
    answers = [
        {"address": address, "status": status, "target": "", "audit": 1} for address, status in case.answers.items()
    ]
    away = [
        {"address": address, "host": "away.test", "status": status, "target": target, "checked": CHECKED}
        for address, (status, target) in case.outer.items()
    ]
    led = [{"item": 7, "address": address} for address in case.outer]
    named = [{"item": item, "address": address} for item, address in case.alternates]
    written = {audited_links: links, audited_addresses: answers, audited_alternates: named}
    for table, rows in {**written, outer_addresses: away, outer_links: led}.items():
        if rows:
            ledger.execute(insert(table), rows)


def test_a_home_page_is_no_duplicate_of_itself(ledger: Connection) -> None:
    """Where an item is the home page it counts once, and is named by that item."""
    add_pages(ledger, {"item": 0, "address": HOME, "title": "Hill"}, {"item": 7, "address": HOME, "title": "Hill"})
    assert find(ledger, "title_duplicate") == {}
    add_pages(ledger, {"item": 8, "address": OTHER, "title": "Hill"})
    found = find(ledger, "title_duplicate")
    assert found == {
        7: f"2 pages have this title, such as {OTHER}: Hill",
        8: f"2 pages have this title, such as {HOME}: Hill",
    }


def test_a_home_page_of_its_own_is_compared(ledger: Connection) -> None:
    """No item has its address, and another page has its title; what search engines do not list is left out."""
    add_pages(ledger, {"item": 0, "address": HOME, "title": "Hill"}, {"item": 8, "address": OTHER, "title": "Hill"})
    add_pages(ledger, {"item": 9, "address": f"{OTHER}more/", "title": "Hill", "indexed": 0})
    assert set(find(ledger, "title_duplicate")) == {0, 8}


def test_translations_name_each_other(ledger: Connection) -> None:
    """One that does not name the page in turn is found; one that does is none, nor is what is no page here."""
    add_pages(ledger, {"item": 7, "address": HOME}, {"item": 8, "address": OTHER}, {"item": 9, "address": f"{HOME}de/"})
    named = [(7, OTHER), (8, HOME), (7, f"{HOME}de/"), (8, f"{HOME}gone/")]
    ledger.execute(insert(audited_alternates), [{"item": item, "address": address} for item, address in named])
    assert find(ledger, "hreflang_unreturned") == {
        7: f"This page names {HOME}de/ as its translation (hreflang), and that page does not name this one."
    }


def test_pages_of_one_heading_compete_unless_they_are_copies(ledger: Connection) -> None:
    """Other titles and other texts under the same heading; copies are told as such."""
    shared = {"heading": "rye bread", "address": HOME}
    add_pages(ledger, {**shared, "item": 7, "title": "Bread", "digest": "a"})
    add_pages(ledger, {**shared, "item": 8, "title": "Bread", "digest": "b", "address": OTHER})
    assert find(ledger, "pages_compete") == {}
    add_pages(ledger, {**shared, "item": 9, "title": "Rye", "digest": "a", "address": f"{HOME}rye/"})
    assert set(find(ledger, "pages_compete")) == {7, 8, 9}


def test_a_page_that_nothing_else_links_to_is_orphaned(ledger: Connection) -> None:
    """Its own link does not count; posts are in lists, and what search engines do not list is nobody's loss."""
    add_pages(ledger, {"item": 7, "address": HOME}, {"item": 8, "address": OTHER})
    add_pages(ledger, {"item": 9, "address": f"{HOME}post/", "type": "post"})
    add_pages(ledger, {"item": 10, "address": f"{HOME}hidden/", "indexed": 0})
    ledger.execute(insert(audited_links), [{"item": 8, "address": OTHER}, {"item": 8, "address": HOME}])
    assert set(find(ledger, "page_orphaned")) == {8}


def test_the_score_of_a_site(ledger: Connection) -> None:
    """The mean of its pages, each rule counted once on a page, less what is wrong with all of it; 100 without pages."""
    assert tell_score(ledger, WEIGHTS) == (100, {})
    add_pages(ledger, {"item": 7, "address": HOME}, {"item": 8, "address": OTHER})
    found = [(7, "alt_missing", "error"), (7, "alt_missing", "error"), (7, "title_wide", "warning")]
    rows = [*found, (0, "ai_crawler_refused", "info")]
    values = [
        {**FAULT, "id": str(number), "item": item, "rule": rule, "severity": severity}
        for number, (item, rule, severity) in enumerate(rows)
    ]
    ledger.execute(insert(findings), values)
    assert tell_score(ledger, WEIGHTS) == (89.0, {"errors": 2, "warnings": 1, "infos": 1})


def test_a_redirect_that_mends_a_link_is_below_the_site(ledger: Connection) -> None:
    """As `create_redirect` takes its paths, also where the site is below a path; none without redirects."""
    team, gone = "https://hill.example/blog/one/team/", "https://hill.example/blog/old/team/"
    add_pages(ledger, {"item": 7, "address": team})
    ledger.execute(insert(audited_links), [{"item": 7, "address": gone}])
    ledger.execute(insert(audited_addresses), [{"address": gone, "status": 404, "target": "", "audit": 1}])
    (finding,) = judge_all(ledger, "link_broken", 1, "/blog")
    wanted = {"source": "/old/team/", "target": "/one/team/"}
    assert finding["fix"] == {"operation": "create_redirect", "arguments": wanted}
    assert judge_all(ledger, "link_broken", 1, None)[0]["fix"] is None
