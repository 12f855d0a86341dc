"""Keys: list, create, rotate, revoke."""

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, cast, get_args

from starlette.responses import Response

from sitehand.admin.keyring import read_keys
from sitehand.admin.number import MAX_PER_MINUTE, read_per_minute
from sitehand.admin.screen import Screen, does, shows
from sitehand.admin.visit import Visit
from sitehand.errors import not_found
from sitehand.guard.lineage import claims_owner
from sitehand.operation.context import KeyRecord, Role
from sitehand.site.lines import is_label
from sitehand.site.values import MAX_ID

ROLES = (
    ("admin", "admin: everything, keys and limits too"),
    ("editor", "editor: content, design, media, terms, SEO"),
    ("designer", "designer: design, media, site"),
    ("author", "author: content, media, terms"),
)
GRACES = {"0": "now", "3600": "in one hour", "86400": "in 24 hours"}
MAX_LABEL = 200


async def show(visit: Visit) -> Response:
    """The list, and the form for a new key."""
    return await _page(visit, {}, {})


async def create(visit: Visit) -> Response:
    """Make a key and show its value, once. A form that is sent twice makes one key."""
    faults, values = check_new_key(visit.form, visit.services.clock())
    if faults:
        return await _page(visit, faults, visit.form, status=400)
    if not await visit.services.limits.is_first(f"form:{visit.form.get('once', '')[:64]}"):
        return visit.redirect("/keys", "again")
    issued = await visit.services.keys.create(**values, now=visit.services.clock())
    return visit.page("key_value.html", "The new key", key=issued, heading="The key is made")


async def ask_rotation(visit: Visit) -> Response:
    """Ask when the old value ends."""
    once = secrets.token_urlsafe(16)
    return visit.page("key_rotate.html", "Rotate a key", key=await _find(visit), graces=GRACES, once=once)


async def rotate(visit: Visit) -> Response:
    """Give a key a new value and show it, once."""
    key, grace = await _find(visit), visit.form.get("grace", "0")
    if not await visit.services.limits.is_first(f"form:{visit.form.get('once', '')[:64]}"):
        return visit.redirect("/keys", "again")
    issued = await visit.services.keys.rotate(
        key["id"], grace_seconds=int(grace) if grace in GRACES else 0, now=visit.services.clock()
    )
    return visit.page("key_value.html", "The new value", key=issued, heading="The key has a new value")


async def confirm_revoke(visit: Visit) -> Response:
    """Ask before a key is ended."""
    return visit.page("key_revoke.html", "Revoke a key", key=await _find(visit))


async def revoke(visit: Visit) -> Response:
    """End a key at once."""
    await visit.services.keys.revoke((await _find(visit))["id"], now=visit.services.clock())
    return visit.redirect("/keys", "revoked")


async def _page(visit: Visit, faults: dict[str, str], values: Any, *, status: int = 200) -> Response:
    ended = visit.request.query_params.get("show") == "ended"
    ring = await read_keys(visit, include_revoked=ended)
    return visit.page(
        "keys.html",
        "Keys",
        status=status,
        keys=[(key, _state(key, visit.services.clock())) for key in ring.keys],
        ring=ring,
        ended=ended,
        roles=ROLES,
        once=secrets.token_urlsafe(16),
        faults=faults,
        values=values,
    )


async def _find(visit: Visit) -> KeyRecord:
    """The active key that the address names. Raises Problem(not_found)."""
    wanted = visit.request.path_params["key_id"]
    key = await visit.services.keys.get(wanted, visit.services.clock()) if wanted <= MAX_ID else None
    if key is None:
        raise not_found("active key", wanted, "")
    return key


def _state(key: KeyRecord, now: datetime) -> str:
    if key["revoked"]:
        return "revoked"
    expired = key["expires"] and datetime.fromisoformat(key["expires"]) <= now
    return "expired" if expired else "active"


def check_new_key(form: Mapping[str, str], now: datetime) -> tuple[dict[str, str], dict[str, Any]]:
    """What is wrong with the form of a new key, by field, and its values when nothing is."""
    faults: dict[str, str] = {}
    label, role = form.get("label", "").strip(), form.get("role", "")
    if not (0 < len(label) <= MAX_LABEL and is_label(label)):
        faults["label"] = f"Give the key a name of 1 to {MAX_LABEL} visible characters."
    elif claims_owner(label):
        faults["label"] = "Owner is you. Say what the key is for."
    if role not in get_args(Role):
        faults["role"] = "Choose one of the roles."
    expires = _parse_date(form.get("expires", "").strip(), now, faults)
    text = form.get("requests_per_minute", "").strip()
    own = read_per_minute(text)
    if text and own is None:
        faults["requests_per_minute"] = f"Give a whole number from 1 to {MAX_PER_MINUTE}, or nothing."
    values = {
        "label": label,
        "role": cast(Role, role),
        "expires": expires,
        "requests_per_minute": own,
    }
    return faults, values


def _parse_date(text: str, now: datetime, faults: dict[str, str]) -> datetime | None:
    """The end of the given day in UTC."""
    if not text:
        return None
    try:
        day = datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC) + timedelta(days=1)
    except (ValueError, OverflowError):
        faults["expires"] = "Give a date such as 2027-01-31, or nothing."
        return None
    if day <= now:
        faults["expires"] = "That day is over. Give a later one, or nothing."
    return day


SCREEN = Screen(
    "Keys",
    "/keys",
    (
        shows("/keys", show),
        does("/keys", create, "create_api_key"),
        shows("/keys/{key_id:int}/rotate", ask_rotation),
        does("/keys/{key_id:int}/rotate", rotate, "rotate_api_key"),
        shows("/keys/{key_id:int}/revoke", confirm_revoke),
        does("/keys/{key_id:int}/revoke", revoke, "revoke_api_key"),
    ),
)
