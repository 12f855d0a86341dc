"""The images that each item shows, in its content and in its Elementor document."""

import json
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from alembic import op

from sitehand.hosts.builtin.migrations.images import list_pictures, read_images

revision = "0042"
down_revision = "0039"
branch_labels = None
depends_on = None
SHOWN = "elementor_edit_mode = 'builder' AND elementor_data NOT IN ('', '[]')"
CONTENT = """SELECT id, content_rendered FROM items
    WHERE id > :id AND instr(content_rendered, '<img') > 0 AND instr(content, 'blockVisibility') = 0
    ORDER BY id LIMIT 50"""
"""As visitors see it, but for hidden blocks in texts of before: their images follow when they are written."""
DOCUMENTS = f"""SELECT item_id AS id, elementor_data, elementor_page_settings FROM item_elementor
    WHERE item_id > :id AND {SHOWN} ORDER BY item_id LIMIT 50"""  # noqa: S608


def upgrade() -> None:
    note = "JSON: the images that its content shows."
    op.add_column("items", sa.Column("images", sa.Text(), nullable=False, server_default="[]", comment=note))
    op.create_table(
        "document_images",
        sa.Column("item_id", sa.Integer(), nullable=False),
        sa.Column("images", sa.Text(), nullable=False, comment="JSON: addresses, and ids of files."),
        sa.ForeignKeyConstraint(
            ["item_id"],
            ["item_elementor.item_id"],
            name=op.f("fk_document_images_item_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("item_id", name=op.f("pk_document_images")),
        comment="Images of Elementor documents that are shown in place of the content; a row for each such document.",
    )
    _fill(CONTENT, "UPDATE items SET images = :images WHERE id = :id", lambda row: read_images(row.content_rendered))
    _fill(
        DOCUMENTS,
        "INSERT INTO document_images (item_id, images) VALUES (:id, :images)",
        lambda row: list_pictures(row.elementor_data, row.elementor_page_settings),
    )


def _fill(find: str, write: str, read: Callable[[Any], list[Any]]) -> None:
    connection, last = op.get_bind(), 0
    while rows := connection.execute(sa.text(find), {"id": last}).all():
        connection.execute(sa.text(write), [{"id": row.id, "images": json.dumps(read(row))} for row in rows])
        last = rows[-1].id
