"""Staging the end of a term, with where its posts and the terms below it go.

Source: wp-includes/taxonomy.php, wp_delete_term.
"""

from collections.abc import Mapping
from typing import Any

from sitehand.hosts.wordpress.changes import stage_delete, stage_follow, stage_update
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.items import ALL, Items
from sitehand.hosts.wordpress.resources import EDIT, Json, Resource
from sitehand.hosts.wordpress.staging import Stage
from sitehand.hosts.wordpress.term_resource import SHOWN, TermResource
from sitehand.hosts.wordpress.term_rules import is_below
from sitehand.site.terms import CATEGORY, FIELDS, Taxonomy, refuse_default, refuse_many, refuse_reassign

CATEGORY_SETTING = "default_category"
MAX_ITEMS = 100
"""Posts of a term, and terms below it, that one deletion changes."""


class TermRemoval:
    """Stages deletions of terms, with the posts that follow."""

    def __init__(self, client: Client, terms: TermResource, posts: Items) -> None:
        self._client = client
        self._terms = terms
        self._posts = posts

    async def stage(self, stage: Stage, kind: Taxonomy, term: Json, reassign: int) -> None:
        """Stage it. Raises Problem(conflict) for the default category and for a term that too many posts have."""
        default = await self._read_default() if kind["slug"] == CATEGORY else 0
        if term["id"] == default:
            raise refuse_default()
        if reassign:
            await self._check_target(stage, kind, term, reassign)
        posts = await self._read_posts(stage, kind, term["id"])
        below = await self._read_below(stage, kind, term["id"])
        field = FIELDS.get(kind["slug"], "")
        if reassign:
            for post in posts:
                kept = [each for each in post[field] if each not in (term["id"], reassign)]
                stage_update(stage, self._posts, post["id"], post, {field: sorted([*kept, reassign])})
        stage_delete(stage, self._terms, term["id"], term)
        for child in below:
            stage_follow(stage, self._terms, child, {**child, "parent": term["parent"]})
        for post in [] if reassign else posts:
            kept = [each for each in post[field] if each != term["id"]]
            stage_follow(stage, self._posts, post, {**post, field: kept or ([default] if default else [])})

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
        if there is None or there["taxonomy"] != kind["slug"] or reassign == term["id"] or kind["slug"] not in FIELDS:
            raise refuse_reassign(kind["slug"], reassign)

    async def _read_posts(self, stage: Stage, kind: Taxonomy, term_id: int) -> list[Json]:
        """The posts of a term. Of a taxonomy that posts do not show, nobody knows them here."""
        if kind["slug"] not in FIELDS:
            return []
        fields = [*self._posts.list_fields(full=True), "_links"]
        asked = {**EDIT, kind["rest_base"]: [term_id], "status": ALL, "_fields": fields}
        posts = await self._read_list(stage, self._posts, self._posts.route, asked, term_id)
        return [post for post in posts if term_id in post[FIELDS[kind["slug"]]]]

    async def _read_below(self, stage: Stage, kind: Taxonomy, term_id: int) -> list[Json]:
        if not kind["hierarchical"]:
            return []
        asked = {**EDIT, "parent": term_id, "_fields": SHOWN}
        found = await self._read_list(stage, self._terms, self._terms.route(kind["slug"]), asked, term_id)
        return [value for value in found if value["parent"] == term_id]

    async def _read_list(
        self, stage: Stage, resource: Resource, route: str, asked: Mapping[str, Any], term_id: int
    ) -> list[Json]:
        """All of a list, as the call sees it. Raises Problem(conflict) for one that is too long."""
        answer = await self._client.read(route, {**asked, "per_page": MAX_ITEMS, "orderby": "id", "order": "asc"})
        if int(answer.headers["x-wp-total"]) > len(answer.value):
            raise refuse_many(term_id, MAX_ITEMS)
        seen = [await stage.read(resource, value["id"]) for value in answer.value]
        return [value for value in seen if value is not None]
