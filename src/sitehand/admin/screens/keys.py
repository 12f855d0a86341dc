"""Keys: list, create, rotate, revoke."""

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from starlette.responses import Response

from sitehand.admin.key_pages import read_keys
from sitehand.admin.screen import Screen, does, shows
from sitehand.admin.visit import Visit, name_faults
from sitehand.errors import Problem, not_found
from sitehand.operation.catalog import CATEGORIES
from sitehand.operation.keys import KeyRecord
from sitehand.site.values import iso

ROLES = (
    ("admin", "admin: everything, including keys and limits"),
    ("editor", "editor: content, design, media, terms, SEO"),
    ("designer", "designer: design, media, site"),
    ("author", "author: what the key itself created, of content, media and tags; reads the rest"),
)
GRACES = {"0": "now", "3600": "in one hour", "86400": "in 24 hours"}
EXPECTED = {
    "label": "Enter a label of 1 to 200 visible characters.",
    "role": "Choose a role.",
    "expires": "Enter a date such as 2027-01-31, or leave it empty.",
    "requests_per_minute": "Enter a whole number from 1 to 100000, or leave it empty.",
    "max_changes_per_hour": "Enter a whole number from 1 to 100000, or leave it empty.",
    "locales": "Enter locales that the site has, such as de pt-BR, or leave it empty.",
}
CHOICES = {
    "unfiltered_html": "Can add any HTML, such as scripts, iframes and forms",
    "drafts_only": "Drafts only: changes nothing that visitors see or will see",
    "no_publish": "Cannot publish",
}
"""What a key may do otherwise than its role, as a box to tick."""
REFUSED = {
    "label": "“Owner” means you. Enter what the key is for.",
    "expires": "This date is in the past. Enter a later date, or leave it empty.",
}
"""What is said of a field that holds what it should, and is refused all the same."""


async def show(visit: Visit) -> Response:
    """The list, and the form for a new key."""
    return await _page(visit, {}, {})


async def create(visit: Visit) -> Response:
    """Make a key and show its value, once. A form that is sent twice makes one key."""
    key = read_new_key(visit.form)
    if faults := visit.find_faults(key) | find_odd_day(visit.form):
        return await _page(visit, {name: EXPECTED[name] for name in faults}, visit.form, status=400)
    try:
        issued = await _perform_once(visit, key)
    except Problem as problem:
        told = {name: REFUSED.get(name, problem.message) for name in name_faults(problem) or ("locales",)}
        return await _page(visit, told, visit.form, status=400)
    if issued is None:
        return visit.redirect("/keys", "again")
    return visit.page("key_value.html", "New key", key=issued, heading="Key created")


async def ask_rotation(visit: Visit) -> Response:
    """Ask when the old value ends."""
    once = secrets.token_urlsafe(16)
    return visit.page("key_rotate.html", "Rotate key", key=await _find(visit), graces=GRACES, once=once)


async def rotate(visit: Visit) -> Response:
    """Give a key a new value and show it, once."""
    key, grace = await _find(visit), visit.form.get("grace", "0")
    wanted = {"id": key["id"], "grace_seconds": int(grace) if grace in GRACES else 0}
    if (issued := await _perform_once(visit, wanted)) is None:
        return visit.redirect("/keys", "again")
    return visit.page("key_value.html", "New value", key=issued, heading="Key rotated")


async def _perform_once(visit: Visit, arguments: Mapping[str, Any]) -> Any:
    """The new value; None when this form was sent before. What is refused has done nothing, and may be sent again."""
    limits, mark = visit.services.limits, f"form:{visit.form.get('once', '')[:64]}"
    if not await limits.is_first(mark):
        return None
    try:
        return await visit.perform(arguments)
    except Problem:
        await limits.forget(mark)
        raise


async def confirm_revoke(visit: Visit) -> Response:
    """Ask before a key is ended."""
    return visit.page("key_revoke.html", "Revoke key", key=await _find(visit))


async def revoke(visit: Visit) -> Response:
    """End a key at once."""
    await visit.perform({"id": (await _find(visit))["id"]})
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
        choices=CHOICES.items(),
        categories=CATEGORIES,
        grants=describe_grants,
        once=secrets.token_urlsafe(16),
        faults=faults,
        values=values,
    )


async def _find(visit: Visit) -> KeyRecord:
    """The active key that the address names. Raises Problem(not_found)."""
    wanted = visit.read_id("key_id", "active key")
    key = await visit.services.keys.get(wanted, visit.services.clock())
    if key is None:
        raise not_found("active key", wanted, "")
    return key


def _state(key: KeyRecord, now: datetime) -> str:
    if key["revoked"]:
        return "revoked"
    expired = key["expires"] and datetime.fromisoformat(key["expires"]) <= now
    return "expired" if expired else "active"


def read_new_key(form: Mapping[str, str]) -> dict[str, Any]:
    """The form as arguments of the operation. A field that is left empty is not given; a day ends when it is over."""
    given = {name: form.get(name, "").strip() for name in EXPECTED}
    end = _end_of_day(given["expires"])
    ticked = {name: name in form for name in CHOICES}
    without = [name for name in CATEGORIES if f"without.{name}" in form]
    several = {"without": without, "locales": given["locales"].replace(",", " ").split()}
    whole = {**given, "expires": end or given["expires"], **ticked, **several}
    return {name: value for name, value in whole.items() if value}


def describe_grants(key: KeyRecord) -> list[str]:
    """What a key may do otherwise than its role says, in words."""
    said = [words.partition(":")[0] for name, words in CHOICES.items() if key[name]]  # type: ignore[literal-required]
    if key["max_changes_per_hour"]:
        said.append(f"{key['max_changes_per_hour']} changes per hour")
    said += [f"Without {', '.join(key['without'])}"] if key["without"] else []
    return [*said, *([f"Only the locales {', '.join(key['locales'])}"] if key["locales"] else [])]


def find_odd_day(form: Mapping[str, str]) -> frozenset[str]:
    """The name of the field for a day, when it holds something else."""
    text = form.get("expires", "").strip()
    return frozenset({"expires"} if text and not _end_of_day(text) else ())


def _end_of_day(text: str) -> str:
    """The end of the day in UTC; empty for what is no date."""
    try:
        return iso(datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC) + timedelta(days=1))
    except (ValueError, OverflowError):
        return ""


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
