"""Which pages an audit has met, as one row for each portion of them: no row of a page is written for it.

Revision ID: 0036
Revises: 0035
"""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_column("seo_pages", "audit")
    op.create_table(
        "seo_met_pages",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("audit", sa.Integer(), nullable=False),
        sa.Column("items", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seo_met_pages")),
    )
