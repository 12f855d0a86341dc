"""Repairing what an audit has found: what the call would change, and then the call."""

import json
from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from sitehand.admin.screens.activity import show_part
from sitehand.admin.visit import Visit
from sitehand.errors import Problem, not_found
from sitehand.seo.titles import name_rule
from sitehand.site.audits import Finding


async def ask(visit: Visit) -> Response:
    """The finding, and what its call would change."""
    finding = await _find(visit)
    (part,) = (await _perform(visit, {"id": finding["id"], "dry_run": True}))["responses"]
    return visit.page(
        "seo_fix.html",
        f"Fix “{name_rule(finding['rule'])}”",
        finding=finding,
        call=json.dumps(finding["fix"], indent=2, ensure_ascii=False),
        objects=show_part(visit, part["body"].get("changes", ())),
        warnings=part["body"].get("warnings", ()),
    )


async def fix(visit: Visit) -> Response:
    """Make the call; the notice leads to its undo, or says that there was nothing to change."""
    done = await _perform(visit, {"id": visit.request.path_params["finding_id"]})
    if not done["changed"]:
        return visit.redirect("/seo", "same")
    return visit.redirect("/seo", "fixed", change=str(done["change_id"]))


async def _perform(visit: Visit, arguments: Mapping[str, Any]) -> Any:
    """What the fix answers, which runs as a batch of one call. Raises Problem: why that call was refused."""
    try:
        return await visit.perform(arguments)
    except Problem as problem:
        if "problem" not in problem.extra:
            raise
        raise Problem(problem.code, problem.extra["problem"]["message"], hint=problem.hint) from None


async def _find(visit: Visit) -> Finding:
    """The finding that the address names. Raises Problem(not_found)."""
    wanted = visit.request.path_params["finding_id"]
    found = await visit.services.operations.audits.get(wanted)
    if found is None:
        raise not_found("finding", wanted[:40], "")
    return found
