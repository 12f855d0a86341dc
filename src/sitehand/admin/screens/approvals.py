"""Approvals: pending changes with their previews, and the approval rules."""

import json
from collections.abc import Mapping
from typing import Literal

from starlette.responses import Response

from sitehand.admin.difference import list_fields, read_part
from sitehand.admin.number import read_page
from sitehand.admin.policy import FAULTS, list_options, read_rule, tell_rule
from sitehand.admin.preview import Sides, render_sides
from sitehand.admin.screen import Screen, does, shows
from sitehand.admin.sentences import tell_decision, tell_proposal
from sitehand.admin.visit import Visit, name_faults
from sitehand.errors import Code, Problem
from sitehand.guard.gate import OWNER
from sitehand.operation.excerpt import cut_objects
from sitehand.site.approvals import PendingQuery, PendingRecord
from sitehand.site.changes import ChangeFilter
from sitehand.site.content import Listing
from sitehand.site.kinds import PENDING_CHANGE

MAX_NOTE = 1000
PER_PAGE = 20
MAX_KEYS = 100
"""The newest keys, which a rule can name."""


async def show(visit: Visit) -> Response:
    """The pending changes, and the approval rules."""
    return await _page(visit, {}, {})


async def show_pending(visit: Visit) -> Response:
    """A pending or decided write: the preview of its pages, and every difference."""
    services, host = visit.services, visit.services.operations.host
    pending = await services.operations.decisions.get(_read_id(visit), OWNER)
    shown = cut_objects(pending["preview"]["changes"], read_part(visit.request.query_params))
    obstacle = await _find_obstacle(visit, pending) if pending["state"] == "waiting" else None
    looks = pending["state"] == "waiting" and not obstacle
    sides, unseen = await _try_sides(visit, pending) if looks else ([], None)
    about = ChangeFilter(kind=PENDING_CHANGE.name, object=str(pending["id"]))
    return visit.page(
        "pending.html",
        f"Pending change {pending['id']}",
        pending=pending,
        sentence=tell_proposal(pending, services.clock(), visit.kinds),
        decision=tell_decision(pending, services.clock()),
        objects=[(each, visit.kinds[each["kind"]].singular, list_fields(each)) for each in shown],
        sides=sides,
        no_link="" if host.previews else host.capabilities().explain("previews"),
        obstacle=obstacle,
        unseen=unseen,
        arguments=json.dumps(pending["arguments"], indent=2, ensure_ascii=False),
        history=(await services.operations.changes.list(about)).items,
        max_note=MAX_NOTE,
    )


async def _find_obstacle(visit: Visit, pending: PendingRecord) -> Problem | None:
    """Why it cannot be approved now; None when it can."""
    try:
        await visit.perform({"id": pending["id"], "dry_run": True})
    except Problem as problem:
        return problem
    return None


async def _try_sides(visit: Visit, pending: PendingRecord) -> tuple[list[Sides], Problem | None]:
    """The preview of the pages, or why there is none: it can take longer than an approval, and others have to wait."""
    try:
        return await render_sides(visit.services, pending, visit.root), None
    except Problem as problem:
        return [], problem


async def approve(visit: Visit) -> Response:
    """Approve the change."""
    await _decide(visit)
    return visit.redirect("/approvals", "approved")


async def reject(visit: Visit) -> Response:
    """Reject the change."""
    await _decide(visit)
    return visit.redirect("/approvals", "rejected")


async def add_rule(visit: Visit) -> Response:
    """Add a rule to the policy."""
    rule = read_rule(visit.form)
    try:
        result = await visit.perform(rule)
    except Problem as problem:
        if problem.code is Code.CONFLICT:
            return visit.redirect("/approvals", "full")
        faults = {name: FAULTS[name] for name in name_faults(problem)}
        return await _page(visit, faults, visit.form, status=400)
    return visit.redirect("/approvals", "policy" if result["changed"] else "again")


async def remove_rule(visit: Visit) -> Response:
    """Take a rule out of the policy; one that is not in it any more stays out."""
    rules = {rule.model_dump_json(): rule for rule in visit.services.choices.rules()}
    rule = rules.get(visit.form.get("rule", ""))
    if rule is None:
        return visit.redirect("/approvals", "again")
    result = await visit.perform(rule.model_dump(exclude_defaults=True))
    return visit.redirect("/approvals", "policy" if result["changed"] else "again")


async def _page(visit: Visit, faults: dict[str, str], values: Mapping[str, str], *, status: int = 200) -> Response:
    services, now = visit.services, visit.services.clock()
    named = {rule.key_id for rule in services.choices.rules() if rule.key_id is not None}
    found = [await services.keys.get(key_id, now) for key_id in sorted(named)]
    options = await _list_options(visit)
    offered = dict(options["key_id"])
    labels = {key["id"]: offered.get(str(key["id"]), key["label"]) for key in found if key is not None}
    return visit.page(
        "approvals.html",
        "Approvals",
        status=status,
        pending=await _list(visit, "waiting"),
        decided=await _list(visit, "decided"),
        rules=[(rule.model_dump_json(), tell_rule(rule, labels)) for rule in services.choices.rules()],
        options=options,
        values=values,
        faults=faults,
    )


async def _list(visit: Visit, state: Literal["waiting", "decided"]) -> Listing[tuple[PendingRecord, str, str]]:
    """The page of proposals that the address asks for, each with its sentence and with who decided when."""
    now, decisions = visit.services.clock(), visit.services.operations.decisions
    page = read_page(visit.request.query_params.get(state, ""))
    listing = await decisions.list(PendingQuery(state=state, page=page, per_page=PER_PAGE), OWNER)
    records = [await decisions.get(each["id"], OWNER) for each in listing.items]
    rows = [(each, tell_proposal(each, now, visit.kinds), tell_decision(each, now)) for each in records]
    return Listing(items=rows, total=listing.total, page=page, per_page=PER_PAGE)


async def _list_options(visit: Visit) -> dict[str, list[tuple[str, str]]]:
    keys = await visit.services.keys.list(include_revoked=False, now=visit.services.clock(), limit=MAX_KEYS)
    return list_options(keys, list(visit.services.gate.catalog))


async def _decide(visit: Visit) -> None:
    """Decide with the note of the form. Raises Problem, also what the write is refused with."""
    note = visit.form.get("note", "").strip()[:MAX_NOTE]
    await visit.perform({"id": _read_id(visit), "note": note})


def _read_id(visit: Visit) -> int:
    return visit.read_id("pending_id", "pending change")


SCREEN = Screen(
    "Approvals",
    "/approvals",
    (
        shows("/approvals", show),
        shows("/approvals/{pending_id:int}", show_pending, "approve_change"),
        does("/approvals/{pending_id:int}/approve", approve, "approve_change"),
        does("/approvals/{pending_id:int}/reject", reject, "reject_change"),
        does("/approvals/rules", add_rule, "add_approval_rule"),
        does("/approvals/rules/remove", remove_rule, "remove_approval_rule"),
    ),
)
