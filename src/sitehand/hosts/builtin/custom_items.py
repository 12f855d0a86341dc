"""Items of registered types of the built-in site."""

import json

from sqlalchemy import Connection

from sitehand.errors import not_found
from sitehand.hosts.builtin.changes import NewState
from sitehand.hosts.builtin.content import Content
from sitehand.hosts.builtin.listing import Columns
from sitehand.hosts.builtin.post_terms import resolve_terms
from sitehand.hosts.builtin.states import State
from sitehand.hosts.builtin.type_rules import Row, find_row
from sitehand.site.custom_items import (
    HINT,
    CustomItem,
    CustomItemFields,
    CustomItemQuery,
    refuse_taxonomy,
)
from sitehand.site.item_kinds import OWN_TYPES
from sitehand.site.item_terms import ItemTerms, check_taxonomies, list_taxonomies_of
from sitehand.site.types import check_supported, no_type

TAXONOMIES = "SELECT taxonomies FROM content_types WHERE slug = :slug"


class CustomItems(Content[CustomItem, CustomItemQuery, CustomItemFields]):
    """Implements `site.content.ContentStore` for the items of all registered types."""

    noun = "custom_item"
    hint = HINT
    mine = "type IN (SELECT slug FROM content_types)"

    async def _find_type(self, query: CustomItemQuery) -> str:
        rows = self._database.look_up(TAXONOMIES, {"slug": query.type})
        if not rows:
            raise no_type(query.type)
        taxonomies = json.loads(rows[0]["taxonomies"])
        if query.taxonomy and query.taxonomy not in taxonomies:
            raise refuse_taxonomy(taxonomies)
        return query.type

    def _choose_type(self, connection: Connection, fields: CustomItemFields) -> str:
        return str(_read_type(connection, fields.type)["slug"])

    def _has(self, item_type: str) -> bool:
        return item_type not in OWN_TYPES

    def _check_given(
        self, connection: Connection, item_type: str, fields: CustomItemFields | None, given: State
    ) -> None:
        row = _read_type(connection, item_type)
        check_supported(item_type, json.loads(row["supports"]), given, hierarchical=bool(row["hierarchical"]))
        if isinstance(fields, CustomItemFields) and fields.type not in (None, item_type):
            raise not_found(fields.type, getattr(fields, "id", 0), HINT)
        if fields is not None:
            check_taxonomies(item_type, json.loads(row["taxonomies"]), list_taxonomies_of(fields))

    def _add_terms(self, connection: Connection, change: NewState, fields: CustomItemFields, now: str) -> NewState:
        given = fields if isinstance(fields, ItemTerms) else getattr(fields, "terms", None)
        found = resolve_terms(connection, change.state["id"], given) if given is not None else None
        if found is None:
            return change
        return NewState({**change.state, "terms": found.ids, "modified": now}, [*change.notices, *found.notices])

    def _add_own(self, item: CustomItem, row: Columns) -> None:
        item["parent"] = row["parent"]
        item["menu_order"] = row["menu_order"]
        item["terms"] = {taxonomy: sorted(ids) for taxonomy, ids in sorted(json.loads(row["terms"]).items())}


def _read_type(connection: Connection, name: str) -> Row:
    row = find_row(connection, name)
    if row is None:
        raise no_type(name)
    return row
