"""Pages of a level and posts of an author are found by their locale; Elementor documents count as texts that change.

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
REWRITE = """UPDATE text_changes SET at = (SELECT modified FROM items WHERE id = {0}.item_id)
    WHERE item_id = {0}.item_id AND EXISTS (SELECT 1 FROM items WHERE id = {0}.item_id);"""
SHOWN = ("elementor_data", "elementor_edit_mode")
DIFFERS = " OR ".join(f"old.{name} IS NOT new.{name}" for name in SHOWN)
CHANGED = f"UPDATE OF {', '.join(SHOWN)} ON item_elementor WHEN {DIFFERS}"


def upgrade() -> None:
    op.drop_index("ix_items_navigation", "items")
    navigation = ["parent", "locale", "menu_order", "title"]
    op.create_index("ix_items_navigation", "items", navigation, sqlite_where=sa.text(PUBLIC))
    author = ["type", "author", "locale", "date", "id", "status"]
    op.create_index("ix_items_author_locale", "items", author, sqlite_where=sa.text("locale <> ''"))
    for name, event, row in (
        ("elementor_written", "INSERT ON item_elementor", "new"),
        ("elementor_rewritten", CHANGED, "new"),
        ("elementor_unwritten", "DELETE ON item_elementor", "old"),
    ):
        op.execute(f"CREATE TRIGGER {name} AFTER {event} BEGIN {REWRITE.format(row)} END")
