"""Users of the built-in site: the authors of its content."""

import json
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, RowMapping, text

from sitehand.errors import not_found
from sitehand.hosts.builtin.substrings import choose_parts, count_source, list_counted, write_source
from sitehand.site.content import Listing
from sitehand.site.users import HINT, User, UserQuery
from sitehand.site.values import MAX_ID
from sitehand.store.database import Database
from sitehand.store.sqlite import find_place
from sitehand.store.sqlite.driver import Row
from sitehand.store.sqlite.json import values_of

ORDERS = {"name": "name COLLATE NOCASE", "id": "id", "slug": "slug"}
READ = "SELECT id, name, slug, bio FROM authors WHERE id = :id"
CONDITIONS = {
    "slug": f"slug IN {values_of('slug')}",
    "include": f"id IN {values_of('include', int)}",
    "exclude": f"id NOT IN {values_of('exclude', int)}",
}
SEARCHED = " OR ".join(f"{find_place(f'lower({column})', 'lower(:search)')} > 0" for column in ("name", "slug"))


class BuiltinUsers:
    """Implements `site.users.UserStore`."""

    def __init__(self, database: Database, site_url: str) -> None:
        self._database = database
        self._site_url = site_url

    async def find(self, query: UserQuery) -> Listing[User]:
        """One page of the list."""
        where, values = _write_conditions(query)
        order = f"{ORDERS[query.orderby]} {query.order}, id {query.order}"
        searched = "search" in values

        def read(connection: Connection) -> Listing[User]:
            parts = choose_parts(connection, "authors", [values["search"]]) if searched else ""
            source = write_source("authors") if parts else "authors"
            found = (
                f"SELECT id, name, slug, bio FROM {source} WHERE {where} ORDER BY {order} LIMIT :limit OFFSET :offset"  # noqa: S608
            )
            asked = {**values, "parts": parts, "limit": query.per_page, "offset": query.offset}
            total = connection.execute(text(count_source(source, where, bounded=searched)), asked).scalar_one()
            rows = connection.execute(text(found), asked).mappings()
            return list_counted([self._build(row) for row in rows], total, query, bounded=searched)

        return await self._database.read(read)

    async def get(self, user_id: int) -> User:
        """One user. Raises Problem(not_found)."""
        rows = self._database.look_up(READ, {"id": user_id}) if user_id <= MAX_ID else []
        if not rows:
            raise not_found("user", user_id, HINT)
        return self._build(rows[0])

    def _build(self, row: Row | RowMapping) -> User:
        link = f"{self._site_url}/author/{quote(row['slug'])}/"
        return User(id=row["id"], name=row["name"], description=row["bio"], link=link, slug=row["slug"])


def _write_conditions(query: UserQuery) -> tuple[str, dict[str, Any]]:
    given = {name: some for name in CONDITIONS if (some := getattr(query, name))}
    conditions = [CONDITIONS[name] for name in given]
    values: dict[str, Any] = {name: json.dumps(each) for name, each in given.items()}
    if words := query.search.strip():
        conditions.append(f"({SEARCHED})")
        values["search"] = words
    return " AND ".join(conditions) or "TRUE", values
