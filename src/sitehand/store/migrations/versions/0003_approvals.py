"""Who made each key, who decided on each proposal, and how large each proposal is."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

MAKERS_FROM_JOURNAL = """
    INSERT INTO key_makers ("key", maker, act, at)
    SELECT 'key:' || o.object, c.caller, CASE WHEN o.before IS NULL THEN 'created' ELSE 'rotated' END, c.at
    FROM changed_objects AS o JOIN changes AS c ON c.id = o.change_id
    WHERE o.kind = 'key' AND json_extract(o."after", '$.secret_sha256') IS NOT NULL
    ORDER BY o.id
"""
UNKNOWN_MAKERS = """
    INSERT INTO key_makers ("key", maker, act, at)
    SELECT 'key:' || id, 'unknown', 'created', created FROM api_keys
    WHERE 'key:' || id NOT IN (SELECT "key" FROM key_makers WHERE act = 'created')
"""
SIZES = "UPDATE pending_changes SET size = length(CAST(arguments AS BLOB)) + length(CAST(preview AS BLOB))"


def upgrade() -> None:
    op.create_table(
        "key_makers",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=40), nullable=False, comment="The key as a caller: key:12."),
        sa.Column(
            "maker", sa.String(length=200), nullable=False, comment="Who created or rotated it; unknown: before 3.8."
        ),
        sa.Column("act", sa.String(length=10), nullable=False, comment="created or rotated"),
        sa.Column("at", sa.String(length=20), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_key_makers")),
        comment="Who has held a key's value because they made it. Rows are only added: neither undo nor "
        "rotation ends it.",
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_key_makers_key"), "key_makers", ["key"], unique=False)
    op.add_column(
        "changes",
        sa.Column(
            "approved_by_id",
            sa.String(length=200),
            nullable=True,
            comment="The caller that approved it; in the hash when there is one.",
        ),
    )
    op.add_column("pending_changes", sa.Column("decided_by_id", sa.String(length=200), nullable=True))
    op.add_column(
        "pending_changes",
        sa.Column("decided_by_kind", sa.String(length=20), nullable=True, comment="owner, key, plugin or token"),
    )
    op.add_column(
        "pending_changes",
        sa.Column(
            "size", sa.Integer(), server_default="0", nullable=False, comment="Bytes of the arguments and the preview."
        ),
    )
    for statement in (MAKERS_FROM_JOURNAL, UNKNOWN_MAKERS, SIZES):
        op.execute(statement)
