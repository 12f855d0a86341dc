"""What the public pages of a locale share with the others: menus, kept answers."""

from collections.abc import Mapping, Sequence
from sqlite3 import Row
from typing import Any, cast

import pytest

from sitehand.hosts.builtin.public.queries import ALL, fetch_posts, fetch_sticky, find_article, list_feed
from sitehand.hosts.builtin.tables import menu_entries, menus
from sitehand.store.database import Database
from tests.unit.hosts.builtin.public.site import Site

NOW = "2026-07-28T09:30:00Z"


class Plans:
    """A database that notes how it finds what it is asked for."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.steps: list[str] = []

    def look_up(self, query: str, values: Mapping[str, Any], *, committed: bool) -> Sequence[Row]:
        """The rows."""
        found = self._database.look_up(f"EXPLAIN QUERY PLAN {query}", values, committed=committed)
        self.steps += [row["detail"] for row in found]
        return self._database.look_up(query, values, committed=committed)


@pytest.mark.parametrize(
    ("locale", "index"), [("", "ix_items_status (type=? AND status=?"), ("de", "ix_items_locale (type=? AND locale=?")]
)
async def test_lists_of_a_locale_meet_no_posts_of_others(site: Site, locale: str, index: str) -> None:
    """The home page and the feed walk the index of the locale, as do the newer and the older post; what is on top
    has its own.
    """
    prefix = f"/{locale}" if locale else ""
    for number in (1, 2, 3):
        path, date = f"{prefix}/2026/03/{number}/", f"2026-03-0{number}T12:00:00Z"
        await site.add(path=path, date=date, locale=locale, title=f"{locale}{number}")
        await site.add(locale="fr", date=date, path=f"/fr/2026/03/{number}/")
    lists, feed, article = [Plans(site.database) for _ in range(3)]
    cards, _ = await fetch_posts(cast(Database, lists), NOW, locale, ALL, 1)
    entries = list_feed(cast(Database, feed), NOW, locale)
    on_top = Plans(site.database)
    assert await fetch_sticky(cast(Database, on_top), NOW, locale) == []
    assert any(
        "USING COVERING INDEX ix_items_sticky" in step or "USING INDEX ix_items_sticky" in step for step in on_top.steps
    )
    found = find_article(cast(Database, article), NOW, f"{prefix}/2026/03/2/")
    assert [each.title for each in (*cards, *entries)] == [f"{locale}{number}" for number in (3, 2, 1)] * 2
    assert found is not None
    assert [each and each.title for each in (found.newer, found.older)] == [f"{locale}3", f"{locale}1"]
    for plan in (lists, feed):
        assert any(
            f"SEARCH items USING {kind}INDEX {index}" in step for kind in ("", "COVERING ") for step in plan.steps
        ), plan.steps
    for compare in "<>":
        assert f"SEARCH n USING INDEX {index} AND date{compare}?)" in article.steps, article.steps


async def test_a_menu_leads_to_the_translation_if_there_is_one(site: Site) -> None:
    """Under the title of that; else to the item itself, in the site's language."""
    site.settings.values["locales"] = ["de"]
    about = await site.add("page", slug="about", title="About")
    await site.add("page", slug="ueber", title="Wir", path="/de/ueber/", locale="de", translation_of=about)
    terms = await site.add("page", slug="terms", title="Terms")
    draft = {"slug": "agb", "title": "AGB", "path": "/de/agb/", "locale": "de", "status": "draft"}
    await site.add("page", **draft, translation_of=terms)
    menu = await site.insert(menus, slug="main", name="Main")
    for position, item in enumerate((about, terms)):
        await site.insert(menu_entries, menu_id=menu, position=position, title="Mine", item_id=item)
    german, english = [(await site.visit(path)).text for path in ("/de/", "/")]
    assert [f'href="{path}"' in german for path in ("/de/ueber/", "/about/", "/terms/", "/de/agb/")] == [1, 0, 1, 0]
    assert (german.count(">Wir<"), german.count(">Mine<")) == (1, 1)
    assert english.count(">Mine<") == 2


async def test_answers_below_a_locale_are_kept_by_what_they_were_asked(site: Site) -> None:
    """The words of a search there, and pages whose slug only looks like a locale, as their own lists ask."""
    site.settings.values["locales"] = ["de"]
    await site.add(title="Bach", path="/de/2026/03/bach/", locale="de")
    await site.add("page", slug="abc", title="Abc")
    home, search = [(await site.visit(path)).text for path in ("/de/", "/de/?s=nothing")]
    assert home != search
    assert [(await site.visit(path)).text for path in ("/de/", "/de/?s=nothing")] == [home, search]
    page = await site.visit("/abc/")
    asked = await site.visit("/abc/", headers={"Accept": "text/markdown"})
    assert [each.headers["content-type"].partition(";")[0] for each in (page, asked)] == ["text/html", "text/markdown"]
