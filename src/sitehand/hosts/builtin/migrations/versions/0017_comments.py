"""Comments on pages and posts."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0013"
branch_labels = None
depends_on = None
INDEXES = {
    "ix_comments_date": ["type", "date", "id", "status"],
    "ix_comments_status": ["type", "status", "date", "id"],
    "ix_comments_post": ["post", "type", "status", "date", "id"],
    "ix_comments_parent": ["parent"],
}


def upgrade() -> None:
    op.create_table(
        "comments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("post", sa.Integer(), nullable=False),
        sa.Column("parent", sa.Integer(), server_default="0", nullable=False),
        sa.Column("type", sa.String(length=20), server_default="comment", nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("author", sa.Integer(), server_default="0", nullable=False, comment="0: a visitor."),
        sa.Column("author_name", sa.Text(), server_default="", nullable=False),
        sa.Column("author_url", sa.Text(), server_default="", nullable=False),
        sa.Column("date", sa.String(length=20), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("import_source", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["post"], ["items.id"], name=op.f("fk_comments_post"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_comments")),
        sa.UniqueConstraint("import_source", name=op.f("uq_comments_import_source")),
        sqlite_autoincrement=True,
    )
    for name, columns in INDEXES.items():
        op.create_index(name, "comments", columns)
