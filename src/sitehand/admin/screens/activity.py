"""Activity: what was changed by whom, in plain sentences; each change with its diff; taking changes back."""

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple, cast
from urllib.parse import urlencode

from starlette.responses import Response

from sitehand.admin.difference import FieldRow, list_fields, read_part
from sitehand.admin.number import read_number
from sitehand.admin.screen import Screen, does, shows
from sitehand.admin.sentences import DOORS, FIXED, name_caller, tell_change
from sitehand.admin.use import read_use
from sitehand.admin.visit import Visit
from sitehand.operation.excerpt import cut_objects
from sitehand.site.changes import (
    MAX_UNDONE,
    MORE,
    NO_REQUEST,
    ChangeFilter,
    ChangeLine,
    ChangeRecord,
    ObjectShown,
    Part,
    name_object,
)
from sitehand.site.kinds import PENDING_CHANGE

PER_PAGE = 20
MAX_KEYS = 100
"""Keys that the filter offers; the screen of a key leads to what any other did."""
DOOR_NAMES = {"rest": "REST", "mcp": "MCP", "admin": "Admin screens", "cli": "Command line", "site": "The site itself"}
FILTERS = ("caller", "operation", "door", "kind", "object", "since", "request_id")
OBJECTS_PER_PART = 25
MAX_FILTER = 200


class ObjectPart(NamedTuple):
    """Some of the objects of a change, each with its noun and fields; `before` and `after` are other parts, or 0."""

    shown: Sequence[tuple[ObjectShown, str, Sequence[FieldRow]]]
    total: int
    first: int
    last: int
    before: int
    after: int


async def show(visit: Visit) -> Response:
    """The changes, newest first, as the filters want them, and the charts."""
    chosen = read_filters(visit.request.query_params)
    wanted, faults = check_filters(chosen, visit.request.query_params.get("before", ""))
    page = await visit.services.operations.changes.list(wanted)
    now = visit.services.clock()
    use = await read_use(visit.services, chosen.get("caller"))
    cursor = page.next_cursor
    return visit.page(
        "activity.html",
        "Activity",
        changes=[(change, tell_change(change, now, visit.kinds)) for change in page.items],
        chosen={name: chosen.get(name, "") for name in FILTERS},
        is_filtered=bool(chosen),
        newest=f"?{urlencode(chosen)}" if chosen else "",
        choices=await _list_choices(visit, {total.name: total.label for total in use.callers if total.name}, chosen),
        older=f"?{urlencode({**chosen, 'before': cursor})}" if cursor else "",
        is_first=wanted.before is None,
        use=use,
        faults=faults,
    )


async def show_change(visit: Visit) -> Response:
    """One change: what changed in each object, and the details of the call."""
    part = read_part(visit.request.query_params)
    change = await _find(visit, part)
    request = await _list_request(visit, change)
    return visit.page(
        "change.html",
        f"Change {change['id']}",
        change=change,
        sentence=tell_change(_line(change), visit.services.clock(), visit.kinds),
        objects=show_part(visit, cut_objects(change["objects"], part)),
        door=DOORS.get(change["door"], change["door"]),
        proposal=_find_proposal(change["objects"]),
        arguments=json.dumps(change["arguments"], indent=2, ensure_ascii=False) if change["arguments"] else "",
        request=request,
    )


def _find_proposal(objects: Sequence[ObjectShown]) -> str:
    """The id of the pending change that a change requested or decided on, for which there is no undo; "" for others."""
    return objects[0]["id"] if objects and all(each["kind"] == PENDING_CHANGE.name for each in objects) else ""


async def ask_undo(visit: Visit) -> Response:
    """Preview an undo."""
    change = await _find(visit)
    return await _ask(visit, change, {"id": change["id"]}, [change["id"]])


async def ask_undo_request(visit: Visit) -> Response:
    """Preview an undo of every change of one request."""
    change = await _find(visit)
    ids = await _list_request(visit, change)
    return await _ask(visit, change, _of_request(change), ids[:MAX_UNDONE])


async def undo(visit: Visit) -> Response:
    """Undo a change."""
    change = await _find(visit)
    return await _undo(visit, {"id": change["id"]})


async def undo_request(visit: Visit) -> Response:
    """Undo all changes of one request; ask again if they are too many for one undo."""
    change = await _find(visit)
    return await _undo(visit, _of_request(change), again=f"/activity/{change['id']}/undo-request")


async def _ask(visit: Visit, change: ChangeRecord, choice: Mapping[str, Any], ids: Sequence[int]) -> Response:
    plan = await visit.perform({**choice, "dry_run": True})
    return visit.page(
        "undo.html",
        f"Undo change {change['id']}" if "id" in choice else f"Undo {len(ids)} changes",
        change=change,
        ids=ids,
        sentence=tell_change(_line(change), visit.services.clock(), visit.kinds),
        objects=show_part(visit, plan["changes"]),
        warnings=plan["warnings"],
    )


