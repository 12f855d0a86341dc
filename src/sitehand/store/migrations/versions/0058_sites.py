"""Each entry, pending change and claim tells its site. Those that are there belong to the one that is connected now.

The hash of an entry cannot tell what came later, so that older entries have no site: a setting has it for all of them.

Revision ID: 0058
Revises: 0036
"""

import sqlalchemy as sa
from alembic import op

revision = "0058"
down_revision = "0036"
branch_labels = None
depends_on = None

CONNECTED = "SELECT json_extract(value, '$.facts.home') FROM settings WHERE name = 'wordpress'"


def upgrade() -> None:
    op.add_column("changes", sa.Column("site", sa.Text(), nullable=True))
    op.add_column("pending_changes", sa.Column("site", sa.Text(), nullable=False, server_default=""))
    op.add_column("claims", sa.Column("site", sa.Text(), nullable=False, server_default=""))
    connection = op.get_bind()
    if home := connection.exec_driver_sql(CONNECTED).scalar():
        connection.exec_driver_sql("INSERT INTO settings (name, value) VALUES ('unmarked_site', ?)", (home,))
        connection.exec_driver_sql("UPDATE pending_changes SET site = ?", (home,))
        connection.exec_driver_sql("UPDATE claims SET site = ?", (home,))
