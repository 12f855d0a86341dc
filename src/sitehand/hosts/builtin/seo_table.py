"""The table of SEO fields."""

from sqlalchemy import Boolean, Column, ForeignKey, String, Table, Text

from sitehand.hosts.builtin.tables import metadata

item_seo = Table(
    "item_seo",
    metadata,
    Column("item_id", ForeignKey("items.id", ondelete="CASCADE"), primary_key=True),
    Column("data", Text, nullable=False, comment="JSON: the fields that are set."),
    Column("noindex", Boolean, nullable=False, comment="Whether the data say so."),
    Column("digest", String(16), nullable=False, comment="Names the data, for the revision of the item."),
    comment="SEO fields, each a part of its page or post.",
)
