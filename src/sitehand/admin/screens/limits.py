"""Limits: the plan, the default limit, what each key uses now, and setting counters back."""

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from sitehand.admin.keyring import read_keys
from sitehand.admin.number import MAX_PER_MINUTE, read_per_minute
from sitehand.admin.screen import Screen, does, shows
from sitehand.admin.visit import Visit
from sitehand.errors import not_found
from sitehand.guard.limits import PLAN_LIMITS, seconds_left

MAX_ID_DIGITS = 18


async def show(visit: Visit) -> Response:
    """The limits, and each key's use."""
    return await _page(visit, {}, {})


async def save(visit: Visit) -> Response:
    """Change the plan or the default limit. A new plan brings its own default, unless another was typed with it."""
    limits, plan = visit.services.limits, visit.form.get("plan", "")
    default, before = read_per_minute(visit.form.get("default", "").strip()), await limits.default()
    faults = {}
    if plan not in PLAN_LIMITS:
        faults["plan"] = "Choose one of the plans."
    if default is None:
        faults["default"] = f"Give a whole number from 1 to {MAX_PER_MINUTE}."
    if faults or default is None:
        return await _page(visit, faults, visit.form, status=400)
    if plan != await limits.plan():
        await limits.set_plan("pro" if plan == "pro" else "free")
    if default != before:
        await limits.set_default(default)
    return visit.redirect("/limits", "limits")


async def reset(visit: Visit) -> Response:
    """Set the counter of one key back, or all."""
    key_id = visit.form.get("key_id", "")
    if key_id and not (key_id.isascii() and key_id.isdecimal() and len(key_id) <= MAX_ID_DIGITS):
        raise not_found("key", key_id[:MAX_ID_DIGITS], "")
    await visit.services.limits.reset(int(key_id) if key_id else None)
    return visit.redirect("/limits", "reset")


async def _page(visit: Visit, faults: dict[str, str], values: Mapping[str, str], *, status: int = 200) -> Response:
    services = visit.services
    default, ring = await services.limits.default(), await read_keys(visit)
    return visit.page(
        "limits.html",
        "Limits",
        status=status,
        plan=values.get("plan", await services.limits.plan()),
        default=values.get("default", str(default)),
        plans=plan_choices(),
        uses=[await _use(visit, key["id"], key["label"], key["requests_per_minute"] or default) for key in ring.keys],
        ring=ring,
        faults=faults,
    )


def plan_choices() -> list[tuple[str, str]]:
    """The plans, and how a person reads them."""
    return [(plan, f"{plan} ({number} requests a minute)") for plan, number in PLAN_LIMITS.items()]


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
        does("/limits", save, "set_rate_limit"),
        does("/limits/reset", reset, "reset_rate_limit"),
    ),
)
