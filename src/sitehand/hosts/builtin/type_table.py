"""The table of registered types, and which types items have."""

from sqlalchemy import Boolean, Column, String, Table, Text

from sitehand.hosts.builtin.derived_tables import metadata
from sitehand.site.kinds import CONTENT_TYPE
from sitehand.store.tracked import Tracked, name_columns, track

PARTS = ("pattern", "navigation")
"""The types of items that are shown within others, and have no page of their own."""
IS_NO_PART = f"items.type NOT IN {PARTS}"
OWN_TYPES = ("page", "post", *PARTS)
"""The types of items that every site has; each is a kind of its own. All others are custom items."""
ALL_TYPES = "(SELECT 'page' UNION ALL SELECT 'post' UNION ALL SELECT slug FROM content_types)"
"""The types of items that are content, in a query; parts of others are not."""
SHOWN_TYPES = "(SELECT 'page' UNION ALL SELECT 'post' UNION ALL SELECT slug FROM content_types WHERE public)"
"""Those whose items have a page of their own."""

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


def name_kind(item_type: str) -> str:
    """The kind of the items of a type."""
    return item_type if item_type in OWN_TYPES else "custom_item"
