"""Redirects, and visits of addresses that are redirected or missing."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None
SOURCE = "A path, decoded, without a slash at its end."
VISITS = "Visits of addresses that are redirected or missing, written every few seconds."


def upgrade() -> None:
    op.create_table(
        "redirects",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False, comment=SOURCE),
        sa.Column("target", sa.Text(), server_default="", nullable=False),
        sa.Column("item", sa.Integer(), nullable=True, comment="What moved, and leads the way."),
        sa.Column("code", sa.Integer(), nullable=False),
        sa.Column("created", sa.String(length=20), nullable=False),
        sa.ForeignKeyConstraint(["item"], ["items.id"], name=op.f("fk_redirects_item"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_redirects")),
        sa.UniqueConstraint("source", name=op.f("uq_redirects_source")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_redirects_item", "redirects", ["item"])
    op.create_index("ix_redirects_target", "redirects", ["target"])
    op.create_table(
        "address_hits",
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("hits", sa.Integer(), nullable=False),
        sa.Column("first", sa.String(length=20), nullable=False),
        sa.Column("last", sa.String(length=20), nullable=False),
        sa.PrimaryKeyConstraint("path", name=op.f("pk_address_hits")),
        comment=VISITS,
    )
