"""The form of each entry of the journal, and where a picture is used. Entries of before stay as they are."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "changes",
        sa.Column(
            "form",
            sa.Integer(),
            server_default="1",
            nullable=False,
            comment="1: rows; 2: objects with what belongs to them.",
        ),
    )
    op.create_index("ix_items_featured_media", "items", ["featured_media"], sqlite_where=sa.text("featured_media <> 0"))
