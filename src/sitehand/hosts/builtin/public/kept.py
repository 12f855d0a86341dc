"""Answers to visitors, kept for as long as they would be built the same.

What a page shows follows from the database and from the clock. The database says in microseconds whether any process
has committed to it; of the clock matters only the next moment at which something published becomes visible, or at
which a day may begin.
"""

import re
from collections.abc import Callable, Hashable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from sitehand.errors import Problem
from sitehand.guard.result_cache import ResultCache
from sitehand.hosts.builtin.public.accept import MEDIA_TYPE, wants_markdown
from sitehand.hosts.builtin.public.answers import answer_conditionally
from sitehand.hosts.builtin.public.list_pages import read_list_pages, write_list_pages
from sitehand.hosts.builtin.words import cut_search
from sitehand.site.values import iso
from sitehand.store.database import Database
from sitehand.store.sqlite.driver import DriverFault

BYTES_OF_CHARACTER = 4
"""At most, in the memory of Python."""
LARGEST = 8
"""An answer may take one part in so many of the memory: long pages are those that take long to build."""
HEADER_BYTES = 1000
"""Bytes that each answer counts for, beside its body."""
NEXT_MOMENT = """
SELECT min(at) AS at FROM (
    SELECT min(date) AS at FROM items WHERE type = 'page' AND status = 'publish' AND date > :now
    UNION ALL SELECT min(date) FROM items WHERE type = 'post' AND status = 'publish' AND date > :now
    UNION ALL SELECT min(date) FROM items
        WHERE type IN (SELECT slug FROM content_types) AND status = 'publish' AND date > :now) AS coming
"""
DESIGN_PATH = "/design.css"
LIST = re.compile(r"/([a-z]{2,3}(-[a-z0-9]{2,8})*/)?(page/.*)?")
"""What the home page of the site or of a locale, and its further pages, are below the site."""
CONDITIONS = frozenset({b"if-none-match", b"if-modified-since"})


class _State(NamedTuple):
    """The database's state, and the span of time in which nothing becomes visible by itself."""

    committed: int
    since: datetime
    until: datetime


class KeptAnswers:
    """The answers that everybody may have, by address; the least recently given go when they exceed `max_bytes`."""

    def __init__(self, database: Database, clock: Callable[[], datetime], max_bytes: int) -> None:
        self._database = database
        self._clock = clock
        self._recall = ResultCache(self._read_state, max_bytes, max_bytes // LARGEST)
        self._state = _State(-1, datetime.max.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC))

    def token(self) -> Hashable | None:
        """The state of the site that answers follow from; to be asked before an answer is built."""
        return self._recall.token()

    def find(self, scope: Scope) -> Response | None:
        """The answer that was kept for this request, if it is still right."""
        key = _address(scope)
        return self._recall.find(key, self.token()) if key else None

    def keep(self, scope: Scope, token: Hashable | None, response: Response) -> None:
        """Keep an answer that was built after `token` was taken, unless it is for one visitor or may not be stored."""
        shared = response.headers.get("cache-control", "").startswith("public")
        if response.status_code == 200 and shared and (key := _address(scope)):  # noqa: PLR2004
            names = sum(len(part) * BYTES_OF_CHARACTER for part in key if part)
            self._recall.keep(key, token, response, size=len(response.body) + HEADER_BYTES + names)

    def _read_state(self) -> Hashable:
        now, committed, state = self._clock(), self._database.state(), self._state
        if state.committed != committed or not state.since <= now < state.until:
            state = self._state = _State(committed, now, self._find_end(now))
        return state

    def _find_end(self, now: datetime) -> datetime:
        (following,) = self._database.look_up(NEXT_MOMENT, {"now": iso(now)}, committed=True)
        quarter = _next_quarter(now)
        return min(datetime.fromisoformat(following["at"]), quarter) if following["at"] else quarter


def _next_quarter(now: datetime) -> datetime:
    """The next quarter of an hour: in each time zone days begin at one, and calendars show another day."""
    return now.replace(minute=now.minute // 15 * 15, second=0, microsecond=0) + timedelta(minutes=15)


class AnswerFromKept:
    """Middleware that gives kept answers again, before anything else: it asks nothing of the database but its state.

    What it cannot look up is left to the application, which meets the same fault, and has a page for it.
    """

    def __init__(self, app: ASGIApp, kept: KeptAnswers) -> None:
        self._app = app
        self._kept = kept

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self._find(scope) or self._app
        await app(scope, receive, send)

    def _find(self, scope: Scope) -> Response | None:
        try:
            known = self._kept.find(scope)
        except (Problem, DriverFault, OSError):
            return None
        if known is None or (scope["method"] == "GET" and CONDITIONS.isdisjoint(dict(scope["headers"]))):
            return known
        return answer_conditionally(Request(scope), known)


def _address(scope: Scope) -> tuple[str | None, ...] | None:
    """What an answer depends on of its request; None for one that is never answered from what was kept.

    Lists read the words of a search in their query, where an id leads elsewhere; pages which page of their own lists,
    and whether Markdown is asked for. What looks like the home page of a locale may be either.
    The design's stylesheet is kept by visitors under its version alone.
    """
    if scope["method"] not in ("GET", "HEAD"):
        return None
    root, path, query = scope.get("root_path", ""), scope["path"], scope.get("query_string", b"")
    if not query:  # as most visits are
        return root, path, None, "", _find_form(scope)
    below = path.removeprefix(root)
    if below == DESIGN_PATH:
        return root, path, QueryParams(query).get("v")
    given = QueryParams(query) if LIST.fullmatch(below) else QueryParams()
    if "p" in given or "page_id" in given:
        return None
    lists = write_list_pages(read_list_pages(query.decode("latin-1")))
    return root, path, cut_search(given.get("s")), lists, _find_form(scope)


def _find_form(scope: Scope) -> str | None:
    for name, value in scope["headers"]:
        if name == b"accept":
            return MEDIA_TYPE if wants_markdown(value.decode("latin-1")) else None
    return None
