"""Field groups, and the values of custom fields of each item."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0018"
branch_labels = None
depends_on = None
TYPES = "JSON: the types of items that have its fields."
FIELDS = "JSON: each field, without its defaults."
DATA = "JSON: the values by the names of their fields."
UNNAMED = """DELETE FROM item_field_names
    WHERE item_id = OLD.item_id AND name IN (SELECT key FROM json_each(OLD.data));"""
NAMED = "INSERT INTO item_field_names (name, item_id) SELECT key, NEW.item_id FROM json_each(NEW.data);"
DIGEST = "Names the data, for the revision of the item."


def upgrade() -> None:
    op.create_table(
        "field_groups",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("types", sa.Text(), nullable=False, comment=TYPES),
        sa.Column("fields", sa.Text(), nullable=False, comment=FIELDS),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_field_groups")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "item_fields",
        sa.Column("item_id", sa.Integer(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False, comment=DATA),
        sa.Column("digest", sa.String(length=16), nullable=False, comment=DIGEST),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name=op.f("fk_item_fields_item_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("item_id", name=op.f("pk_item_fields")),
        comment="Values of custom fields, each a part of its page or post.",
    )
    op.create_table(
        "item_field_names",
        sa.Column("name", sa.String(length=63), nullable=False),
        sa.Column("item_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("name", "item_id", name=op.f("pk_item_field_names")),
        comment="Which items have a value of a custom field; follows from item_fields.",
        sqlite_with_rowid=False,
    )
    for event, done in (("INSERT", NAMED), ("UPDATE", UNNAMED + NAMED), ("DELETE", UNNAMED)):
        op.execute(f"CREATE TRIGGER item_fields_named_{event.lower()} AFTER {event} ON item_fields BEGIN {done} END")
