"""The design system of the site: one row, which is there from the start."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    design = op.create_table(
        "design",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("settings", sa.Text, nullable=False, server_default="{}"),
        sa.Column("styles", sa.Text, nullable=False, server_default="{}"),
    )
    op.bulk_insert(design, [{"id": 1}])
