"""The form of each entry of the journal, and who made what. Old entries stay as they are."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


# What an undo brought back was made by somebody else, who is not known if the journal has only that.
CREATORS_FROM_JOURNAL = """
    INSERT INTO creators (kind, object, caller)
    SELECT o.kind, o.object, c.caller FROM changed_objects AS o JOIN changes AS c ON c.id = o.change_id
    WHERE o.before IS NULL AND o."after" IS NOT NULL AND c.undoes = '[]'
        AND o.kind IN ('page', 'post', 'media', 'term', 'menu', 'author')
    ORDER BY o.id
    ON CONFLICT DO NOTHING
"""


def upgrade() -> None:
    op.create_table(
        "creators",
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("object", sa.String(length=100), nullable=False),
        sa.Column("caller", sa.String(length=200), nullable=False),
        sa.PrimaryKeyConstraint("kind", "object", name=op.f("pk_creators")),
        comment="Who made each object. Rows are only added, and outlive the journal's entry.",
        sqlite_with_rowid=False,
    )
    op.execute(CREATORS_FROM_JOURNAL)
    op.add_column(
        "changes",
        sa.Column(
            "form",
            sa.Integer(),
            server_default="1",
            nullable=False,
            comment="1: rows; 2: objects with what belongs to them.",
        ),
    )
