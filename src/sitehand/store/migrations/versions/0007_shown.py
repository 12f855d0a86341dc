"""A digest of what was shown of each proposal; those of before have none."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "pending_changes",
        sa.Column(
            "digest", sa.String(length=64), nullable=True, comment="SHA-256 of what was shown; null: before 3.8."
        ),
    )
