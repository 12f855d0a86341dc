"""Whether visitors see what was written: the public page is fetched as they get it, and past caches if it is old."""

import asyncio
import html
import re
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

import httpx2

from sitehand import __version__
from sitehand.files.hops import read_place
from sitehand.hosts.wordpress.document_signs import find_new_words
from sitehand.hosts.wordpress.head_signs import find_head_sign
from sitehand.hosts.wordpress.resources import Json
from sitehand.hosts.wordpress.staging import Step
from sitehand.site.content import Visible
from sitehand.site.item_kinds import PAGE_KINDS
from sitehand.trust import read_authorities

SECONDS = 6.0
"""Seconds for all pages of a call, which keeps its claim meanwhile: less than another write waits."""
MAX_BYTES = 4 * 1024 * 1024
MAX_PAGES = 10
"""How many pages are fetched after one call."""
Purge = Callable[[Sequence[int]], Awaitable[bool]]
"""Has caches forget items; whether anybody did it."""
Items = Mapping[str, Json | None]
"""Items by name; None for one that is gone."""
FRESH = {"Cache-Control": "no-cache", "Pragma": "no-cache"}
_MARKUP = re.compile(r"<(script|style)\b(?:.*?</\1\s*>|.*)|<!--(?:.*?-->|.*)|<[^>]*>?", re.DOTALL | re.IGNORECASE)
"""What nothing closes goes to the end, as browsers read it: each of many would be looked for to the end otherwise."""


class Sign(Protocol):
    """What a page shows once something was written."""

    def is_shown(self, page: str) -> bool:
        """Whether a page is the new one."""


class TextSign(NamedTuple):
    """A line of text, and whether it is on the page now, or was before."""

    line: str
    new: bool

    def is_shown(self, page: str) -> bool:
        """Whether a page is the new one."""
        return (self.line in "\n".join(read_lines(page))) is self.new


class Visitors:
    """Looks at the public pages of the site whose home is at this address, and at no other."""

    def __init__(self, home: str, seconds: float = SECONDS) -> None:
        self._place = read_place(httpx2.URL(home))
        self._seconds = seconds
        self._http = httpx2.AsyncClient(
            trust_env=False,
            follow_redirects=False,  # it may lead to another site
            verify=read_authorities(),
            timeout=seconds,
            headers={"User-Agent": f"Sitehand/{__version__}"},
        )

    async def look_at(self, steps: Sequence[Step], purge: Purge) -> None:
        """Note at steps that were sent what visitors see of their items, once for each item.

        `purge` has caches forget items, by id; those that visitors got as they were are looked at once more after it.
        """
        ends = asyncio.get_running_loop().time() + self._seconds
        written = [step for step in steps if step.resource.kind in PAGE_KINDS and step.action != "follow"]
        last = {step.name: step.after for step in written}
        first = {step.name: step.before for step in reversed(written)}
        names = list(last)[:MAX_PAGES]
        seen = await self._look_all(first, last, names, ends)
        cached = [name for name in names if seen[name] == "cached"]
        if cached and await _purge_until(ends, purge, [int((last[name] or {})["id"]) for name in cached]):
            seen |= await self._look_all(first, last, cached, ends)
        for step in written:
            step.visible = seen.get(step.name)

    async def _look_all(
        self, first: Items, last: Items, names: Sequence[str], ends: float
    ) -> dict[str, Visible | None]:
        found = await asyncio.gather(*(self._look(first[name], last[name], ends) for name in names))
        return dict(zip(names, found, strict=True))

    async def _look(self, before: Json | None, after: Json | None, ends: float) -> Visible | None:
        """Whether the page of an item shows what was written.

        None for an item that is not public, for a change that no page tells, and when it cannot be fetched in time.
        """
        if after is None or not self._is_public(after):
            return None
        signs = await asyncio.to_thread(find_signs, before, after)
        if not signs:
            return None
        try:
            async with asyncio.timeout_at(ends):
                return await self._compare(httpx2.URL(after["link"]), signs)
        except (TimeoutError, httpx2.HTTPError, httpx2.InvalidURL):
            return None

    async def close(self) -> None:
        """End the connections."""
        await self._http.aclose()

    def _is_public(self, item: Json) -> bool:
        return (
            item["status"] == "publish"
            and not item.get("password")
            and read_place(httpx2.URL(item["link"])) == self._place
        )

    async def _compare(self, link: httpx2.URL, signs: Sequence[Sign]) -> Visible:
        if await self._shows(link, signs):
            return "yes"
        # No cache has kept a page for an address that nobody has asked for before.
        past = link.copy_merge_params({"sitehand": secrets.token_hex(8)})
        return "cached" if await self._shows(past, signs, FRESH) else "no"

    async def _shows(self, url: httpx2.URL, signs: Sequence[Sign], headers: dict[str, str] | None = None) -> bool:
        async with self._http.stream("GET", url, headers=headers) as response:
            page = bytearray()
            async for piece in response.aiter_bytes():
                page += piece
                if len(page) > MAX_BYTES:
                    break
        return response.is_success and await asyncio.to_thread(_show_all, signs, page.decode(errors="replace"))


async def _purge_until(ends: float, purge: Purge, ids: Sequence[int]) -> bool:
    """Whether it was done in time. Caches may go on with it later."""
    try:
        async with asyncio.timeout_at(ends):
            return await purge(ids)
    except TimeoutError:
        return False


def find_signs(before: Json | None, after: Json) -> list[Sign]:
    """What tells that a page is the new one: a line of its text, words of its document, what its head says of SEO."""
    words = find_new_words(before, after)
    shown = TextSign(words, new=True) if words else None
    return [sign for sign in (find_sign(before, after), shown, find_head_sign(before, after)) if sign]


def _show_all(signs: Sequence[Sign], page: str) -> bool:
    return all(sign.is_shown(page) for sign in signs)


def find_sign(before: Json | None, after: Json) -> TextSign | None:
    """The longest line of text that the write has brought, or else taken away; None when there is none."""
    old = _list_lines(before) if before is not None and before.get("status") == "publish" else []
    new = _list_lines(after)
    brought, taken = set(new) - set(old), set(old) - set(new)
    if brought:
        return TextSign(max(sorted(brought), key=len), new=True)
    return TextSign(max(sorted(taken), key=len), new=False) if taken else None


def read_lines(page: str) -> list[str]:
    """The text of HTML between its tags, with single spaces."""
    lines = (" ".join(html.unescape(line).split()) for line in _MARKUP.sub("\n", page).splitlines())
    return [line for line in lines if line]


def _list_lines(item: Json) -> list[str]:
    return read_lines(item["title"]["rendered"]) + read_lines(item["content"].get("rendered") or "")
