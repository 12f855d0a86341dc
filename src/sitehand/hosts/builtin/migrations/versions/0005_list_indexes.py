"""An index for each order and filter of lists, so that none of them reads the whole site."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_index("ix_items_modified", "items")
    op.create_index("ix_items_modified", "items", ["type", "modified", "id", "status"])
    op.create_index("ix_items_title", "items", ["type", sa.text("title COLLATE NOCASE"), "id", "status"])
    op.create_index("ix_items_slug", "items", ["type", "slug", "id", "status"])
    op.create_index("ix_items_menu_order", "items", ["type", "menu_order", "id", "status"])
    op.create_index("ix_items_id", "items", ["type", "id", "status"])
    op.create_index("ix_items_author", "items", ["type", "author", "date", "id", "status"])
    op.create_index("ix_items_sticky", "items", ["type", "date", "id"], sqlite_where=sa.text("sticky = 1"))
    op.drop_index("ix_item_terms_term_id", "item_terms")
    op.create_index("ix_item_terms_term", "item_terms", ["term_id", "item_id"])
