"""Templates that content shows by shortcodes, and popups that documents open, in the table of what they name."""

import re

import sqlalchemy as sa
from alembic import op

revision = "0056"
down_revision = "0055"
branch_labels = None
depends_on = None
MAX_LISTED = 1_000
POPUPS = (
    re.compile(r'"popup_action_popup_id"\s*:\s*"?(\d{1,15})"?\s*[,}]'),
    re.compile(r"%22popup%22%3A(?:%22)?(\d{1,15})%"),
)
SHORTCODES = (re.compile(r"""\[elementor-template\s[^\]]{0,100}?\bid=\\?["']?(\d{1,15})\b"""),)
TEXTS = {
    "content": ("SELECT id, content AS text FROM items", "content LIKE '%[elementor-template%'", "id", SHORTCODES),
    "item": ("SELECT item_id AS id, elementor_data AS text FROM item_elementor", "{}", "item_id", POPUPS),
    "elementor_template": ("SELECT id, content AS text FROM elementor_templates", "{}", "id", POPUPS),
    "elementor_component": ("SELECT id, content AS text FROM elementor_components", "{}", "id", POPUPS),
}
KEPT = "SELECT name FROM document_names WHERE kind = :kind AND document_id = :id"
DROP = "DELETE FROM document_names WHERE kind = :kind AND document_id = :id"
INSERT = "INSERT INTO document_names (kind, document_id, name) VALUES (:kind, :id, :name)"


def upgrade() -> None:
    for kind in TEXTS:
        _fill(kind)


def _fill(kind: str) -> None:
    query, condition, key, patterns = TEXTS[kind]
    column = "elementor_data" if kind == "item" else "content"
    wanted = condition.format(f"({column} LIKE '%popup_action_popup_id%' OR {column} LIKE '%22popup%')")
    connection, last = op.get_bind(), 0
    page = sa.text(f"{query} WHERE {key} > :last AND {wanted} ORDER BY {key} LIMIT 50")
    while rows := connection.execute(page, {"last": last}).all():
        for row in rows:
            _add(
                connection,
                kind,
                row.id,
                {f"template {each[1]}" for form in patterns for each in form.finditer(row.text)},
            )
        last = rows[-1].id


def _add(connection: sa.Connection, kind: str, document_id: int, found: set[str]) -> None:
    """Add names to those of a document; of more than can be listed there is one row, "*"."""
    place = {"kind": kind, "id": document_id}
    kept = set(connection.execute(sa.text(KEPT), place).scalars())
    added = sorted(found - kept)
    if "*" in kept or not added:
        return
    if len(kept) + len(added) > MAX_LISTED:
        connection.execute(sa.text(DROP), place)
        added = ["*"]
    connection.execute(sa.text(INSERT), [{**place, "name": name} for name in added])
