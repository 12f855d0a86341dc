"""Site: which site is served; of a WordPress, as which user, with which rights, since when, and what is in the way."""

from collections.abc import Mapping, Sequence
from typing import Any

from starlette.responses import Response

from sitehand.admin.handshake import open_value
from sitehand.admin.visit import Visit
from sitehand.site.connection import RIGHTS

FAULT = "fault"
"""What another site's answer led to, told after a redirect."""


async def show(visit: Visit) -> Response:
    """What is known of it, without asking it: it may be down. After a failed connection, with what went wrong."""
    fault = await open_value(visit, FAULT, visit.request.query_params.get("fault", ""))
    return await show_site(visit, {"address": fault} if fault else {})


async def examine(visit: Visit) -> Response:
    """What `sitehand doctor` finds about the WordPress, asked now."""
    return await show_site(visit, {}, findings=(await visit.perform({}))["findings"])


async def show_site(
    visit: Visit,
    faults: Mapping[str, str],
    address: str = "",
    *,
    findings: Sequence[Any] = (),
    status: int = 200,
) -> Response:
    """The screen; `findings` are what the WordPress was just found to be like."""
    connection = visit.services.connections.current()
    held = connection.facts.rights if connection else ()
    return visit.page(
        "site.html",
        "Site",
        status=status,
        connection=connection,
        rights=[(name.replace("_", " "), name in held) for name in RIGHTS],
        site=visit.services.address.site,
        items=0 if connection else await _count_items(visit),
        address=address or (connection.facts.home if connection else ""),
        findings=findings,
        faults=faults,
    )


async def _count_items(visit: Visit) -> int:
    """How many items the built-in site has: they would be hidden."""
    counts = await visit.services.operations.host.overview.counts()
    return sum(sum(states.values()) for states in counts.values())
