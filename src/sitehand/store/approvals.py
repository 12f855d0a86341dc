"""Writes that wait for a person, in the database."""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, cast

from sqlalchemy import Connection, Row, insert, select, update

from sitehand.errors import Code, Problem, not_found
from sitehand.guard.approvals import Proposal
from sitehand.guard.writes import hide_secrets
from sitehand.site.approvals import PendingLine, PendingRecord, PendingState
from sitehand.site.values import iso
from sitehand.store.database import Database
from sitehand.store.tables import pending_changes
from sitehand.store.verification import verify_row

HINT = "list_pending shows the changes that wait."
LINE = list(PendingLine.__annotations__)
MAX_LISTED = 100


class PendingTable:
    """Implements `guard.approvals.PendingStore`. A proposal that nobody decides in time is over."""

    def __init__(self, database: Database, clock: Callable[[], datetime], days: int) -> None:
        self._database = database
        self._clock = clock
        self._kept_for = timedelta(days=days)

    async def add(self, proposal: Proposal) -> PendingLine:
        """Let a write wait."""
        by, now = proposal.by, self._clock()
        values = {
            "at": iso(now),
            "expires": iso(now + self._kept_for),
            "caller": by.caller,
            "label": by.label,
            "role": by.role,
            "door": by.origin.door,
            "client": by.origin.client,
            "operation": by.operation,
            "arguments": proposal.arguments.decode(),
            "preview": json.dumps(proposal.plan, ensure_ascii=False),
            "revision": proposal.plan["revision"],
            "reason": proposal.reason,
            "state": "waiting",
        }

        def work(connection: Connection) -> int:
            return int(connection.execute(insert(pending_changes).values(values)).lastrowid)

        return self._line(await self._row(await self._database.transact(work), None))

    async def list(self, state: PendingState | None, caller: str | None) -> list[PendingLine]:
        """Proposals, newest first, of one caller or of all."""
        query = select(pending_changes).order_by(pending_changes.c.id.desc()).limit(MAX_LISTED)
        if caller is not None:
            query = query.where(pending_changes.c.caller == caller)
        if state in ("waiting", "expired"):
            over = pending_changes.c.expires <= iso(self._clock())
            query = query.where(pending_changes.c.state == "waiting", over if state == "expired" else ~over)
        elif state is not None:
            query = query.where(pending_changes.c.state == state)
        return [self._line(row) for row in await self._database.fetch(query)]

    async def get(self, pending_id: int, caller: str | None) -> PendingRecord:
        """One proposal whole. Raises Problem(not_found), also for another caller's unless `caller` is None."""
        row = await self._row(pending_id, caller)
        hidden = hide_secrets(json.loads(row.arguments))
        return cast(PendingRecord, {**self._line(row), "arguments": hidden, "preview": json.loads(row.preview)})

    async def find_waiting(self, pending_id: int) -> Row[Any]:
        """The row of a proposal that waits. Raises Problem: not_found, conflict for one that is decided or over."""
        row = await self._row(pending_id, None)
        state = self._line(row)["state"]
        if state != "waiting":
            hint = "list_pending with state=waiting shows what still waits."
            raise Problem(Code.CONFLICT, f"Pending change {pending_id} does not wait any more: {state}.", hint=hint)
        return row

    async def reject(self, pending_id: int, by: str, note: str) -> PendingLine:
        """Write down that it will not be done. Raises Problem: not_found, conflict when it does not wait any more."""
        await self.find_waiting(pending_id)
        await self._database.transact(self._decision(pending_id, "rejected", by, note))
        return self._line(await self._row(pending_id, None))

    def approval(self, pending_id: int, by: str, note: str) -> Callable[[Connection], None]:
        """What writes down that it was done, in the transaction that does it."""
        return self._decision(pending_id, "approved", by, note)

    def _decision(self, pending_id: int, state: PendingState, by: str, note: str) -> Callable[[Connection], None]:
        values = {"state": state, "decided_by": by, "decided_at": iso(self._clock()), "note": note}
        waiting = (pending_changes.c.id == pending_id, pending_changes.c.state == "waiting")

        def decide(connection: Connection) -> None:
            if connection.execute(update(pending_changes).where(*waiting).values(values)).rowcount == 0:
                raise Problem(Code.CONFLICT, f"Pending change {pending_id} was decided by somebody else.", hint=HINT)
            verify_row(connection, pending_changes, {"id": pending_id}, values)

        return decide

    async def _row(self, pending_id: int, caller: str | None) -> Row[Any]:
        rows = await self._database.fetch(select(pending_changes).where(pending_changes.c.id == pending_id))
        if not rows or (caller is not None and rows[0].caller != caller):
            raise not_found("pending change", pending_id, HINT)
        return rows[0]

    def _line(self, row: Row[Any]) -> PendingLine:
        line = {name: row._mapping[name] for name in LINE}
        if row.state == "waiting" and datetime.fromisoformat(row.expires) <= self._clock():
            line["state"] = "expired"
        return cast(PendingLine, line)
