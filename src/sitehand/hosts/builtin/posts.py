"""Posts of the built-in site."""

import json
from typing import Any

from sqlalchemy import Row

from sitehand.hosts.builtin.content import Content
from sitehand.site.content import Post, PostFields, PostQuery


class Posts(Content[Post, PostQuery, PostFields]):
    """Implements `site.content.ContentStore` for posts."""

    noun = "post"
    hint = "list_posts shows the posts that there are."

    def _add_own(self, item: Post, row: Row[Any]) -> None:
        item["sticky"] = bool(row.sticky)
        item["categories"] = json.loads(row.categories)
        item["tags"] = json.loads(row.tags)
