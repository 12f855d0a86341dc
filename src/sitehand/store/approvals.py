"""Pending writes, in the database."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal, cast

from sqlalchemy import ColumnElement, Connection, Row, and_, func, select, true, update

from sitehand.errors import Code, Problem, not_found
from sitehand.guard.approvals import Proposal
from sitehand.guard.lineage import kind_of
from sitehand.guard.secrets import hide_secrets
from sitehand.operation.caller import Caller
from sitehand.site.approvals import PendingLine, PendingQuery, PendingRecord
from sitehand.site.content import Listing
from sitehand.site.values import iso
from sitehand.store.claims import Claim, find_in_way, name_pending
from sitehand.store.database import Database
from sitehand.store.numbered import insert_numbered
from sitehand.store.reading import list_rows
from sitehand.store.sites import check_site, site_of
from sitehand.store.tables import pending_changes
from sitehand.store.verification import verify_row

HINT = "list_pending lists the pending changes."
PENDING_HINT = "Reject it. To have the change here, send it again."
LINE = list(PendingLine.__annotations__)

SHOWN = [pending_changes.c[name] for name in LINE]


@dataclass(frozen=True, slots=True)
class Bounds:
    """For how many days a proposal stays pending; how many of one caller may be pending at once, and their bytes."""

    days: int
    number: int
    size: int


class PendingTable:
    """Implements `guard.approvals.PendingStore`. A proposal that nobody decides in time is over."""

    def __init__(self, database: Database, clock: Callable[[], datetime], bounds: Bounds) -> None:
        self._database = database
        self._clock = clock
        self._bounds = bounds

    async def add(self, proposal: Proposal) -> PendingLine:
        """Store a pending write. Raises Problem(too_many_pending) when its caller has too many already."""
        by, now = proposal.by, self._clock()
        arguments, preview = proposal.arguments.decode(), json.dumps(proposal.plan, ensure_ascii=False)
        values = {
            "at": iso(now),
            "expires": iso(now + timedelta(days=self._bounds.days)),
            **by.columns,
            "arguments": arguments,
            "preview": preview,
            "digest": proposal.digest,
            "revision": proposal.plan["revision"],
            "reason": proposal.reason,
            "state": "waiting",
            "size": len(arguments.encode()) + len(preview.encode()),
        }

        def work(connection: Connection) -> int:
            self._check_bounds(connection, values)
            values["site"] = site_of(connection)
            return insert_numbered(connection, pending_changes, values)

        return self._line(await self._row(await self._database.transact(work), None))

    async def list(self, query: PendingQuery, caller: str | None) -> Listing[PendingLine]:
        """Proposals of one caller or of all: those that wait oldest first, others newest first."""
        where = and_(self._select_state(query.state), true() if caller is None else pending_changes.c.caller == caller)
        order = pending_changes.c.id if query.state == "waiting" else pending_changes.c.id.desc()
        some = select(*SHOWN).where(where).order_by(order).limit(query.per_page).offset(query.offset)
        (counted,) = await self._database.read(
            list_rows(select(func.count()).select_from(pending_changes).where(where))
        )
        lines = [self._line(row) for row in await self._database.read(list_rows(some))]
        return Listing(items=lines, total=counted[0], page=query.page, per_page=query.per_page)

    async def get(self, pending_id: int, caller: str | None) -> PendingRecord:
        """One proposal whole. Raises Problem(not_found), also for another caller's unless `caller` is None."""
        row = await self._row(pending_id, caller)
        hidden = hide_secrets(json.loads(row.arguments))
        return cast(PendingRecord, {**self._line(row), "arguments": hidden, "preview": json.loads(row.preview)})

    async def find_pending(self, pending_id: int) -> Row[Any]:
        """The row of a pending proposal. Raises Problem: not_found, conflict for one that is decided or over."""
        row = await self._row(pending_id, None)
        state = self._line(row)["state"]
        if state != "waiting":
            hint = "list_pending with state=waiting lists the pending changes."
            raise Problem(Code.CONFLICT, f"Change {pending_id} is no longer pending: it is {state}.", hint=hint)
        return row

    async def find_approvable(self, pending_id: int) -> Row[Any]:
        """The same, for an approval. Raises Problem(conflict) as well for one that was made on another site."""
        row = await self.find_pending(pending_id)
        check_site(f"Pending change {pending_id}", row.site, self._database.schema.site, PENDING_HINT)
        return row

    async def close(
        self, pending_id: int, state: Literal["rejected", "withdrawn"], by: Caller, note: str
    ) -> PendingLine:
        """Write down that it will not be done.

        Raises Problem: not_found, conflict when it does not wait any more, in_progress while its approval is sent.
        """
        await self.find_pending(pending_id)
        decide = self._decision(pending_id, state, by, note)

        def work(connection: Connection) -> None:
            _check_unsent(connection, pending_id)
            decide(connection)

        await self._database.transact(work)
        return self._line(await self._row(pending_id, None))

    def approval(self, pending_id: int, by: Caller, note: str) -> Callable[[Connection], None]:
        """What writes down that it was done, in the transaction that does it."""
        return self._decision(pending_id, "approved", by, note)

    def _decision(self, pending_id: int, state: str, by: Caller, note: str) -> Callable[[Connection], None]:
        decider = {"decided_by": by.label, "decided_by_id": by.id, "decided_by_kind": by.kind}
        values = {"state": state, **decider, "decided_at": iso(self._clock()), "note": note}

        def decide(connection: Connection) -> None:
            # Of two decisions at once, only the first finds the change still pending.
            if not _write_decision(connection, pending_id, values):
                raise _refuse_decided(pending_id)

        return decide

    def _check_bounds(self, connection: Connection, values: dict[str, Any]) -> None:
        mine = and_(self._select_state("waiting"), pending_changes.c.caller == values["caller"])
        query = select(func.count(), func.coalesce(func.sum(pending_changes.c.size), 0)).where(mine)
        number, size = connection.execute(query).one()
        if number < self._bounds.number and size + values["size"] <= self._bounds.size:
            return
        raise Problem(
            Code.TOO_MANY_PENDING,
            f"{number} of your changes are pending ({size} bytes), and this one has {values['size']} bytes; "
            f"{self._bounds.number} changes and {self._bounds.size} bytes are the most.",
            hint="Wait for the owner's decision, or withdraw one of your changes (list_pending, then reject_change).",
        )

    def _select_state(self, state: str | None) -> ColumnElement[bool]:
        """The rows in that state; what was pending for too long is expired, and None is any."""
        waits, over = pending_changes.c.state == "waiting", pending_changes.c.expires <= iso(self._clock())
        special = {None: true(), "waiting": waits & ~over, "expired": waits & over, "decided": ~waits | over}
        return special.get(state, pending_changes.c.state == state)

    async def _row(self, pending_id: int, caller: str | None) -> Row[Any]:
        rows = await self._database.read(list_rows(select(pending_changes).where(pending_changes.c.id == pending_id)))
        if not rows or (caller is not None and rows[0].caller != caller):
            raise not_found("pending change", pending_id, HINT)
        return rows[0]

    def _line(self, row: Row[Any]) -> PendingLine:
        line = {name: row._mapping[name] for name in LINE}
        if row.state == "waiting" and datetime.fromisoformat(row.expires) <= self._clock():
            line["state"] = "expired"
        return cast(PendingLine, line)


