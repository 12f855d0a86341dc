"""What the briefing tells of a WordPress. Every read is one request, and stops at its limit."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.resources import EDIT, ITEM_ROUTES
from sitehand.hosts.wordpress.states import read_moment
from sitehand.site.content import STATUSES
from sitehand.site.overview import OVERDUE, Menu, PageNode, RecentChange, Theme, UsedTerm
from sitehand.site.values import iso

MAX_LEVELS = 10
LOOKED_AT = 50
"""The newest published items of each type among which problems are looked for."""


class WordPressOverview:
    """Implements `site.overview.Overview`."""

    def __init__(self, client: Client, clock: Callable[[], datetime]) -> None:
        self._client = client
        self._clock = clock

    async def theme(self) -> Theme:
        """The theme in use, and what it says that it can show; without a name for a user who may not see it."""
        for found in await self._read_allowed("/wp/v2/themes", {"status": "active"}):
            features = sorted(name for name, given in found["theme_supports"].items() if given)
            return Theme(name=found["name"]["raw"], features=features)
        return Theme(name="", features=[])

    async def counts(self) -> dict[str, dict[str, int]]:
        """How many items of each type have each status; WordPress tells it list by list."""
        asked = [(kind, status) for kind in ITEM_ROUTES for status in STATUSES]
        numbers = await asyncio.gather(*(self._count(ITEM_ROUTES[kind], status) for kind, status in asked))
        counts: dict[str, dict[str, int]] = {kind: {} for kind in ITEM_ROUTES}
        for (kind, status), number in zip(asked, numbers, strict=True):
            if number:
                counts[kind][status] = number
        return counts

    async def page_tree(self, limit: int) -> list[PageNode]:
        """Pages, each followed by those below it; upper levels are kept when not all fit."""
        children: dict[int, list[Any]] = {}
        parents, left = [0], limit
        for _ in range(MAX_LEVELS):
            if not parents or not left:
                break
            level = await self._read_level(parents, left)
            for page in level:
                children.setdefault(page["parent"], []).append(page)
            left -= len(level)
            parents = [page["id"] for page in level]
        return list(_walk(children, 0, 0))

    async def categories(self, limit: int) -> list[UsedTerm]:
        """Categories, those with most published posts first."""
        return await self._read_terms("/wp/v2/categories", limit)

    async def tags(self, limit: int) -> list[UsedTerm]:
        """Tags, those with most published posts first."""
        return await self._read_terms("/wp/v2/tags", limit)

    async def menus(self, limit: int) -> list[Menu]:
        """Classic menus with the titles of their top-level entries; none for a user who may not see them."""
        menus = await self._read_allowed("/wp/v2/menus", {"per_page": limit, "_fields": ["id", "name"]})
        return [Menu(name=menu["name"], items=await self._read_entries(menu["id"])) for menu in menus]

    async def recent_changes(self, limit: int) -> list[RecentChange]:
        """The items that were changed last. WordPress does not say in a list by whom: `by` is empty."""
        query = {**EDIT, "orderby": "modified", "per_page": limit, "status": "any"}
        fields = ["id", "type", "title.raw", "status", "modified_gmt"]
        lists = await asyncio.gather(
            *(self._read(route, {**query, "_fields": fields}) for route in ITEM_ROUTES.values())
        )
        newest = sorted((each for found in lists for each in found), key=lambda each: each["modified_gmt"])[::-1]
        return [
            RecentChange(
                id=each["id"],
                type=each["type"],
                title=each["title"]["raw"],
                status=each["status"],
                by="",
                at=read_moment(each["modified_gmt"]),
            )
            for each in newest[:limit]
        ]

    async def problems(self, limit: int) -> list[str]:
        """What somebody should look at, found among the newest published items and those that are due."""
        found = await asyncio.gather(*(self._find_problems(kind) for kind in ITEM_ROUTES))
        return [text for texts in found for text in texts][:limit]

    async def _find_problems(self, kind: str) -> list[str]:
        late = iso(self._clock() - OVERDUE)
        due = await self._read(
            ITEM_ROUTES[kind], {**EDIT, "status": "future", "before": late, "_fields": ["id", "date_gmt"]}
        )
        texts = [
            f"The {kind} {each['id']} was due {read_moment(each['date_gmt'])} and is not published: does WP-Cron run?"
            for each in due
        ]
        query = {**EDIT, "status": "publish", "per_page": LOOKED_AT, "_fields": ["id", "title.raw", "content.raw"]}
        for each in await self._read(ITEM_ROUTES[kind], query):
            for name in ("title", "content"):
                if not each[name]["raw"].strip():
                    texts.append(f"The {kind} {each['id']} is published without {'a ' * (name == 'title')}{name}.")
        return texts

    async def _count(self, route: str, status: str) -> int:
        answer = await self._client.recall(route, {"status": status, "per_page": 1, "_fields": "id"})
        return int(answer.headers["x-wp-total"])

    async def _read_level(self, parents: list[int], limit: int) -> list[Any]:
        query = {**EDIT, "parent": parents, "status": "any", "per_page": min(limit, 100), "orderby": "menu_order"}
        fields = ["id", "title.raw", "status", "parent"]
        return await self._read(ITEM_ROUTES["page"], {**query, "order": "asc", "_fields": fields})

    async def _read_terms(self, route: str, limit: int) -> list[UsedTerm]:
        query = {"orderby": "count", "order": "desc", "per_page": limit}
        terms = await self._read(route, {**query, "_fields": ["id", "name", "slug", "parent", "count"]})
        return [
            UsedTerm(
                id=each["id"], name=each["name"], slug=each["slug"], parent=each.get("parent", 0), count=each["count"]
            )
            for each in terms
        ]

    async def _read_entries(self, menu: int) -> list[str]:
        query = {"menus": menu, "per_page": 50, "orderby": "menu_order", "order": "asc"}
        entries = await self._read_allowed("/wp/v2/menu-items", {**query, "_fields": ["title.rendered", "parent"]})
        return [each["title"]["rendered"] for each in entries if not each["parent"] and each["title"]["rendered"]]

    async def _read_allowed(self, route: str, query: Mapping[str, Any]) -> list[Any]:
        try:
            return await self._read(route, query)
        except Problem as problem:
            if problem.code is Code.HOST_REFUSED:
                return []
            raise

    async def _read(self, route: str, query: Mapping[str, Any]) -> list[Any]:
        return list((await self._client.recall(route, query)).value)


def _walk(children: Mapping[int, list[Any]], parent: int, depth: int) -> Iterator[PageNode]:
    for page in children.get(parent, ()):
        yield PageNode(id=page["id"], title=page["title"]["raw"], status=page["status"], depth=depth)
        yield from _walk(children, page["id"], depth + 1)
