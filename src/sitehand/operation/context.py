"""What an operation sees of the call it serves: who calls, when, and the services it may use."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, Protocol

from typing_extensions import TypedDict

from sitehand.operation.grants import GRANTED, NO_GRANTS, Grants
from sitehand.operation.late import LateWork
from sitehand.site.approvals import PendingLine, PendingQuery, PendingRecord
from sitehand.site.changes import Change, ChangeFilter, ChangeLine, ChangeRecord, Undone
from sitehand.site.content import Listing
from sitehand.site.host import Host

if TYPE_CHECKING:
    from sitehand.operation.beside import Audits, Jobs, Uploads
    from sitehand.operation.declaration import Operation
    from sitehand.operation.owner import OwnerServices
    from sitehand.operation.write import WriteOptions

Role = Literal["admin", "editor", "designer", "author"]
TokenRole = Literal["reader", "writer"]
"""What an access token may do, by its scopes."""
Access = Literal["read", "write", "admin", "owner"]
"""What a caller must be allowed: "owner" is for the owner alone, in the admin screens and on the command line."""
OWNER_ID = "owner"
"""The id of the owner as a caller."""
Category = Literal["content", "elementor", "gutenberg", "media", "taxonomy", "seo", "site"]


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls: an API key, an access token of the broker, a plugin that vouches for the request, or the owner.

    `id` is stable and unique ("key:12"); it names the rate-limit counter and the journal's author.
    `requests_per_minute` is the limit that holds for this caller now; None means the site's default.
    """

    kind: Literal["key", "token", "plugin", "owner"]
    id: str
    label: str
    role: str
    requests_per_minute: int | None = None
    key_id: int | None = None
    grants: Grants = NO_GRANTS


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
    """A key as it may be shown: everything but its secret. Moments are UTC.

    `created_by` is the caller that created it ("owner", "key:3"; "unknown" before 3.8), `rotated_by` the one that gave
    it its present value, None for its creator.
    """

    id: int
    label: str
    role: str
    first_characters: str
    created: str
    last_used: str | None
    expires: str | None
    revoked: str | None
    requests_per_minute: int | None
    unfiltered_html: bool
    drafts_only: bool
    no_publish: bool
    max_changes_per_hour: int | None
    without: list[str]
    locales: list[str]
    revision: str
    created_by: str | None
    rotated_by: str | None


def read_grants(key: KeyRecord) -> Grants:
    """What a key may do otherwise than its role says."""
    values = {name: key[name] for name in GRANTED}  # type: ignore[literal-required]
    return Grants(**{**values, "without": tuple(key["without"]), "locales": tuple(key["locales"])})


MAX_GRACE_SECONDS = 7 * 24 * 3600
"""The longest that the old value of a key works after a rotation."""


class IssuedKey(KeyRecord):
    """A key in the one answer that shows its value; after a rotation, how long the old value works."""

    value: str
    previous_valid_until: str | None


class Keys(Protocol):
    """The key register as the admin operations use it. Source: `guard/keys.py`."""

    async def list(
        self, *, include_revoked: bool, now: datetime, search: str = "", limit: int | None = None, offset: int = 0
    ) -> Sequence[KeyRecord]: ...
    async def count(self, *, include_revoked: bool, now: datetime, search: str = "") -> int: ...
    async def create(
        self,
        *,
        label: str,
        role: Role,
        expires: datetime | None,
        requests_per_minute: int | None,
        grants: Grants,
        now: datetime,
    ) -> IssuedKey: ...
    async def get(self, key_id: int, now: datetime) -> KeyRecord | None: ...
    async def rotate(self, key_id: int, *, grace_seconds: int, now: datetime) -> IssuedKey: ...
    async def revoke(self, key_id: int, *, now: datetime) -> KeyRecord: ...
    async def is_active(self, key_id: int, *, now: datetime) -> bool: ...


class Limits(Protocol):
    """Rate limits as the operations use them. Source: `guard/limits.py`."""

    async def state(self, caller: Caller) -> RateLimit: ...
    async def set_default(self, requests_per_minute: int) -> str: ...
    async def set_own(self, key_id: int, requests_per_minute: int) -> str: ...
    async def default(self) -> int: ...
    async def reset(self, key_id: int | None, *, dry_run: bool = False) -> bool: ...


