"""Work that outlives the call that asked for it, and addresses to which a file may be sent once."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0015"
branch_labels = None
depends_on = None
NAMES = {"kind": 40, "caller": 200, "label": 300, "role": 20, "operation": 100, "door": 20, "client": 200}

OWNERS = {"caller": 200, "label": 300, "role": 20}


def upgrade() -> None:
    op.create_table(
        "jobs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("slot", sa.String(length=100), nullable=True),
        sa.Column("arguments", sa.Text(), nullable=False),
        *(sa.Column(name, sa.String(length=length), nullable=False) for name, length in NAMES.items()),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("due", sa.String(length=20), nullable=False),
        sa.Column("holder", sa.String(length=32), server_default="", nullable=False),
        sa.Column("lease", sa.String(length=20), server_default="", nullable=False),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("cursor", sa.Text(), server_default="null", nullable=False),
        sa.Column("done", sa.Integer(), server_default="0", nullable=False),
        sa.Column("total", sa.Integer(), server_default="0", nullable=False),
        sa.Column("message", sa.Text(), server_default="", nullable=False),
        sa.Column("error", sa.Text(), server_default="", nullable=False),
        sa.Column("report", sa.Text(), server_default="[]", nullable=False),
        sa.Column("created", sa.String(length=20), nullable=False),
        sa.Column("updated", sa.String(length=20), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_jobs")),
        sa.UniqueConstraint("slot", name=op.f("uq_jobs_slot")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_jobs_kind", "jobs", ["kind", "state", "due"])
    op.create_table(
        "uploads",
        sa.Column("token_sha256", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        *(sa.Column(name, sa.String(length=length), nullable=False) for name, length in OWNERS.items()),
        sa.Column("filename", sa.String(length=200), nullable=False),
        sa.Column("mime_type", sa.String(length=100), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("expires", sa.String(length=20), nullable=False),
        sa.Column("used", sa.String(length=20), nullable=True),
        sa.PrimaryKeyConstraint("token_sha256", name=op.f("pk_uploads")),
        sa.UniqueConstraint("name", name=op.f("uq_uploads_name")),
    )
    op.create_index("ix_jobs_caller", "jobs", ["caller", "id"])
