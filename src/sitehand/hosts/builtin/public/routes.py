"""The views of the public site by path. A view returns None to let the next route answer."""

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import partial

from starlette.responses import RedirectResponse, Response

from sitehand.errors import Code, Problem
from sitehand.hosts.builtin.public import addresses, archives, outlines
from sitehand.hosts.builtin.public.design import find_sheet
from sitehand.hosts.builtin.public.front import show_front, show_posts
from sitehand.hosts.builtin.public.markdown import show_markdown
from sitehand.hosts.builtin.public.protection import show_article
from sitehand.hosts.builtin.public.redirects import find_imported, find_path
from sitehand.hosts.builtin.public.theme import ELEMENTOR_STYLE, ICON, STATES_STYLE, STYLE
from sitehand.hosts.builtin.public.visit import Visit
from sitehand.site.values import MAX_ID

View = Callable[[Visit], Awaitable[Response | None]]
YEAR_SECONDS = 31_536_000


async def show_home(visit: Visit) -> Response | None:
    """The front page or the newest posts, the results of a search, or the way from an id to its permalink."""
    if visit.is_post:
        return await show_article(visit)
    for name in ("p", "page_id"):
        if name in visit.request.query_params:
            return _redirect_id(visit, visit.request.query_params[name])
    if visit.search is not None:
        return await archives.show_search(visit, visit.search.strip()[:200])
    return await show_front(visit)


def _redirect_id(visit: Visit, value: str) -> Response | None:
    """Links by an id are mostly those of a site that this one was imported from: nothing here shows such links."""
    if not re.fullmatch("[0-9]{1,19}", value) or int(value) > MAX_ID:
        return None
    path = find_imported(visit.database, visit.now, int(value)) or find_path(visit.database, visit.now, int(value))
    return RedirectResponse(visit.url(path), 302) if path else None


async def show_file(_visit: Visit, body: bytes, media_type: str) -> Response:
    """A file of the theme; its address changes with its content."""
    return Response(body, 200, {"Cache-Control": f"public, max-age={YEAR_SECONDS}, immutable"}, media_type)


async def show_design(visit: Visit) -> Response:
    """The stylesheet of the design system; its address changes with it, and any other address is not kept."""
    sheet = find_sheet(visit.database)
    if visit.request.query_params.get("v") == sheet.version:
        return await show_file(visit, sheet.body, "text/css")
    return Response(sheet.body, 200, {"Cache-Control": "no-store"}, "text/css")


async def show_missing(visit: Visit) -> Response:
    """The page for what is not there, or not public."""
    return await visit.render("missing.html", status=404)


async def show_problem(visit: Visit, problem: Problem) -> Response:
    """The page for what takes too long to read. Raises any other problem."""
    if problem.code is not Code.READ_TIMEOUT:
        raise problem
    return await visit.render("busy.html", status=503)


FILES: Mapping[str, View] = {
    addresses.SITEMAP: outlines.show_sitemap,
    addresses.ROBOTS: outlines.show_robots,
    addresses.LLMS: outlines.show_llms,
    addresses.THEME: partial(show_file, body=STYLE, media_type="text/css"),
    addresses.STATES: partial(show_file, body=STATES_STYLE, media_type="text/css"),
    addresses.ELEMENTOR: partial(show_file, body=ELEMENTOR_STYLE, media_type="text/css"),
    addresses.DESIGN: show_design,
    addresses.ICON: partial(show_file, body=ICON, media_type="image/svg+xml"),
}
PAGE = r"(?:page/(?P<page>[2-9]|[1-9][0-9]{1,5})/)?"
SLUG = r"(?P<slug>[^/]+)"
TYPE = r"(?P<type>[a-z][a-z0-9_-]{0,19})"
SITE_PATHS: list[tuple[str, View, bool]] = [
    *((re.escape(name), FILES[name], False) for name in addresses.FILES),
    (addresses.SITEMAP_PART.pattern, outlines.show_sitemap_part, False),
]
"""What is there once, whatever locales the site has."""
PATHS: list[tuple[str, View, bool]] = [
    (rf"/{PAGE}", show_home, True),
    (r"/feed/", outlines.show_feed, False),
    (rf"/.+{re.escape(addresses.MARKDOWN)}", show_markdown, False),
    (rf"(?P<base>/.+?/){PAGE}", show_posts, True),
    (r"/.+/", show_article, True),
    (rf"/category/{SLUG}/{PAGE}", partial(archives.show_term, taxonomy="category"), False),
    (rf"/tag/{SLUG}/{PAGE}", partial(archives.show_term, taxonomy="post_tag"), False),
    (rf"/{TYPE}/{PAGE}", archives.show_type, False),
    (rf"/{TYPE}/feed/", outlines.show_feed, False),
    (rf"/author/{SLUG}/{PAGE}", archives.show_author, False),
    (rf"/(?P<year>[1-9][0-9]{{3}})/(?:(?P<month>0[1-9]|1[0-2])/)?{PAGE}", archives.show_period, False),
]
LOCAL_ROUTES = [(re.compile(pattern), view, accepts_post) for pattern, view, accepts_post in PATHS]
ROUTES = [*((re.compile(pattern), view, accepts_post) for pattern, view, accepts_post in SITE_PATHS), *LOCAL_ROUTES]


def find_routes(path: str, *, is_local: bool = False) -> Iterator[tuple[View, dict[str, str], bool]]:
    """The views that a path may belong to, first choice first, with the values in it and whether forms go there.

    `is_local` says that the path is below the home page of a locale.
    """
    for pattern, view, accepts_post in LOCAL_ROUTES if is_local else ROUTES:
        if match := pattern.fullmatch(path):
            yield view, {name: value for name, value in match.groupdict().items() if value}, accepts_post
