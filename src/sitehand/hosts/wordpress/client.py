"""Requests to one WordPress: with bounds on time, size and number, and no request that changes something sent twice.

Connections are kept alive. Proxies of the environment are not used; SSL_CERT_FILE of the environment is.
"""

import asyncio
import functools
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import httpx2
import orjson

from sitehand import __version__
from sitehand.errors import Code, Problem
from sitehand.files.unanswered import explain_unanswered
from sitehand.hosts.wordpress.answer import CONNECT, Answer, Unanswered, read_answer
from sitehand.hosts.wordpress.memory import Memory
from sitehand.hosts.wordpress.uploads import FILE, Upload, write_form
from sitehand.trust import read_authorities

MAX_BYTES = 32 * 1024 * 1024
"""Limit on an answer: a hundred pages with a text of 300 KB each."""
KEEP_ALIVE_SECONDS = 4.0
"""Less than what web servers wait, so that we are seldom the second to know of a connection's end."""
READ_TRIES = 2
MAX_JOINED = 256
"""Addresses that are remembered as they are written."""
LOCKED = (
    "The password of the WordPress cannot be decrypted: broker.key or SITEHAND_BROKER_KEY is missing or has changed."
)
UNLOCK = "Put the key back and restart Sitehand, or connect again on the screen Site."
_STRAY = re.compile(r"(^|/)(\.|%2e){1,2}(/|$)|[?#\\\x00-\x1f\x7f\ud800-\udfff]|%2f|%5c", re.IGNORECASE)
"""What no path of the API has, and what addresses are resolved by, written plainly or escaped."""
NOT_SENT = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout, httpx2.UnsupportedProtocol)


class Bounds(NamedTuple):
    """How long one request may take, how many run at once, and how many may wait for one of these."""

    seconds: float = 30
    connections: int = 8
    queue: int = 64


BOUNDS = Bounds()


class Client:
    """Talks to the REST API whose root is `root`, as a user with an application password.

    Nothing is sent without a password: its key is lost, and failed logins would lock the user out.
    `memory` has what was read before.
    """

    def __init__(
        self,
        root: str,
        user: str,
        password: str,
        *,
        bounds: Bounds = BOUNDS,
        memory: Memory | None = None,
    ) -> None:
        self.root = httpx2.URL(root)
        self._locked = not password
        self._memory = memory
        self._seconds = bounds.seconds
        self._places = asyncio.Semaphore(bounds.connections)
        self._room = bounds.connections + bounds.queue
        self._http = httpx2.AsyncClient(
            auth=httpx2.BasicAuth(user, password),
            verify=read_authorities(),
            trust_env=False,
            follow_redirects=False,
            limits=httpx2.Limits(max_connections=bounds.connections, keepalive_expiry=KEEP_ALIVE_SECONDS),
            timeout=bounds.seconds,
            headers={"User-Agent": f"Sitehand/{__version__}", "Accept": "application/json"},
        )

    async def read(self, path: str, query: Mapping[str, Any] | None = None, *, method: str = "GET") -> Answer:
        """GET a path of the API, such as `/wp/v2/pages`, or its OPTIONS. Tried again once when the connection breaks.

        Raises Problem; see `answer.read_answer`.
        """
        for left in reversed(range(READ_TRIES)):
            try:
                return await self._send(method, path, query, None, sent=False)
            except httpx2.TransportError as fault:
                if not left:
                    raise _broken(fault) from None
        raise AssertionError("unreachable")

    async def recall(self, path: str, query: Mapping[str, Any] | None = None) -> Answer:
        """An answer to a GET, from memory where that is proven fresh. Only for answers that no write is built on."""
        if self._memory is None:
            return await self.read(path, query)
        url = str(join_route(self.root, path, query or {}))
        return await self._memory.recall(url, lambda: self.read(path, query))

    async def write(self, method: str, path: str, body: Any = None, query: Mapping[str, Any] | None = None) -> Answer:
        """Send a request that changes something, once.

        Raises Problem for one that was not done; Unanswered for one of which nobody knows.
        """
        try:
            return await self._send(method, path, query, body, sent=True)
        except NOT_SENT as fault:
            raise _broken(fault) from None
        except httpx2.TransportError as fault:
            raise Unanswered(Code.HOST_UNAVAILABLE, _describe(fault), hint=CONNECT) from None
        finally:
            # Whatever came of the request, the site may have changed.
            if self._memory is not None:
                self._memory.forget()

    async def close(self) -> None:
        """End the connections."""
        await self._http.aclose()

    async def _send(self, method: str, path: str, query: Mapping[str, Any] | None, body: Any, *, sent: bool) -> Answer:
        if self._locked:
            raise Problem(Code.STORAGE_UNAVAILABLE, LOCKED, hint=UNLOCK)
        content = _write_content(body)
        async with self._place(), self._timed():
            url = join_route(self.root, path, query or {})
            async with self._http.stream(method, url, **content) as response:
                received = await _receive(response, sent=sent)
                plain = {name.lower(): value for name, value in response.headers.items()}
                return read_answer(response.status_code, plain, received, sent=sent)

    @asynccontextmanager
    async def _place(self) -> AsyncIterator[None]:
        """A place among the requests that run. Raises Problem(host_unavailable) at once when the queue is full."""
        if not self._room:
            hint = "Try again in a moment."
            raise Problem(Code.HOST_UNAVAILABLE, "WordPress is busy.", hint=hint, headers={"Retry-After": "1"})
        self._room -= 1
        try:
            async with self._places:
                yield
        finally:
            self._room += 1

    @asynccontextmanager
    async def _timed(self) -> AsyncIterator[None]:
        """A bound on the whole exchange; httpx2's own are on each step of it."""
        try:
            async with asyncio.timeout(self._seconds):
                yield
        except TimeoutError:
            raise httpx2.ReadTimeout(f"no whole answer within {self._seconds:g} seconds") from None


