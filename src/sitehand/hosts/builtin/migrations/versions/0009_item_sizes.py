"""How large the bodies of an item are, kept by triggers: measuring them anew reads them whole."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

RAW, RENDERED = (
    f"length(CAST({{row}}content{form} AS BLOB)) + length(CAST({{row}}excerpt{form} AS BLOB))"
    for form in ("", "_rendered")
)
TRIGGERS = (
    f"""CREATE TRIGGER items_sized AFTER INSERT ON items BEGIN
        INSERT INTO item_sizes (item_id, raw, rendered)
        VALUES (new.id, {RAW.format(row="new.")}, {RENDERED.format(row="new.")}); END""",  # noqa: S608 - the names of our own columns
    f"""CREATE TRIGGER items_resized AFTER UPDATE OF content, content_rendered, excerpt, excerpt_rendered ON items BEGIN
        UPDATE item_sizes SET raw = {RAW.format(row="new.")}, rendered = {RENDERED.format(row="new.")}
        WHERE item_id = new.id; END""",  # noqa: S608
    "CREATE TRIGGER items_unsized AFTER DELETE ON items BEGIN DELETE FROM item_sizes WHERE item_id = old.id; END",
)


def upgrade() -> None:
    op.create_table(
        "item_sizes",
        sa.Column("item_id", sa.Integer(), nullable=False),
        sa.Column("raw", sa.Integer(), nullable=False),
        sa.Column("rendered", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("item_id", name=op.f("pk_item_sizes")),
        comment="Bytes of content and excerpt, kept by triggers on items, so that no list reads a body to measure it.",
    )
    op.execute(
        f"INSERT INTO item_sizes SELECT id, {RAW.format(row='')}, {RENDERED.format(row='')} FROM items"  # noqa: S608
    )
    for statement in TRIGGERS:
        op.execute(statement)
