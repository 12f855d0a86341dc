"""Where a picture is used."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_items_featured_media", "items", ["featured_media"], sqlite_where=sa.text("featured_media <> 0"))
