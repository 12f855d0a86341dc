"""Design: the presets of the site's one design system, each with its look, and a form that changes it."""

from collections.abc import Mapping, Sequence

from starlette.responses import Response

from sitehand.admin.edited import read_edited
from sitehand.admin.screen import Screen, does, shows
from sitehand.admin.screens import elementor_templates
from sitehand.admin.specimens import Group, list_groups, write_specimens
from sitehand.admin.visit import Visit
from sitehand.blocks.design.presets import PRESETS, PresetKind
from sitehand.errors import Code, Problem

FIELDS = ("name", "value")


async def show(visit: Visit) -> Response:
    """The presets by kind."""
    return await _page(visit, {}, {})


async def show_specimens(visit: Visit) -> Response:
    """How each of them looks, as a stylesheet: the screens take no styles in their markup."""
    try:
        css = write_specimens(await visit.services.operations.host.design.get())
    except Problem as problem:
        _check_lacking(problem)
        css = ""
    return Response(css, media_type="text/css")


async def set_preset(visit: Visit) -> Response:
    """Change what a person changed of a preset, or add one."""
    kind = _find_kind(visit)
    if kind is None:
        return visit.redirect("/design", "again")
    slug, edited = visit.form.get("slug", "").strip(), read_edited(visit.form, FIELDS)
    if not edited:
        return visit.redirect("/design", "same")
    shown = {field: visit.form.get(field, "").strip() for field in FIELDS}
    name, value = {**shown, **await _read_preset(visit, kind, slug), **edited}.values()
    first, last = kind.path.split(".")
    entry = {"slug": slug, "name": name or slug, kind.value: value}
    return await _perform(visit, {"settings": {first: {last: [entry]}}})


async def _read_preset(visit: Visit, kind: PresetKind, slug: str) -> dict[str, str]:
    """Name and value of a preset as they are now; nothing where there is none, or none any more."""
    _, groups = await _find_groups(visit)
    presets = (preset for group in groups if group.path == kind.path for preset, _ in group.presets)
    found = next((each for each in presets if each["slug"] == slug), None)
    return {"name": found["name"], "value": found["value"]} if found else {}


async def remove_preset(visit: Visit) -> Response:
    """Remove what the site has set of a preset; one of the theme then holds again."""
    kind = _find_kind(visit)
    if kind is None:
        return visit.redirect("/design", "again")
    return await _perform(visit, {"remove": [f"settings.{kind.path}.{visit.form.get('slug', '')}"]})


def _find_kind(visit: Visit) -> PresetKind | None:
    """The kind of preset that the form names; None where there is none such."""
    return PRESETS.get(visit.form.get("kind", ""))


async def _perform(visit: Visit, wanted: Mapping[str, object]) -> Response:
    try:
        result = await visit.perform(wanted)
    except Problem as problem:
        if problem.code is not Code.INVALID_ARGUMENTS:
            raise
        return await _page(visit, {"value": _tell(problem)}, visit.form, status=400)
    if not result["changed"]:
        return visit.redirect("/design", "same")
    return visit.redirect("/design", "saved", change=str(result["change_id"]))


def _tell(problem: Problem) -> str:
    """What is wrong with a value, in one line."""
    expected = "; ".join(str(detail["expected"]) for detail in problem.details)
    return f"{problem.message} {problem.hint} {expected}".strip()


async def _page(visit: Visit, faults: Mapping[str, str], values: Mapping[str, str], *, status: int = 200) -> Response:
    lacking, groups = await _find_groups(visit)
    return visit.page(
        "design.html",
        "Design",
        status=status,
        lacking=lacking,
        groups=groups,
        kinds=[(group.path, group.title) for group in groups],
        change=_read_change(visit),
        faults=faults,
        values=values,
    )


async def _find_groups(visit: Visit) -> tuple[str, Sequence[Group]]:
    """Why there is nothing to show, or the presets by kind."""
    try:
        return "", list_groups(await visit.services.operations.host.design.get())
    except Problem as problem:
        _check_lacking(problem)
        return problem.message, ()


def _check_lacking(problem: Problem) -> None:
    """Only a site that has no design system says so; any other problem is told as what it is."""
    if problem.code is not Code.NOT_SUPPORTED:
        raise problem


def _read_change(visit: Visit) -> str:
    """The number of the change that was just made; "" when there is none."""
    number = visit.request.query_params.get("change", "")
    return number if number.isascii() and number.isdecimal() else ""


SCREEN = Screen(
    "Design",
    "/design",
    (
        shows("/design", show),
        shows("/design/specimens.css", show_specimens),
        does("/design", set_preset, "set_design_system"),
        does("/design/remove", remove_preset, "set_design_system"),
        *elementor_templates.VIEWS,
    ),
)
