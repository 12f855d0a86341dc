"""SEO fields of each item, and when its texts last changed, kept by triggers."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None
DATA = "JSON: the fields that are set."
NOINDEX = "Whether the data say so."
CANONICAL = "That the data name, decoded as paths are; empty for none."
DIGEST = "Names the data, for the revision of the item."

CHANGED = " OR ".join(f"old.{name} IS NOT new.{name}" for name in ("title", "excerpt", "content"))
TRIGGERS = (
    """CREATE TRIGGER items_written AFTER INSERT ON items BEGIN
        INSERT INTO text_changes (item_id, at) VALUES (new.id, new.modified); END""",
    f"""CREATE TRIGGER items_rewritten AFTER UPDATE OF title, excerpt, content ON items WHEN {CHANGED} BEGIN
        UPDATE text_changes SET at = new.modified WHERE item_id = new.id; END""",  # noqa: S608 - names of columns
    "CREATE TRIGGER items_unwritten AFTER DELETE ON items BEGIN DELETE FROM text_changes WHERE item_id = old.id; END",
)


def upgrade() -> None:
    op.create_table(
        "item_seo",
        sa.Column("item_id", sa.Integer(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False, comment=DATA),
        sa.Column("noindex", sa.Boolean(), nullable=False, comment=NOINDEX),
        sa.Column("canonical", sa.Text(), nullable=False, comment=CANONICAL),
        sa.Column("digest", sa.String(length=16), nullable=False, comment=DIGEST),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name=op.f("fk_item_seo_item_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("item_id", name=op.f("pk_item_seo")),
        comment="SEO fields, each a part of its page or post.",
    )
    op.create_table(
        "text_changes",
        sa.Column("item_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(length=20), nullable=False),
        sa.PrimaryKeyConstraint("item_id", name=op.f("pk_text_changes")),
        comment="When the texts of an item last changed, kept by triggers on items; other saves do not count.",
    )
    op.execute("INSERT INTO text_changes SELECT id, modified FROM items")
    for statement in TRIGGERS:
        op.execute(statement)
