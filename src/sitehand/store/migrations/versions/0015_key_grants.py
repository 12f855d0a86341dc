"""What a key may do otherwise than its role says: write all HTML, or less than the role."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("unfiltered_html", "drafts_only", "no_publish"):
        op.add_column("api_keys", sa.Column(name, sa.Boolean(), nullable=False, server_default="0"))
    op.add_column("api_keys", sa.Column("max_changes_per_hour", sa.Integer()))
    comment = "Categories, with spaces between."
    op.add_column(
        "api_keys", sa.Column("without", sa.String(length=200), nullable=False, server_default="", comment=comment)
    )
