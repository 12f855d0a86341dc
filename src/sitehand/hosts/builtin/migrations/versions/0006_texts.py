"""Where revisions name their long texts, which the ledger stores. What was stored before stays as it is."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("revisions", sa.Column("texts", sa.Text(), nullable=True))
