"""The locale of each item, and the group of its translations."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None
PUBLIC = "type = 'page' AND status = 'publish'"


def upgrade() -> None:
    note = "Empty: the language of the site."
    op.add_column("items", sa.Column("locale", sa.String(length=35), nullable=False, server_default="", comment=note))
    note = "What names its group; 0: its id."
    op.add_column("items", sa.Column("translation_of", sa.Integer(), nullable=False, server_default="0", comment=note))
    for name in ("ux_items_slug", "ix_items_status", "ix_items_author", "ix_items_navigation"):
        op.drop_index(name, "items")
    slug = ["type", "slug", "parent", "locale"]
    op.create_index("ux_items_slug", "items", slug, unique=True, sqlite_where=sa.text("slug <> ''"))
    op.create_index("ix_items_status", "items", ["type", "status", "date", "id", "locale"])
    op.create_index("ix_items_author", "items", ["type", "author", "date", "id", "status", "locale"])
    navigation = ["parent", "menu_order", "title", "locale"]
    op.create_index("ix_items_navigation", "items", navigation, sqlite_where=sa.text(PUBLIC))
    locale = ["type", "locale", "date", "id", "status"]
    op.create_index("ix_items_locale", "items", locale, sqlite_where=sa.text("locale <> ''"))
    group = ["translation_of", "id"]
    op.create_index("ix_items_translation", "items", group, sqlite_where=sa.text("translation_of <> 0"))
