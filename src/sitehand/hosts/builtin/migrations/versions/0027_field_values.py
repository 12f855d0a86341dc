"""The values of custom fields one by one, so that conditions on them are looked up; they replace their names."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0025"
branch_labels = None
depends_on = None
PLACE = "In a list of values; else 0."
NUMBER = "Of true and false 1 and 0."
START = "Of the text, for the index."
LISTED = "iif(field.type = 'array', field.value, json_array(field.atom))"
FILL = f"""INSERT INTO item_field_values (item_id, name, place, number, text, start)
    SELECT {{item_id}}, field.key, part.key,
        iif(typeof(part.atom) = 'text', NULL, part.atom), iif(typeof(part.atom) = 'text', part.atom, NULL),
        iif(typeof(part.atom) = 'text', substr(part.atom, 1, 100), NULL)
    FROM {{source}} AS field, json_each({LISTED}) AS part;"""  # noqa: S608 - names of columns
CLEAR = "DELETE FROM item_field_values WHERE item_id = OLD.item_id;"


def upgrade() -> None:
    for event in ("insert", "update", "delete"):
        op.execute(f"DROP TRIGGER item_fields_named_{event}")
    op.drop_table("item_field_names")
    op.create_table(
        "item_field_values",
        sa.Column("item_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=63), nullable=False),
        sa.Column("place", sa.Integer(), autoincrement=False, nullable=False, comment=PLACE),
        sa.Column("number", sa.Float(), nullable=True, comment=NUMBER),
        sa.Column("text", sa.Text(), nullable=True),
        sa.Column("start", sa.String(length=100), nullable=True, comment=START),
        sa.PrimaryKeyConstraint("item_id", "name", "place", name=op.f("pk_item_field_values")),
        comment="Each value of a custom field, for conditions on it; follows from item_fields.",
        sqlite_with_rowid=False,
    )
    op.create_index("ix_item_field_values_number", "item_field_values", ["name", "number", "item_id"])
    op.create_index("ix_item_field_values_text", "item_field_values", ["name", "start", "item_id"])
    op.execute(FILL.format(item_id="item_fields.item_id", source="item_fields, json_each(item_fields.data)"))
    fill = FILL.format(item_id="NEW.item_id", source="json_each(NEW.data)")
    for event, done in (("INSERT", fill), ("UPDATE", CLEAR + fill), ("DELETE", CLEAR)):
        op.execute(f"CREATE TRIGGER item_fields_valued_{event.lower()} AFTER {event} ON item_fields BEGIN {done} END")
