"""Posts of a WordPress."""

from sitehand.hosts.wordpress.content import Content
from sitehand.hosts.wordpress.resources import Json
from sitehand.site.content import Post, PostFields, PostQuery


class Posts(Content[Post, PostQuery, PostFields]):
    """Implements `site.content.ContentStore` for posts."""

    def _add_own(self, item: Post, value: Json) -> None:
        item["sticky"] = bool(value["sticky"])
        item["categories"] = list(value["categories"])
        item["tags"] = list(value["tags"])
