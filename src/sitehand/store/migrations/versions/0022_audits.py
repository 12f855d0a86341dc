"""Audits of the public pages, what is known of each page, and findings."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0019"
branch_labels = None
depends_on = None
COUNTS = ("pages", "read", "opened", "closed", "errors", "warnings", "infos")
TEXTS = ("title", "description", "heading", "digest")


def upgrade() -> None:
    op.create_table(
        "seo_audits",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("started", sa.String(length=20), nullable=False),
        sa.Column("finished", sa.String(length=20), nullable=True),
        sa.Column("score", sa.Float(), nullable=True),
        *(sa.Column(name, sa.Integer(), server_default="0", nullable=False) for name in COUNTS),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seo_audits")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "seo_pages",
        sa.Column("item", sa.Integer(), nullable=False),
        sa.Column("type", sa.String(length=20), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column("audit", sa.Integer(), nullable=False),
        sa.Column("read", sa.Integer(), nullable=False),
        sa.Column("indexed", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in TEXTS),
        sa.PrimaryKeyConstraint("item", name=op.f("pk_seo_pages")),
    )
    for name in ("address", "audit", *TEXTS):
        op.create_index(op.f(f"ix_seo_pages_{name}"), "seo_pages", [name])
    op.create_table(
        "seo_links",
        sa.Column("item", sa.Integer(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("item", "address", name=op.f("pk_seo_links")),
    )
    op.create_index("ix_seo_links_address", "seo_links", ["address", "item"])
    op.create_table(
        "seo_addresses",
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("status", sa.Integer(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("audit", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("address", name=op.f("pk_seo_addresses")),
    )
    _create_findings()


def _create_findings() -> None:
    op.create_table(
        "seo_findings",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("rule", sa.String(length=40), nullable=False),
        sa.Column("severity", sa.String(length=10), nullable=False),
        sa.Column("item", sa.Integer(), nullable=False),
        sa.Column("wide", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("address", "evidence", "source")),
        sa.Column("fix", sa.Text(), nullable=True),
        sa.Column("opened", sa.Integer(), nullable=False),
        sa.Column("closed", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seo_findings")),
    )
    op.create_index("ix_seo_findings_item", "seo_findings", ["item", "wide", "closed"])
    op.create_index("ix_seo_findings_rule", "seo_findings", ["closed", "rule", "item"])
    op.create_index("ix_seo_findings_opened", "seo_findings", ["opened"])