def check_waiting(connection: Connection, pending_id: int) -> None:
    """Raise Problem(conflict) for a pending change that was decided, however it was."""
    query = select(pending_changes.c.id).where(*_is_waiting(pending_id))
    if connection.execute(query).first() is None:
        raise _refuse_decided(pending_id)


def note_approved(connection: Connection, pending_id: int, by: Mapping[str, Any]) -> None:
    """Write down that a change was approved whose call was cut off, unless it was decided.

    `by` is whose call it was, as its claim tells it: without the approver's note.
    """
    decider = {"decided_by": by["approved_by"], "decided_by_id": by["approved_by_id"]}
    decider["decided_by_kind"] = kind_of(by["approved_by_id"])
    _write_decision(connection, pending_id, {"state": "approved", **decider, "decided_at": by["at"]})


def _write_decision(connection: Connection, pending_id: int, values: Mapping[str, Any]) -> bool:
    """Whether it was still waiting."""
    if connection.execute(update(pending_changes).where(*_is_waiting(pending_id)).values(values)).rowcount == 0:
        return False
    verify_row(connection, pending_changes, {"id": pending_id}, values)
    return True


def _is_waiting(pending_id: int) -> tuple[ColumnElement[bool], ...]:
    return pending_changes.c.id == pending_id, pending_changes.c.state == "waiting"


def _check_unsent(connection: Connection, pending_id: int) -> None:
    """Raise Problem(in_progress) while nobody can tell that nothing came of an approval."""
    if find_in_way(connection, Claim(holder="", objects=name_pending(pending_id))) is not None:
        raise Problem(
            Code.IN_PROGRESS,
            f"Pending change {pending_id} was approved, and nobody can see yet what came of it.",
            hint="Wait, and look at it again with get_pending.",
        )


def _refuse_decided(pending_id: int) -> Problem:
    return Problem(Code.CONFLICT, f"Pending change {pending_id} was already decided.", hint=HINT)