async def read_or_none(client: Client, path: str, query: Mapping[str, Any], *, recall: bool = False) -> Answer | None:
    """The answer, from memory where it may be; None where WordPress has no such object."""
    try:
        return await (client.recall if recall else client.read)(path, query)
    except Problem as problem:
        if problem.code is Code.NOT_FOUND:
            return None
        raise


def join_route(root: httpx2.URL, path: str, query: Mapping[str, Any]) -> httpx2.URL:
    """The address of a path of the API. Sites without pretty addresses take the path in the query, as `rest_route`.

    Raises Problem(invalid_arguments) for a path that would lead out of its route, with our credentials.
    """
    if _STRAY.search(path):
        raise Problem(Code.INVALID_ARGUMENTS, "WordPress has nothing under this name.", hint="List what there is.")
    return _join(str(root), path, tuple((name, write_value(value)) for name, value in query.items()))


@functools.lru_cache(MAX_JOINED)
def _join(root: str, path: str, given: tuple[tuple[str, str], ...]) -> httpx2.URL:
    """What `join_route` says. It takes 76 µs to write an address, and a list asks for its own twice."""
    url = httpx2.URL(root)
    if "rest_route" not in url.params:
        return url.copy_with(path=url.path.rstrip("/") + path, params=given)
    kept = [(name, value) for name, value in url.params.multi_items() if name != "rest_route"]
    return url.copy_with(params=[*kept, ("rest_route", path), *given])


def _write_content(body: Any) -> dict[str, Any]:
    """A body as the HTTP client takes it: JSON, or a form for a file."""
    if body is None:
        return {}
    if FILE in body and isinstance(body[FILE], Upload):
        return write_form(body)
    return {"headers": {"Content-Type": "application/json"}, "content": orjson.dumps(body)}


def write_value(value: Any) -> str:
    """A value as it stands in an address."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


async def _receive(response: httpx2.Response, *, sent: bool) -> bytes:
    """The body. Raises Problem for one that is too long; Unanswered when something may have been done (`sent`)."""
    kind = Unanswered if sent else Problem
    received = bytearray()
    async for piece in response.aiter_bytes():
        received += piece
        if len(received) > MAX_BYTES:
            raise kind(
                Code.HOST_UNAVAILABLE,
                f"WordPress's answer has more than {MAX_BYTES:,} bytes.",
                hint="Ask for fewer objects at once (per_page), or for fewer fields (_fields).",
            )
    return bytes(received)


def _broken(fault: httpx2.TransportError) -> Problem:
    return Problem(Code.HOST_UNAVAILABLE, _describe(fault), hint=CONNECT)


def _describe(fault: httpx2.TransportError) -> str:
    return f"WordPress cannot be reached ({explain_unanswered(fault)})."
