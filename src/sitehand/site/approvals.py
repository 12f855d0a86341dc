"""Pending writes, as callers and screens see them."""

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from sitehand.site.changes import ObjectShown
from sitehand.site.values import UNSET, Paging

PendingState = Literal["waiting", "approved", "rejected", "withdrawn", "expired"]


class PendingQuery(Paging):
    """Filters of a list of pending changes: `decided` means all that are no longer pending. Pending ones come oldest
    first, others newest first.
    """

    state: Literal["waiting", "decided", "approved", "rejected", "withdrawn", "expired"] = UNSET


class PendingLine(TypedDict):
    """A pending or decided write. `decided_by` and `decided_at` are None while it is pending.

    `decided_by` is what people call the decider, `decided_by_id` and `decided_by_kind` (owner, key, plugin) say who it
    is; both are None of what was decided before 3.8.
    """

    id: int
    at: str
    expires: str
    state: PendingState
    operation: str
    caller: str
    label: str
    role: str
    reason: str
    decided_by: str | None
    decided_by_id: str | None
    decided_by_kind: str | None
    decided_at: str | None
    note: str


class Plan(TypedDict):
    """What a write would do, object by object, and the revision that this is based on; `report` is a conversion's."""

    dry_run: Literal[True]
    changed: bool
    changes: list[ObjectShown]
    warnings: list[Any]
    revision: str | None
    report: NotRequired[dict[str, Any]]


class PendingAnswer(TypedDict):
    """The answer of a pending write, and what it would do."""

    pending: PendingLine
    preview: Plan


class PendingRecord(PendingLine):
    """A whole pending write: the arguments without secrets, and what it would do."""

    arguments: dict[str, Any]
    preview: Plan
