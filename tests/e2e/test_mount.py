"""The add-on under a path of another ASGI site: Starlette and Django."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from html import unescape
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import django
import httpx2
import pytest
from django.conf import settings as django_settings
from django.http import HttpRequest, HttpResponse
from django.urls import path
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from sitehand.app import build
from sitehand.settings import Settings
from tests.service import make_keys

HOST = "http://outer.example"
PREFIX = "/sub"


def starlette_site(addon: ASGIApp) -> ASGIApp:
    """A Starlette application of its own; it hands its lifespan to nobody."""

    async def home(_: Request) -> PlainTextResponse:
        return PlainTextResponse("the outer site")

    return Starlette(routes=[Route("/", home), Mount(PREFIX, addon)])


def django_home(_: HttpRequest) -> HttpResponse:
    """Django's own page."""
    return HttpResponse("the outer site")


urlpatterns = [path("", django_home)]


def django_site(addon: ASGIApp) -> ASGIApp:
    """A Django project, with a router in front that gives one path to the add-on."""
    if not django_settings.configured:
        django_settings.configure(ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"], SECRET_KEY="tests", DATABASES={})
        django.setup()
    from django.core.handlers.asgi import ASGIHandler

    project = ASGIHandler()

    async def router(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] == PREFIX or scope["path"].startswith(PREFIX + "/"):
            await addon({**scope, "root_path": scope.get("root_path", "") + PREFIX}, receive, send)
        else:
            await project(scope, receive, send)

    return router


class Mounted:
    """The outer site, called without a network and without a lifespan; and an admin's key."""

    def __init__(self, http: httpx2.AsyncClient, key: str) -> None:
        self.http = http
        self.key = {"X-API-Key": key}


@pytest.fixture(params=[starlette_site, django_site])
async def mounted(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Mounted]:
    """Sitehand inside a site of either framework."""
    outer: Callable[[ASGIApp], ASGIApp] = request.param
    chosen = Settings(data=tmp_path / "site", url=HOST + PREFIX, log="off")
    keys = await make_keys(chosen, ["admin"])
    addon = build(chosen)
    async with open_client(outer(addon)) as http:
        yield Mounted(http, keys["admin"])
    await stop(addon)


@asynccontextmanager
async def open_client(app: ASGIApp) -> AsyncIterator[httpx2.AsyncClient]:
    """A client of the outer site."""
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app), base_url=HOST) as http:
        yield http


async def stop(addon: ASGIApp) -> None:
    """End what the first request has started: a test, unlike a process, goes on afterwards."""
    ended: Callable[[], Awaitable[None]] = addon.stop  # type: ignore[attr-defined]
    await ended()


async def test_the_outer_site_keeps_its_own_pages(mounted: Mounted) -> None:
    """Only the prefix is ours."""
    assert (await mounted.http.get("/")).text == "the outer site"
    assert "Sitehand" not in (await mounted.http.get("/subway")).text


async def test_rest_works_under_the_prefix(mounted: Mounted) -> None:
    """Created, found under its Location, listed with links, seen on its public address; all below the prefix."""
    fields = {"title": "Under a prefix", "content": "<p>Hello</p>", "status": "publish"}
    created = await mounted.http.post(f"{PREFIX}/sitehand/v1/pages", json=fields, headers=mounted.key)
    assert created.status_code == 201, created.text
    assert created.headers["location"].startswith(f"{HOST}{PREFIX}/sitehand/v1/pages/")
    again = await mounted.http.get(created.headers["location"], headers=mounted.key)
    assert again.json()["title"]["rendered"] == "Under a prefix"
    assert again.json()["link"].startswith(f"{HOST}{PREFIX}/")
    seen = await mounted.http.get(again.json()["link"])
    assert seen.status_code == 200
    assert "Hello" in seen.text
    await mounted.http.post(f"{PREFIX}/sitehand/v1/pages", json=fields, headers=mounted.key)
    listed = await mounted.http.get(f"{PREFIX}/sitehand/v1/pages?per_page=1", headers=mounted.key)
    assert f"<{HOST}{PREFIX}/sitehand/v1/pages?" in listed.headers["link"]
    parts = [{"method": "GET", "path": "/site-info"}]
    batch = await mounted.http.post(f"{PREFIX}/sitehand/v1/batch", json={"requests": parts}, headers=mounted.key)
    assert batch.json()["responses"][0]["body"]["url"].rstrip("/") == HOST + PREFIX


