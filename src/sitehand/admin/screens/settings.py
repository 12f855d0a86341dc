"""Settings: the site's name, description, languages, time zone, front page and plan, and the owner's password."""

from collections.abc import Mapping
from typing import Any, Literal
from zoneinfo import available_timezones

from starlette.responses import Response

from sitehand.admin.edited import list_shown, read_edited
from sitehand.admin.screen import Screen, does, shows
from sitehand.admin.screens.limits import plan_choices
from sitehand.admin.screens.login import start_session, try_password
from sitehand.admin.visit import Visit
from sitehand.errors import STATUS, Code, Problem

EXPECTED = {
    "name": "Enter a name of 1 to 200 characters, on one line and without control characters.",
    "description": "Enter at most 500 characters, on one line and without control characters.",
    "language": "Enter a language tag such as en, en-GB or de-DE.",
    "locales": "Enter up to 50 locales such as de, pt-BR or zh-Hant, each once.",
    "timezone": "Choose a time zone.",
    "logo": "Enter the id of an image, or leave it empty.",
    "show_on_front": "Choose what visitors see at /.",
    "page_on_front": "Enter the id of a published page, or leave it empty.",
    "page_for_posts": "Enter the id of another published page, or leave it empty.",
    "plan": "Choose a plan.",
}
IDS: tuple[Literal["logo", "page_on_front", "page_for_posts"], ...] = ("logo", "page_on_front", "page_for_posts")
EMPTY = {"logo": "0", "page_on_front": "0", "page_for_posts": "0", "show_on_front": "posts"}
"""What an empty field stands for."""
ABOUT_LOCALES = frozenset({Code.CONFLICT, Code.NOT_SUPPORTED})
"""Refusals that name no field, and are about the locales."""
FRONTS = [("posts", "The newest posts"), ("page", "A page")]


async def show(visit: Visit) -> Response:
    """The forms."""
    return await _page(visit, {}, {})


async def save(visit: Visit) -> Response:
    """Change the settings that the form has otherwise than it showed them, all or none."""
    wanted = read_settings(visit.form)
    if not wanted:
        return visit.redirect("/settings", "same")
    if faults := visit.find_faults(wanted):
        return await _page(visit, {name: EXPECTED[name] for name in faults}, visit.form, status=400)
    try:
        await visit.perform(wanted)
    except Problem as problem:
        told, field = f"{problem.message} {problem.hint}", _find_field(problem)
        marked, refusal = ({field: told}, "") if field else ({}, told)
        return await _page(visit, marked, visit.form, refusal=refusal, status=STATUS[problem.code])
    return visit.redirect("/settings", "settings")


def _find_field(problem: Problem) -> str:
    """The field that a refusal is about; empty for none, such as when the site does not answer."""
    if problem.details:
        return problem.details[0]["path"]
    return "locales" if problem.code in ABOUT_LOCALES else ""


def read_settings(form: Mapping[str, str]) -> dict[str, Any]:
    """What the form changes, as arguments of the operation. An empty field for an id means none."""
    edited: dict[str, Any] = {**read_edited(form, EXPECTED)}
    if "locales" in edited:
        edited["locales"] = edited["locales"].replace(",", " ").split()
    return {name: value or EMPTY.get(name, value) for name, value in edited.items()}


async def change_password(visit: Visit) -> Response:
    """Change the password, which ends every other session."""
    new = visit.form.get("new", "")
    faults: dict[str, str] = {}
    if not await try_password(visit, visit.form.get("current", "")):
        faults["current"] = "The current password is wrong."
    if new != visit.form.get("repeated", ""):
        faults["repeated"] = "The new passwords do not match."
    if not faults:
        try:
            await visit.perform({"password": new})
        except Problem as problem:
            faults["new"] = f"{problem.message} {problem.hint}"
    if faults:
        return await _page(visit, faults, {}, status=400)
    return await start_session(visit, visit.redirect("/settings", "password"))


async def _page(
    visit: Visit, faults: dict[str, str], values: Mapping[str, str], *, refusal: str = "", status: int = 200
) -> Response:
    site = await visit.services.settings.get()
    shown: dict[str, Any] = {"locales": " ".join(site["locales"]), **{name: site[name] or "" for name in IDS}}
    stored = {**site, **shown, "plan": await visit.services.limits.plan()}
    zones = sorted({*available_timezones(), site["timezone"]})  # that of a WordPress may have no such name
    return visit.page(
        "settings.html",
        "Settings",
        status=status,
        values={**stored, **{name: value for name, value in values.items() if name in stored}},
        was=list_shown(values, stored),
        timezones=[(name, name) for name in zones],
        plans=plan_choices(),
        fronts=FRONTS,
        faults=faults,
        refusal=refusal,
    )


SCREEN = Screen(
    "Settings",
    "/settings",
    (
        shows("/settings", show),
        does("/settings", save, "set_site_settings"),
        does("/settings/password", change_password, "set_password"),
    ),
)