async def _undo(visit: Visit, choice: Mapping[str, Any], again: str = "") -> Response:
    result = await visit.perform(choice)
    if any(each["code"] == MORE for each in result.get("notices", ())):
        return visit.redirect(again, "undone")
    return visit.redirect(f"/activity/{result['change_id']}" if "change_id" in result else "/activity", "undone")


async def _find(visit: Visit, part: Part | None = None) -> ChangeRecord:
    """The change that the address names. Raises Problem(not_found)."""
    wanted = visit.read_id("change_id", "change")
    return await visit.services.operations.changes.get(wanted, None, part.object if part else None)


async def _list_request(visit: Visit, change: ChangeRecord) -> Sequence[int]:
    """Every change of the same request, newest first; of a change without a request, itself."""
    if change["request_id"] == NO_REQUEST:
        return [change["id"]]
    return await visit.services.operations.changes.find(caller=None, request_id=change["request_id"], since=None)


def _of_request(change: ChangeRecord) -> dict[str, Any]:
    """What to take back. Changes without a request have nothing in common."""
    return {"id": change["id"]} if change["request_id"] == NO_REQUEST else {"request_id": change["request_id"]}


def read_filters(query: Mapping[str, str]) -> dict[str, str]:
    """The filters that are set."""
    return {name: query[name].strip()[:MAX_FILTER] for name in FILTERS if query.get(name, "").strip()}


def check_filters(chosen: Mapping[str, str], before: str) -> tuple[ChangeFilter, dict[str, str]]:
    """The filter for the journal, and what is wrong with what was typed, by field."""
    faults: dict[str, str] = {}
    since = None
    if text := chosen.get("since"):
        try:
            since = datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
        except ValueError:
            faults["since"] = "Enter a date such as 2026-07-28, or leave it empty."
    names = ("caller", "operation", "door", "kind", "request_id")
    return ChangeFilter(
        per_page=PER_PAGE,
        before=read_number(before),
        since=since,
        object=chosen.get("object") if "kind" in chosen else None,
        **{name: chosen[name] for name in names if name in chosen},  # type: ignore[arg-type]  # all of them are texts
    ), faults


async def _list_choices(
    visit: Visit, seen: Mapping[str, str], chosen: Mapping[str, str]
) -> dict[str, list[tuple[str, str]]]:
    """What the filters offer, as values and words: of the callers those with most calls, and the newest keys."""
    keys = await visit.services.keys.list(include_revoked=True, now=visit.services.clock(), limit=MAX_KEYS)
    if "caller" in chosen:
        seen = {chosen["caller"]: chosen["caller"], **seen}
    labels = {"owner": "Owner", "site": "The site itself"} | {f"key:{key['id']}": key["label"] for key in keys}
    callers = {caller: name_caller(label, caller) for caller, label in {**seen, **labels}.items()}
    alike = Counter(callers.values())
    catalog = visit.services.gate.catalog
    writes = {each.name for each in (*catalog, *catalog.owners) if not each.reads and not each.composed}
    return {
        "caller": [
            ("", "anybody"),
            *((caller, f"{words}, {caller}" if alike[words] > 1 else words) for caller, words in callers.items()),
        ],
        "operation": [("", "any"), *((name, name) for name in sorted(writes | {*FIXED}))],
        "door": [("", "any"), *DOOR_NAMES.items()],
        "kind": [("", "anything"), *((kind.name, kind.plural) for kind in visit.kinds if not kind.untold)],
    }


def show_part(visit: Visit, objects: Sequence[ObjectShown]) -> ObjectPart:
    """The part of the objects that the address asks for (`page`); the first one for anything strange."""
    asked, parts = visit.request.query_params.get("page", ""), -(-len(objects) // OBJECTS_PER_PART)
    part = min(max(int(asked), 1), max(parts, 1)) if re.fullmatch("[0-9]{1,9}", asked) else 1
    first = (part - 1) * OBJECTS_PER_PART
    some = objects[first : first + OBJECTS_PER_PART]
    return ObjectPart(
        shown=[(each, visit.kinds[each["kind"]].singular, list_fields(each)) for each in some],
        total=len(objects),
        first=first + 1,
        last=first + len(some),
        before=part - 1,
        after=part + 1 if part < parts else 0,
    )


def _line(change: ChangeRecord) -> ChangeLine:
    """A whole change as its line in the list."""
    return cast(ChangeLine, {**change, "objects": [name_object(each) for each in change["objects"]]})


SCREEN = Screen(
    "Activity",
    "/activity",
    (
        shows("/activity", show),
        shows("/activity/{change_id:int}", show_change),
        shows("/activity/{change_id:int}/undo", ask_undo, "undo_change"),
        does("/activity/{change_id:int}/undo", undo, "undo_change"),
        shows("/activity/{change_id:int}/undo-request", ask_undo_request, "undo_change"),
        does("/activity/{change_id:int}/undo-request", undo_request, "undo_change"),
    ),
)