async def test_the_document_and_refusals_work_under_the_prefix(mounted: Mounted) -> None:
    """The document names the whole address; what is not there is told in the error shape."""
    document = await mounted.http.get(f"{PREFIX}/sitehand/v1/openapi.json")
    assert document.json()["servers"] == [{"url": f"{HOST}{PREFIX}/sitehand/v1"}]
    missing = await mounted.http.get(f"{PREFIX}/sitehand/v1/nothing", headers=mounted.key)
    assert (missing.status_code, missing.json()["code"]) == (404, "route_not_found")
    assert (await mounted.http.get(f"{PREFIX}/sitehand/v1/pages")).status_code == 401
    known = await mounted.http.get(f"{PREFIX}/.well-known/oauth-protected-resource")
    assert (known.status_code, known.json()["code"]) == (404, "route_not_found")


async def test_mcp_works_under_the_prefix(mounted: Mounted) -> None:
    """A tool is called, and introspect names the addresses below the prefix."""
    params = {"name": "introspect", "arguments": {}}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    answer = await mounted.http.post(f"{PREFIX}/sitehand/v1/mcp", json=message, headers=mounted.key)
    assert answer.status_code == 200, answer.text
    assert f"{HOST}{PREFIX}/sitehand/v1/mcp" in answer.text


async def test_public_pages_and_their_links_work_under_the_prefix(mounted: Mounted) -> None:
    """Every link, style and picture of our pages leads below the prefix, to something that is there."""
    for kind in ("pages", "posts"):
        fields = {"title": f"One of {kind}", "content": "<p>Text</p>", "status": "publish"}
        await mounted.http.post(f"{PREFIX}/sitehand/v1/{kind}", json=fields, headers=mounted.key)
    seen: set[str] = set()
    pending = [f"{PREFIX}/"]
    while pending:
        address = pending.pop()
        if address in seen:
            continue
        seen.add(address)
        answer = await mounted.http.get(address)
        assert answer.status_code == 200, address
        pending += [link for link in links_of(address, answer) if link not in seen]
    assert {f"{PREFIX}/", f"{PREFIX}/one-of-pages/", f"{PREFIX}/feed/"} <= seen
    assert any(address.endswith(".css") or ".css?" in address for address in seen)


def links_of(address: str, answer: httpx2.Response) -> list[str]:
    """Where an HTML page leads on this host, without fragments; each must stay below the prefix."""
    if "html" not in answer.headers["content-type"]:
        return []
    found = []
    for link in re.findall(r'(?:href|src|action)="([^"]*)"', answer.text):
        target = urlsplit(urljoin(HOST + address, unescape(link)))
        if target.netloc == urlsplit(HOST).netloc:
            assert target.path.startswith(PREFIX + "/"), f"{link} on {address}"
            found.append(target.path + (f"?{target.query}" if target.query else ""))
    return found


async def test_sitemap_feed_and_robots_name_addresses_below_the_prefix(mounted: Mounted) -> None:
    """Absolute links come from the site's address."""
    for address in ("sitemap.xml", "feed/", "robots.txt"):
        text = (await mounted.http.get(f"{PREFIX}/{address}")).text
        assert f"{HOST}{PREFIX}/" in text, address
        assert not re.search(rf"{re.escape(HOST)}/(?!sub/)\w", text), address


async def test_the_owner_logs_in_under_the_prefix(mounted: Mounted) -> None:
    """Without a session to the login; its form, style and cookie stay below the prefix."""
    asked = await mounted.http.get(f"{PREFIX}/sitehand/admin/keys")
    assert asked.status_code == 303
    assert asked.headers["location"].startswith(f"{PREFIX}/sitehand/admin/login")
    login = await mounted.http.get(asked.headers["location"])
    assert login.status_code == 200
    links = links_of(f"{PREFIX}/sitehand/admin/login", login)
    assert any(".css" in link for link in links)
    for link in links:
        if "." in link.rpartition("/")[2]:
            assert (await mounted.http.get(link)).status_code == 200, link
    assert f"path={PREFIX}/sitehand/admin" in login.headers["set-cookie"].lower()
