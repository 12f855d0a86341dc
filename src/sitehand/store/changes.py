"""Reading the journal."""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, cast

import orjson
from sqlalchemy import ColumnElement, Connection, Row, bindparam, case, func, select, text

from sitehand.errors import not_found
from sitehand.operation.difference import show_objects
from sitehand.site.changes import (
    Change,
    ChangeFilter,
    ChangeLine,
    ChangeRecord,
    ObjectLine,
    ObjectShown,
)
from sitehand.site.content import MAX_COUNTED, Listing
from sitehand.site.kind import Kinds
from sitehand.site.values import iso
from sitehand.store.database import Database
from sitehand.store.journal import REVISION, read_changed, read_cleared
from sitehand.store.newer import UNDOINGS, find_undoings, fold_undoings
from sitehand.store.reading import list_rows
from sitehand.store.sqlite.json import encode, values_of
from sitehand.store.tables import changed_objects, changes
from sitehand.store.unknown_kinds import show_arguments

HINT = "list_changes lists the changes that this key can see."
MAX_SINCE = 20
MAX_OBJECTS = 50
"""Objects of a change that a list names; get_change has them all."""
MAX_STATED = 4_000_000
"""Bytes that are searched for the statuses of one list; of what is beyond none is shown."""
SINCE = text(
    """
    SELECT changes.id, changes.at, changes.label, changes.operation, changed_objects.before, changed_objects.after
    FROM changed_objects JOIN changes ON changes.id = changed_objects.change_id
    WHERE changed_objects.kind = :kind AND changed_objects.object = :object
    ORDER BY changed_objects.change_id DESC, changed_objects.id DESC LIMIT :limit
    """
)
IS_NEW, IS_GONE = changed_objects.c.before.is_(None), changed_objects.c.after.is_(None)
PLACE = func.row_number().over(partition_by=changed_objects.c.change_id, order_by=changed_objects.c.id).label("place")
PLACED = (
    select(
        *(changed_objects.c[name] for name in ("id", "change_id", "kind", "object", "label")),
        case((IS_NEW, "create"), (IS_GONE, "delete"), else_="update").label("action"),
        PLACE,
    )
    .where(changed_objects.c.change_id.in_(bindparam("ids", expanding=True)))
    .where(changed_objects.c.kind.not_in(bindparam("untold", expanding=True)))
    .subquery()
)
OBJECTS = select(PLACED).where(PLACED.c.place <= MAX_OBJECTS).order_by(PLACED.c.id)
STATED = text(
    f"""
    SELECT id, {encode("after")} AS stated FROM changed_objects
    WHERE id IN {values_of("ids", int)} AND after LIKE '%"status":%' AND length(after) <= :most ORDER BY id
    """  # noqa: S608
)
"""What updates changed, where a status may be among it: as bytes, since somebody may have damaged a row."""


class ChangeTable:
    """Implements `operation.services.Changes`."""

    def __init__(self, database: Database, kinds: Kinds) -> None:
        self._database = database
        self._kinds = kinds

    async def list(self, wanted: ChangeFilter) -> Listing[ChangeLine]:
        """Changes, newest first. A cursor leads on wherever more follows, for meanwhile others come at the head."""
        total, page, rows = await self._database.read(lambda connection: _read_page(connection, wanted))
        shown = rows[: wanted.per_page]
        lines = [cast(ChangeLine, {**_show(row), "objects": [], "undone_by": None}) for row in shown]
        await self._complete(lines)
        return Listing(
            lines,
            total=min(total, MAX_COUNTED),
            page=page,
            per_page=wanted.per_page,
            total_is="exact" if total <= MAX_COUNTED else "at_least",
            next_cursor=str(shown[-1].id) if len(rows) > wanted.per_page else "",
        )

    async def get(self, change_id: int, caller: str | None, of: str | None = None) -> ChangeRecord:
        """One change whole, or what became `of` one object ("page:12").

        Raises Problem(not_found), also for another caller's unless `caller` is None.
        """
        row = await self._fetch(change_id, caller)
        undoings = await self._find_undoings([change_id])
        given = {"change_id": change_id, "arguments": json.loads(row.arguments), "kinds": self._kinds}
        record = {
            **_show(row),
            "arguments": await self._database.read(partial(show_arguments, **given)),
            "objects": await self._database.read(partial(self._show_objects, change_id=change_id, of=of), long=True),
            "undone_by": undoings.get(change_id),
        }
        return cast(ChangeRecord, record)

    async def head(self, change_id: int, caller: str | None) -> Change:
        """One change without what it changed. Raises Problem(not_found), as `get` does."""
        row = await self._fetch(change_id, caller)
        undoings = await self._find_undoings([change_id])
        return cast(Change, {**_show(row), "undone_by": undoings.get(change_id)})

    async def find(self, *, caller: str | None, request_id: str | None, since: datetime | None) -> Sequence[int]:
        """Ids of all changes of a caller, of a request, since a moment; newest first.

        Of a request, what is undone already is left out, unless all of it is; what it has undone itself is not.
        """
        query = select(changes.c.id).order_by(changes.c.id.desc())
        if caller is not None:
            query = query.where(changes.c.caller == caller)
        if request_id is not None:
            query = query.where(changes.c.request_id == request_id)
        if since is not None:
            query = query.where(changes.c.at >= iso(since), changes.c.outcome != "pending")
        ids = [row.id for row in await self._database.read(list_rows(query))]
        undone = await self._database.read(partial(find_undoings, change_ids=ids)) if request_id is not None else {}
        return [each for each in ids if each not in undone] or ids

    def _show_objects(self, connection: Connection, change_id: int, of: str | None) -> Sequence[ObjectShown]:
        return show_objects(read_changed(connection, change_id, of), self._kinds)

    async def _fetch(self, change_id: int, caller: str | None) -> Row[Any]:
        rows = await self._database.read(list_rows(select(changes).where(changes.c.id == change_id)))
        if not rows or (caller is not None and rows[0].caller != caller):
            raise not_found("change", change_id, await self._explain_missing(change_id))
        return rows[0]

    async def _explain_missing(self, change_id: int) -> str:
        last = (await self._database.read(read_cleared)).id
        return HINT if change_id > last else f"{HINT} Changes up to {last} were deleted by age and cannot be undone."

    async def _find_undoings(self, ids: Sequence[int]) -> Mapping[int, int]:
        """By which change each is undone as things stand, and others with them. An undo that was undone is none."""
        return fold_undoings(await self._database.read(list_rows(UNDOINGS, {"ids": ids})))

    async def _complete(self, lines: Sequence[ChangeLine]) -> None:
        ids = {"ids": [line["id"] for line in lines]}
        undone = await self._find_undoings(ids["ids"])
        untold = [kind.name for kind in self._kinds if kind.untold]
        rows = await self._database.read(list_rows(OBJECTS, {**ids, "untold": untold}))
        stated = await self._read_statuses([row.id for row in rows if row.action == "update"])
        named: dict[int, list[ObjectLine]] = {}
        for row in rows:
            label = self._kinds[row.kind].show_label(row.label)
            shown = ObjectLine(kind=row.kind, id=row.object, label=label, action=row.action)
            if row.id in stated:
                shown["status"] = stated[row.id]
            named.setdefault(row.change_id, []).append(shown)
        for line in lines:
            line["undone_by"] = undone.get(line["id"])
            line["objects"] = named.get(line["id"], [])

    async def _read_statuses(self, ids: Sequence[int]) -> Mapping[int, str]:
        """The status that each of these updates gave, where it gave one."""
        return await self._database.read(partial(_list_statuses, ids=ids)) if ids else {}


