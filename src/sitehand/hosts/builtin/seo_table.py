"""The tables of SEO: the fields, and what the sitemap tells of when an item changed."""

from sqlalchemy import Boolean, Column, ForeignKey, Integer, String, Table, Text

from sitehand.hosts.builtin.tables import metadata
from sitehand.store.tracked import Tracked, track

item_seo = Table(
    "item_seo",
    metadata,
    Column("item_id", ForeignKey("items.id", ondelete="CASCADE"), primary_key=True),
    Column("data", Text, nullable=False, comment="JSON: the fields that are set."),
    Column("noindex", Boolean, nullable=False, comment="Whether the data say so."),
    Column("canonical", Text, nullable=False, comment="That the data name, decoded as paths are; empty for none."),
    Column("digest", String(16), nullable=False, comment="Names the data, for the revision of the item."),
    comment="SEO fields, each a part of its page or post.",
)
track(
    Tracked(item_seo, (), "'item_seo'", "{row}.item_id", left_out=frozenset({"digest", "noindex", "canonical"})),
)

text_changes = Table(
    "text_changes",
    metadata,
    Column("item_id", Integer, primary_key=True),
    Column("at", String(20), nullable=False),
    comment="When the texts of an item last changed, by triggers on items and documents; other saves do not count.",
)
