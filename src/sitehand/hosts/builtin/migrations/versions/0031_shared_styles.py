"""Elementor's global classes and variables: a row each, which is there from the start."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    shared = op.create_table(
        "shared_styles",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("items", sa.Text, nullable=False, server_default="{}"),
        sa.Column("ranking", sa.Text, nullable=False, server_default="[]"),
    )
    op.bulk_insert(shared, [{"id": 1, "kind": "elementor_classes"}, {"id": 2, "kind": "elementor_variables"}])
