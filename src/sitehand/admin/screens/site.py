"""Site: which site is served; of a WordPress, as which user, with which rights, since when."""

from starlette.responses import Response

from sitehand.admin.screen import Screen, shows
from sitehand.admin.visit import Visit
from sitehand.site.connection import RIGHTS


async def show(visit: Visit) -> Response:
    """What is known of it, without asking it: it may be down."""
    connection = visit.services.connections.current()
    held = connection.facts.rights if connection else ()
    rights = [(name.replace("_", " "), name in held) for name in RIGHTS]
    return visit.page("site.html", "Site", connection=connection, rights=rights, address=visit.services.address.site)


SCREEN = Screen("Site", "/site", (shows("/site", show),))
