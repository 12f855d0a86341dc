"""Reads the credentials of a request: `X-API-Key`, `Authorization: Bearer`, or `?api_key=`."""

from collections.abc import Mapping, Sequence
from urllib.parse import unquote_to_bytes

from starlette.requests import Request
from starlette.types import Scope

from sitehand.guard.attribution import Origin
from sitehand.guard.gate import IncomingRequest
from sitehand.guard.origins import make_origin

QUERY_NAME = "api_key"


def arrival_of(scope: Scope, query: Mapping[str, Sequence[str]]) -> IncomingRequest:
    """The distinct keys of a request, in a fixed order, and the address that it came from."""
    plain: list[str] = []
    bearer: list[str] = []
    bound: list[str] = []
    for name, value in scope["headers"]:
        if name == b"x-api-key":
            plain.append(value.decode("latin-1").strip())
        elif name == b"authorization":
            scheme, _, token = value.decode("latin-1").partition(" ")
            {"bearer": bearer, "dpop": bound}.get(scheme.lower(), []).append(token.strip())
    plain.extend(query.get(QUERY_NAME, ()))
    client = scope.get("client")
    return IncomingRequest(
        tuple(dict.fromkeys(filter(None, [*plain, *bearer, *bound]))),
        client[0] if client else "unknown",
        lambda: Request(scope),
        frozenset(bearer).difference(plain, bound),
        frozenset(bound),
    )


def origin_of(door: str, headers: Mapping[str, str], client: str = "") -> Origin:
    """How a request came, for the journal: the door, and what the client calls itself, else its User-Agent."""
    return make_origin(door, client or headers.get("user-agent", ""))


def read_headers(scope: Scope) -> dict[str, str]:
    """The headers by name, in lower case; of one that was sent several times the first.

    They are what starlette's `Headers` finds, each of whose look-ups goes through all of them.
    """
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in reversed(scope["headers"])}


def without_key(query_string: bytes) -> bytes:
    """The query without keys, else as it was: for what needs none, and might repeat it in a redirect or a link."""
    if b"=" not in query_string:
        return query_string
    parts = query_string.split(b"&")
    return b"&".join(part for part in parts if unquote_to_bytes(part.partition(b"=")[0]) != QUERY_NAME.encode())
