"""The links of each item, and a table in which they are looked up by where they lead."""

import sqlalchemy as sa
from alembic import op

from sitehand.hosts.builtin.migrations.links import write_links

revision = "0029"
down_revision = "0027"
branch_labels = None
depends_on = None
COLUMNS = ("url", "text", "host", "path", "item", "stem")
CLEAR = "DELETE FROM item_links WHERE item_id = {row}.id;"
FILL = f"""INSERT INTO item_links (item_id, place, {", ".join(COLUMNS)})
    SELECT NEW.id, key, {", ".join(f"json_extract(value, '$.{name}')" for name in COLUMNS)}
    FROM json_each(NEW.links);"""  # noqa: S608 - names of columns
FIND = "SELECT id, content FROM items WHERE id > :id AND instr(lower(content), 'href') > 0 ORDER BY id LIMIT 50"


def upgrade() -> None:
    note = "JSON: the links of its content."
    op.add_column("items", sa.Column("links", sa.Text(), nullable=False, server_default="[]", comment=note))
    op.create_table(
        "item_links",
        sa.Column("item_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("place", sa.Integer(), autoincrement=False, nullable=False, comment="Among the links of the item."),
        sa.Column("url", sa.Text(), nullable=False, comment="As it is written."),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("host", sa.Text(), nullable=False, comment="Empty: of this site."),
        sa.Column("path", sa.Text(), nullable=False, comment="Decoded, without a slash at its end."),
        sa.Column("item", sa.Integer(), nullable=False, comment="The id in /?p=12; 0 for none."),
        sa.Column("stem", sa.Text(), nullable=False, comment="Of the address of a file: without its size and ending."),
        sa.PrimaryKeyConstraint("item_id", "place", name=op.f("pk_item_links")),
        comment="Links in the content of items; follows from items.links.",
        sqlite_with_rowid=False,
    )
    op.create_index("ix_item_links_path", "item_links", ["path"])
    op.create_index("ix_item_links_item", "item_links", ["item"], sqlite_where=sa.text("item <> 0"))
    for event, done in (
        ("INSERT", FILL),
        ("UPDATE OF links", CLEAR.format(row="NEW") + FILL),
        ("DELETE", CLEAR.format(row="OLD")),
    ):
        name = f"items_linked_{event.split()[0].lower()}"
        op.execute(sa.text(f"CREATE TRIGGER {name} AFTER {event} ON items BEGIN {done} END"))
    _fill()


def _fill() -> None:
    connection, last = op.get_bind(), 0
    while rows := connection.execute(sa.text(FIND), {"id": last}).all():
        for row in rows:
            links = {"id": row.id, "links": write_links(row.content)}
            connection.execute(sa.text("UPDATE items SET links = :links WHERE id = :id"), links)
        last = rows[-1].id
