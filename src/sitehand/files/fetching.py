"""Fetching a file from an address that a caller names, without being led into the networks of this machine.

Every hop is resolved once, and the connection goes to the very address that was checked. Names, certificates and the
`Host` header stay those of the address. Proxies of the environment are not used.
Source: OWASP, Server-Side Request Forgery Prevention Cheat Sheet.
"""

import asyncio
import socket
import ssl
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple
from urllib.parse import unquote

import httpx2

from sitehand import __version__
from sitehand.errors import Code, Detail, Problem
from sitehand.files.networks import is_public

MAX_HOPS = 5
MAX_URL = 2000
PORTS = frozenset({80, 443})
FIRST_FREE_PORT = 1024
"""Below it only the ports of the web: mail and the like understand lines of HTTP too."""
Resolve = Callable[[str, int], Awaitable[Sequence[str]]]


class Fetched(NamedTuple):
    """A file as it came, and the name at the end of its address."""

    content: bytes
    name: str


async def resolve(host: str, port: int) -> Sequence[str]:
    """The addresses of a host, IPv4 first, which more machines can reach. Raises OSError."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    ordered = sorted(found, key=lambda each: each[0] != socket.AF_INET)
    return [f"{place[0]}%{place[3]}" if len(place) > 2 and place[3] else str(place[0]) for *_, place in ordered]  # noqa: PLR2004


class Fetcher:
    """Fetches files of at most `max_bytes` within `seconds`, `places` at once."""

    def __init__(
        self,
        max_bytes: int,
        seconds: float = 30,
        places: int = 2,
        *,
        resolve: Resolve = resolve,
        allows: Callable[[str], bool] = is_public,
    ) -> None:
        self._max_bytes = max_bytes
        self._seconds = seconds
        self._places = asyncio.Semaphore(places)
        self._resolve = resolve
        self._allows = allows
        self._trust: ssl.SSLContext | None = None

    async def fetch(self, url: str) -> Fetched:
        """The file at an address. Raises Problem: invalid_arguments, body_too_large."""
        try:
            async with asyncio.timeout(self._seconds), self._places:
                return await self._follow(url)
        except TimeoutError:
            raise _refuse(url, f"a whole answer within {self._seconds:g} seconds", "It took too long.") from None
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError, UnicodeError) as fault:
            raise _refuse(url, "an address that answers", f"It does not answer ({type(fault).__name__}).") from None

    async def _follow(self, url: str) -> Fetched:
        # A connection serves one hop: the next may be of another name at the same address.
        once = httpx2.Limits(max_keepalive_connections=0)
        # Reading the machine's certificates takes a tenth of a second.
        if self._trust is None:
            self._trust = await asyncio.to_thread(httpx2.create_ssl_context, trust_env=False)
        options: dict[str, Any] = {"trust_env": False, "limits": once, "timeout": self._seconds}
        async with httpx2.AsyncClient(verify=self._trust, **options) as client:
            target = _read_url(url)
            for _ in range(MAX_HOPS):
                request = await self._make_request(client, target)
                response = await client.send(request, stream=True)
                try:
                    if not response.has_redirect_location:
                        return Fetched(await self._receive(url, response), _name_file(target))
                    target = _read_url(str(target.join(response.headers["location"])))
                finally:
                    await response.aclose()
        raise _refuse(url, f"at most {MAX_HOPS} redirects", "It redirects too often.")

    async def _make_request(self, client: httpx2.AsyncClient, target: httpx2.URL) -> httpx2.Request:
        """A request to the address that was checked, under the name that was asked for."""
        port = target.port or (443 if target.scheme == "https" else 80)
        if port not in PORTS and port < FIRST_FREE_PORT:
            raise _refuse(str(target), f"port 80, 443 or one from {FIRST_FREE_PORT} on", "This port is not allowed.")
        addresses = await self._resolve(target.host, port)
        if not addresses or not all(map(self._allows, addresses)):
            raise _refuse(str(target), "an address on the public internet", "It leads into a private network.")
        return client.build_request(
            "GET",
            target.copy_with(host=addresses[0]),
            headers={
                "Host": target.netloc.decode("ascii"),
                "Accept": "*/*",
                "Accept-Encoding": "identity",
                "User-Agent": f"Sitehand/{__version__}",
            },
            extensions={"sni_hostname": target.raw_host.decode("ascii")},
        )

    async def _receive(self, url: str, response: httpx2.Response) -> bytes:
        if response.status_code != 200:  # noqa: PLR2004
            raise _refuse(url, "an address with a file", f"It answers with status {response.status_code}.")
        if response.headers.get("content-encoding", "identity") != "identity":
            raise _refuse(url, "a file that is not compressed on the way", "It sends a compressed answer unasked.")
        received = bytearray()
        async for piece in response.aiter_raw():
            received += piece
            if len(received) > self._max_bytes:
                message = f"The file at {_shorten(url)} is larger than {self._max_bytes:,} bytes."
                raise Problem(Code.BODY_TOO_LARGE, message, hint="Use a smaller file.")
        return bytes(received)


def _read_url(text: str) -> httpx2.URL:
    """An address of the web, without credentials. Raises Problem, InvalidURL."""
    if len(text) > MAX_URL:
        raise _refuse(text, f"at most {MAX_URL} characters", "It is too long.")
    url = httpx2.URL(text)
    if url.scheme not in ("http", "https") or not url.host:
        raise _refuse(text, "an address that begins with https:// or http://", "It is not an address of the web.")
    if url.userinfo:
        raise _refuse(text, "an address without a user name and password", "It has credentials.")
    return url.copy_with(fragment=None)


def _name_file(url: httpx2.URL) -> str:
    return unquote(url.path.rpartition("/")[2])


def _refuse(url: str, expected: str, message: str) -> Problem:
    detail = Detail(path="url", expected=expected, got=_shorten(url))
    hint = f"Give {expected}, or send the file itself."
    return Problem(Code.INVALID_ARGUMENTS, f"The file cannot be fetched. {message}", hint=hint, details=[detail])


def _shorten(url: str) -> str:
    """An address without its query, which may hold a secret."""
    return url.partition("?")[0][:200]
