"""Notes on items."""

import sqlalchemy as sa
from alembic import op

revision = "0044"
down_revision = "0043"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "notes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("post", sa.Integer(), nullable=False),
        sa.Column("parent", sa.Integer(), nullable=True, comment="The note that it replies to."),
        sa.Column("status", sa.String(length=20), nullable=False, comment="Of a reply: what it did to the note."),
        sa.Column("author_name", sa.Text(), nullable=False),
        sa.Column("date", sa.String(length=20), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["post"], ["items.id"], name=op.f("fk_notes_post"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["parent"], ["notes.id"], name=op.f("fk_notes_parent")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notes")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_notes_date", "notes", ["date", "id"])
    op.create_index("ix_notes_post", "notes", ["post", "date", "id"])
    op.create_index("ix_notes_status", "notes", ["status", "date", "id"])
    op.create_index("ix_notes_parent", "notes", ["parent"])
