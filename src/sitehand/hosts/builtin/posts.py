"""Posts of the built-in site."""

import json

from sitehand.hosts.builtin.content import Content
from sitehand.hosts.builtin.listing import Columns
from sitehand.site.content import Post, PostFields, PostQuery


class Posts(Content[Post, PostQuery, PostFields]):
    """Implements `site.content.ContentStore` for posts."""

    noun = "post"
    hint = "list_posts lists the posts."

    def _add_own(self, item: Post, row: Columns) -> None:
        item["sticky"] = bool(row["sticky"])
        item["categories"] = json.loads(row["categories"])
        item["tags"] = json.loads(row["tags"])
