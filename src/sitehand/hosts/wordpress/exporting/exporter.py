"""A WordPress as a site that gives its content away: all that it shows over REST, as it is stored."""

import html
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.custom_types import CustomType
from sitehand.hosts.wordpress.exporting.absences import find_absent
from sitehand.hosts.wordpress.exporting.collection import Collections
from sitehand.hosts.wordpress.exporting.custom_fields import read_custom_fields
from sitehand.hosts.wordpress.exporting.entries import (
    COMMENT,
    FILE,
    MENU_ITEM,
    SHOWN,
    Known,
    read_comment,
    read_file,
    read_item,
    read_menu_item,
)
from sitehand.hosts.wordpress.exporting.frame import (
    BROUGHT,
    find_front,
    read_all_types,
    read_file_type,
    read_settings,
    read_types,
)
from sitehand.hosts.wordpress.resources import Json
from sitehand.site.connection import Facts
from sitehand.site.content import STATUSES
from sitehand.site.export import Absent, Author, Comment, Entry, Export, ExportedTerm
from sitehand.site.importing import Progress

COMMENT_STATUSES = ("all", "spam", "trash", "post-trashed")
RIGHT = "manage_options"
AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class WordPressExporter:
    """Implements `site.importing.Exporter`."""

    facts: Facts
    password: str = field(repr=False)

    @property
    def name(self) -> str:
        """The public address of the site."""
        return self.facts.home.rstrip("/")

    async def read(self, progress: Progress) -> Export:
        """All that moves. Raises Problem: host_refused for a user who does not see all; host_unavailable when an answer
        does not come, or is none of WordPress's REST API.
        """
        if RIGHT not in self.facts.rights:
            message = f"{self.facts.user} is no administrator of {self.name}, and does not see all of it."
            raise Problem(Code.HOST_REFUSED, message, hint="Sign in to WordPress as an administrator.")
        client = Client(self.facts.root, self.facts.user, self.password)
        try:
            return await _Reading(client, Collections(client, progress)).read(self.name)
        except (LookupError, TypeError, ValueError, AttributeError) as fault:  # plugins change what WordPress answers
            message = f"An object of the WordPress has not the fields that WordPress gives it ({fault!r:.200})."
            hint = "Switch off the plugin that changes its REST API, or import a file of WordPress's exporter."
            raise Problem(Code.HOST_UNAVAILABLE, f"{message} Nothing was imported.", hint=hint) from fault
        finally:
            await client.close()


class _Reading:
    """One reading of a site."""

    def __init__(self, client: Client, collections: Collections) -> None:
        self._client = client
        self._collections = collections
        self._absent: list[Absent] = []

    async def read(self, home: str) -> Export:
        """The parts, in the order in which others refer to them."""
        types = await read_all_types(self._client)
        kept = await read_file_type(self._client)
        terms = await self._read_terms([*types, kept])
        values = [(each, value) for each in types for value in await self._read_items(each)]
        files = await self._read_files(kept)
        authors = await self._read_authors(
            [value.get("author", 0) for value in [*(each[1] for each in values), *files]]
        )
        logins = {number: author.login for number, author in authors.items()}
        custom = await read_custom_fields(self._client, types)
        known = Known(logins, terms, await self._read_comments(), custom.by_type, self._absent)
        self._note_comments(known, [*(value for _, value in values), *files])
        entries = [read_item(value, each, known) for each, value in values]
        menus, menu_entries = await self._read_menus()
        self._absent += await find_absent(self._client, self._collections, [*types, kept])
        around = await self._read_surroundings(types)
        return Export(
            source=home.partition("://")[2],
            authors=list(authors.values()),
            terms=[*terms.values(), *menus],
            entries=[*entries, *(read_file(value, kept, known) for value in files), *menu_entries],
            field_groups=custom.groups,
            absent=self._absent,
            **around,
        )

    async def _read_surroundings(self, types: Sequence[CustomType]) -> dict[str, Any]:
        """Types and settings; the logo, the front page and the posts page, which are set once they are there."""
        settings = await read_settings(self._client, self._absent)
        brought = {name: settings[name] for name in BROUGHT if settings[name]}
        set_later = {"logo": settings["logo"], "front": find_front(settings)}
        return {"types": await read_types(self._client, types), "settings": brought, **set_later}

    async def _read_items(self, of: CustomType) -> list[Json]:
        fields = ",".join([SHOWN, *of.taxonomies.values()])
        return await self._collections.read(of.route, fields, f"items of type {of.slug}", status=",".join(STATUSES))

    async def _read_files(self, of: CustomType) -> list[Json]:
        fields = ",".join([FILE, *of.taxonomies.values()])
        return await self._collections.read(of.route, fields, "files", status="inherit,private,trash")

    async def _read_terms(self, types: Sequence[CustomType]) -> dict[int, ExportedTerm]:
        """The terms of all taxonomies of these types; WordPress keeps names as HTML."""
        bases = {name: base for each in types for name, base in each.taxonomies.items()}
        found: dict[int, ExportedTerm] = {}
        for taxonomy, base in bases.items():
            fields = "id,name,slug,description,parent"
            values = await self._collections.read(f"/wp/v2/{base}", fields, f"terms of {taxonomy}", hide_empty=False)
            slugs = {value["id"]: value["slug"] for value in values}
            for value in values:
                named = (value["slug"], html.unescape(value["name"]), value["description"])
                found[value["id"]] = ExportedTerm(taxonomy, *named, slugs.get(value.get("parent", 0), ""), value["id"])
        return found

    async def _read_authors(self, used: Sequence[int]) -> dict[int, Author]:
        """The users who have made something; one that is gone has no name."""
        ids, found = sorted({*used} - {0}), {}
        for start in range(0, len(ids), AT_ONCE):
            include = ids[start : start + AT_ONCE]
            for value in await self._collections.read("/wp/v2/users", "id,username,name", "authors", include=include):
                found[value["id"]] = Author(value["username"], value["name"])
        return found

    async def _read_comments(self) -> dict[int, list[Comment]]:
        """Comments by the id of their item, of all types: the plan decides which it takes."""
        found: dict[int, list[Comment]] = {}
        for status in COMMENT_STATUSES:
            query = {"type": "all", "status": status}
            for value in await self._collections.read("/wp/v2/comments", COMMENT, "comments", **query):
                found.setdefault(value["post"], []).append(read_comment(value))
        return found

    def _note_comments(self, known: Known, moved: Sequence[Json]) -> None:
        """Name the comments on what does not move."""
        ids = {value["id"] for value in moved}
        if left := sum(len(some) for post, some in known.comments.items() if post not in ids):
            self._absent.append(Absent("comments", "what they are on stays behind", count=left))

    async def _read_menus(self) -> tuple[list[ExportedTerm], list[Entry]]:
        """The menus of classic themes, with their entries."""
        values = await self._collections.read("/wp/v2/menus", "id,name,slug", "menus")
        menus = {
            each["id"]: ExportedTerm("nav_menu", each["slug"], html.unescape(each["name"]), source_id=each["id"])
            for each in values
        }
        entries = await self._collections.read("/wp/v2/menu-items", MENU_ITEM, "entries of menus") if menus else []
        return list(menus.values()), [read_menu_item(each, menus) for each in entries]
