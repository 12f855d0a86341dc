"""Limits: the plan, the default limit, what each key uses now, and setting counters back."""

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from sitehand.admin.edited import list_shown, read_edited
from sitehand.admin.key_pages import read_keys
from sitehand.admin.screen import Screen, does, shows
from sitehand.admin.visit import Visit
from sitehand.errors import not_found
from sitehand.guard.limits import PLAN_LIMITS, seconds_left

EXPECTED = {
    "plan": ("plan", "Choose a plan."),
    "requests_per_minute": ("default", "Enter a whole number from 1 to 100000."),
}
"""The field of the form and the sentence for a wrong value, by argument."""
MAX_SHOWN = 18


async def show(visit: Visit) -> Response:
    """The limits, and each key's use."""
    return await _page(visit, {}, {})


async def save(visit: Visit) -> Response:
    """Change the plan or the default limit. A new plan brings its own default, unless another was typed with it."""
    edited = read_edited(visit.form, (field for field, _ in EXPECTED.values()))
    limits = {name: edited[field] for name, (field, _) in EXPECTED.items() if field in edited}
    if faults := visit.find_faults(limits):
        return await _page(visit, dict(EXPECTED[name] for name in faults), visit.form, status=400)
    if not limits:
        return visit.redirect("/limits", "same")
    await visit.perform(limits)
    return visit.redirect("/limits", "limits")


async def reset(visit: Visit) -> Response:
    """Set the counter of one key back, or all."""
    key_id = visit.form.get("key_id", "")
    choice = {"key_id": key_id} if key_id else {}
    if visit.find_faults(choice):
        raise not_found("key", key_id[:MAX_SHOWN], "")
    await visit.perform(choice)
    return visit.redirect("/limits", "reset")


async def _page(visit: Visit, faults: dict[str, str], values: Mapping[str, str], *, status: int = 200) -> Response:
    services = visit.services
    default, ring = await services.limits.default(), await read_keys(visit)
    stored: dict[str, str] = {"plan": await services.limits.plan(), "default": str(default)}
    return visit.page(
        "limits.html",
        "Limits",
        status=status,
        values={**stored, **values},
        was=list_shown(values, stored),
        plans=plan_choices(),
        uses=[await _use(visit, key["id"], key["label"], key["requests_per_minute"] or default) for key in ring.keys],
        ring=ring,
        faults=faults,
    )


def plan_choices() -> list[tuple[str, str]]:
    """The plans, and how a person reads them."""
    return [(plan, f"{plan} ({number} requests per minute)") for plan, number in PLAN_LIMITS.items()]


async def _use(visit: Visit, key_id: int, label: str, limit: int) -> dict[str, Any]:
    use = await visit.services.limits.use(f"key:{key_id}")
    return {
        "id": key_id,
        "label": label,
        "limit": limit,
        "used": use.used,
        "percent": min(100, round(100 * use.used / limit)),
        "seconds": seconds_left(use.reset) if use.used else 0,
    }


SCREEN = Screen(
    "Limits",
    "/limits",
    (
        shows("/limits", show),
        does("/limits", save, "set_limits"),
        does("/limits/reset", reset, "reset_rate_limit"),
    ),
)
