"""The enrollment of this site with a broker, and whom the guard asks about it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

Authentication = Literal["client_secret_basic", "client_secret_post", "private_key_jwt"]
"""How this site shows the broker who it is. Sources: RFC 6749, 2.3.1; RFC 7523, 2.2; OpenID Connect Core, 9."""


class BrokerFault(Exception):
    """The broker gave no usable answer. The text is for the log and the owner, and never holds a token or a secret.

    `excused` is set when that does not speak against the broker's health: it answered in time and refused, or so many
    asked at once that it had hardly any time to answer this one. `answered` is not set when nothing came in time, or
    no connection: only then the token cannot have caused it. To a made-up one, what is in front of a broker may answer
    with a page of its own, or send it elsewhere.
    """

    def __init__(self, reason: str, *, excused: bool = False, answered: bool = True) -> None:
        super().__init__(reason)
        self.excused = excused
        self.answered = answered


@dataclass(frozen=True, slots=True)
class Enrollment:
    """What the site knows of its broker.

    `secret` is a client secret, or a private key (PEM or JWK) for private_key_jwt; None when it cannot be decrypted.
    `resource` is the resource identifier (RFC 8707) that tokens must be for; None means the MCP address.
    `algorithms` are those that signed answers (RFC 9701) may have; empty: answers are plain JSON.
    `enrolled` is a moment.
    """

    issuer: str
    client_id: str
    secret: str | None = field(repr=False)
    introspection_endpoint: str
    authentication: Authentication
    resource: str | None
    jwks_uri: str | None
    algorithms: tuple[str, ...]
    enrolled: str


class Enrollments(Protocol):
    """Where the enrollment is kept. Source: `store/broker.py`."""

    def current(self) -> Enrollment | None:
        """The enrollment that holds now, as any process has last committed it."""
        ...

    async def save(self, enrollment: Enrollment) -> None: ...
    async def remove(self) -> bool: ...


class Introspector(Protocol):
    """Asks the broker about a token. Source: `broker/introspection.py`."""

    async def introspect(self, enrollment: Enrollment, token: str) -> Mapping[str, Any]:
        """The members of the answer (RFC 7662, 2.2), of which `active` is there and a boolean. Raises BrokerFault.

        The enrollment names the resource that tokens must be for, also where that is the MCP address.
        """
        ...
