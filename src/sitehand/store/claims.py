"""Claims: what is about to be sent to a site that is no database, written down before the first request.

A claim keeps its idempotency key and its objects for one call, in all processes, and lets a restart find out what
became of a call that was cut off. Nothing is locked meanwhile: a claim is a row, and other writes go on.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, Row, delete, select, update

from sitehand.site.kinds import PENDING_CHANGE
from sitehand.site.values import iso, utc_now
from sitehand.store.numbered import insert_numbered
from sitehand.store.sites import site_of
from sitehand.store.tables import claims

State = Literal["sending", "unknown", "settled"]
STATES: tuple[State, ...] = ("sending", "unknown", "settled")
KEPT_FOR = timedelta(days=7)
"""How long a settled claim answers for its idempotency key, and is reported."""
PENDING = f"{PENDING_CHANGE.name}:"
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Claim:
    """One call's claim. `sending`: its holder is at it. `unknown`: nobody could see what came of it. `settled`: what
    came of it is in `report`, and in the journal as `change_id`, when anything did.

    `objects` are such as `page:12`, `change:7` for a change that is undone, and the pending change of an approved
    call. `by` says whose call it is. Of `steps` the first `done` have been done, and `ids` are their objects. When the
    call has failed and is about to be undone, each step that was done has in `left` how it left its object. `at` is
    when its call was last known to send something: when it was taken, before each request of several, when its undo
    began, and when it became unknown.
    """

    holder: str
    key: str = ""
    """SHA-256 of the caller and its idempotency key; empty for a call without one."""
    objects: tuple[str, ...] = ()
    by: Json | None = None
    steps: tuple[Json, ...] = ()
    ids: tuple[int, ...] = ()
    id: int = 0
    state: State = "sending"
    at: str = ""
    report: str = ""
    change_id: int | None = None
    site: str = ""
    """The address of the site that it is sent to; see `store/sites.py`."""

    @property
    def done(self) -> int:
        """How many steps are known to be done."""
        return len(self.ids)

    @property
    def pending_id(self) -> int | None:
        """The pending change that the call was approved as."""
        return next((int(name.removeprefix(PENDING)) for name in self.objects if name.startswith(PENDING)), None)

    @property
    def undoes(self) -> tuple[int, ...]:
        """The changes that the call undoes."""
        return tuple((self.by or {}).get("undoes", ()))

    @property
    def is_undone(self) -> bool:
        """Whether what was done may be undone already, or in part."""
        return any("left" in step for step in self.steps)


class Taken(NamedTuple):
    """A claim as it is stored; `ours` is False for one that is in the way of the wanted one."""

    claim: Claim
    ours: bool


def hash_key(key: str) -> str:
    """What is kept of a caller and its idempotency key."""
    return hashlib.sha256(key.encode()).hexdigest() if key else ""


def take_claim(connection: Connection, wanted: Claim) -> Taken:
    """Store a claim for the site that is served, unless another one has its key or one of its objects."""
    if (other := find_in_way(connection, wanted)) is not None:
        return Taken(other, ours=False)
    # A settled claim keeps no objects any more, and still answers for its idempotency key.
    if (settled := find_claim(connection, wanted.key)) is not None:
        return Taken(settled, ours=False)
    stored = replace(wanted, site=site_of(connection), at=iso(utc_now()))
    return Taken(replace(stored, id=insert_numbered(connection, claims, _write(stored))), ours=True)


def find_in_way(connection: Connection, wanted: Claim) -> Claim | None:
    """A claim on the site that is served that has the key or an object of the wanted one, and is not settled."""
    here = select(claims).where(claims.c.state != "settled", claims.c.site == site_of(connection))
    for other in map(_read, connection.execute(here)):
        if (wanted.key and other.key == wanted.key) or set(other.objects) & set(wanted.objects):
            return other
    return None


def name_pending(pending_id: int | None) -> tuple[str, ...]:
    """What the call that a pending change was approved as claims of it; nothing of None."""
    return () if pending_id is None else (f"{PENDING}{pending_id}",)


def find_claim(connection: Connection, key: str) -> Claim | None:
    """The claim that keeps an idempotency key, given as `hash_key` writes it."""
    row = connection.execute(select(claims).where(claims.c.key == key)).first() if key else None
    return _read(row) if row else None


def is_open(connection: Connection, claim_id: int) -> bool:
    """Whether a claim has not ended and is not settled."""
    query = select(claims.c.id).where(claims.c.id == claim_id, claims.c.state != "settled")
    return connection.execute(query).first() is not None


def list_claims(connection: Connection, *states: State) -> list[Claim]:
    """The claims in these states, oldest first, of whatever site."""
    query = select(claims).where(claims.c.state.in_(states)).order_by(claims.c.id)
    return [_read(row) for row in connection.execute(query)]


def note_progress(connection: Connection, claim_id: int, ids: Sequence[int]) -> None:
    """Note the objects of the steps that have been done, and that the next request is about to be sent."""
    values = {"ids": json.dumps(list(ids)), "at": iso(utc_now())}
    connection.execute(update(claims).where(claims.c.id == claim_id).values(values))


def note_undo(connection: Connection, claim_id: int, steps: Sequence[Json]) -> None:
    """Note that the call is about to be undone: its steps say what they have left."""
    values = {"steps": json.dumps(list(steps)), "at": iso(utc_now())}
    connection.execute(update(claims).where(claims.c.id == claim_id).values(values))


def leave_claim(connection: Connection, claim_id: int) -> None:
    """Nobody knows what came of it: it is kept until that can be seen. The site may still be at it."""
    values = {"state": "unknown", "at": iso(utc_now())}
    connection.execute(update(claims).where(claims.c.id == claim_id).values(values))


def settle_claim(connection: Connection, claim_id: int, report: str, change_id: int | None) -> None:
    """What came of it is known. What was to be sent is not needed any more; old reports go."""
    values = {"state": "settled", "report": report, "change_id": change_id, "steps": "[]", "objects": "[]"}
    connection.execute(update(claims).where(claims.c.id == claim_id).values(values))
    old = iso(utc_now() - KEPT_FOR)
    connection.execute(delete(claims).where(claims.c.state == "settled", claims.c.at < old))


def end_claim(connection: Connection, claim_id: int) -> None:
    """The call is over: done and in the journal, or nothing of it was done."""
    connection.execute(delete(claims).where(claims.c.id == claim_id))


def _write(claim: Claim) -> Json:
    return {
        "holder": claim.holder,
        "key": claim.key or None,
        "state": claim.state,
        "at": claim.at,
        "objects": json.dumps(claim.objects),
        "by": json.dumps(claim.by),
        "steps": json.dumps(claim.steps),
        "ids": json.dumps(claim.ids),
        "report": claim.report,
        "site": claim.site,
    }


def _read(row: Row[Any]) -> Claim:
    return Claim(
        holder=row.holder,
        key=row.key or "",
        objects=tuple(json.loads(row.objects)),
        by=json.loads(row.by),
        steps=tuple(json.loads(row.steps)),
        ids=tuple(json.loads(row.ids)),
        id=row.id,
        state=row.state,
        at=row.at,
        report=row.report,
        change_id=row.change_id,
        site=row.site,
    )
