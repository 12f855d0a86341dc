"""The table of collections: which files have which terms."""

from sqlalchemy import Column, ForeignKey, Index, Table

from sitehand.hosts.builtin.tables import metadata
from sitehand.store.tracked import Tracked, track

media_terms = Table(
    "media_terms",
    metadata,
    Column("media_id", ForeignKey("media.id", ondelete="CASCADE"), primary_key=True),
    Column("term_id", ForeignKey("terms.id", ondelete="CASCADE"), primary_key=True),
    Index("ix_media_terms_term", "term_id", "media_id"),
    comment="The collections that files are in.",
)
track(Tracked(media_terms, (), "'media_term'", "{row}.media_id || ':' || {row}.term_id"))
