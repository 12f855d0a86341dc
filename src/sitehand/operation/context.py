"""What an operation sees of the call it serves: who calls, when, and the services it may use."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, Protocol

from sitehand.site.host import Host

if TYPE_CHECKING:
    from sitehand.operation.declaration import Operation

Role = Literal["admin", "editor", "designer", "author"]
Access = Literal["read", "write", "admin"]
Category = Literal["content", "elementor", "gutenberg", "media", "taxonomy", "seo", "site"]


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls: an API key, or a plugin that vouches for the request.

    `id` is stable and unique ("key:12"); it names the rate-limit counter and, later, the journal's author.
    `requests_per_minute` is the limit that holds for this caller now.
    """

    kind: Literal["key", "plugin"]
    id: str
    label: str
    role: str
    requests_per_minute: int
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


class Keys(Protocol):
    """The key register as the admin operations use it. Source: `guard/keys.py`."""

    async def list(self, *, include_revoked: bool) -> Sequence[Mapping[str, Any]]: ...
    async def create(
        self, *, label: str, role: Role, expires: datetime | None, requests_per_minute: int | None
    ) -> Mapping[str, Any]: ...
    async def rotate(self, key_id: int, *, grace_seconds: int) -> Mapping[str, Any]: ...
    async def revoke(self, key_id: int) -> Mapping[str, Any]: ...


class Limits(Protocol):
    """Rate limits as the operations use them. Source: `guard/limits.py`."""

    async def state(self, caller: Caller) -> RateLimit: ...
    async def set_default(self, requests_per_minute: int) -> None: ...
    async def set_own(self, key_id: int, requests_per_minute: int) -> None: ...
    async def reset(self, key_id: int | None) -> None: ...


class Visibility(Protocol):
    """Which operations a caller may use. Source: `guard/gate.py`."""

    def visible(self, caller: Caller) -> "Sequence[Operation]": ...


RunBatch = Callable[["Context", Sequence[Mapping[str, Any]], bool], Awaitable[list[dict[str, Any]]]]
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
