"""Which credentials a request carries: `X-API-Key`, `Authorization: Bearer`, or `?api_key=`."""

from collections.abc import Mapping, Sequence

from starlette.requests import Request
from starlette.types import Scope

from sitehand.guard.gate import Arrival

QUERY_NAME = "api_key"


def arrival_of(scope: Scope, query: Mapping[str, Sequence[str]]) -> Arrival:
    """The distinct keys of a request, in a fixed order, and the address that it came from."""
    found: list[str] = []
    for name, value in scope["headers"]:
        if name == b"x-api-key":
            found.append(value.decode("latin-1").strip())
        elif name == b"authorization":
            scheme, _, token = value.decode("latin-1").partition(" ")
            if scheme.lower() == "bearer":
                found.append(token.strip())
    found.extend(query.get(QUERY_NAME, ()))
    client = scope.get("client")
    return Arrival(tuple(dict.fromkeys(filter(None, found))), client[0] if client else "unknown", Request(scope))
