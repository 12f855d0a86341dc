"""The table of registered types, and which types items have."""

from sqlalchemy import Boolean, Column, String, Table, Text

from sitehand.hosts.builtin.derived_tables import metadata
from sitehand.site.item_kinds import PART_KINDS
from sitehand.site.kinds import CONTENT_TYPE
from sitehand.store.tracked import Tracked, name_columns, track

IS_NO_PART = f"items.type NOT IN {PART_KINDS}"
ALL_TYPES = "(SELECT 'page' UNION ALL SELECT 'post' UNION ALL SELECT slug FROM content_types)"
"""The types of items that are content, in a query; parts of others are not."""
SHOWN_TYPES = "(SELECT 'page' UNION ALL SELECT 'post' UNION ALL SELECT slug FROM content_types WHERE public)"
"""The types whose items have a page of their own, in a query."""

content_types = Table(
    "content_types",
    metadata,
    Column("slug", String(20), primary_key=True),
    Column("name", String(200), nullable=False),
    Column("singular_name", String(200), nullable=False),
    Column("description", Text, nullable=False, server_default=""),
    Column("hierarchical", Boolean, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("has_archive", Boolean, nullable=False),
    Column("supports", Text, nullable=False, comment="JSON: what its items have."),
    Column("taxonomies", Text, nullable=False, comment="JSON: the taxonomies of its items."),
)
TYPE_STATE = (
    *("name", "singular_name", "description", "hierarchical", "public", "has_archive", "supports", "taxonomies"),
)
"""What the revision of a type of content stands for."""
track(
    Tracked(
        content_types,
        (CONTENT_TYPE,),
        object="{row}.slug",
        label="{row}.name",
        revision=name_columns(TYPE_STATE),
    )
)
