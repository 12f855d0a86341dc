"""SEO fields that a revision puts back with its texts."""

from sqlalchemy import Connection

from sitehand.hosts.builtin.changes import Change
from sitehand.hosts.builtin.parts import SEO
from sitehand.site.content import ItemFields
from sitehand.site.revisions import RestoredFields


def restore_seo(connection: Connection, change: Change, fields: ItemFields, now: str) -> Change:
    """The change with the SEO fields of a revision, where the call puts those back."""
    if not isinstance(fields, RestoredFields) or "seo" not in fields.model_fields_set:
        return change
    if fields.seo == SEO.read_fields(connection, change.state["id"])["seo"]:
        return change
    return Change({**change.state, "seo": fields.seo, "modified": now}, change.notices)
