"""Leading visitors on from an address that shows nothing, in one step however often its page has moved."""

from typing import NamedTuple
from urllib.parse import quote, urlsplit

from starlette.responses import Response

from sitehand.hosts.builtin.front_page import HOME
from sitehand.hosts.builtin.public.queries import FOUND_VISIBLE, VISIBLE, first
from sitehand.hosts.builtin.public.visit import MAX_AGE_SECONDS, Visit
from sitehand.hosts.builtin.redirect_rules import name_source
from sitehand.hosts.builtin.type_table import SHOWN_TYPES
from sitehand.site.redirects import GONE
from sitehand.store.database import Database
from sitehand.store.sqlite.driver import Row

MAX_STEPS, MAX_PARTS = 5, 30
SHOWN = f"SELECT 1 FROM items WHERE path = :path AND {FOUND_VISIBLE} AND type IN {SHOWN_TYPES}"  # noqa: S608
ABOVE = "(SELECT above.path FROM items AS above WHERE above.id = items.parent)"
PLACE = f"SELECT coalesce({ABOVE}, '{HOME}') || slug || '/' AS place FROM items WHERE id = :id"  # noqa: S608
"""What is below the front page stands there: see `places.find_place`."""
FOUND = "SELECT source, target, item, code FROM redirects WHERE source IN ({names}) ORDER BY length(source) DESC"
SAFE = ":/?#[]@!$&'()*+,;=%"
"""What stays in a target as it is, since it may be an address with a query."""


class Way(NamedTuple):
    """Where an address leads: by the redirect of which source, with which code, to which path or address; "": gone."""

    source: str
    code: int
    target: str


MAX_SOURCES = 8
"""Sites that this one was imported from, of which old ids are looked up."""
NEXT_SOURCE = "SELECT import_source FROM items WHERE import_source > :after ORDER BY import_source LIMIT 1"
IMPORTED = f"SELECT path FROM items WHERE import_source = :source AND {VISIBLE} AND type IN {SHOWN_TYPES}"  # noqa: S608


def find_imported(database: Database, now: str, old_id: int) -> str | None:
    """The path of a public item by the id that it had on the site that it was imported from."""
    after = ""
    for _ in range(MAX_SOURCES):
        row = first(database, NEXT_SOURCE, {"after": after})
        if row is None:
            return None
        source = row["import_source"].rpartition("#")[0]
        if found := first(database, IMPORTED, {"source": f"{source}#{old_id}", "now": now}):
            return str(found["path"])
        after = f"{source}$"  # the sign after #
    return None


def find_path(database: Database, now: str, item_id: int) -> str | None:
    """The path of a public item."""
    query = f"SELECT path FROM items WHERE id = :id AND {VISIBLE} AND type IN {SHOWN_TYPES}"  # noqa: S608
    row = first(database, query, {"now": now, "id": item_id})
    return row["path"] if row else None


async def show_redirect(visit: Visit) -> Response | None:
    """The redirect of an address, counted; None when it has none that leads anywhere."""
    way = None if visit.is_post else find_way(visit.database, visit.now, name_source(visit.path))
    if way is None:
        return None
    visit.services.hits.count(way.source)
    if way.code == GONE:
        return await visit.render("missing.html", status=GONE)
    location = (visit.root if way.target.startswith("/") else "") + quote(way.target, safe=SAFE)
    return Response(None, way.code, {"Location": location, "Cache-Control": f"public, max-age={MAX_AGE_SECONDS}"})


def find_way(database: Database, now: str, path: str) -> Way | None:
    """Follow redirects from a path to where something is shown, or to a target that none is for."""
    source, code, target, moved = "", 0, "", False
    for _ in range(MAX_STEPS):
        row = _find_row(database, path)
        if row is None:  # a manual target may be an archive or a file; what is below a moved page must be there
            return Way(source, code, target) if source and not moved else None
        source, code = source or row["source"], code or row["code"]
        if row["code"] == GONE:
            return Way(source, GONE, "")
        moved = row["item"] is not None
        target = _find_moved(database, now, row, path) if moved else row["target"]
        if not target.startswith("/"):  # it may be anything that was stored, even no address
            return Way(source, code, target) if target else None
        path = name_source(urlsplit(target).path)
        if _is_shown(database, now, path):
            return Way(source, code, target)
    return None


def _find_row(database: Database, path: str) -> Row | None:
    """The redirect of a path, or of the moved page that it was below."""
    parts = path.split("/")[:MAX_PARTS]
    paths = [path, *("/".join(parts[:number]) for number in range(2, len(parts)))]
    names = {f"path_{number}": each for number, each in enumerate(paths)}
    rows = database.look_up(FOUND.format(names=", ".join(f":{name}" for name in names)), names, committed=True)
    return next((row for row in rows if row["source"] == path or row["item"] is not None), None)


def _find_moved(database: Database, now: str, row: Row, path: str) -> str:
    """Where what was at a path is now, given the redirect of an item that has moved; "" when visitors see none."""
    moved = find_path(database, now, row["item"])
    rest = path.removeprefix(row["source"]).lstrip("/")
    if rest and moved == HOME:
        moved = next(str(found["place"]) for found in database.look_up(PLACE, {"id": row["item"]}, committed=True))
    return "" if moved is None else f"{moved}{rest}/" if rest else moved


def _is_shown(database: Database, now: str, path: str) -> bool:
    return bool(database.look_up(SHOWN, {"path": f"{path.rstrip('/')}/", "now": now}, committed=True))
