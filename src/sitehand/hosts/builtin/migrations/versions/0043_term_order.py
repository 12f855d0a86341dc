"""The order of terms among their siblings, where somebody has put them in one."""

import sqlalchemy as sa
from alembic import op

revision = "0043"
down_revision = "0042"
branch_labels = None
depends_on = None
BY_NAME = sa.text("name COLLATE NOCASE")


def upgrade() -> None:
    note = "Orders siblings, before names."
    op.add_column("terms", sa.Column("menu_order", sa.Integer(), nullable=False, server_default="0", comment=note))
    op.create_index("ix_terms_order", "terms", ["taxonomy", "menu_order", BY_NAME, "id"])
    op.create_index("ix_terms_placed", "terms", ["taxonomy", "parent"], sqlite_where=sa.text("menu_order < 0"))
