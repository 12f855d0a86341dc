"""SEO fields and Elementor documents that a revision puts back with its texts."""

from sqlalchemy import Connection

from sitehand.hosts.builtin.changes import NewState
from sitehand.hosts.builtin.parts import ELEMENTOR, SEO
from sitehand.site.content import ItemFields
from sitehand.site.revisions import RestoredFields


def restore_parts(connection: Connection, change: NewState, fields: ItemFields, now: str) -> NewState:
    """The change with the parts of a revision that the call puts back, where the item has them otherwise."""
    if not isinstance(fields, RestoredFields):
        return change
    item_id, given = change.state["id"], fields.model_fields_set
    new = {}
    if "seo" in given and fields.seo != SEO.read_fields(connection, item_id)["seo"]:
        new["seo"] = fields.seo
    if "elementor" in given and fields.elementor != ELEMENTOR.read_fields(connection, item_id):
        new["elementor"] = fields.elementor
    return NewState({**change.state, **new, "modified": now}, change.notices) if new else change
