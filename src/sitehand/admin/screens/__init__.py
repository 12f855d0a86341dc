"""The screens, in the order of the navigation. A new one is a module with `SCREEN`, named in this list."""

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from sitehand.admin.guard import HEADERS, ScreenGuard
from sitehand.admin.screens import connect, keys, limits, login, overview, settings
from sitehand.admin.services import AdminServices

SCREENS = (overview.SCREEN, keys.SCREEN, connect.SCREEN, limits.SCREEN, settings.SCREEN)


def build_admin(services: AdminServices) -> Starlette:
    """The screens as an ASGI application, to mount under any path."""
    guard = ScreenGuard(services, tuple((screen.path, screen.title) for screen in SCREENS))
    routes: list[BaseRoute] = [Route("/login", guard.wrap(login.log_in, open_to_all=True), methods=["GET", "POST"])]
    routes.append(Route("/logout", guard.wrap(login.log_out), methods=["POST"]))
    for screen in SCREENS:
        routes += [Route(path, guard.wrap(view), methods=[method]) for method, path, view in screen.views]
    routes.append(Mount("/static", StaticFiles(packages=[("sitehand.admin", "static")])))
    return Starlette(routes=routes, exception_handlers={HTTPException: _refuse})


async def _refuse(request: Request, fault: Exception) -> Response:
    status = fault.status_code if isinstance(fault, HTTPException) else 500
    text = {404: "There is no such screen.", 405: "This address does not take that method."}.get(status, "Refused.")
    return PlainTextResponse(text, status, dict(HEADERS))
