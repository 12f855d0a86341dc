"""Which credentials a request carries: `X-API-Key`, `Authorization: Bearer`, or `?api_key=`."""

from collections.abc import Mapping, Sequence
from urllib.parse import unquote_to_bytes

from starlette.requests import Request
from starlette.types import Scope

from sitehand.guard.attribution import MAX_CLIENT, Origin
from sitehand.guard.gate import IncomingRequest
from sitehand.guard.keys import KEY_FORM, PREFIX

QUERY_NAME = "api_key"


def arrival_of(scope: Scope, query: Mapping[str, Sequence[str]]) -> IncomingRequest:
    """The distinct keys of a request, in a fixed order, and the address that it came from."""
    plain: list[str] = []
    authorized: dict[str, list[str]] = {"bearer": [], "dpop": []}
    for name, value in scope["headers"]:
        if name == b"x-api-key":
            plain.append(value.decode("latin-1").strip())
        elif name == b"authorization":
            scheme, _, token = value.decode("latin-1").partition(" ")
            authorized.get(scheme.lower(), []).append(token.strip())
    plain.extend(query.get(QUERY_NAME, ()))
    bearer, bound = authorized.values()
    client = scope.get("client")
    return IncomingRequest(
        tuple(dict.fromkeys(filter(None, [*plain, *bearer, *bound]))),
        client[0] if client else "unknown",
        Request(scope),
        tokens=frozenset(bearer).difference(plain, bound),
        bound=frozenset(bound),
    )


def origin_of(door: str, scope: Scope, client: str = "") -> Origin:
    """How a request came, for the journal: the door, and what the client calls itself, else its User-Agent."""
    agent = next((value for name, value in scope["headers"] if name == b"user-agent"), b"").decode("latin-1")
    shown = KEY_FORM.sub(f"{PREFIX}***", "".join(filter(str.isprintable, client or agent)))
    return Origin(door, shown[:MAX_CLIENT])


def without_key(query_string: bytes) -> bytes:
    """The query without keys, else as it was: for what needs none, and might repeat it in a redirect or a link."""
    if b"=" not in query_string:
        return query_string
    parts = query_string.split(b"&")
    return b"&".join(part for part in parts if unquote_to_bytes(part.partition(b"=")[0]) != QUERY_NAME.encode())
