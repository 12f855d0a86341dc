"""The journal of changes, answers that can be replayed, changes that wait for a person, and calls per day."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "changes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(length=20), nullable=False),
        sa.Column("milliseconds", sa.Integer(), nullable=False),
        sa.Column("request_id", sa.String(length=64), nullable=False),
        sa.Column("caller", sa.String(length=200), nullable=False),
        sa.Column("label", sa.String(length=300), nullable=False),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("door", sa.String(length=20), nullable=False),
        sa.Column("client", sa.String(length=200), nullable=False),
        sa.Column("operation", sa.String(length=100), nullable=False),
        sa.Column("arguments", sa.Text(), nullable=False, comment="JSON, without secrets."),
        sa.Column("outcome", sa.String(length=20), nullable=False),
        sa.Column("approved_by", sa.String(length=300), nullable=True),
        sa.Column(
            "undoes", sa.Text(), server_default="[]", nullable=False, comment="JSON: ids of the changes it takes back."
        ),
        sa.Column("previous", sa.String(length=64), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_changes")),
        comment="The journal: a row for each transaction that changed something, with the hash of the row before.",
        sqlite_autoincrement=True,
    )
    op.create_index("ix_changes_caller", "changes", ["caller", "id"], unique=False)
    op.create_index("ix_changes_operation", "changes", ["operation", "id"], unique=False)
    op.create_index("ix_changes_request", "changes", ["request_id"], unique=False)
    op.create_table(
        "pending_changes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(length=20), nullable=False),
        sa.Column("expires", sa.String(length=20), nullable=False),
        sa.Column("caller", sa.String(length=200), nullable=False),
        sa.Column("label", sa.String(length=300), nullable=False),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("door", sa.String(length=20), nullable=False),
        sa.Column("client", sa.String(length=200), nullable=False),
        sa.Column("operation", sa.String(length=100), nullable=False),
        sa.Column("arguments", sa.Text(), nullable=False),
        sa.Column("preview", sa.Text(), nullable=False),
        sa.Column("revision", sa.String(length=64), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("decided_by", sa.String(length=300), nullable=True),
        sa.Column("decided_at", sa.String(length=20), nullable=True),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pending_changes")),
        comment="Writes that wait for a person, and what became of them.",
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_pending_changes_caller"), "pending_changes", ["caller"], unique=False)
    op.create_index(op.f("ix_pending_changes_state"), "pending_changes", ["state"], unique=False)
    op.create_table(
        "replays",
        sa.Column(
            "key", sa.String(length=64), nullable=False, comment="SHA-256 of the caller and its idempotency key."
        ),
        sa.Column(
            "fingerprint", sa.String(length=64), nullable=False, comment="SHA-256 of the operation and its arguments."
        ),
        sa.Column(
            "answer",
            sa.LargeBinary(),
            nullable=False,
            comment="Encrypted under the idempotency key, which is not kept.",
        ),
        sa.Column("at", sa.String(length=20), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_replays")),
    )
    op.create_index(op.f("ix_replays_at"), "replays", ["at"], unique=False)
    op.create_table(
        "usage",
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("caller", sa.String(length=200), nullable=False),
        sa.Column("label", sa.String(length=300), nullable=False),
        sa.Column("calls", sa.Integer(), server_default="0", nullable=False),
        sa.Column("changes", sa.Integer(), server_default="0", nullable=False),
        sa.Column("no_ops", sa.Integer(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("day", "caller", name=op.f("pk_usage")),
        comment="Calls per day and caller, written every few seconds.",
    )
    op.create_table(
        "changed_objects",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("change_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("object", sa.String(length=100), nullable=False),
        sa.Column("label", sa.String(length=200), nullable=False),
        sa.Column(
            "before",
            sa.Text(),
            nullable=True,
            comment="JSON: the row that was, or the columns that were otherwise; null when it is new.",
        ),
        sa.Column(
            "after",
            sa.Text(),
            nullable=True,
            comment="JSON: the row that is, or the columns that are otherwise; null when it is gone.",
        ),
        sa.ForeignKeyConstraint(
            ["change_id"], ["changes.id"], name=op.f("fk_changed_objects_change_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_changed_objects")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_changed_objects_change_id"), "changed_objects", ["change_id"], unique=False)
    op.create_index("ix_changed_objects_object", "changed_objects", ["kind", "object", "change_id"], unique=False)
    op.create_table(
        "undone_changes",
        sa.Column("undone", sa.Integer(), nullable=False),
        sa.Column("change_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["change_id"], ["changes.id"], name=op.f("fk_undone_changes_change_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("undone", "change_id", name=op.f("pk_undone_changes")),
        comment="Which change was taken back by which; follows from changes.undoes.",
    )
    op.create_index(op.f("ix_undone_changes_change_id"), "undone_changes", ["change_id"], unique=False)
