"""How many published items each term has and how many terms each taxonomy, kept by triggers; indexes of term lists."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

OF_ITEM = "id IN (SELECT term_id FROM item_terms WHERE item_id = {row}.id)"
IS_PUBLISHED = "EXISTS (SELECT 1 FROM items WHERE id = {row}.item_id AND status = 'publish')"
MORE, LESS = "UPDATE terms SET count = count + 1 WHERE", "UPDATE terms SET count = count - 1 WHERE"
TRIGGERS = (
    f"""CREATE TRIGGER terms_given AFTER INSERT ON item_terms WHEN {IS_PUBLISHED.format(row="new")}
    BEGIN {MORE} id = new.term_id; END""",
    f"""CREATE TRIGGER terms_taken AFTER DELETE ON item_terms WHEN {IS_PUBLISHED.format(row="old")}
    BEGIN {LESS} id = old.term_id; END""",
    # Before it is gone: the deletion of its terms that follows finds no published item any more.
    f"""CREATE TRIGGER terms_of_deleted BEFORE DELETE ON items WHEN old.status = 'publish'
    BEGIN {LESS} {OF_ITEM.format(row="old")}; END""",
    f"""CREATE TRIGGER terms_published AFTER UPDATE OF status ON items
    WHEN new.status = 'publish' AND old.status <> 'publish' BEGIN {MORE} {OF_ITEM.format(row="new")}; END""",
    f"""CREATE TRIGGER terms_unpublished AFTER UPDATE OF status ON items
    WHEN old.status = 'publish' AND new.status <> 'publish' BEGIN {LESS} {OF_ITEM.format(row="new")}; END""",
    """CREATE TRIGGER terms_added AFTER INSERT ON terms BEGIN
    INSERT INTO taxonomy_counts VALUES (new.taxonomy, 1) ON CONFLICT (taxonomy) DO UPDATE SET count = count + 1; END""",
    """CREATE TRIGGER terms_removed AFTER DELETE ON terms BEGIN
    UPDATE taxonomy_counts SET count = count - 1 WHERE taxonomy = old.taxonomy;
    DELETE FROM taxonomy_counts WHERE taxonomy = old.taxonomy AND count = 0; END""",
)
COUNT = """UPDATE terms SET count = (SELECT count(*) FROM item_terms JOIN items ON items.id = item_terms.item_id
    WHERE item_terms.term_id = terms.id AND items.status = 'publish')"""


def upgrade() -> None:
    op.add_column("terms", sa.Column("count", sa.Integer(), nullable=False, server_default="0"))
    op.create_table(
        "taxonomy_counts",
        sa.Column("taxonomy", sa.String(length=32), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("taxonomy", name=op.f("pk_taxonomy_counts")),
        comment="Kept by triggers on terms, so that totals cost a look-up.",
    )
    op.execute(COUNT)
    op.execute("INSERT INTO taxonomy_counts SELECT taxonomy, count(*) FROM terms GROUP BY taxonomy")
    for statement in TRIGGERS:
        op.execute(statement)
    op.create_index("ix_terms_name", "terms", ["taxonomy", sa.text("name COLLATE NOCASE"), "id"])
    op.create_index("ix_terms_id", "terms", ["taxonomy", "id"])
    op.create_index("ix_terms_count", "terms", ["taxonomy", "count", "id"])
    op.create_index("ix_terms_parent", "terms", ["taxonomy", "parent", sa.text("name COLLATE NOCASE")])
