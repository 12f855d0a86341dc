"""Checking links to other sites politely: what robots.txt allows, one request to a host at a time, with pauses.

Hops are made under the address rules (`hops.py`). A redirect to another host is not followed: it has rules of its own.
"""

import asyncio
import socket
from collections.abc import Callable, Sequence
from typing import NamedTuple

import httpx2

from sitehand import __version__
from sitehand.errors import Problem
from sitehand.files.hops import MAX_HOPS, PLAIN, Hops, Resolve, read_url, resolve
from sitehand.files.networks import is_public
from sitehand.seo.robots import MAX_BYTES, NO_ROBOTS, Robots, read_robots

AGENT = "Sitehand"
PAUSE_SECONDS = 1.0
"""Seconds between two requests to a host."""
SECONDS = 10.0
"""How many seconds one link may take, without the pauses."""
PERMANENT = (301, 308)
NO_HOST = 0
FAULTS = (TimeoutError, httpx2.HTTPError, httpx2.InvalidURL, OSError, UnicodeError, Problem)


class Checked(NamedTuple):
    """What is known of a link: the status at its end, 0 for a host that is not there, None when nobody can say.

    `target` is where a permanent redirect leads; empty for none.
    """

    address: str
    status: int | None
    target: str = ""


class LinkChecker:
    """Checks links for the site at `home`, which the requests name. `resolve` and `allows` are doors for tests."""

    def __init__(
        self,
        home: str,
        pause: float = PAUSE_SECONDS,
        seconds: float = SECONDS,
        *,
        resolve: Resolve = resolve,
        allows: Callable[[str], bool] = is_public,
    ) -> None:
        self._headers = {**PLAIN, "User-Agent": f"{AGENT}/{__version__} (link check of {httpx2.URL(home)})"}
        self._pause = pause
        self._seconds = seconds
        self._hops = Hops(seconds, resolve, allows)

    async def check_host(self, addresses: Sequence[str]) -> list[Checked]:
        """Check some links to one host, one after the other."""
        async with self._hops.open() as client:
            try:
                async with asyncio.timeout(self._seconds + MAX_HOPS * self._pause):
                    robots = await self._read_robots(client, addresses[0])
            except socket.gaierror as fault:
                # Only this says that there is no such host; all else, that nobody could ask.
                gone = fault.errno == socket.EAI_NONAME
                return [Checked(address, NO_HOST if gone else None) for address in addresses]
            except FAULTS:
                robots = None
            return [await self._check(client, address, robots) for address in addresses]

    async def _check(self, client: httpx2.AsyncClient, address: str, robots: Robots | None) -> Checked:
        """A link of a host; one that cannot say what is allowed is not asked (RFC 9309, 2.3.1.4)."""
        try:
            start = read_url(address)
            if robots is None or not await _allows(robots, start):
                return Checked(address, None)
            async with asyncio.timeout(self._seconds + MAX_HOPS * 2 * self._pause):
                return Checked(address, *await self._follow(client, start, robots))
        except FAULTS:
            return Checked(address, None)

    async def _follow(self, client: httpx2.AsyncClient, start: httpx2.URL, robots: Robots) -> tuple[int | None, str]:
        """The status at the end of the way, and where permanent redirects lead."""
        target, moved, for_good = start, "", True
        for _ in range(MAX_HOPS):
            status, location = await self._ask(client, target)
            if not location:
                return status, moved
            following = read_url(str(target.join(location)))
            for_good = for_good and status in PERMANENT
            moved = str(following) if for_good else moved
            # The robots.txt at hand says nothing about another host.
            if following.netloc != start.netloc or not await _allows(robots, following):
                return status, moved
            target = following
        return None, ""

    async def _ask(self, client: httpx2.AsyncClient, target: httpx2.URL) -> tuple[int, str]:
        """The status of an address, and where it leads on to. GET where HEAD is answered by a fault."""
        status, location = await self._send(client, target, "HEAD")
        return (status, location) if status < httpx2.codes.BAD_REQUEST else await self._send(client, target, "GET")

    async def _send(self, client: httpx2.AsyncClient, target: httpx2.URL, method: str) -> tuple[int, str]:
        await asyncio.sleep(self._pause)
        response = await client.send(await self._hops.make_request(client, target, method, self._headers), stream=True)
        await response.aclose()
        return response.status_code, response.headers.get("location", "") if response.has_redirect_location else ""

    async def _read_robots(self, client: httpx2.AsyncClient, address: str) -> Robots | None:
        """The robots.txt of a host; None where it cannot be had, but for what is not there.

        Raises gaierror for the host itself, and not for one that it leads to.
        """
        target = read_url(address).join("/robots.txt")
        for hop in range(MAX_HOPS):
            await asyncio.sleep(self._pause)
            try:
                request = await self._hops.make_request(client, target, "GET", self._headers)
            except socket.gaierror:
                if hop:
                    return None
                raise
            response = await client.send(request, stream=True)
            try:
                if not response.has_redirect_location:
                    return await _take_robots(response)
                target = read_url(str(target.join(response.headers["location"])))
            finally:
                await response.aclose()
        return NO_ROBOTS


async def _allows(robots: Robots, target: httpx2.URL) -> bool:
    """Whether an address may be asked for; the patterns are a stranger's, and may take long."""
    return await asyncio.to_thread(robots.allows, AGENT, str(target))


async def _take_robots(response: httpx2.Response) -> Robots | None:
    if response.is_client_error:
        return NO_ROBOTS
    if not response.is_success or response.headers.get("content-encoding", "identity").lower() != "identity":
        return None
    body = bytearray()
    # aiter_raw unpacks nothing: a few bytes cannot become many.
    async for piece in response.aiter_raw():
        body += piece
        if len(body) >= MAX_BYTES:
            break
    return await asyncio.to_thread(read_robots, bytes(body[:MAX_BYTES]).decode("utf-8", "replace"))
