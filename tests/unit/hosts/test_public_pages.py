"""Tests of reading public pages on both hosts: how much of an answer is kept."""

from datetime import UTC, datetime
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.routing import Route

from sitehand.errors import Problem
from sitehand.hosts.builtin.host import build_host
from sitehand.hosts.builtin.public_pages import BuiltinPublicPages
from sitehand.hosts.builtin.schema import SITE
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.public_pages import SHOWN, WordPressPublicPages
from sitehand.site.content import PageFields
from sitehand.site.public_pages import MAX_BYTES
from sitehand.site.settings import SiteSettingsFields
from sitehand.store.database import Database
from tests.unit.broker.loopback import open_broker, plain

HOME = "https://hill.example"
SIZE = MAX_BYTES + 1_000_000
UNUSED: Any = None


async def test_a_long_answer_is_kept_in_part_or_not_at_all(tmp_path: Any) -> None:
    """Of a large file 4 MiB are kept; who wants its status alone keeps no byte of it."""

    async def show(request: Request) -> StreamingResponse:
        async def make() -> Any:
            for _ in range(0, SIZE, 100_000):
                yield b"x" * 100_000

        return StreamingResponse(make(), headers={"Location": "/there/"})

    app = Starlette(routes=[Route("/large/", show)])
    database = Database(tmp_path, SITE)
    pages = BuiltinPublicPages(database, HOME, lambda: datetime.now(UTC), lambda: app, ())
    assert len((await pages.read(f"{HOME}/large/")).body) == MAX_BYTES
    found = await pages.read(f"{HOME}/large/", body=False)
    assert (found.status, found.headers["location"], found.body) == (200, "/there/", "")
    await database.close()


async def test_a_page_is_another_version_when_a_translation_changed(database: Database) -> None:
    """Its head names them. A page without one, or whose translation stays, is as it was."""
    host = build_host(database, HOME)
    await host.settings.update(SiteSettingsFields(locales=["de"]))

    async def make(title: str, **fields: Any) -> int:
        return int((await host.pages.create(PageFields(title=title, status="publish", **fields), "key:1"))["id"])

    async def read() -> list[str]:
        found, _ = await pages.list("")
        assert [(await pages.find(each.id)).version for each in found] == [each.version for each in found]
        return [each.version for each in found]

    english = await make("About")
    await make("Alone")
    german = await make("Wir", locale="de", translation_of=english)
    pages = BuiltinPublicPages(database, HOME, lambda: datetime.now(UTC), UNUSED, ())
    before = await read()
    assert before == await read()
    await host.pages.update(german, PageFields(title="Uns", slug="uns"), "key:1")
    assert [old == new for old, new in zip(before, await read(), strict=True)] == [False, True, False]


async def test_a_list_that_became_shorter_is_over() -> None:
    """WordPress refuses a portion after the last: posts come after pages, and nothing after posts."""
    async with open_broker() as server:
        refusal = {"code": "rest_post_invalid_page_number", "message": "Too large.", "data": {"status": 400}}
        asked = f"per_page=100&orderby=id&order=asc&status=publish&_fields={'%2C'.join(SHOWN)}"
        for kind in ("pages", "posts"):
            server.answer(f"/wp-json/wp/v2/{kind}?page=2&{asked}", refusal, 400)
        server.answer(f"/wp-json/wp/v2/pages?page=3&{asked}", {"code": "rest_invalid_param", "data": {}}, 400)
        client = Client(f"{server.url}/wp-json/", "sitehand", "secret")
        pages = WordPressPublicPages(client, UNUSED, server.url)
        assert await pages.list("page:2") == ([], "post:1")
        assert await pages.list("post:2") == ([], "")
        with pytest.raises(Problem):
            await pages.list("page:3")
        await pages.close()
        await client.close()


async def test_a_wordpress_sends_no_more_than_is_wanted() -> None:
    """The body is bounded there too, and left with the site where the status is enough."""
    async with open_broker() as server:
        server.answers["/large/"] = plain(b"x" * SIZE, more={"Location": "/there/"})
        pages = WordPressPublicPages(UNUSED, UNUSED, server.url)
        assert len((await pages.read(f"{server.url}/large/")).body) == MAX_BYTES
        found = await pages.read(f"{server.url}/large/", body=False)
        assert (found.status, found.headers["location"], found.body) == (200, "/there/", "")
        await pages.close()