class Visibility(Protocol):
    """Which operations a caller may use. Source: `guard/gate.py`."""

    def visible(self, caller: Caller) -> "Sequence[Operation]": ...
    def categories(self, caller: Caller) -> Sequence[Category]: ...
    def switched_off(self, caller: Caller) -> Sequence[str]: ...
    def paused(self, caller: Caller) -> bool: ...
    def owns_only(self, caller: Caller) -> bool: ...


class PartAnswer(TypedDict):
    """The answer to one part of a batch; `body` is a JSON value."""

    status: int
    headers: dict[str, str]
    body: Any


class Changes(Protocol):
    """The journal as operations use it. Source: `store/changes.py`."""

    async def list(self, wanted: ChangeFilter) -> Listing[ChangeLine]: ...
    async def get(self, change_id: int, caller: str | None, of: str | None = None) -> ChangeRecord: ...
    async def head(self, change_id: int, caller: str | None) -> Change: ...
    async def find(self, *, caller: str | None, request_id: str | None, since: datetime | None) -> Sequence[int]: ...


class Undo(Protocol):
    """Taking changes back. Source: `store/undo.py`."""

    async def undo(self, change_ids: Sequence[int], now: datetime) -> Undone: ...
    def prepare(self, change_ids: Sequence[int]) -> AbstractAsyncContextManager[None]: ...


class Decisions(Protocol):
    """Writes that wait for a person, as operations use them. Source: `guard/decisions.py`."""

    async def list(self, query: PendingQuery, caller: Caller) -> Listing[PendingLine]: ...
    async def get(self, pending_id: int, caller: Caller) -> PendingRecord: ...
    async def reject(self, pending_id: int, caller: Caller, note: str) -> PendingLine: ...
    async def approve(
        self, pending_id: int, caller: Caller, note: str, *, dry_run: bool, brief: bool = False
    ) -> Mapping[str, Any]: ...


class Policy(Protocol):
    """The owner's policy as `introspect` tells it. Source: `guard/approvals.py`."""

    def describe(self, caller: Caller) -> list[str]: ...


@dataclass(frozen=True, slots=True)
class BatchPlan:
    """A batch to run: its parts, whether to check all before any runs, whether they are one transaction, whether their
    writes are answered briefly.

    `arguments` are those of the whole call, `operation` is what runs it, and `listed` the argument that holds the
    parts, or the bodies of them.
    """

    parts: Sequence[Mapping[str, Any]]
    check_first: bool
    atomic: bool
    brief: bool
    arguments: "WriteOptions"
    operation: str = "batch"
    listed: str = "requests"


BATCHES = frozenset({"batch", "fix_finding", "save_items", "save_seo"})
"""The operations that run batches. No part of a batch is one of them."""


class ApiDocument(Protocol):
    """The OpenAPI document of the API. Source: `doors/document.py`."""

    async def whole(self) -> dict[str, Any]: ...
    async def index(self) -> dict[str, Any]: ...
    async def part(self, operation: str) -> dict[str, Any]: ...


RunBatch = Callable[["Context", BatchPlan], Awaitable[Any]]
"""Runs a batch for the caller of the context. Source: `doors/batch.py`."""
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
    changes: Changes
    undo: Undo
    decisions: Decisions
    jobs: "Jobs"
    audits: "Audits"
    uploads: "Uploads"
    policy: Policy
    owner: "OwnerServices"
    openapi: ApiDocument
    address: ServiceAddress
    version: str
    protocol_versions: tuple[str, ...]

    @property
    def site_url(self) -> str:
        """Where visitors see the site, which may be elsewhere than the service."""
        return self.host.url or self.address.site


@dataclass(frozen=True, slots=True)
class Context:
    """One call. Operations read it and never change it.

    In a `dry_run` what the host stores is taken back afterwards; an operation with other effects leaves them out. When
    `strict`, what the site would do otherwise than asked, though WordPress does, is refused: a model takes a success
    for what it asked. In a batch of one transaction `late` is what may still be worked out while others wait to write.
    `members` are those of the result that the caller wants, as `_fields` names them; all when it is empty.
    """

    caller: Caller
    now: datetime
    services: Services
    report: Report = field(default=no_report)
    late: LateWork | None = None
    dry_run: bool = False
    strict: bool = False
    members: Sequence[str] = ()

    @property
    def host(self) -> Host:
        """The site that this service is added to."""
        return self.services.host
