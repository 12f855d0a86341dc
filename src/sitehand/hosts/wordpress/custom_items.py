"""Items of custom types of a WordPress."""

from typing import Any

from sitehand.errors import not_found
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.content import Content
from sitehand.hosts.wordpress.custom_item_resource import CustomItems, TypeItems
from sitehand.hosts.wordpress.custom_types import NEEDED
from sitehand.hosts.wordpress.listing import write_query
from sitehand.hosts.wordpress.resources import EDIT, Fields, Json
from sitehand.hosts.wordpress.term_resource import TermResource
from sitehand.hosts.wordpress.transactions import StagedTransactions
from sitehand.site.content import ItemFields
from sitehand.site.custom_items import (
    HINT,
    CustomItem,
    CustomItemFields,
    CustomItemQuery,
    refuse_filter,
    refuse_taxonomy,
)
from sitehand.site.types import check_supported


class WordPressCustomItems(Content[CustomItem, CustomItemQuery, CustomItemFields]):
    """Implements `site.content.ContentStore` for the items of all custom types."""

    def __init__(
        self, client: Client, items: CustomItems, transactions: StagedTransactions, terms: TermResource
    ) -> None:
        super().__init__(client, items, transactions, terms)
        self._custom = items

    async def complete_id(self, prefix: str, limit: int) -> list[str]:
        """Ids that begin with `prefix`, the highest first; among the last hundred of each type."""
        if prefix and not (prefix.isascii() and prefix.isdigit()):
            return []
        asked = {**EDIT, "status": "any", "per_page": 100, "_fields": ["id"], "orderby": "id", "order": "desc"}
        answers = [await items.read_list(self._client.read, asked) for items in self._custom.all]
        ids = sorted((value["id"] for answer in answers for value in answer.value), reverse=True)
        return [str(each) for each in ids if str(each).startswith(prefix)][:limit]

    def _write_query(self, query: CustomItemQuery) -> dict[str, Any]:
        """WordPress leaves out a filter that it does not know, so that one is refused here."""
        kept = self._custom.of_type(query.type).type
        if query.parent and not kept.hierarchical:
            raise refuse_filter("parent", "nothing: the type is not hierarchical")
        if query.taxonomy and query.taxonomy not in kept.taxonomies:
            raise refuse_taxonomy(kept.taxonomies)
        terms = {kept.taxonomies[query.taxonomy]: query.terms} if query.taxonomy else {}
        written = {**write_query(query), **terms}
        if "author" in written and "author" not in kept.supports:
            raise refuse_filter("author", "left out: items of the type have none")
        return written

    def _find_items(self, query: CustomItemQuery) -> TypeItems:
        return self._custom.of_type(query.type)

    def _has_children(self, value: Json) -> bool:
        return self._custom.of(value).type.hierarchical

    def _list_beside(self, value: Json) -> TypeItems:
        return self._custom.of(value)

    def _choose(self, fields: ItemFields, before: Json | None) -> TypeItems:
        wanted = getattr(fields, "type", None)
        if before is None:
            return self._custom.of_type(wanted or "")
        if wanted is not None and self._custom.of_type(wanted) is not self._custom.of(before):
            raise not_found(wanted, before["id"], HINT)
        return self._custom.of(before)

    def _take_own(self, fields: ItemFields, before: Json | None) -> Fields:
        """The type of a new item."""
        return {} if before is not None else {"type": self._choose(fields, None).type.slug}

    def _fit(self, given: Fields, before: Json | None) -> None:
        """WordPress drops such fields without a word. Empty ones are what a clone of an item without them has."""
        kept = self._custom.of(before or given).type
        check_supported(kept.slug, kept.supports, given, hierarchical=kept.hierarchical, needed=NEEDED)
        for name in kept.list_lacking():
            given.pop(name, None)

    def _add_own(self, item: CustomItem, value: Json) -> None:
        item["type"] = value["type"]
        item["parent"] = value.get("parent", 0)
        item["menu_order"] = value.get("menu_order", 0)
        item["terms"] = self._custom.of(value).tell_terms(value)
