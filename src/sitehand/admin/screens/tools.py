"""Tools: which operations are on, by category, and the switch that pauses all writes."""

from starlette.responses import Response

from sitehand.admin.screen import Screen, does, shows
from sitehand.admin.visit import Visit
from sitehand.errors import not_found
from sitehand.operation.catalog import CATEGORIES
from sitehand.operation.declaration import Operation

ON = "on."
"""What the name of a box begins with; the rest is the operation's."""
WERE_ON = "were_on"
"""The field with the operations that were on when the screen was shown."""


async def show(visit: Visit) -> Response:
    """Every operation, and whether it is on."""
    choice = visit.services.choices.choice()
    groups = [(category, _list_of(visit, category)) for category in CATEGORIES]
    return visit.page(
        "tools.html",
        "Tools",
        groups=[(category, some) for category, some in groups if some],
        off=choice.operations,
        is_paused=choice.paused,
    )


async def switch(visit: Visit) -> Response:
    """Switch those operations of one category on or off whose boxes a person has changed; the others stay."""
    category = visit.form.get("category", "")
    names = {each.name for each in _list_of(visit, category)}
    if not names:
        raise not_found("category", category[:40], "")
    ticked = {name for name in names if ON + name in visit.form}
    was = names.intersection(visit.form[WERE_ON].split()) if WERE_ON in visit.form else names
    if ticked == was:
        return visit.redirect("/tools", "same")
    await visit.perform({"on": sorted(ticked - was), "off": sorted(was - ticked)})
    return visit.redirect("/tools", "tools")


async def pause(visit: Visit) -> Response:
    """Pause all writes except the owner's."""
    await visit.perform({})
    return visit.redirect("/tools", "paused")


async def resume(visit: Visit) -> Response:
    """Resume writes."""
    await visit.perform({})
    return visit.redirect("/tools", "resumed")


def _list_of(visit: Visit, category: str) -> list[Operation]:
    """The operations of a category that this site can run."""
    gate = visit.services.gate
    unsupported = gate.requirements.unmet()
    return [each for each in gate.catalog if each.category == category and each.name not in unsupported]


SCREEN = Screen(
    "Tools",
    "/tools",
    (
        shows("/tools", show),
        does("/tools", switch, "switch_operations"),
        does("/tools/pause", pause, "pause_writes"),
        does("/tools/resume", resume, "resume_writes"),
    ),
)
