"""Registration of this site at a broker with a token that the broker gave for it. Source: RFC 7591, 3."""

from typing import Any, NamedTuple

from sitehand.broker.client import JSON, BrokerClient
from sitehand.broker.metadata import Metadata
from sitehand.broker.signature import ALGORITHMS
from sitehand.guard.broker import BrokerFault

CREATED = (201, 200)


class Registered(NamedTuple):
    """What the broker has issued for this site."""

    client_id: str
    secret: str


async def register(client: BrokerClient, metadata: Metadata, token: str, name: str, resource: str) -> Registered:
    """Register the site as a client that asks about tokens and never gets one itself. Raises BrokerFault."""
    if metadata.registration_endpoint is None:
        raise BrokerFault("the broker offers no registration")
    wanted = describe_site(metadata, name, resource)
    headers = {"Authorization": f"Bearer {token}", "Accept": JSON}
    reply = await client.post_json(metadata.registration_endpoint, wanted, headers)
    if reply.status not in CREATED:
        raise BrokerFault(f"it refused the registration: {reply.complaint}", excused=True)
    document = reply.object()
    client_id, secret = document.get("client_id"), document.get("client_secret")
    if not isinstance(client_id, str) or not isinstance(secret, str) or not client_id or not secret:
        raise BrokerFault("the broker has issued no client id and secret", excused=True)
    return Registered(client_id, secret)


def describe_site(metadata: Metadata, name: str, resource: str) -> dict[str, Any]:
    """The client's metadata: no way to sign anybody in, and answers signed when the broker can."""
    wanted: dict[str, Any] = {
        "client_name": name,
        "client_uri": resource,
        "redirect_uris": [],
        "response_types": [],
        "grant_types": [],
        "token_endpoint_auth_method": "client_secret_basic",
    }
    signing = [algorithm for algorithm in ALGORITHMS if algorithm in metadata.answer_algorithms]
    if signing:
        wanted["introspection_signed_response_alg"] = signing[0]
    return wanted
