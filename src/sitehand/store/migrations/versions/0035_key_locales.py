"""The locales that a key is narrowed to."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    comment = "Those that it may change, with spaces between; empty: all."
    op.add_column(
        "api_keys", sa.Column("locales", sa.String(length=600), nullable=False, server_default="", comment=comment)
    )
