"""Who made an object is kept by site: on another site the same id is another object's.

What is there belongs to the site that was connected when sites came (0058).

Revision ID: 0059
Revises: 0058
"""

import sqlalchemy as sa
from alembic import op

revision = "0059"
down_revision = "0058"
branch_labels = None
depends_on = None

TAKE_OVER = """
    INSERT INTO creators (kind, object, site, caller)
    SELECT kind, object, coalesce((SELECT value FROM settings WHERE name = 'unmarked_site'), ''), caller
    FROM former_creators
"""


def upgrade() -> None:
    op.rename_table("creators", "former_creators")
    op.create_table(
        "creators",
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("object", sa.String(length=100), nullable=False),
        sa.Column("site", sa.Text(), nullable=False),
        sa.Column("caller", sa.String(length=200), nullable=False),
        sa.PrimaryKeyConstraint("kind", "object", "site", name=op.f("pk_creators")),
        comment="Who made each object. Rows are only added, and outlive the journal's entry.",
        sqlite_with_rowid=False,
    )
    op.execute(TAKE_OVER)
    op.drop_table("former_creators")
