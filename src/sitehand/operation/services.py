"""What operations may ask of the service: the gate, the journal, undo, approvals, the API's document."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol

from sitehand.operation.caller import Caller, Category
from sitehand.site.approvals import PendingLine, PendingQuery, PendingRecord
from sitehand.site.changes import Change, ChangeFilter, ChangeLine, ChangeRecord, Undone
from sitehand.site.content import Listing

if TYPE_CHECKING:
    from sitehand.operation.declaration import Operation


@dataclass(frozen=True, slots=True)
class ServiceAddress:
    """Where this service is reached: the site's address, the REST base and the MCP endpoint."""

    site: str
    rest: str
    mcp: str


class Visibility(Protocol):
    """Tells which operations a caller may use. Source: `guard/gate.py`."""

    def visible(self, caller: Caller) -> "Sequence[Operation]": ...
    def categories(self, caller: Caller) -> Sequence[Category]: ...
    def switched_off(self, caller: Caller) -> Sequence[str]: ...
    def paused(self, caller: Caller) -> bool: ...
    def owns_only(self, caller: Caller) -> bool: ...


class ItemOwnership(Protocol):
    """Whose items a caller may work on. Source: `guard/ownership.py`."""

    async def check_items(self, caller: Caller, item_ids: Collection[int]) -> None: ...


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
    """Pending writes, as operations use them. Source: `guard/decisions.py`."""

    async def list(self, query: PendingQuery, caller: Caller) -> Listing[PendingLine]: ...
    async def get(self, pending_id: int, caller: Caller) -> PendingRecord: ...
    async def reject(self, pending_id: int, caller: Caller, note: str) -> PendingLine: ...
    async def approve(
        self, pending_id: int, caller: Caller, note: str, *, dry_run: bool, brief: bool = False
    ) -> Mapping[str, Any]: ...
    async def prepare(self, pending_id: int, caller: Caller) -> AbstractAsyncContextManager[None]: ...


class Policy(Protocol):
    """The owner's policy as `introspect` tells it. Source: `guard/approvals.py`."""

    def describe(self, caller: Caller) -> list[str]: ...


class ApiDocument(Protocol):
    """The OpenAPI document of the API. Source: `doors/document.py`."""

    async def whole(self) -> dict[str, Any]: ...
    async def index(self) -> dict[str, Any]: ...
    async def part(self, operation: str) -> dict[str, Any]: ...
