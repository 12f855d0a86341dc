"""The first screen: an overview of the site."""

from starlette.responses import Response

from sitehand.admin.screen import Screen, shows
from sitehand.admin.visit import Visit
from sitehand.errors import Problem
from sitehand.guard.gate import OWNER
from sitehand.site.approvals import PendingQuery


async def show(visit: Visit) -> Response:
    """Name and addresses of the site, how many keys and pending changes there are, and the default limit."""
    services = visit.services
    return visit.page(
        "overview.html",
        "Overview",
        site=await _read_site(visit),
        site_url=services.operations.site_url,
        address=services.address,
        keys=await services.keys.count(include_revoked=False, now=services.clock()),
        plan=await services.limits.plan(),
        default=await services.limits.default(),
        pending=(await services.operations.decisions.list(PendingQuery(state="waiting", per_page=1), OWNER)).total,
    )


async def _read_site(visit: Visit) -> tuple[str, str]:
    """Name and description of the site; what is wrong with it, when it does not answer."""
    try:
        site = await visit.services.settings.get()
    except Problem as problem:
        return visit.services.operations.site_url, problem.message
    return site["name"], site["description"] or "the public site"


SCREEN = Screen("Overview", "/", (shows("/", show),))
