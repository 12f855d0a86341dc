"""`tools/list` as bytes: what the SDK answered once goes out again to whoever sees the same tools in the same era.

Describing, validating and encoding some thirty tools takes the SDK a hundred times as long as sending them.
"""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson
import pydantic_core
from mcp.shared.inbound import (
    MCP_PROTOCOL_VERSION_HEADER,
    InboundModernRoute,
    classify_inbound_request,
    find_duplicated_routing_header,
)
from mcp_types import DEFAULT_NEGOTIATED_VERSION
from mcp_types.methods import validate_client_request
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS
from pydantic import ValidationError
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Message, Send

LIST = "tools/list"
MEMBERS = frozenset({"jsonrpc", "id", "method", "params"})
MAX_VIEWS = 64
"""How many lists are kept, of some 13 KB each. A role, a protocol version and a choice of switches make one."""


@dataclass(frozen=True, slots=True)
class View:
    """All that the list follows from: the protocol's version, the tools that a caller sees, and whether it wants the
    schemas of their results.
    """

    version: str
    names: tuple[str, ...]
    schemas: bool


class KeptLists:
    """The result of `tools/list` for the views that were asked for last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[View, bytes] = OrderedDict()

    def answer(self, view: View, message: Mapping[str, Any]) -> Response | None:
        """The answer to this message, or None when nobody has asked for this view yet."""
        result = self._kept.get(view)
        if result is None:
            return None
        self._kept.move_to_end(view)
        identifier = pydantic_core.to_json(message["id"])
        content = b'{"jsonrpc":"2.0","id":' + identifier + b',"result":' + result + b"}"
        return Response(content, media_type="application/json")

    def keeping(self, view: View, send: Send) -> Send:
        """A `send` that keeps the SDK's answer for this view while sending it, if it is of the view's tools."""
        parts: list[bytes] = []

        async def send_and_keep(message: Message) -> None:
            if message["type"] == "http.response.body":
                parts.append(message.get("body", b""))
                if not message.get("more_body", False):
                    self._keep(view, b"".join(parts))
            await send(message)

        return send_and_keep

    def _keep(self, view: View, body: bytes) -> None:
        answered = orjson.loads(body)
        # The SDK asks for the caller's tools once more, and the owner may have switched one meanwhile.
        if "result" not in answered or tuple(tool["name"] for tool in answered["result"]["tools"]) != view.names:
            return
        self._kept[view] = orjson.dumps(answered["result"])
        if len(self._kept) > MAX_VIEWS:
            self._kept.popitem(last=False)


def read_version(message: Mapping[str, Any], headers: Headers) -> str | None:
    """The protocol version of a plain `tools/list` that passes the SDK's own checks of its headers and parameters.

    None for everything else, and for what the SDK would refuse: it shall say so itself.
    """
    if not _is_plain_list(message):
        return None
    version: str | None = headers.get(MCP_PROTOCOL_VERSION_HEADER, DEFAULT_NEGOTIATED_VERSION)
    if version not in HANDSHAKE_PROTOCOL_VERSIONS:
        version = _route_modern(message, headers)
    if version is None:
        return None
    try:
        validate_client_request(LIST, version, message.get("params"))
    except ValidationError:
        return None
    return version


def _is_plain_list(message: Mapping[str, Any]) -> bool:
    """Whether it is a `tools/list` without a cursor, as a JSON-RPC request and nothing else."""
    if message.get("method") != LIST or "id" not in message or message.keys() - MEMBERS:
        return False
    return not message.get("params", {}).keys() - {"_meta"}


def _route_modern(message: Mapping[str, Any], headers: Headers) -> str | None:
    """The version of a request that needs no handshake; None when its headers do not fit it."""
    lines = headers.items()
    if find_duplicated_routing_header(lines) is not None:
        return None
    # Of a name that comes twice the first line counts, as in `headers` itself.
    route = classify_inbound_request(message, headers=dict(reversed(lines)))
    return route.protocol_version if isinstance(route, InboundModernRoute) else None
