"""The first shape of the site: its tables, the search index, the counters of items and their triggers, one author."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

# The index keeps no copy of the text: it reads `items`, and the triggers tell it of each change.
SEARCH = """
CREATE VIRTUAL TABLE items_fts USING fts5(
    title, content, content='items', content_rowid='id', tokenize='unicode61 remove_diacritics 2'
)
"""
REMOVE_WORDS = (
    "INSERT INTO items_fts (items_fts, rowid, title, content) VALUES ('delete', old.id, old.title, old.content);"
)
ADD_WORDS = "INSERT INTO items_fts (rowid, title, content) VALUES (new.id, new.title, new.content);"
COUNT_LESS = "UPDATE item_counts SET count = count - 1 WHERE type = old.type AND status = old.status;"
COUNT_MORE = """INSERT INTO item_counts VALUES (new.type, new.status, 1)
    ON CONFLICT (type, status) DO UPDATE SET count = count + 1;"""
TRIGGERS = (
    f"CREATE TRIGGER items_inserted AFTER INSERT ON items BEGIN {ADD_WORDS} {COUNT_MORE} END",
    f"CREATE TRIGGER items_deleted AFTER DELETE ON items BEGIN {REMOVE_WORDS} {COUNT_LESS} END",
    f"""CREATE TRIGGER items_reworded AFTER UPDATE OF title, content ON items
    WHEN old.title <> new.title OR old.content <> new.content BEGIN {REMOVE_WORDS} {ADD_WORDS} END""",
    f"""CREATE TRIGGER items_moved AFTER UPDATE OF type, status ON items
    WHEN old.type <> new.type OR old.status <> new.status BEGIN {COUNT_LESS} {COUNT_MORE} END""",
)


def upgrade() -> None:
    create_tables()
    for statement in (SEARCH, *TRIGGERS):
        op.execute(statement)
    op.execute("INSERT INTO authors (id, name, slug) VALUES (1, 'Site owner', 'site-owner')")


def create_tables() -> None:
    op.create_table(
        "authors",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=250), nullable=False),
        sa.Column("slug", sa.String(length=200), nullable=False),
        sa.Column("bio", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_authors")),
        sa.UniqueConstraint("slug", name=op.f("uq_authors_slug")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "item_counts",
        sa.Column("type", sa.String(length=20), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("type", "status", name=op.f("pk_item_counts")),
        comment="Kept by triggers on items, so that totals cost a look-up on a site of any size.",
    )
    op.create_table(
        "media",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("source_url", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), server_default="", nullable=False),
        sa.Column("alt_text", sa.Text(), server_default="", nullable=False),
        sa.Column("caption", sa.Text(), server_default="", nullable=False),
        sa.Column("parent", sa.Integer(), server_default="0", nullable=False),
        sa.Column("date", sa.String(length=20), nullable=False),
        sa.Column("import_source", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_media")),
        sa.UniqueConstraint("import_source", name=op.f("uq_media_import_source")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "menus",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("slug", sa.String(length=200), nullable=False),
        sa.Column("name", sa.String(length=250), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_menus")),
        sa.UniqueConstraint("slug", name=op.f("uq_menus_slug")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "revisions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("item_id", sa.Integer(), nullable=False),
        sa.Column("revision", sa.String(length=16), nullable=False),
        sa.Column("at", sa.String(length=20), nullable=False),
        sa.Column("by", sa.String(length=200), nullable=False),
        sa.Column("action", sa.String(length=20), nullable=False),
        sa.Column("state", sa.Text(), nullable=False, comment="The stored fields after the change, as JSON."),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_revisions")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_revisions_item", "revisions", ["item_id", "id"], unique=False)
    op.create_table(
        "terms",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("taxonomy", sa.String(length=32), nullable=False),
        sa.Column("slug", sa.String(length=200), nullable=False),
        sa.Column("name", sa.String(length=250), nullable=False),
        sa.Column("description", sa.Text(), server_default="", nullable=False),
        sa.Column("parent", sa.Integer(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_terms")),
        sa.UniqueConstraint("taxonomy", "slug", name=op.f("uq_terms_taxonomy_slug")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "items",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("type", sa.String(length=20), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("slug", sa.String(length=200), nullable=False),
        sa.Column("parent", sa.Integer(), server_default="0", nullable=False),
        sa.Column("menu_order", sa.Integer(), server_default="0", nullable=False),
        sa.Column("date", sa.String(length=20), nullable=False),
        sa.Column("modified", sa.String(length=20), nullable=False),
        sa.Column("author", sa.Integer(), nullable=False),
        sa.Column("featured_media", sa.Integer(), server_default="0", nullable=False),
        sa.Column("sticky", sa.Boolean(), server_default="0", nullable=False),
        sa.Column("password", sa.String(length=255), server_default="", nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("title_rendered", sa.Text(), nullable=False),
        sa.Column("excerpt", sa.Text(), nullable=False),
        sa.Column("excerpt_rendered", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("content_rendered", sa.Text(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("revision", sa.String(length=16), nullable=False),
        sa.Column("floating_date", sa.Boolean(), server_default="0", nullable=False),
        sa.Column("status_before_trash", sa.String(length=20), server_default="", nullable=False),
        sa.Column("import_source", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["author"], ["authors.id"], name=op.f("fk_items_author")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_items")),
        sa.UniqueConstraint("import_source", name=op.f("uq_items_import_source")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_items_list", "items", ["type", "date", "id", "status"], unique=False)
    op.create_index("ix_items_modified", "items", ["type", "modified", "id"], unique=False)
    op.create_index("ix_items_parent", "items", ["type", "parent", "menu_order"], unique=False)
    op.create_index(
        "ix_items_navigation",
        "items",
        ["parent", "menu_order", "title"],
        unique=False,
        sqlite_where=sa.text("type = 'page' AND status = 'publish'"),
    )
    op.create_index("ix_items_path", "items", ["type", "path"], unique=False)
    op.create_index("ix_items_status", "items", ["type", "status", "date", "id"], unique=False)
    op.create_index(
        "ux_items_slug", "items", ["type", "slug", "parent"], unique=True, sqlite_where=sa.text("slug <> ''")
    )
    op.create_table(
        "menu_entries",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("menu_id", sa.Integer(), nullable=False),
        sa.Column("parent", sa.Integer(), server_default="0", nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("url", sa.Text(), server_default="", nullable=False),
        sa.Column("item_id", sa.Integer(), server_default="0", nullable=False),
        sa.Column("import_source", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["menu_id"], ["menus.id"], name=op.f("fk_menu_entries_menu_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_menu_entries")),
        sa.UniqueConstraint("import_source", name=op.f("uq_menu_entries_import_source")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_menu_entries_menu_id"), "menu_entries", ["menu_id"], unique=False)
    op.create_table(
        "item_terms",
        sa.Column("item_id", sa.Integer(), nullable=False),
        sa.Column("term_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name=op.f("fk_item_terms_item_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["term_id"], ["terms.id"], name=op.f("fk_item_terms_term_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("item_id", "term_id", name=op.f("pk_item_terms")),
    )
    op.create_index(op.f("ix_item_terms_term_id"), "item_terms", ["term_id"], unique=False)
