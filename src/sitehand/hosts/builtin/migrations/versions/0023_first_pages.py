"""Indexes for the first pages of lists: missing addresses by visits, users by name, pictures without a description."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0021"
branch_labels = None
depends_on = None
UNDESCRIBED_COLUMNS = ["date", "id", "mime_type", "alt_text"]
UNDESCRIBED = "mime_type >= 'image/' AND mime_type < 'image0' AND trim(alt_text) = ''"


def upgrade() -> None:
    op.create_index("ix_address_hits_hits", "address_hits", [sa.text("hits DESC"), "path"])
    op.create_index("ix_authors_name", "authors", [sa.text("name COLLATE NOCASE"), "id"])
    op.create_index("ix_media_undescribed", "media", UNDESCRIBED_COLUMNS, sqlite_where=sa.text(UNDESCRIBED))
