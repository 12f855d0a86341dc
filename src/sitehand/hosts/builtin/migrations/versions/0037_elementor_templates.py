"""Elementor's templates: a row each."""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "elementor_templates",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("page_settings", sa.Text, nullable=False, server_default=""),
        sqlite_autoincrement=True,
    )
