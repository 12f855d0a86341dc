"""Posts of the built-in site."""

import json

from sqlalchemy import Connection

from sitehand.hosts.builtin.changes import NewState
from sitehand.hosts.builtin.content import Content
from sitehand.hosts.builtin.listing import Columns
from sitehand.hosts.builtin.post_terms import resolve_terms
from sitehand.site.content import Post, PostFields, PostQuery
from sitehand.site.item_terms import ItemTerms, check_taxonomies
from sitehand.site.terms import FIELDS


class Posts(Content[Post, PostQuery, PostFields]):
    """Implements `site.content.ContentStore` for posts."""

    noun = "post"
    mine = "type = 'post'"
    hint = "list_posts lists the posts."

    def _add_terms(self, connection: Connection, change: NewState, fields: PostFields, now: str) -> NewState:
        given = resolve_terms(connection, change.state["id"], _list_given(fields))
        if given is None:
            return change
        state = {**change.state, "terms": given.ids, "modified": now}
        return NewState(state, [*change.notices, *given.notices])

    def _add_own(self, item: Post, row: Columns) -> None:
        item["sticky"] = bool(row["sticky"])
        item["categories"] = json.loads(row["categories"])
        item["tags"] = json.loads(row["tags"])


def _list_given(fields: PostFields | ItemTerms) -> dict[str, list[int | str]] | ItemTerms:
    """The terms that the fields give, by taxonomy. Raises Problem(invalid_arguments)."""
    if isinstance(fields, ItemTerms):
        check_taxonomies("post", list(FIELDS), fields.list_taxonomies())
        return fields
    return {taxonomy: getattr(fields, name) for taxonomy, name in FIELDS.items() if name in fields.model_fields_set}
