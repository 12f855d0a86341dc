"""Nothing but published items whose moment has come, on any route."""

from datetime import timedelta
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sitehand.hosts.builtin.public import sitemap
from sitehand.hosts.builtin.tables import item_terms, menu_entries, menus, terms
from sitehand.site.values import iso
from tests.unit.hosts.builtin.public.site import NOW, SITE_URL, Site

HIDDEN = ["draft", "private", "pending", "future", "trash", "inherit", "auto-draft", ""]
SECRET = "Zauberwort"
YESTERDAY, TOMORROW = iso(NOW - timedelta(days=1)), iso(NOW + timedelta(days=1))
CASES = [*product(["page", "post"], HIDDEN, [YESTERDAY]), ("page", "publish", TOMORROW), ("post", "publish", TOMORROW)]


async def add_surroundings(site: Site, type_: str, status: str, date: str) -> tuple[int, str]:
    """An item with a title, parent, child, terms, menu entry and public neighbours; its id and path."""
    top = await site.add("page", slug="top")
    values: dict[str, Any] = {"parent": top, "path": "/top/secret/"} if type_ == "page" else {}
    item = await site.add(
        type_, slug="secret", status=status, title=SECRET, content=f"<p>{SECRET}</p>", date=date, **values
    )
    await site.add("page", slug="child", parent=item, path="/top/secret/child/")
    await site.add(slug="before", date=iso(NOW - timedelta(days=2)))
    await site.add(slug="after", date=iso(NOW - timedelta(hours=1)))
    for taxonomy in ("category", "post_tag"):
        term = await site.insert(terms, taxonomy=taxonomy, slug="news", name="News")
        await site.insert(item_terms, item_id=item, term_id=term)
    return item, values.get("path", f"/{date[:4]}/{date[5:7]}/secret/")


def list_routes(item: int, path: str) -> list[str]:
    """An address of each route, and all that might lead to the item."""
    month = f"/{NOW.year}/{NOW.month:02}/"
    return [
        "/", "/page/2/", path, path.rstrip("/"), "/top/", "/top/secret/child/", f"{month}before/", f"{month}after/",
        "/category/news/", "/tag/news/", "/author/ada/", f"/{NOW.year}/", month, f"/?s={SECRET}", f"/?p={item}",
        f"/?page_id={item}", "/feed/", f"{path.rstrip('/')}.md",
        "/sitemap.xml", "/sitemap-page-1.xml", "/sitemap-post-1.xml", "/robots.txt",
    ]  # fmt: skip


@pytest.mark.parametrize(("type_", "status", "date"), CASES)
async def test_hidden_items_are_on_no_route(site: Site, type_: str, status: str, date: str) -> None:
    """Whatever the route, neither the title nor the permalink of a hidden item is in the answer."""
    item, path = await add_surroundings(site, type_, status, date)
    for route in list_routes(item, path):
        answer = await site.visit(route)
        assert SECRET not in answer.text.replace(f'value="{SECRET}"', "").replace(f"Search: {SECRET}", "").replace(
            f"<h1>{SECRET}</h1>", ""
        ), route
        assert f'{path}"' not in answer.text, route
        assert f"{path}<" not in answer.text, route
    for route in (path, path.rstrip("/"), f"/?p={item}", f"/?page_id={item}"):
        assert (await site.visit(route)).status_code == 404
    assert (await site.visit(path, "POST", data={"password": ""})).status_code == 405


@pytest.mark.parametrize("type_", ["page", "post"])
async def test_published_items_are_on_every_route_that_lists_them(site: Site, type_: str) -> None:
    """The same walk finds a published item, so that the walk above can fail."""
    item, path = await add_surroundings(site, type_, "publish", YESTERDAY)
    found = [route for route in list_routes(item, path) if SECRET in (await site.visit(route)).text]
    shared = {path, f"/?s={SECRET}"}
    month = path[:9]
    if type_ == "page":
        assert shared | {"/top/", "/top/secret/child/", "/"} <= set(found)
    else:
        lists = {"/", "/feed/", "/category/news/", "/tag/news/", "/author/ada/", "/2026/", month}
        assert shared | lists | {f"{month}before/", f"{month}after/"} <= set(found)
    assert path in (await site.visit("/sitemap.xml")).text
    assert (await site.visit(f"/?p={item}")).headers["location"] == path


@given(
    drawn=st.lists(
        st.tuples(st.sampled_from(["publish", *HIDDEN]), st.integers(-3, 3), st.sampled_from(["page", "post"])),
        max_size=8,
    )
)
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_lists_hold_exactly_what_is_public(site: Site, drawn: list[tuple[str, int, str]]) -> None:
    """For any mix of states and moments, the sitemap names those that the definition names."""
    before = {each.path for each in await addresses(site)}
    expected = set()
    for status, days, type_ in drawn:
        number = site.take_number()
        path = f"/drawn/{number}/"
        await site.add(type_, slug=f"drawn-{number}", status=status, date=iso(NOW + timedelta(days=days)), path=path)
        if status == "publish" and days <= 0:
            expected.add(path)
    found = await addresses(site)
    assert {each.path for each in found} - before == expected


async def addresses(site: Site) -> list[sitemap.Address]:
    """All that the sitemap may name."""
    settings: dict[str, list[str]] = {"locales": []}
    given = {"database": site.database, "site_url": SITE_URL, "now": iso(NOW), "settings": settings}
    visit: Any = SimpleNamespace(**given, link=lambda path: SITE_URL + path, picture=str)
    return [
        address
        for type_ in ("page", "post")
        for part in await sitemap.fetch_parts(visit, type_)
        for address in await sitemap.fetch_addresses(visit, type_, part)
    ]


async def test_menu_entries_of_hidden_items_are_left_out(site: Site) -> None:
    """An entry whose item is a draft is not shown, nor what stands below it, whatever its own title says."""
    draft = await site.add("page", status="draft", title=SECRET)
    menu = await site.insert(menus, slug="main", name="Main")
    entry = await site.insert(menu_entries, menu_id=menu, position=1, title=SECRET, item_id=draft)
    await site.insert(menu_entries, menu_id=menu, position=2, title="Below", parent=entry, url="https://x.example/")
    await site.insert(menu_entries, menu_id=menu, position=3, title="Elsewhere", url="https://y.example/")
    html = (await site.visit("/")).text
    assert SECRET not in html
    assert "Below" not in html
    assert '<a href="https://y.example/">Elsewhere</a>' in html


async def test_an_item_appears_when_its_moment_comes(site: Site) -> None:
    """The clock decides, not the moment of writing."""
    await site.add(slug="later", date=TOMORROW)
    path = f"/{TOMORROW[:4]}/{TOMORROW[5:7]}/later/"
    assert (await site.visit(path)).status_code == 404
    site.now = NOW + timedelta(days=1)
    assert (await site.visit(path)).status_code == 200
