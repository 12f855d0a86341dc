"""One hop of a request to an address that others name, without being led into the networks of this machine.

It is resolved once, and the connection goes to the very address that was checked. Names, certificates and the `Host`
header stay those of the address. Proxies of the environment are not used.
Source: OWASP, Server-Side Request Forgery Prevention Cheat Sheet.
"""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager

import httpx2

from sitehand import __version__
from sitehand.errors import Code, Detail, Problem
from sitehand.files.networks import is_public

MAX_HOPS = 5
MAX_URL = 2000
PORTS = frozenset({80, 443})
FIRST_FREE_PORT = 1024
"""Below this port only those of the web are allowed: mail and the like understand lines of HTTP too."""
Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
PLAIN = {"Accept": "*/*", "Accept-Encoding": "identity", "User-Agent": f"Sitehand/{__version__}"}
# A connection serves one hop: the next may be of another name at the same address.
ONCE = httpx2.Limits(max_keepalive_connections=0)


async def resolve(host: str, port: int) -> Sequence[str]:
    """The addresses of a host, IPv4 first, which more machines can reach. Raises OSError."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    ordered = sorted(found, key=lambda each: each[0] != socket.AF_INET)
    return [f"{place[0]}%{place[3]}" if len(place) > 2 and place[3] else str(place[0]) for *_, place in ordered]  # noqa: PLR2004


class Hops:
    """Makes requests to checked addresses. `resolve` and `allows` are doors for tests.

    `own` is the site that the owner has connected, which may be in a private network, at any port.
    """

    def __init__(
        self,
        seconds: float,
        resolve: Resolve = resolve,
        allows: Callable[[str], bool] = is_public,
        own: httpx2.URL | None = None,
    ) -> None:
        self._seconds = seconds
        self._resolve = resolve
        self._allows = allows
        self._own = own and read_place(own)
        self._trust: ssl.SSLContext | None = None

    @asynccontextmanager
    async def open(self) -> AsyncIterator[httpx2.AsyncClient]:
        """What sends requests. Reading the machine's certificates takes a tenth of a second, once."""
        if self._trust is None:
            self._trust = await asyncio.to_thread(httpx2.create_ssl_context, trust_env=False)
        async with httpx2.AsyncClient(
            verify=self._trust, trust_env=False, limits=ONCE, timeout=self._seconds
        ) as client:
            yield client

    async def make_request(
        self, client: httpx2.AsyncClient, target: httpx2.URL, method: str = "GET", headers: Mapping[str, str] = PLAIN
    ) -> httpx2.Request:
        """A request to the address that was checked, under the name that was asked for. Raises Problem, OSError."""
        port = target.port or (443 if target.scheme == "https" else 80)
        own = read_place(target) == self._own
        if not own and port not in PORTS and port < FIRST_FREE_PORT:
            raise refuse(str(target), f"port 80, 443 or one from {FIRST_FREE_PORT} on", "This port is not allowed.")
        addresses = await self._resolve(target.host, port)
        if not addresses or not (own or all(map(self._allows, addresses))):
            raise refuse(str(target), "an address on the public internet", "It leads into a private network.")
        return client.build_request(
            method,
            target.copy_with(host=addresses[0]),
            headers={"Host": target.netloc.decode("ascii"), **headers},
            extensions={"sni_hostname": target.raw_host.decode("ascii")},
        )


def read_place(url: httpx2.URL) -> tuple[str, str, int | None]:
    """The scheme, host and port of an address: what makes two be of one site."""
    return url.scheme, url.host, url.port


def read_url(text: str) -> httpx2.URL:
    """An address of the web, without credentials. Raises Problem, InvalidURL."""
    if len(text) > MAX_URL:
        raise refuse(text, f"at most {MAX_URL} characters", "It is too long.")
    url = httpx2.URL(text)
    if url.scheme not in ("http", "https") or not url.host:
        raise refuse(text, "an address that begins with https:// or http://", "It is not an address of the web.")
    if url.userinfo:
        raise refuse(text, "an address without a user name and password", "It has credentials.")
    return url.copy_with(fragment=None)


def refuse(url: str, expected: str, message: str) -> Problem:
    """What is said of an address that is not fetched."""
    detail = Detail(path="url", expected=expected, got=shorten(url))
    hint = f"Give {expected}, or send the file itself."
    return Problem(Code.INVALID_ARGUMENTS, f"The file cannot be fetched. {message}", hint=hint, details=[detail])


def shorten(url: str) -> str:
    """An address without its query, which may hold a secret."""
    return url.partition("?")[0][:200]
