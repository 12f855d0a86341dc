"""Types of content that the site has beside pages and posts."""

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0037"
branch_labels = None
depends_on = None


def upgrade() -> None:
    flags: list[sa.Column[bool]] = [
        sa.Column(name, sa.Boolean(), nullable=False) for name in ("hierarchical", "public", "has_archive")
    ]
    op.create_table(
        "content_types",
        sa.Column("slug", sa.String(length=20), primary_key=True),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("singular_name", sa.String(length=200), nullable=False),
        sa.Column("description", sa.Text(), nullable=False, server_default=""),
        *flags,
        sa.Column("supports", sa.Text(), nullable=False, comment="JSON: what its items have."),
        sa.Column("taxonomies", sa.Text(), nullable=False, comment="JSON: the taxonomies of its items."),
    )
