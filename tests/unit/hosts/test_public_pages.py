"""Tests of reading public pages on both hosts: how much of an answer is kept."""

from datetime import UTC, datetime
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.routing import Route

from sitehand.hosts.builtin.public_pages import BuiltinPublicPages
from sitehand.hosts.builtin.schema import SITE
from sitehand.hosts.wordpress.public_pages import WordPressPublicPages
from sitehand.site.public_pages import MAX_BYTES
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


async def test_a_wordpress_sends_no_more_than_is_wanted() -> None:
    """The body is bounded there too, and left with the site where the status is enough."""
    async with open_broker() as server:
        server.answers["/large/"] = plain(b"x" * SIZE, more={"Location": "/there/"})
        pages = WordPressPublicPages(UNUSED, UNUSED, server.url)
        assert len((await pages.read(f"{server.url}/large/")).body) == MAX_BYTES
        found = await pages.read(f"{server.url}/large/", body=False)
        assert (found.status, found.headers["location"], found.body) == (200, "/there/", "")
        await pages.close()
