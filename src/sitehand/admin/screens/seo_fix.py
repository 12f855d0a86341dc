"""Repairing what an audit has found: what the call would change, and then the call."""

import json
from typing import Any

from starlette.responses import Response

from sitehand.admin.screens.activity import show_part
from sitehand.admin.visit import Visit
from sitehand.errors import not_found
from sitehand.seo.titles import name_rule
from sitehand.site.audits import Finding

REFUSED = 400
"""The first HTTP status of a call that was refused."""


async def ask(visit: Visit) -> Response:
    """The finding, and what its call would change."""
    finding = await _find(visit)
    done = await visit.perform({"id": finding["id"], "dry_run": True})
    plan, refusal = _read_part(done)
    return visit.page(
        "seo_fix.html",
        f"Fix “{name_rule(finding['rule'])}”",
        status=REFUSED if refusal else 200,
        finding=finding,
        call=json.dumps(finding["fix"], indent=2, ensure_ascii=False),
        objects=show_part(visit, plan.get("changes", ())),
        warnings=plan.get("warnings", ()),
        refusal=refusal,
    )


async def fix(visit: Visit) -> Response:
    """Make the call; the notice leads to its undo, or says that there was nothing to change."""
    done = await visit.perform({"id": visit.request.path_params["finding_id"]})
    _, refusal = _read_part(done)
    if refusal:
        return visit.page("message.html", "Not done", status=REFUSED, message=refusal)
    if not done["changed"]:
        return visit.redirect("/seo", "same")
    return visit.redirect("/seo", "fixed", change=str(done["change_id"]))


def _read_part(done: Any) -> tuple[Any, str]:
    """The answer of the one call of a fix, and why it was refused; empty when it was not."""
    (part,) = done["responses"]
    is_refused = part["status"] >= REFUSED
    return ({}, part["body"]["error"]["message"]) if is_refused else (part["body"], "")


async def _find(visit: Visit) -> Finding:
    """The finding that the address names. Raises Problem(not_found)."""
    wanted = visit.request.path_params["finding_id"]
    found = await visit.services.operations.audits.get(wanted)
    if found is None:
        raise not_found("finding", wanted[:40], "")
    return found
