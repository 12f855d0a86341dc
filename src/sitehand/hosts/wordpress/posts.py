"""Posts of a WordPress."""

from sitehand.hosts.wordpress.content import Content
from sitehand.hosts.wordpress.resources import Json
from sitehand.site.content import Post, PostFields, PostQuery
from sitehand.site.terms import FIELDS


class Posts(Content[Post, PostQuery, PostFields]):
    """Implements `site.content.ContentStore` for posts."""

    def _add_own(self, item: Post, value: Json) -> None:
        item["sticky"] = bool(value["sticky"])
        item["categories"] = sorted(value["categories"])
        item["tags"] = sorted(value["tags"])
        if terms := self._items.tell_terms(value, but=FIELDS):
            item["terms"] = terms
