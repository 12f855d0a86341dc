"""Posts of a WordPress."""

from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.content import Content
from sitehand.hosts.wordpress.items import Items
from sitehand.hosts.wordpress.post_terms import settle_terms
from sitehand.hosts.wordpress.resources import Fields, Json
from sitehand.hosts.wordpress.staging import Stage
from sitehand.hosts.wordpress.term_resource import TermResource
from sitehand.hosts.wordpress.transactions import StagedTransactions
from sitehand.site.content import Notice, Post, PostFields, PostQuery


class Posts(Content[Post, PostQuery, PostFields]):
    """Implements `site.content.ContentStore` for posts."""

    def __init__(self, client: Client, items: Items, transactions: StagedTransactions, terms: TermResource) -> None:
        super().__init__(client, items, transactions)
        self._terms = terms

    async def _settle_terms(self, stage: Stage, given: Fields, before: Json | None) -> list[Notice]:
        return await settle_terms(stage, self._terms, given)

    def _add_own(self, item: Post, value: Json) -> None:
        item["sticky"] = bool(value["sticky"])
        item["categories"] = sorted(value["categories"])
        item["tags"] = sorted(value["tags"])
