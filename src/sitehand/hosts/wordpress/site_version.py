"""The version of a WordPress: a random text that its companion renews at each change, in a file of the site.

The file is read whole each time: `Last-Modified` has whole seconds, and a conditional answer has no fewer bytes.
"""

import asyncio
import re
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any

import httpx2

from sitehand import __version__
from sitehand.errors import Problem
from sitehand.files.hops import read_place
from sitehand.hosts.wordpress.answer import Answer
from sitehand.hosts.wordpress.visitors import FRESH
from sitehand.trust import read_authorities

ROUTE = "/sitehand/v1/version"
SECONDS = 2.0
"""How many seconds to wait for the file, which holds up an answer."""
PROOF_SECONDS = 3600
"""Seconds after which a new proof is needed that no cache answers in place of the site."""
RETRY_SECONDS = 300
"""The most seconds until a failed proof is tried again: workers that disturb each other try at other times."""
HOLD_SECONDS = PROOF_SECONDS + RETRY_SECONDS
"""How long a proof holds. Where the companion is gone nobody proves again, and its file says the same for ever."""
MAX_BYTES = 64
Read = Callable[[str], Awaitable[Answer]]
"""Reads a route of the REST API, as the connected user."""
_VERSION = re.compile(rb"[0-9a-f]{32}")
NOT_TOLD = "the companion tells no version of the site: update the companion, or let PHP write to the uploads folder"
ELSEWHERE = "the uploads folder is at another address than the one connected"
UNREADABLE = "a cache or rule changes what /sitehand-*.txt in the uploads folder answers: exclude these files from it"


class SiteVersion:
    """Reads the version of the site whose REST API the owner has connected at this address, and nothing elsewhere.

    It does so once it is proven that no cache is in between.
    """

    def __init__(self, root: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._place = read_place(httpx2.URL(root))
        self._clock = clock
        self._address: httpx2.URL | None = None
        self._due = self._end = clock()
        self._http = httpx2.AsyncClient(
            trust_env=False,
            follow_redirects=False,
            verify=read_authorities(),
            timeout=SECONDS,
            headers={"User-Agent": f"Sitehand/{__version__}", **FRESH},
        )

    async def look(self) -> str:
        """The version that the site has now; "" while it changes, and where none can be proven."""
        if self._address is None or self._clock() > self._end:
            return ""
        version = await self._read(self._address)
        if not version:
            self._due = min(self._due, self._clock())
        return version

    def needs_proof(self) -> bool:
        """Whether `prove` should be called: for the first time, again after a failure, or since the last is old."""
        return self._clock() >= self._due

    async def prove(self, read: Read) -> str:
        """Find the file, and see that a change shows in it at once; why not, or "". Raises Problem as `read` does."""
        self._due = self._clock() + RETRY_SECONDS * (1 + secrets.randbelow(5)) / 5
        (first, why), (second, still) = await self._compare(read), await self._compare(read)
        refusal = why or still or (UNREADABLE if first != second else "")
        self._address = None if refusal else first
        if not refusal:
            self._due, self._end = self._clock() + PROOF_SECONDS, self._clock() + HOLD_SECONDS
        return refusal

    async def close(self) -> None:
        """End the connections."""
        await self._http.aclose()

    async def _compare(self, read: Read) -> tuple[httpx2.URL | None, str]:
        """Have the companion write a new version, and read it."""
        told = await _ask(read)
        if not isinstance(told, dict) or not told.get("version"):
            return None, NOT_TOLD
        address = _read_address(told.get("address"))
        if address is None or read_place(address) != self._place:
            return None, ELSEWHERE
        return address, "" if await self._read(address) == told["version"] else UNREADABLE

    async def _read(self, address: httpx2.URL) -> str:
        """The version; "" for an answer that is none, or that a cache has kept for a while."""
        # No cache has seen this address.
        url = address.copy_merge_params({"sitehand": secrets.token_hex(8)})
        try:
            async with asyncio.timeout(SECONDS), self._http.stream("GET", url) as response:
                body = await _receive(response)
        except (TimeoutError, httpx2.HTTPError, httpx2.InvalidURL):
            self._address = None
            return ""
        if response.status_code != httpx2.codes.OK or response.headers.get("age", "0") != "0":
            self._address = None
            return ""
        return body.decode() if _VERSION.fullmatch(body) else ""


async def _ask(read: Read) -> Any:
    """What the companion tells; None from one that is older than its version file."""
    try:
        return (await read(ROUTE)).value
    except Problem as problem:
        if problem.extra.get("upstream", {}).get("code") != "rest_no_route":
            raise
        return None


def _read_address(given: Any) -> httpx2.URL | None:
    try:
        return httpx2.URL(str(given))
    except httpx2.InvalidURL:
        return None


async def _receive(response: httpx2.Response) -> bytes:
    body = bytearray()
    async for piece in response.aiter_bytes():
        body += piece
        if len(body) > MAX_BYTES:
            break
    return bytes(body)
