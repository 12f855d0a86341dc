"""The ASGI application of the public site: from a request to the first route that has an answer."""

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from sitehand.errors import Problem
from sitehand.hosts.builtin.public.answers import PublicHeaders, answer_conditionally
from sitehand.hosts.builtin.public.files import answer_file
from sitehand.hosts.builtin.public.kept import AnswerFromKept, KeptAnswers
from sitehand.hosts.builtin.public.previews import show_preview
from sitehand.hosts.builtin.public.protection import read_password
from sitehand.hosts.builtin.public.redirects import show_redirect
from sitehand.hosts.builtin.public.routes import find_routes, show_missing, show_problem
from sitehand.hosts.builtin.public.theme import Theme
from sitehand.hosts.builtin.public.visit import PublicServices, Visit
from sitehand.hosts.builtin.seo_settings import VisitorSeoSettings
from sitehand.site.settings import SettingsStore
from sitehand.site.values import iso
from sitehand.store.database import Database

MAX_PATH = 2000
"""Characters; no permalink comes near it."""
METHODS = ["GET", "HEAD", "POST"]
log = logging.getLogger(__name__)


def build_public(
    database: Database,
    site_url: str,
    settings: SettingsStore,
    services: PublicServices,
    clock: Callable[[], datetime],
    kept_bytes: int,
) -> ASGIApp:
    """The site at `/`; `site_url` is its public address, with the path that it is mounted under.

    `kept_bytes` is the memory for answers that may be given again.
    """
    seo = VisitorSeoSettings(database)
    begin = partial(Visit, database=database, theme=Theme(), services=services, site_url=site_url.rstrip("/"))
    kept = KeptAnswers(database, clock, kept_bytes)

    async def answer(request: Request) -> Response:
        # Before anything is read: a client may send its form as slowly as it likes.
        password = await read_password(request)
        path = "/" + request.path_params["path"]
        if file := await answer_file(database, services.files, request, path):
            return file
        # Before anything is read: a commit meanwhile makes the answer old, and never wrong.
        state = kept.token()
        visit = begin(
            request=request,
            settings=await settings.get(),
            seo=seo.get(),
            now=iso(clock()),
            root=quote(request.scope.get("root_path", "").rstrip("/")),
            path=path,
            password=password,
        )
        try:
            response = await _respond(visit)
        except Problem as problem:
            response = await show_problem(visit, problem)
        PublicHeaders.add(response.headers)
        answered = answer_conditionally(request, response)
        kept.keep(request.scope, state, response)
        return answered

    site = Starlette(
        routes=[Route("/{path:path}", answer, methods=METHODS)],
        middleware=[Middleware(PublicHeaders)],
        exception_handlers={Problem: _show_fault, Exception: _show_fault},
    )
    return AnswerFromKept(site, kept)


async def _respond(visit: Visit) -> Response:
    """The first answer of the routes that fit; without its last slash a path leads to where it has one."""
    if token := _read_token(visit):
        return await show_preview(visit, token)
    if not _is_sound(visit.path):
        return await show_missing(visit)
    if response := await _ask_routes(visit):
        return response
    if not visit.path.endswith("/") and not visit.is_post:
        complete = replace(visit, path=visit.path + "/")
        if await _ask_routes(complete):
            query = f"?{visit.request.url.query}" if visit.request.url.query else ""
            return RedirectResponse(complete.url(complete.path) + query, 301)
    return await show_redirect(visit) or await _count_missing(visit)


def _read_token(visit: Visit) -> str:
    """What is below the path of preview links."""
    root = visit.services.previews.path + "/"
    return visit.path.removeprefix(root) if visit.path.startswith(root) else ""


async def _count_missing(visit: Visit) -> Response:
    visit.services.hits.count(visit.path)
    return await show_missing(visit)


def _is_sound(path: str) -> bool:
    """False for what no permalink can be: control characters, empty or dotted segments, endless length."""
    hidden = any(part.startswith(".") for part in path.split("/"))
    return len(path) <= MAX_PATH and "//" not in path and not hidden and all(character >= " " for character in path)


async def _ask_routes(visit: Visit) -> Response | None:
    for view, values, accepts_post in find_routes(visit.place, is_local=bool(visit.locale)):
        if visit.is_post and not accepts_post:
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        page = int(values.pop("page", None) or 1)
        if response := await view(replace(visit, page=page, values=values)):
            return response
    return None


async def _show_fault(_request: Request, error: Exception) -> Response:
    status, headers = 500, {}
    if isinstance(error, Problem) and "retry_after" in error.extra:
        status, headers = 503, {"Retry-After": str(error.extra["retry_after"])}
    response = Response("Something went wrong on this site. Try again.", status, headers, "text/plain")
    PublicHeaders.add(response.headers)
    return response
