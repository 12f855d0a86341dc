"""Staging the end of a term, with where its items and the terms below it go.

Source: wp-includes/taxonomy.php, wp_delete_term.
"""

from collections.abc import Sequence
from typing import NamedTuple

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.answer import Answer
from sitehand.hosts.wordpress.attachments import Attachments
from sitehand.hosts.wordpress.changes import stage_delete, stage_follow, stage_update
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.items import Items
from sitehand.hosts.wordpress.resources import EDIT, Json, Resource
from sitehand.hosts.wordpress.staging import Stage
from sitehand.hosts.wordpress.term_resource import SHOWN, TermResource
from sitehand.hosts.wordpress.term_rules import is_below
from sitehand.site.terms import CATEGORY, Taxonomy, refuse_default, refuse_many, refuse_reassign

CATEGORY_SETTING = "default_category"
LISTED = {"orderby": "id", "order": "asc"}
MAX_ITEMS = 100
"""Items of one type that have a term, and terms below it, that one deletion changes."""


class Holder(NamedTuple):
    """An item that has a term: `field` is where it has those of the taxonomy."""

    items: Items | Attachments
    value: Json
    field: str


class TermRemoval:
    """Stages deletions of terms, with the items that follow."""

    def __init__(self, client: Client, terms: TermResource, content: Sequence[Items | Attachments]) -> None:
        self._client = client
        self._terms = terms
        self._content = content

    async def stage(self, stage: Stage, kind: Taxonomy, term: Json, reassign: int) -> None:
        """Stage it.

        Raises Problem(conflict) for the default category, and for a term that too many items have, or some that cannot
        be read here.
        """
        default = await self._read_default() if kind["slug"] == CATEGORY else 0
        if term["id"] == default:
            raise refuse_default()
        if reassign:
            await self._check_target(stage, kind, term, reassign)
        holders = await self._read_holders(stage, kind, term)
        below = await self._read_below(stage, kind, term["id"])
        if reassign:
            for items, value, field in holders:
                kept = [each for each in value[field] if each not in (term["id"], reassign)]
                stage_update(stage, items, value["id"], value, {field: sorted([*kept, reassign])})
        stage_delete(stage, self._terms, term["id"], term)
        for child in below:
            stage_follow(stage, self._terms, child, {**child, "parent": term["parent"]})
        for items, value, field in [] if reassign else holders:
            kept = [each for each in value[field] if each != term["id"]]
            stage_follow(stage, items, value, {**value, field: kept or ([default] if default else [])})

    async def stage_merge(self, stage: Stage, kind: Taxonomy, term: Json, target: Json) -> None:
        """Stage the end of a term in favour of another, which gets its posts and the terms below it.

        Raises what `stage` raises.
        """
        if await is_below(stage, self._terms, target, term["id"]):
            stage_update(stage, self._terms, target["id"], target, {"parent": term["parent"]})
        for child in await self._read_below(stage, kind, term["id"]):
            stage_update(stage, self._terms, child["id"], child, {"parent": target["id"]})
        await self.stage(stage, kind, term, target["id"])

    async def _read_default(self) -> int:
        return int((await self._client.read("/wp/v2/settings", {"_fields": CATEGORY_SETTING})).value[CATEGORY_SETTING])

    async def _check_target(self, stage: Stage, kind: Taxonomy, term: Json, reassign: int) -> None:
        there = await stage.read(self._terms, reassign)
        if there is None or there["taxonomy"] != kind["slug"] or reassign == term["id"]:
            raise refuse_reassign(kind["slug"], reassign)

    async def _read_holders(self, stage: Stage, kind: Taxonomy, term: Json) -> list[Holder]:
        """The items that have a term, of every type that has the taxonomy. Raises Problem(conflict)."""
        found, unread = list[Holder](), set(kind["types"])
        for whole, items in [(each, of_type) for each in self._content for of_type in each.all]:
            if field := items.taxonomies.get(kind["slug"]):
                unread.discard(items.item_type)
                values = await self._read_items(stage, items, field, term["id"])
                found += [Holder(whole, value, field) for value in values]
        # WordPress counts the published items of a term alone.
        if unread and term["count"] > sum(each.value.get("status", "publish") == "publish" for each in found):
            raise _refuse_unread(term["id"], sorted(unread))
        return found

    async def _read_items(self, stage: Stage, items: Items | Attachments, field: str, term_id: int) -> list[Json]:
        fields = [*items.list_fields(full=True), "_links"]
        asked = {**EDIT, **LISTED, field: [term_id], "status": items.statuses, "per_page": MAX_ITEMS, "_fields": fields}
        seen = _see_all(stage, items, await items.read_list(self._client.read, asked), term_id)
        own = [value for value in seen if value.get("type", items.item_type) == items.item_type]
        return [value for value in own if term_id in value[field]]

    async def _read_below(self, stage: Stage, kind: Taxonomy, term_id: int) -> list[Json]:
        if not kind["hierarchical"]:
            return []
        asked = {**EDIT, **LISTED, "parent": term_id, "per_page": MAX_ITEMS, "_fields": SHOWN}
        answer = await self._client.read(self._terms.route(kind["slug"]), asked)
        return [value for value in _see_all(stage, self._terms, answer, term_id) if value.get("parent") == term_id]


def _see_all(stage: Stage, resource: Resource, answer: Answer, term_id: int) -> list[Json]:
    """The entries of a list as the call sees them, with all others of the kind that it writes.

    Raises Problem(conflict) for a list that is too long.
    """
    if int(answer.headers["x-wp-total"]) > len(answer.value):
        raise refuse_many(term_id, MAX_ITEMS)
    for value in answer.value:
        stage.see(resource, value)
    return stage.merge(resource, answer.value)


def _refuse_unread(term_id: int, types: Sequence[str]) -> Problem:
    message = f"Items that Sitehand cannot read have the term {term_id}. The taxonomy is also of: {', '.join(types)}."
    return Problem(Code.CONFLICT, message, hint="Take the term from them in WordPress first.")
