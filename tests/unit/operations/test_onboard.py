"""The briefing: whole on a small site, under 12,000 bytes on any, and nothing that the caller may not know."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pydantic_core
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, insert, select, update

from sitehand.hosts.builtin.schema import SITE
from sitehand.hosts.builtin.tables import items, menu_entries, menus, terms
from sitehand.operations.onboard import MAX_BYTES, NEXT_CALLS, shorten
from sitehand.store.database import Database
from tests.service import Service, open_service

PAGES = 3000
TITLE = "Überlänge 日本語 “Zitat” \\ 🙂 " * 8


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with one page."""
    async with open_service(tmp_path, roles=("admin", "editor", "designer", "author")) as opened:
        await opened.tool("create_page", {"title": "Secret plan", "status": "draft"})
        yield opened


async def brief(service: Service, role: str = "admin") -> tuple[int, Any]:
    """The size of the REST answer in bytes, and the briefing."""
    answer = await service.http.get("/sitehand/v1/onboard", headers={"X-API-Key": service.keys[role]})
    assert answer.status_code == 200
    return len(answer.content), answer.json()


def fill(connection: Connection) -> None:
    """Thousands of pages with long titles outside ASCII, many terms and many menus."""
    title = TITLE[:200]
    (one,) = connection.execute(select(items)).all()
    row = dict(one._mapping)
    del row["id"]
    many = [
        {**row, "slug": f"p{n}", "title": title, "title_rendered": title, "status": "publish", "content": ""}
        for n in range(PAGES)
    ]
    connection.execute(insert(items), many)
    connection.execute(update(items).where(items.c.id > 100).values(parent=50))
    for taxonomy in ("category", "post_tag"):
        values = [{"taxonomy": taxonomy, "name": f"{title[:150]}{n}", "slug": f"s{n}"} for n in range(300)]
        connection.execute(insert(terms), values)
    connection.execute(insert(menus), [{"name": f"{title[:150]}{n}", "slug": f"m{n}"} for n in range(20)])
    entries = [
        {"menu_id": m + 1, "title": title, "position": n, "parent": 0, "url": "/"} for m in range(20) for n in range(60)
    ]
    connection.execute(insert(menu_entries), entries)


async def test_it_stays_small_on_a_large_site(service: Service) -> None:
    """Under 12,000 bytes for every role, with something of each kind, and it names what was shortened."""
    database = Database(service.settings.data, SITE)
    await database.transact(fill)
    await database.close()
    await service.http.put(
        "/sitehand/v1/rate-limit", json={"requests_per_minute": 60}, headers={"X-API-Key": service.keys["admin"]}
    )
    for role in ("admin", "editor", "designer", "author"):
        size, briefing = await brief(service, role)
        assert size < MAX_BYTES
        assert briefing["counts"]["page"]["publish"] == PAGES
        assert briefing["menus"]
        assert briefing["categories"]
        assert briefing["tags"]
        assert briefing["conventions"]
        assert bool(briefing["page_tree"]) == (role != "designer")
        assert set(briefing["shortened"]) <= set(briefing)
    assert (await brief(service))[1]["shortened"]


async def test_a_small_site_is_told_whole(service: Service) -> None:
    """Identity, counts, tree, changes, theme and the next calls, and nothing is shortened."""
    _, briefing = await brief(service)
    assert briefing["site"]["url"] == "http://127.0.0.1:8000"
    assert briefing["counts"]["page"] == {"draft": 1}
    assert briefing["page_tree"] == [{"id": 1, "title": "Secret plan", "status": "draft", "depth": 0}]
    assert briefing["recent_changes"][0]["title"] == "Secret plan"
    assert briefing["recent_changes"][0]["by"].startswith("key:")
    assert briefing["theme"]["name"]
    assert briefing["shortened"] == []
    assert [call["tool"] for call in briefing["next_calls"]] == [tool for tool, _ in NEXT_CALLS]


async def test_titles_of_content_are_content(service: Service) -> None:
    """A designer hears of no draft, and of no tool that would be refused."""
    _, briefing = await brief(service, "designer")
    assert "Secret plan" not in str(briefing)
    assert [call["tool"] for call in briefing["next_calls"]] == ["get_design_system", "batch", "list_jobs"]
    _, briefing = await brief(service, "author")
    assert "Secret plan" in str(briefing)
    assert "list_api_keys" not in str(briefing["next_calls"])


TEXT = st.text(max_size=300)
NODES = st.lists(st.fixed_dictionaries({"id": st.integers(1, 2**63 - 1), "title": TEXT}), max_size=40)


@given(NODES, NODES, st.lists(TEXT, max_size=50))
def test_shortening_keeps_what_fits(tree: list[Any], changes: list[Any], problems: list[str]) -> None:
    """Whatever the lists hold: at most the limit, the first entries of each list, texts of at most 80 characters."""
    lists: Any = {"page_tree": tree, "recent_changes": changes, "problems": problems}
    briefing: Any = {**lists, "menus": [], "categories": [], "tags": [], "shortened": []}
    shortened: Any = shorten(briefing)
    assert len(pydantic_core.to_json(shortened)) <= MAX_BYTES
    for name, whole in lists.items():
        kept = shortened[name]
        assert len(kept) == len(whole) or name in shortened["shortened"]
        for was, now in zip(whole, kept, strict=False):
            before, after = (was, now) if isinstance(was, str) else (was["title"], now["title"])
            assert after == before or (len(after) == 80 and before.startswith(after[:-1]))
