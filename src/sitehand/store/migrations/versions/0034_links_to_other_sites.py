"""Translations that pages name, and links to other sites: where they lead, and what was found there.

The index of pages by audit goes: every audit wrote all of it, and it was read once.

Revision ID: 0034
Revises: 0022
"""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_index("ix_seo_pages_audit", "seo_pages")
    for name in ("seo_alternates", "seo_outer_links"):
        op.create_table(
            name,
            sa.Column("item", sa.Integer(), nullable=False),
            sa.Column("address", sa.Text(), nullable=False),
            sa.PrimaryKeyConstraint("item", "address", name=op.f(f"pk_{name}")),
        )
        op.create_index(f"ix_{name}_address", name, ["address", "item"])
    op.create_table(
        "seo_outer_addresses",
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("host", sa.Text(), nullable=False),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("checked", sa.String(length=20), nullable=True),
        sa.PrimaryKeyConstraint("address", name=op.f("pk_seo_outer_addresses")),
    )
    op.create_index("ix_seo_outer_addresses_host", "seo_outer_addresses", ["host", "checked"])
