"""Requests to the broker: HTTP with bounds on time, size and number, which follows no redirect and checks TLS.

Connections are kept alive. Proxies of the environment are not used; SSL_CERT_FILE of the environment is.
"""

import asyncio
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from sitehand import __version__
from sitehand.guard.broker import BrokerFault
from sitehand.trust import read_authorities

if TYPE_CHECKING:
    from httpx2 import AsyncClient

# httpx2 is imported at the first request: most sites are not enrolled, and it takes 2 MiB.
# ruff: noqa: PLC0415
MAX_BYTES = 256 * 1024
KEEP_ALIVE_SECONDS = 4.0
"""Less than the five seconds after which Node.js ends an idle connection, so that we are seldom the second to know."""
JSON = "application/json"
ERROR_CODE = re.compile(r"[a-z_]{1,50}")


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer that came whole, in time and in bounds."""

    status: int
    media_type: str
    content: bytes

    def object(self) -> dict[str, Any]:
        """The JSON object in the body. Raises BrokerFault."""
        if self.media_type != JSON:
            raise BrokerFault(f"the answer is of the type {self.media_type[:100]!r} instead of JSON")
        try:
            value = json.loads(self.content)
        except (ValueError, RecursionError):
            raise BrokerFault("the answer is not JSON") from None
        if not isinstance(value, dict):
            raise BrokerFault("the answer is no JSON object")
        return value

    @property
    def complaint(self) -> str:
        """The status and the error code. Never the error's description, which may repeat what was sent."""
        return f"{self.status}, {self.error}" if self.error else str(self.status)

    @property
    def error(self) -> str:
        """The code of an OAuth error (RFC 6749, 5.2); empty when there is none."""
        try:
            error = self.object().get("error")
        except BrokerFault:
            return ""
        return error if isinstance(error, str) and ERROR_CODE.fullmatch(error) else ""


class BrokerClient:
    """Sends requests. `seconds` bounds each, with the wait for a connection; `connections` is how many there may be.

    `places` are as many: who takes one before asking does not wait for a connection afterwards.
    """

    def __init__(self, seconds: float, connections: int) -> None:
        self.seconds = seconds
        self.places = asyncio.Semaphore(connections)
        self._connections = connections
        self._client: AsyncClient | None = None

    async def get(self, url: str, accept: str = JSON) -> Reply:
        """GET an address. Raises BrokerFault."""
        return await self._send("GET", url, {"Accept": accept}, None)

    async def post_form(self, url: str, form: Mapping[str, str], headers: Mapping[str, str]) -> Reply:
        """POST a form. Raises BrokerFault."""
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return await self._send("POST", url, {**kind, **headers}, urlencode(form).encode())

    async def post_json(self, url: str, value: Any, headers: Mapping[str, str]) -> Reply:
        """POST a JSON value. Raises BrokerFault."""
        return await self._send("POST", url, {"Content-Type": JSON, **headers}, json.dumps(value).encode())

    async def close(self) -> None:
        """End the connections; the next request makes new ones."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    async def _send(self, method: str, url: str, headers: Mapping[str, str], content: bytes | None) -> Reply:
        import httpx2

        from sitehand.files.unanswered import explain_unanswered

        try:
            async with asyncio.timeout(self.seconds):
                try:
                    return await self._exchange(method, url, headers, content)
                except (httpx2.ReadError, httpx2.WriteError, httpx2.RemoteProtocolError):
                    # So ends a request on a connection that the other side has just ended.
                    return await self._exchange(method, url, headers, content)
        except (TimeoutError, httpx2.TimeoutException):
            raise BrokerFault(f"no complete answer within {self.seconds:g} seconds", answered=False) from None
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError) as fault:
            reason = f"no answer ({explain_unanswered(fault)})"
            raise BrokerFault(reason, answered=False) from None

    async def _exchange(self, method: str, url: str, headers: Mapping[str, str], content: bytes | None) -> Reply:
        async with self._open().stream(method, url, headers=headers, content=content) as response:
            if response.is_redirect:
                raise BrokerFault(f"a redirect ({response.status_code}), which is never followed")
            if response.headers.get("content-encoding", "identity") != "identity":
                raise BrokerFault("the answer is compressed, which was not asked for")
            body = bytearray()
            async for piece in response.aiter_raw():
                body += piece
                if len(body) > MAX_BYTES:
                    raise BrokerFault(f"the answer is larger than {MAX_BYTES} bytes")
            media_type = response.headers.get("content-type", "").partition(";")[0].strip().lower()
            return Reply(response.status_code, media_type, bytes(body))

    def _open(self) -> "AsyncClient":
        """The client, made when it is first needed: to read the machine's certificates takes a while."""
        if self._client is None:
            from httpx2 import AsyncClient, Limits

            number = self._connections
            self._client = AsyncClient(
                verify=read_authorities(),
                trust_env=False,
                follow_redirects=False,
                limits=Limits(
                    max_connections=number, max_keepalive_connections=number, keepalive_expiry=KEEP_ALIVE_SECONDS
                ),
                timeout=self.seconds,
                headers={"User-Agent": f"Sitehand/{__version__}", "Accept-Encoding": "identity"},
            )
        return self._client
