"""Revisions of a WordPress, as it keeps them."""

from collections.abc import Sequence
from typing import Any

from sitehand.errors import not_found
from sitehand.hosts.wordpress.client import Client, read_or_none
from sitehand.hosts.wordpress.custom_item_resource import EMPTY, NOTHING, read_unless_gone
from sitehand.hosts.wordpress.elementor_fields import DATA, NAMES, read_meta
from sitehand.hosts.wordpress.items import Items
from sitehand.hosts.wordpress.resources import EDIT, Json
from sitehand.hosts.wordpress.states import read_moment
from sitehand.site.content import Listing, Rendered
from sitehand.site.items import HINT
from sitehand.site.revisions import REVISED, Revision, no_revision

SHOWN = ("id", "parent", "date_gmt", "author", "slug", "title")


class WordPressRevisions:
    """Implements `site.revisions.RevisionStore`."""

    def __init__(self, client: Client, resources: Sequence[Items]) -> None:
        self._client = client
        self._resources = {resource.kind: resource for resource in resources}

    async def find(self, kind: str, item_id: int, page: int, per_page: int) -> Listing[Revision]:
        """One page of them, newest first, autosaves too; past the end an empty one."""
        asked: dict[str, Any] = {**EDIT, "per_page": per_page, "_fields": list(SHOWN)}
        route = f"{await self._resources[kind].locate_route(item_id)}/{item_id}/revisions"
        first = read_or_none(self._client, route, {**asked, "per_page": 1, "_fields": "id"})
        answer = await read_unless_gone(first, NOTHING)  # items of some types have no revisions
        if answer is None:
            raise not_found(kind, item_id, HINT)
        total = int(answer.headers["x-wp-total"])
        if (page - 1) * per_page >= total:
            return Listing([], total, page, per_page)
        found = await self._client.read(route, {**asked, "page": page})
        return Listing([_build(value) for value in found.value], total, page, per_page)

    async def get(self, kind: str, item_id: int, revision_id: int) -> Revision:
        """One whole."""
        value = await self._read(kind, item_id, revision_id)
        revision = _build(value)
        revision["content"], revision["excerpt"] = _tell(value, "content"), _tell(value, "excerpt")
        return revision

    async def get_parts(self, kind: str, item_id: int, revision_id: int) -> dict[str, Any]:
        """The fields of the Elementor document, where a revision has it; all else is texts there.

        An empty field says nothing: WordPress shows every registered one of a revision, kept or not.
        """
        fields = read_meta((await self._read(kind, item_id, revision_id)).get("meta"))
        kept = {name: fields[name] for name in NAMES if fields.get(name)}
        return {"elementor": kept} if DATA in kept else {}

    async def get_texts(self, kind: str, item_id: int, revision_id: int) -> dict[str, str]:
        """The texts of one as they were stored."""
        value = await self._read(kind, item_id, revision_id)
        return {name: value[name]["raw"] for name in REVISED if name in value}

    async def _read(self, kind: str, item_id: int, revision_id: int) -> Json:
        """A revision as WordPress has it. It leaves the content out where fields are chosen, so none are."""
        route = f"{await self._resources[kind].locate_route(item_id)}/{item_id}/revisions/{revision_id}"
        answer = await read_unless_gone(read_or_none(self._client, route, EDIT), None)
        if answer is None or answer.value["parent"] != item_id:
            raise no_revision(revision_id)
        value: Json = answer.value
        return value


def _build(value: Json) -> Revision:
    return Revision(
        id=value["id"],
        parent=value["parent"],
        date=read_moment(value["date_gmt"]),
        author=value["author"],
        by="",
        action="autosave" if "autosave" in value["slug"] else "update",
        title=_tell(value, "title"),
    )


def _tell(value: Json, name: str) -> Rendered:
    text = value.get(name, EMPTY[name])
    return Rendered(rendered=text["rendered"], raw=text["raw"])
