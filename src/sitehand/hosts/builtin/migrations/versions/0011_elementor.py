"""Elementor documents, each a part of its page or post."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "item_elementor",
        sa.Column("item_id", sa.Integer(), nullable=False),
        sa.Column("elementor_edit_mode", sa.String(length=20), nullable=False),
        sa.Column("elementor_template_type", sa.String(length=50), nullable=False),
        sa.Column("elementor_version", sa.String(length=50), nullable=False),
        sa.Column("elementor_page_settings", sa.Text(), nullable=False),
        sa.Column("elementor_data", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name=op.f("fk_item_elementor_item_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("item_id", name=op.f("pk_item_elementor")),
    )
