"""Public pages of a WordPress, read from the site as visitors read it: at its own address alone, a few at once."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import httpx2

from sitehand import __version__
from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.resources import ITEM_ROUTES, Json
from sitehand.site.items import Items
from sitehand.site.public_pages import MAX_BYTES, PublicPage, Reading
from sitehand.trust import read_authorities

SECONDS = 10.0
AT_ONCE = 4
PIECE_BYTES = 64 * 1024
PORTION = 100
SHOWN = ["id", "type", "slug", "title", "link", "modified_gmt", "status"]
NO_ANSWER = 0


class WordPressPublicPages:
    """Implements `site.public_pages.PublicPages`."""

    def __init__(self, client: Client, items: Items, home: str) -> None:
        self.home = home.rstrip("/") + "/"
        self._client = client
        self._items = items
        self._places = asyncio.Semaphore(AT_ONCE)
        self._http = httpx2.AsyncClient(
            trust_env=False,
            follow_redirects=False,  # a redirect is an answer, which the audit reports
            verify=read_authorities(),
            timeout=SECONDS,
            headers={"User-Agent": f"Sitehand/{__version__}"},
        )

    async def list(self, cursor: str) -> tuple[Sequence[PublicPage], str]:
        """Pages, then posts, each by id; the cursor is a type and the number of a portion."""
        kind, _, number = (cursor or "page:1").partition(":")
        asked: dict[str, Any] = {"page": int(number), "per_page": PORTION, "orderby": "id", "order": "asc"}
        try:
            answer = await self._client.read(ITEM_ROUTES[kind], {**asked, "status": "publish", "_fields": SHOWN})
        except Problem as problem:
            if not _is_after_last(problem):
                raise
            return [], "post:1" if kind == "page" else ""
        pages = [_build(value) for value in answer.value]
        if int(number) < int(answer.headers.get("x-wp-totalpages", 0)):
            return pages, f"{kind}:{int(number) + 1}"
        return pages, "post:1" if kind == "page" else ""

    async def find(self, item_id: int) -> PublicPage:
        """One item. Raises Problem: not_found, conflict for one that visitors do not see."""
        kind = await self._items.kind_of(item_id)
        if kind in ITEM_ROUTES:
            value = (await self._client.read(f"{ITEM_ROUTES[kind]}/{item_id}", {"_fields": SHOWN})).value
            if value["status"] == "publish":
                return _build(value)
        hint = "Publish it first."
        raise Problem(Code.CONFLICT, f"Item {item_id} is not a page or post that visitors see.", hint=hint)

    async def read(self, address: str, *, body: bool = True) -> Reading:
        """What the site answers; an address elsewhere is not asked for."""
        if not address.startswith(self.home):
            return Reading(address, NO_ANSWER, {}, b"")
        async with self._places:
            try:
                async with asyncio.timeout(SECONDS):
                    return await self._fetch(address, MAX_BYTES if body else 0)
            except (TimeoutError, httpx2.HTTPError, httpx2.InvalidURL):
                return Reading(address, NO_ANSWER, {}, b"")

    async def close(self) -> None:
        """End the connections."""
        await self._http.aclose()

    async def _fetch(self, address: str, most: int) -> Reading:
        """GET even where no body is wanted, which then is not read: not every plugin and proxy knows HEAD."""
        async with self._http.stream("GET", address) as response:
            body = await _receive(response, most) if most else b""
            headers: Mapping[str, str] = {name.lower(): value for name, value in response.headers.items()}
            return Reading(address, response.status_code, headers, body)


async def _receive(response: httpx2.Response, most: int) -> bytes:
    """The body, or so many bytes of it."""
    body = bytearray()
    async for piece in response.aiter_bytes(PIECE_BYTES):
        body += piece[: most - len(body)]
        if len(body) == most:
            break
    return bytes(body)


def _is_after_last(problem: Problem) -> bool:
    """Whether there is no such portion: items were deleted since the one before was read."""
    return bool(problem.extra.get("upstream", {}).get("code") == "rest_post_invalid_page_number")


def _build(value: Json) -> PublicPage:
    title = value["title"]["rendered"]
    return PublicPage(value["id"], value["type"], value["slug"], title, value["link"], value["modified_gmt"])
