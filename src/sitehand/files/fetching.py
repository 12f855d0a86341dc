"""Fetching a file from an address that a caller names, hop by hop under the address rules (`hops.py`)."""

import asyncio
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import unquote

import httpx2

from sitehand.errors import Code, Problem
from sitehand.files.hops import MAX_HOPS, Hops, Resolve, read_url, refuse, resolve, shorten
from sitehand.files.networks import is_public
from sitehand.files.unanswered import is_unresolved


class Fetched(NamedTuple):
    """A file as it came, and the name at the end of its address."""

    content: bytes
    name: str


class Fetcher:
    """Fetches files of at most `max_bytes` within `seconds`, `places` at once. `own` is as in `Hops`."""

    def __init__(
        self,
        max_bytes: int,
        seconds: float = 30,
        places: int = 2,
        *,
        resolve: Resolve = resolve,
        allows: Callable[[str], bool] = is_public,
        own: httpx2.URL | None = None,
    ) -> None:
        self._max_bytes = max_bytes
        self._seconds = seconds
        self._places = asyncio.Semaphore(places)
        self._hops = Hops(seconds, resolve, allows, own)

    async def fetch(self, url: str) -> Fetched:
        """The file at an address. Raises Problem: invalid_arguments, body_too_large."""
        try:
            async with asyncio.timeout(self._seconds), self._places:
                return await self._follow(url)
        except TimeoutError:
            raise refuse(url, f"a whole answer within {self._seconds:g} seconds", "It took too long.") from None
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError, UnicodeError) as fault:
            message = "Its host name cannot be resolved." if is_unresolved(fault) else "It does not answer."
            raise refuse(url, "an address that answers", message) from None

    async def _follow(self, url: str) -> Fetched:
        async with self._hops.open() as client:
            target = read_url(url)
            for _ in range(MAX_HOPS):
                request = await self._hops.make_request(client, target)
                response = await client.send(request, stream=True)
                try:
                    if not response.has_redirect_location:
                        return Fetched(await self._receive(url, response), _name_file(target))
                    target = read_url(str(target.join(response.headers["location"])))
                finally:
                    await response.aclose()
        raise refuse(url, f"at most {MAX_HOPS} redirects", "It redirects too often.")

    async def _receive(self, url: str, response: httpx2.Response) -> bytes:
        if response.status_code != 200:  # noqa: PLR2004
            raise refuse(url, "an address with a file", f"It answers with status {response.status_code}.")
        if response.headers.get("content-encoding", "identity") != "identity":
            raise refuse(url, "a file that is not compressed on the way", "It sends a compressed answer unasked.")
        received = bytearray()
        async for piece in response.aiter_raw():
            received += piece
            if len(received) > self._max_bytes:
                message = f"The file at {shorten(url)} is larger than {self._max_bytes:,} bytes."
                raise Problem(Code.BODY_TOO_LARGE, message, hint="Use a smaller file.")
        return bytes(received)


def _name_file(url: httpx2.URL) -> str:
    return unquote(url.path.rpartition("/")[2])
