"""What an operation sees of the call it serves: who calls, when, and the services it may use."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, Protocol

from typing_extensions import TypedDict

from sitehand.site.host import Host

if TYPE_CHECKING:
    from sitehand.operation.declaration import Operation

Role = Literal["admin", "editor", "designer", "author"]
Access = Literal["read", "write", "admin"]
Category = Literal["content", "elementor", "gutenberg", "media", "taxonomy", "seo", "site"]


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls: an API key, an access token of the broker, or a plugin that vouches for the request.

    `id` is stable and unique ("key:12"); it names the rate-limit counter and, later, the journal's author.
    `requests_per_minute` is the limit that holds for this caller now; None means the site's default.
    """

    kind: Literal["key", "token", "plugin"]
    id: str
    label: str
    role: str
    requests_per_minute: int | None = None
    key_id: int | None = None


@dataclass(frozen=True, slots=True)
class RateLimit:
    """The calling key's window: `limit` and `remaining` in requests, `reset` in epoch seconds."""

    limit: int
    remaining: int
    reset: int


@dataclass(frozen=True, slots=True)
class ServiceAddress:
    """Where this service is reached: the site's address, the REST base and the MCP endpoint."""

    site: str
    rest: str
    mcp: str


class KeyRecord(TypedDict):
    """A key as it may be shown: everything but its secret. Moments are UTC."""

    id: int
    label: str
    role: str
    first_characters: str
    created: str
    last_used: str | None
    expires: str | None
    revoked: str | None
    requests_per_minute: int | None


class IssuedKey(KeyRecord):
    """A key in the one answer that shows its value; after a rotation, how long the old value works."""

    value: str
    previous_valid_until: str | None


class Keys(Protocol):
    """The key register as the admin operations use it. Source: `guard/keys.py`."""

    async def list(self, *, include_revoked: bool, now: datetime) -> Sequence[KeyRecord]: ...
    async def create(
        self, *, label: str, role: Role, expires: datetime | None, requests_per_minute: int | None, now: datetime
    ) -> IssuedKey: ...
    async def rotate(self, key_id: int, *, grace_seconds: int, now: datetime) -> IssuedKey: ...
    async def revoke(self, key_id: int, *, now: datetime) -> KeyRecord: ...


class Limits(Protocol):
    """Rate limits as the operations use them. Source: `guard/limits.py`."""

    async def state(self, caller: Caller) -> RateLimit: ...
    async def set_default(self, requests_per_minute: int) -> None: ...
    async def set_own(self, key_id: int, requests_per_minute: int) -> None: ...
    async def default(self) -> int: ...
    async def reset(self, key_id: int | None) -> None: ...


class Visibility(Protocol):
    """Which operations a caller may use. Source: `guard/gate.py`."""

    def visible(self, caller: Caller) -> "Sequence[Operation]": ...
    def categories(self, caller: Caller) -> Sequence[Category]: ...


class PartAnswer(TypedDict):
    """The answer to one part of a batch; `body` is a JSON value."""

    status: int
    headers: dict[str, str]
    body: Any


RunBatch = Callable[["Context", Sequence[Mapping[str, Any]], bool], Awaitable[list[PartAnswer]]]
"""Runs the parts of a batch for the caller of the context; the flag asks to check all before any runs."""
Report = Callable[[int, int, str], Awaitable[None]]


async def no_report(done: int, total: int, message: str) -> None:
    """Progress of a call that nobody watches."""


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that lives as long as the application and that an operation may ask."""

    host: Host
    keys: Keys
    limits: Limits
    gate: Visibility
    run_batch: RunBatch
    openapi: Callable[[], dict[str, Any]]
    address: ServiceAddress
    version: str
    protocol_versions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Context:
    """One call. Operations read it and never change it."""

    caller: Caller
    now: datetime
    services: Services
    report: Report = field(default=no_report)
    inside_batch: bool = False

    @property
    def host(self) -> Host:
        """The site that this service is added to."""
        return self.services.host
