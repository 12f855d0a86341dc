"""The files that anything names, in a table, and which files nothing names, kept by triggers on it."""

import json
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from alembic import op

from sitehand.hosts.builtin.migrations.file_names import ROOT, find_names, find_names_in_fields, name_id, name_media

revision = "0055"
down_revision = "0054"
branch_labels = None
depends_on = None
PORTION = 50
NUMBER = "0 of what there is one of."
NAME = "Then its folder: rye.png/media/2026/07/. Or an id: 12/."
NAMED_BY = "What a file is named by; follows from its address. One whose address texts do not tell has its id alone."
NOTE = "Nothing names it; kept by triggers."
TEXTS = {
    "content": "SELECT id, content, excerpt FROM items WHERE id > :id ORDER BY id",
    "document": """SELECT item_id AS id, elementor_data, elementor_page_settings FROM item_elementor
        WHERE item_id > :id ORDER BY item_id""",
    "seo": "SELECT item_id AS id, data FROM item_seo WHERE item_id > :id ORDER BY item_id",
    "template": "SELECT id, content, page_settings FROM elementor_templates WHERE id > :id ORDER BY id",
    "component": "SELECT id, content FROM elementor_components WHERE id > :id ORDER BY id",
    "term": "SELECT id, description FROM terms WHERE id > :id ORDER BY id",
    "menu_entry": "SELECT id, url FROM menu_entries WHERE id > :id ORDER BY id",
    "redirect": "SELECT id, target FROM redirects WHERE id > :id ORDER BY id",
    "design": "SELECT id, settings, styles FROM design WHERE id > :id ORDER BY id",
    "shared_styles": "SELECT id, items FROM shared_styles WHERE id > :id ORDER BY id",
}
FIELDS = "SELECT item_id AS id, data FROM item_fields WHERE item_id > :id ORDER BY item_id"
MEDIA = "SELECT id, source_url FROM media WHERE id > :id ORDER BY id"
INSERT = "INSERT INTO file_names (kind, document_id, name) SELECT :kind, :id, value FROM json_each(:names)"
INSERT_MEDIA = """INSERT INTO media_names (media_id, name, folder)
    SELECT :id, json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(:names)"""
FEATURED = """INSERT INTO file_names (kind, document_id, name)
    SELECT 'featured', id, featured_media || '/' FROM items WHERE featured_media <> 0"""
LOGO = "SELECT CAST(value AS INTEGER) FROM settings WHERE name = 'logo' AND CAST(value AS INTEGER) <> 0"
SEO = "SELECT value FROM settings WHERE name = 'seo'"

IN_FOLDER = "substr({row}.name, -length(mine.folder)) = mine.folder"
UNUSED = f"""(EXISTS (SELECT 1 FROM media_names WHERE media_id = media.id AND instr(name, '.') > 0)
    AND NOT EXISTS (SELECT 1 FROM media_names AS mine JOIN file_names AS used
        ON used.name >= mine.name || '/' AND used.name < mine.name || '0' AND {IN_FOLDER.format(row="used")}
        WHERE mine.media_id = media.id)
    AND NOT EXISTS (SELECT 1 FROM file_names WHERE name = '*'))"""  # noqa: S608
MEANT = f"""(SELECT mine.media_id FROM media_names AS mine
    WHERE mine.name = substr({{row}}.name, 1, instr({{row}}.name, '/') - 1) AND {IN_FOLDER} UNION ALL
    SELECT id FROM media WHERE {{row}}.name = '*')"""  # noqa: S608
TRIGGERS = (
    f"""CREATE TRIGGER file_names_added AFTER INSERT ON file_names
    BEGIN UPDATE media SET unused = 0 WHERE id IN {MEANT.format(row="NEW")} AND unused = 1; END""",  # noqa: S608
    f"""CREATE TRIGGER file_names_removed AFTER DELETE ON file_names
    BEGIN UPDATE media SET unused = 1 WHERE id IN {MEANT.format(row="OLD")} AND unused = 0 AND {UNUSED}; END""",  # noqa: S608
    f"""CREATE TRIGGER media_named AFTER INSERT ON media_names
    BEGIN UPDATE media SET unused = {UNUSED} WHERE id = NEW.media_id AND unused <> {UNUSED}; END""",  # noqa: S608
)


def upgrade() -> None:
    op.add_column("media", sa.Column("unused", sa.Boolean(), nullable=False, server_default="0", comment=NOTE))
    _create_tables()
    for kind, query in TEXTS.items():
        _fill(query, lambda number, *texts, kind=kind: _insert(INSERT, number, find_names(*texts), kind=kind))
    _fill(FIELDS, lambda number, data: _insert(INSERT, number, find_names_in_fields(data), kind="fields"))
    _fill(MEDIA, _write_media)
    connection = op.get_bind()
    connection.execute(sa.text(FEATURED))
    for logo in connection.execute(sa.text(LOGO)).scalars():
        _insert(INSERT, 0, [name_id(logo)], kind="logo")
    for settings in connection.execute(sa.text(SEO)).scalars():
        _insert(INSERT, 0, find_names(settings), kind="seo_settings")
    connection.execute(sa.text(f"UPDATE media SET unused = {UNUSED}"))  # noqa: S608
    op.create_index("ix_media_unused", "media", ["date", "id"], sqlite_where=sa.text("unused"))
    for statement in TRIGGERS:
        op.execute(sa.text(statement))


def _create_tables() -> None:
    op.create_table(
        "file_names",
        sa.Column("kind", sa.String(20), nullable=False, comment="Which text, or number: content, document, fields."),
        sa.Column("document_id", sa.Integer(), autoincrement=False, nullable=False, comment=NUMBER),
        sa.Column("name", sa.Text(), nullable=False, comment=NAME),
        sa.PrimaryKeyConstraint("kind", "document_id", "name", name=op.f("pk_file_names")),
        comment="The files that anything names, whether they are there or not; follows from the texts.",
        sqlite_with_rowid=False,
    )
    op.create_index("ix_file_names_name", "file_names", ["name", "kind", "document_id"])
    op.create_table(
        "media_names",
        sa.Column("media_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("folder", sa.Text(), nullable=False, comment="That ends the one in a text."),
        sa.PrimaryKeyConstraint("media_id", "name", "folder", name=op.f("pk_media_names")),
        comment=NAMED_BY,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_media_names_name", "media_names", ["name", "folder", "media_id"])


def _fill(query: str, write: Callable[..., None]) -> None:
    connection, last = op.get_bind(), 0
    while rows := connection.execute(sa.text(f"{query} LIMIT {PORTION}"), {"id": last}).all():
        for row in rows:
            write(*row)
        last = rows[-1][0]


def _write_media(number: int, source_url: str) -> None:
    named = name_media(source_url)
    _insert(INSERT_MEDIA, number, [(str(number), ROOT), *([named] if named else [])])


def _insert(statement: str, number: int, names: list[Any], **values: str) -> None:
    if names:
        op.get_bind().execute(sa.text(statement), {"id": number, "names": json.dumps(names), **values})
