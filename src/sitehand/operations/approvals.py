"""Operations on pending changes."""

from typing import Any

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operation.excerpt import NamedPart, cut_objects
from sitehand.operation.write import DetailOptions, WriteOptions
from sitehand.site.approvals import PendingLine, PendingQuery, PendingRecord
from sitehand.site.content import Listing
from sitehand.site.values import Id


class PendingId(NamedPart):
    """Names a pending change, or the rest of a difference that was cut."""

    id: Id


class Decision(WriteOptions):
    """What to decide, and what to say to the requester."""

    id: Id
    note: str = Field("", max_length=1000)


class ApprovalDecision(DetailOptions, Decision):
    """What to approve, and how much of the write's result to answer."""


class Approved(TypedDict):
    """What the approved write answered."""

    result: Any


@operation("GET /pending", category="site", access="read", everyone=True)
async def list_pending(ctx: Context, query: PendingQuery) -> Listing[PendingLine]:
    """List your pending changes; an admin key lists all."""
    return await ctx.services.decisions.list(query, ctx.caller)


@operation("GET /pending/{id}", category="site", access="read", everyone=True)
async def get_pending(ctx: Context, wanted: PendingId) -> PendingRecord:
    """Read a pending change with its preview."""
    pending = await ctx.services.decisions.get(wanted.id, ctx.caller)
    pending["preview"]["changes"] = cut_objects(pending["preview"]["changes"], wanted.read())
    return pending


@operation(
    "POST /pending/{id}/approve",
    category="site",
    access="admin",
    composed=True,
    destructive=True,
    exempt={"replay": "A change is approved once. A second call gets told that it is no longer pending."},
)
async def approve_change(ctx: Context, decision: ApprovalDecision) -> Approved:
    """Approve and run another's pending change."""
    brief = decision.detail == "brief"
    result = await ctx.services.decisions.approve(
        decision.id, ctx.caller, decision.note, dry_run=decision.dry_run, brief=brief
    )
    return Approved(result=result)


@operation(
    "POST /pending/{id}/reject",
    category="site",
    access="write",
    everyone=True,
    exempt={
        "revision": "A change is decided once. A second call gets told that it is no longer pending.",
        "undo": "A decision is final. Send a rejected or withdrawn change again.",
    },
    stored=True,
)
async def reject_change(ctx: Context, decision: Decision) -> PendingLine:
    """Reject a pending change, or withdraw your own."""
    return await ctx.services.decisions.reject(decision.id, ctx.caller, decision.note)
