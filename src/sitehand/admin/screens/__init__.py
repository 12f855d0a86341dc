"""The screens, in the order of the navigation. A new one is a module with `SCREEN`, named in this list."""

from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from sitehand.admin.guard import ScreenGuard
from sitehand.admin.headers import SecureHeaders
from sitehand.admin.screens import (
    abilities,
    activity,
    approvals,
    blocks,
    broker,
    connect,
    content,
    design,
    keys,
    limits,
    login,
    media,
    overview,
    seo,
    settings,
    tools,
    wordpress,
)
from sitehand.admin.services import AdminServices

SCREENS = (
    overview.SCREEN,
    content.SCREEN,
    media.SCREEN,
    design.SCREEN,
    seo.SCREEN,
    activity.SCREEN,
    approvals.SCREEN,
    keys.SCREEN,
    connect.SCREEN,
    broker.SCREEN,
    tools.SCREEN,
    limits.SCREEN,
    blocks.SCREEN,
    abilities.SCREEN,
    wordpress.SCREEN,
    settings.SCREEN,
)
REFUSALS = {404: "This screen does not exist.", 405: "This address does not accept this method."}


def build_admin(services: AdminServices) -> ASGIApp:
    """The screens as an ASGI application, to mount under any path."""
    guard = make_guard(services)

    async def refuse(request: Request, fault: Exception) -> Response:
        status = fault.status_code if isinstance(fault, HTTPException) else 500
        headers = fault.headers if isinstance(fault, HTTPException) else None
        return await guard.refuse(request, status, REFUSALS.get(status, "The request is not valid."), headers)

    screens = Starlette(routes=build_routes(services), exception_handlers={HTTPException: refuse})
    return SecureHeaders(screens, read_origin(services.operations.host.url))


def make_guard(services: AdminServices) -> ScreenGuard:
    """The guard of all screens, which knows their menu."""
    return ScreenGuard(services, tuple((screen.path, screen.title) for screen in SCREENS))


def build_routes(services: AdminServices) -> list[BaseRoute]:
    """Every address below the admin root; all but the login and the static files ask for a session."""
    guard = make_guard(services)
    routes: list[BaseRoute] = [Route("/login", guard.wrap(login.log_in, open_to_all=True), methods=["GET", "POST"])]
    routes.append(Route("/logout", guard.wrap(login.log_out), methods=["POST"]))
    for screen in SCREENS:
        routes += [
            Route(each.path, guard.wrap(each.view, operation=each.operation), methods=[each.method])
            for each in screen.views
        ]
    routes.append(Mount("/static", StaticFiles(packages=[("sitehand.admin", "static")])))
    return routes


def read_origin(url: str) -> str:
    """The scheme and host of an address; empty for none."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""
