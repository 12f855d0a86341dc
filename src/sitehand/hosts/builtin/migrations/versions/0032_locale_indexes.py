"""Pages of a level and posts of an author are found by their locale too.

Revision ID: 0032
Revises: 0031
"""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None
PUBLIC = "type = 'page' AND status = 'publish'"


def upgrade() -> None:
    op.drop_index("ix_items_navigation", "items")
    navigation = ["parent", "locale", "menu_order", "title"]
    op.create_index("ix_items_navigation", "items", navigation, sqlite_where=sa.text(PUBLIC))
    author = ["type", "author", "locale", "date", "id", "status"]
    op.create_index("ix_items_author_locale", "items", author, sqlite_where=sa.text("locale <> ''"))
