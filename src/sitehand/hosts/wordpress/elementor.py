"""Elementor documents of a WordPress: read and written through the fields that Elementor registers for REST."""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Any, cast

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.changes import stage_update
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.elementor_cache import CACHED
from sitehand.hosts.wordpress.elementor_fields import name_fields, read_document
from sitehand.hosts.wordpress.given_answers import GivenAnswer
from sitehand.hosts.wordpress.items import ALL, Items
from sitehand.hosts.wordpress.listed import read_thousand
from sitehand.hosts.wordpress.resources import EDIT, Json
from sitehand.hosts.wordpress.states import name_revision, read_moment
from sitehand.hosts.wordpress.transactions import StagedTransactions
from sitehand.site.content import Listing, Notice, take_page
from sitehand.site.elementor import (
    BUILDER,
    Edit,
    ElementorItem,
    ElementorQuery,
    Held,
    complete_document,
)
from sitehand.site.items import no_item
from sitehand.site.kinds import KINDS

SHOWN = ("id", "type", "title", "status", "link", "modified_gmt", "meta._elementor_edit_mode")


class ElementorAnswer(GivenAnswer):
    """An answer that says when Elementor keeps the page as it was."""

    def fill(self, value: Json, notices: Sequence[Notice], visible: str | None = None) -> None:
        """Make it what has become true."""
        kept = any(each["code"] == CACHED for each in notices)
        GivenAnswer.fill(self, value, notices, "cached" if kept else visible)


class WordPressElementor:
    """Implements `site.elementor.ElementorStore`."""

    def __init__(self, client: Client, resources: Sequence[Items], transactions: StagedTransactions) -> None:
        self._client = client
        self._resources = resources
        self._transactions = transactions

    async def find(self, query: ElementorQuery) -> Listing[ElementorItem]:
        """Items that show their document, among the thousand of each type that were changed last; without revisions."""
        found, complete = [], True
        for resource in self._resources:
            values, whole = await self._read_all(resource, query)
            complete = complete and whole
            found += [self._tell(value, resource.kind) for value in values if _is_built(value)]
        found.sort(key=lambda item: (item["modified"], item["id"]), reverse=True)
        return take_page(found, query, complete=complete)

    async def read(self, item_id: int) -> Held:
        """An item with its document. Raises Problem(not_supported)."""
        resource, value = await self._transactions.find_item(self._resources, item_id)
        return Held(self._show(resource, value), read_document(value))

    async def edit(self, item_id: int, edit: Edit, by: str) -> ElementorItem:
        """Stage what an edit makes of the document; of the rest of `meta` nothing is sent."""
        resource, _ = await self._transactions.find_item(self._resources, item_id)
        async with self._transactions.joined() as stage:
            before = await stage.read(resource, item_id)
            if before is None:
                raise no_item(item_id)
            if before["status"] == "trash":
                hint = "Send a status, such as draft, to take it out of the trash."
                raise Problem(Code.CONFLICT, f"This {KINDS[resource.kind].singular} is in the trash.", hint=hint)
            old = read_document(before)
            new = complete_document(await asyncio.to_thread(edit, old), old, resource.kind)
            step = stage_update(stage, resource, item_id, before, name_fields(new))
            if step is None:
                return self._show(resource, before)
            item = self._build(resource, step.after or before)
            answer = ElementorAnswer(cast(dict[str, Any], item), lambda value: self._rebuild(resource, value))
            step.answers.append(answer)
            return item

    async def _read_all(self, resource: Items, query: ElementorQuery) -> tuple[list[Json], bool]:
        """What may be listed of one type, and whether that is all of it."""
        asked = {**EDIT, "_fields": list(SHOWN), "orderby": "modified", "order": "desc"}
        asked["status"] = query.status or "any"
        asked["status"] = ALL if "any" in query.status else asked["status"]
        if query.search:
            asked |= {"search": query.search, "search_columns": "post_title"}
        return await read_thousand(self._client.read, resource.route, asked)

    def _show(self, resource: Items, value: Json) -> ElementorItem:
        return self._transactions.show(resource, value["id"], value, partial(self._build, resource))

    def _rebuild(self, resource: Items, value: Json) -> dict[str, Any]:
        return cast(dict[str, Any], self._build(resource, value))

    def _build(self, resource: Items, value: Json) -> ElementorItem:
        return {**self._tell(value, resource.kind), "revision": name_revision(resource.fields(value))}

    def _tell(self, value: Json, kind: str) -> ElementorItem:
        return ElementorItem(
            id=value["id"],
            type=kind,
            title=value["title"]["raw"],
            status=value["status"],
            link=value["link"],
            modified=read_moment(value["modified_gmt"]),
        )


def _is_built(value: Json) -> bool:
    meta = value.get("meta")
    return isinstance(meta, dict) and meta.get("_elementor_edit_mode") == BUILDER
