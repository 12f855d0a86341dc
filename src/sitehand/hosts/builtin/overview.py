"""What the briefing tells of the built-in site. Every read stops at its limit, and costs little on any site."""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import cast

from sqlalchemy import text

from sitehand.hosts.builtin.type_table import ALL_TYPES
from sitehand.site.overview import OVERDUE, Menu, PageNode, RecentChange, Theme, UsedTerm
from sitehand.site.values import iso
from sitehand.store.database import Database
from sitehand.store.reading import list_rows
from sitehand.store.sqlite.driver import Row
from sitehand.store.sqlite.hints import by_index

COUNTS = "SELECT type, status, count AS number FROM item_counts WHERE count > 0 ORDER BY type, status"
CHILDREN = (
    "SELECT id, title, status FROM items WHERE type = 'page' AND parent = :parent AND status <> 'trash'"
    " ORDER BY menu_order, id LIMIT :limit"
)
CHANGES = """
    SELECT items.id, items.type, items.title, items.status, last."by", last.at
    FROM (SELECT max(newest.id) AS id FROM (SELECT id, item_id FROM revisions ORDER BY id DESC LIMIT :window) AS newest
          GROUP BY newest.item_id) AS latest
    JOIN revisions AS last ON last.id = latest.id JOIN items ON items.id = last.item_id
    ORDER BY last.id DESC LIMIT :limit
"""
TERMS = text(
    "SELECT id, name, slug, parent, count AS number FROM terms"  # noqa: S608 - a name of ours
    f" {by_index('ix_terms_count')} WHERE taxonomy = :taxonomy"
    " ORDER BY count DESC, id DESC LIMIT :limit"
)
MENUS = "SELECT id, name FROM menus ORDER BY id LIMIT :limit"
# An entry without a title of its own shows its item's, unless that is not published: every key reads the menus.
ENTRIES = """
    SELECT coalesce(nullif(trim(entries.title), ''), items.title) AS title
    FROM menu_entries AS entries LEFT JOIN items ON items.id = entries.item_id AND items.status = 'publish'
    WHERE entries.menu_id = :id AND entries.parent = 0 AND (trim(entries.title) <> '' OR trim(items.title) <> '')
    ORDER BY entries.position, entries.id LIMIT 50
"""
BLANK_BYTES = 10_000
"""Content that takes more is not blank, and is not read to find out: a thousand long pages would fill the memory."""
NEWEST = """SELECT * FROM (SELECT id, type, title, parent FROM items
    WHERE type = '{0}' AND status = 'publish' ORDER BY date DESC, id DESC LIMIT 500) AS newest_{0}"""
PROBLEMS = text(
    f"""
    WITH newest AS ({NEWEST.format("page")} UNION ALL {NEWEST.format("post")})
    SELECT 'The ' || type || ' ' || id || ' was due ' || date || ' and is not published: is the service running?'
        FROM (SELECT id, type, date FROM items
              WHERE type IN {ALL_TYPES} AND status = 'future' AND date <= :late LIMIT :limit) AS overdue
    UNION ALL SELECT 'The ' || type || ' ' || id || ' is published without a title.' FROM newest WHERE trim(title) = ''
    UNION ALL SELECT 'The ' || newest.type || ' ' || newest.id || ' is published without content.'
        FROM newest JOIN item_sizes AS sizes ON sizes.item_id = newest.id JOIN items ON items.id = newest.id
        WHERE sizes.raw <= {BLANK_BYTES} AND trim(items.content) = ''
    UNION ALL SELECT 'The page ' || newest.id || ' is published, but its parent ' || above.id || ' is not.'
        FROM newest JOIN items AS above ON above.id = newest.parent WHERE above.status <> 'publish'
    LIMIT :limit
    """  # noqa: S608
)
# How many revisions back the last changes of different items are looked for, for each change that is wanted.
REVISIONS_PER_CHANGE = 10

THEME = Theme(
    name="Sitehand",
    features=[
        *("responsive layout", "light and dark colours", "navigation from the page tree", "featured images"),
        *("archives by category, tag, author and month", "search", "feed", "sitemap"),
    ],
)


class BuiltinOverview:
    """Implements `site.overview.Overview`."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    async def theme(self) -> Theme:
        """What the public pages can show."""
        return THEME

    async def counts(self) -> dict[str, dict[str, int]]:
        """How many items of each type have each status."""
        counts: dict[str, dict[str, int]] = {"page": {}, "post": {}}
        for row in self._database.look_up(COUNTS):
            counts.setdefault(row["type"], {})[row["status"]] = row["number"]
        return counts

    async def page_tree(self, limit: int) -> list[PageNode]:
        """Pages, each followed by those below it; upper levels are kept when not all fit."""
        return list(_walk(self._read_levels(limit), 0, 0))

    async def categories(self, limit: int) -> list[UsedTerm]:
        """Categories, those with most published posts first."""
        return await self._read_terms("category", limit)

    async def tags(self, limit: int) -> list[UsedTerm]:
        """Tags, those with most published posts first."""
        return await self._read_terms("post_tag", limit)

    async def menus(self, limit: int) -> list[Menu]:
        """Menus with the titles of their top-level entries."""
        menus = self._database.look_up(MENUS, {"limit": limit})
        return [Menu(name=menu["name"], items=self._read_entries(menu["id"])) for menu in menus]

    async def recent_changes(self, limit: int) -> list[RecentChange]:
        """The items that were changed last, each with its last change."""
        values = {"limit": limit, "window": limit * REVISIONS_PER_CHANGE}
        return [cast(RecentChange, dict(row)) for row in self._database.look_up(CHANGES, values)]

    async def problems(self, limit: int) -> list[str]:
        """What somebody should look at, found among the newest published items and those that are due."""
        values = {"limit": limit, "late": iso(self._clock() - OVERDUE)}
        return [row[0] for row in await self._database.read(list_rows(PROBLEMS, values))]

    async def _read_terms(self, taxonomy: str, limit: int) -> list[UsedTerm]:
        rows = await self._database.read(list_rows(TERMS, {"taxonomy": taxonomy, "limit": limit}))
        return [UsedTerm(id=row.id, name=row.name, slug=row.slug, parent=row.parent, count=row.number) for row in rows]

    def _read_entries(self, menu_id: int) -> list[str]:
        return [row["title"] for row in self._database.look_up(ENTRIES, {"id": menu_id})]

    def _read_levels(self, limit: int) -> dict[int, list[Row]]:
        """The children of each page, level by level, until there are `limit` pages."""
        children: dict[int, list[Row]] = {}
        parents, left = [0], limit
        while parents and left:
            level = []
            for parent in parents:
                found = self._database.look_up(CHILDREN, {"parent": parent, "limit": left})
                children[parent] = found
                left -= len(found)
                level += [row["id"] for row in found]
            parents = level
        return children


def _walk(children: dict[int, list[Row]], parent: int, depth: int) -> Iterator[PageNode]:
    for row in children.get(parent, ()):
        yield PageNode(id=row["id"], title=row["title"], status=row["status"], depth=depth)
        yield from _walk(children, row["id"], depth + 1)
