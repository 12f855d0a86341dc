"""Which credentials a request carries: `X-API-Key`, `Authorization: Bearer`, or `?api_key=`."""

from starlette.requests import Request

from sitehand.guard.gate import Arrival

QUERY_NAME = "api_key"


def arrival_of(request: Request) -> Arrival:
    """The distinct keys of a request, in a fixed order, and the address that it came from."""
    found = [request.headers.get("x-api-key", "").strip()]
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        found.append(token.strip())
    found.extend(request.query_params.getlist(QUERY_NAME))
    keys = tuple(dict.fromkeys(key for key in found if key))
    return Arrival(keys, request.client.host if request.client else "unknown", request)
