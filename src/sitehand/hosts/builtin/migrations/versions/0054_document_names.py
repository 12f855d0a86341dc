"""What Elementor documents name of what pages share, in a table in which it is looked up."""

import json
import re

import sqlalchemy as sa
from alembic import op

revision = "0054"
down_revision = "0053"
branch_labels = None
depends_on = None
MAX_LISTED = 1_000
NAMES = (
    (re.compile(r'"(g-[\w-]{1,60})"'), "{}"),
    (re.compile(r'"(e-gv-[\w-]{1,60})"'), "{}"),
    (re.compile(r"var\(\s*--([\w-]{1,64})\s*[,)]"), "{}"),
    (re.compile(r'"component_id"\s*:\s*\{[^{}]{0,80}?"value"\s*:\s*(\d{1,15})\b'), "e-component {}"),
    (re.compile(r'"template(?:_id|ID)"\s*:\s*"?(\d{1,15})"?\s*[,}]'), "template {}"),
    (re.compile(r"""\[elementor-template\s[^\]]{0,100}?\bid=\\?["']?(\d{1,15})\b"""), "template {}"),
)
DOCUMENTS = {
    "item": "SELECT item_id AS id, elementor_data AS text FROM item_elementor WHERE item_id > :id ORDER BY item_id",
    "elementor_template": "SELECT id, content AS text FROM elementor_templates WHERE id > :id ORDER BY id",
    "elementor_component": "SELECT id, content AS text FROM elementor_components WHERE id > :id ORDER BY id",
}
INSERT = """INSERT INTO document_names (kind, document_id, name)
    SELECT :kind, :id, value FROM json_each(:names)"""


def upgrade() -> None:
    op.create_table(
        "document_names",
        sa.Column("kind", sa.String(20), nullable=False, comment="item, elementor_template or elementor_component."),
        sa.Column("document_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "document_id", "name", name=op.f("pk_document_names")),
        comment="What Elementor documents name of what pages share; follows from them.",
        sqlite_with_rowid=False,
    )
    op.create_index("ix_document_names_name", "document_names", ["name", "kind", "document_id"])
    for kind in DOCUMENTS:
        _fill(kind)


def _fill(kind: str) -> None:
    connection, last = op.get_bind(), 0
    while rows := connection.execute(sa.text(f"{DOCUMENTS[kind]} LIMIT 50"), {"id": last}).all():
        for row in rows:
            if names := list_names(row.text):
                connection.execute(sa.text(INSERT), {"kind": kind, "id": row.id, "names": json.dumps(names)})
        last = rows[-1].id


def list_names(text: str) -> list[str]:
    """What a document names, each once; of more than can be listed, "*"."""
    found = {form.format(each[1]) for pattern, form in NAMES for each in pattern.finditer(text)}
    return sorted(found) if len(found) <= MAX_LISTED else ["*"]