def _list_statuses(connection: Connection, ids: Sequence[int]) -> dict[int, str]:
    found, left = {}, MAX_STATED
    with connection.execute(STATED, {"ids": json.dumps(ids), "most": MAX_STATED}) as rows:
        for row in rows:
            left -= len(row.stated)
            if left < 0:
                break
            if status := _read_status(row.stated):
                found[row.id] = status
    return found


def _read_status(stated: bytes) -> str:
    """The new status; "" for none, and of a damaged row."""
    try:
        fields = orjson.loads(stated)
    except orjson.JSONDecodeError:
        return ""
    status = fields.get("status") if isinstance(fields, dict) else None
    return status if isinstance(status, str) else ""


def _read_page(connection: Connection, wanted: ChangeFilter) -> tuple[int, int, Sequence[Row[Any]]]:
    """How many changes fit, counted to the bound; the number of the page; its rows, and one more where more follow."""
    fitting = _list_conditions(wanted)
    counted = select(changes.c.id).where(*fitting).order_by(changes.c.id.desc()).limit(MAX_COUNTED + 1).subquery()
    newer = func.count().filter(counted.c.id >= wanted.before) if wanted.before is not None else func.count()
    total, above = connection.execute(select(func.count(), newer).select_from(counted)).one()
    query = select(changes).where(*fitting).order_by(changes.c.id.desc()).limit(wanted.per_page + 1)
    if wanted.before is None:
        return total, wanted.page, connection.execute(query.offset((wanted.page - 1) * wanted.per_page)).all()
    return total, -(-above // wanted.per_page) + 1, connection.execute(query.where(changes.c.id < wanted.before)).all()


def _list_conditions(wanted: ChangeFilter) -> list[ColumnElement[bool]]:
    """The conditions of a filter, except where the page begins."""
    named = ((name, getattr(wanted, name)) for name in ("caller", "operation", "door", "request_id"))
    conditions = [changes.c[name] == value for name, value in named if value is not None]
    if wanted.since is not None:
        conditions.append(changes.c.at >= iso(wanted.since))
    if wanted.kind is not None:
        about = select(changed_objects.c.change_id).where(changed_objects.c.kind == wanted.kind)
        if wanted.object is not None:
            about = about.where(changed_objects.c.object == wanted.object)
        conditions.append(changes.c.id.in_(about))
    return conditions


def list_changes_since(connection: Connection, kind: str, object_id: str, revision: str) -> list[dict[str, Any]]:
    """What was done to an object since it had that revision, newest first: which fields, by whom, when."""
    found = []
    # One by one: what lies behind the revision is never read, and others wait for the lock meanwhile.
    with connection.execute(SINCE, {"kind": kind, "object": object_id, "limit": MAX_SINCE}) as rows:
        for row in rows:
            after = json.loads(row.after) if row.after else {}
            if after.get(REVISION) == revision:
                break
            before = json.loads(row.before) if row.before else {}
            fields = [name for name in {**before, **after} if name not in ("id", REVISION, "modified")]
            found.append({"id": row.id, "at": row.at, "by": row.label, "operation": row.operation, "fields": fields})
    return found


def _show(row: Row[Any]) -> dict[str, Any]:
    names: Iterable[str] = ("id", "at", "milliseconds", "request_id", "caller", "label", "role", "door", "client")
    shown = {name: row._mapping[name] for name in (*names, "operation", "outcome", "approved_by", "approved_by_id")}
    return {**shown, "undoes": json.loads(row.undoes)}
