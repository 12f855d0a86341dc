"""SEO fields of each item."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None
DATA = "JSON: the fields that are set."
NOINDEX = "Whether the data say so."
DIGEST = "Names the data, for the revision of the item."


def upgrade() -> None:
    op.create_table(
        "item_seo",
        sa.Column("item_id", sa.Integer(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False, comment=DATA),
        sa.Column("noindex", sa.Boolean(), nullable=False, comment=NOINDEX),
        sa.Column("digest", sa.String(length=16), nullable=False, comment=DIGEST),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name=op.f("fk_item_seo_item_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("item_id", name=op.f("pk_item_seo")),
        comment="SEO fields, each a part of its page or post.",
    )
