"""Posts of the built-in site."""

import json

from sqlalchemy import Connection

from sitehand.hosts.builtin.changes import Change
from sitehand.hosts.builtin.content import Content
from sitehand.hosts.builtin.listing import Columns
from sitehand.hosts.builtin.post_terms import settle_terms
from sitehand.site.content import Post, PostFields, PostQuery


class Posts(Content[Post, PostQuery, PostFields]):
    """Implements `site.content.ContentStore` for posts."""

    noun = "post"
    hint = "list_posts lists the posts."

    def _add_terms(self, connection: Connection, change: Change, fields: PostFields, now: str) -> Change:
        given = settle_terms(connection, change.state["id"], fields)
        if given is None:
            return change
        state = {**change.state, "terms": given.ids, "modified": now}
        return Change(state, [*change.notices, *given.notices])

    def _add_own(self, item: Post, row: Columns) -> None:
        item["sticky"] = bool(row["sticky"])
        item["categories"] = json.loads(row["categories"])
        item["tags"] = json.loads(row["tags"])
