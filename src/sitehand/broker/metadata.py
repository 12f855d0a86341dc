"""What a broker says of itself.

Sources: RFC 8414; OpenID Connect Discovery 1.0, 4; MCP, Authorization Server Metadata Discovery.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from sitehand.broker.address import WrongAddress, check_address
from sitehand.broker.client import BrokerClient
from sitehand.guard.broker import BrokerFault

OK = 200
DEFAULT_AUTHENTICATION = ["client_secret_basic"]
"""What a broker supports that does not say. Source: RFC 8414, 2 (of its token endpoint)."""


@dataclass(frozen=True, slots=True)
class Metadata:
    """The members that this site needs; `source` is where they were found. Lists are the broker's own, unfiltered."""

    issuer: str
    source: str
    introspection_endpoint: str
    registration_endpoint: str | None
    jwks_uri: str | None
    authentication: tuple[str, ...]
    answer_algorithms: tuple[str, ...]


async def discover(client: BrokerClient, issuer: str) -> Metadata:
    """The metadata of an issuer, whose address was checked. Raises BrokerFault.

    The issuer that the metadata name must be this one to the letter (RFC 8414, 3.3): else one broker could speak for
    another.
    """
    found = ""
    for address in metadata_addresses(issuer):
        reply = await client.get(address)
        if reply.status != OK:
            continue
        document = reply.object()
        if document.get("issuer") != issuer:
            named = str(document.get("issuer"))[:200]
            raise BrokerFault(f"the metadata at {address} are of the issuer {named!r}, and not of {issuer!r}")
        if "introspection_endpoint" in document:
            return read_metadata(document, address)
        found = address
    if found:
        raise BrokerFault(f"the metadata at {found} name no introspection endpoint")
    raise BrokerFault(f"there are no metadata at {', '.join(metadata_addresses(issuer))}")


def metadata_addresses(issuer: str) -> Iterator[str]:
    """Where the metadata of an issuer may be: RFC 8414, 3.1, both names with its path behind; then OpenID's own way."""
    parts = urlsplit(issuer)
    path = parts.path.rstrip("/")
    for name in ("oauth-authorization-server", "openid-configuration"):
        yield urlunsplit((parts.scheme, parts.netloc, f"/.well-known/{name}{path}", "", ""))
    if path:
        yield urlunsplit((parts.scheme, parts.netloc, f"{path}/.well-known/openid-configuration", "", ""))


def read_metadata(document: dict[str, Any], source: str) -> Metadata:
    """The members of a document whose issuer was checked. Raises BrokerFault for one that is not as it must be."""
    issuer = document["issuer"]
    endpoint = _address(document, "introspection_endpoint", issuer)
    if endpoint is None:
        raise BrokerFault("the metadata name no introspection endpoint")
    return Metadata(
        issuer=issuer,
        source=source,
        introspection_endpoint=endpoint,
        registration_endpoint=_address(document, "registration_endpoint", issuer),
        jwks_uri=_address(document, "jwks_uri", issuer),
        authentication=_texts(
            document.get("introspection_endpoint_auth_methods_supported")
            or document.get("token_endpoint_auth_methods_supported")
            or DEFAULT_AUTHENTICATION
        ),
        answer_algorithms=_texts(document.get("introspection_signing_alg_values_supported")),
    )


def _address(document: dict[str, Any], name: str, issuer: str) -> str | None:
    value = document.get(name)
    if value is None:
        return None
    try:
        return check_address(str(value), beside=issuer)
    except WrongAddress as fault:
        raise BrokerFault(f"the {name} of the metadata is not usable: {fault}") from None


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(str(each)[:100] for each in value) if isinstance(value, list) else ()
