"""What lies below `/.well-known`: where access tokens for this site come from. Every answer is JSON.

Source: RFC 9728, 3.
"""

from collections.abc import Iterable
from urllib.parse import urlsplit

import pydantic_core
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from sitehand.doors.wire import problem_answer
from sitehand.errors import Code, Problem
from sitehand.guard.broker import TokenCheck

NAME = "/oauth-protected-resource"
METHODS = ("GET", "HEAD", "OPTIONS")
HEADERS = {"Cache-Control": "no-store", "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "*"}
"""Pages of other origins may read it, for it is the same for everybody; and none may keep it, for it may end."""


class DiscoveryDoor:
    """Serves the metadata at its own address, and with the path of the MCP endpoint behind it.

    `mcp_paths` are that endpoint's: below this application, and below the outer site that mounts it.
    """

    def __init__(self, check: TokenCheck, mcp_paths: Iterable[str]) -> None:
        self._check = check
        self._mcp_paths = frozenset(mcp_paths)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request whose path is relative to `/.well-known`."""
        status, headers = 200, dict(HEADERS)
        try:
            body = self._find(scope)
        except Problem as problem:
            answer = problem_answer(problem)
            status, body = answer.status, answer.body
            headers |= answer.headers
        content = pydantic_core.to_json(body)
        await Response(content, status, headers, media_type="application/json")(scope, receive, send)

    def _find(self, scope: Scope) -> dict[str, object]:
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        metadata = self._check.metadata() if self._serves(path) else None
        if metadata is None:
            raise Problem(Code.ROUTE_NOT_FOUND, "This address does not exist.", hint="Check the path.")
        if scope["method"] not in METHODS:
            raise Problem(
                Code.METHOD_NOT_ALLOWED,
                "The metadata are read-only.",
                hint="Use GET.",
                extra={"allow": list(METHODS)},
            )
        return metadata

    def _serves(self, path: str) -> bool:
        if not path.startswith(NAME):
            return False
        suffix = path.removeprefix(NAME)
        return suffix in ("", "/") or suffix.removesuffix("/") in self._mcp_paths


def mcp_paths(root: str, address: str) -> frozenset[str]:
    """The MCP endpoint's path as this application and as the world sees it; `root` is that of the REST API."""
    return frozenset({f"{root}/mcp", urlsplit(address).path})
