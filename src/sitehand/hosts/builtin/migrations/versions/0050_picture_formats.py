"""Formats of large pictures, which a job makes: of those that are here already too."""

import json
from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op

revision = "0050"
down_revision = "0048"
branch_labels = None
depends_on = None
NOTE = "Bytes. NULL: to be made; 0: no smaller than the picture, and not kept."
TABLE = "Formats of files that are large pictures, which a job makes: of the file, whichever rows name it."
FORMATS = {"image/jpeg": ("image/webp", "image/avif"), "image/png": ("image/webp",)}
MAX_PIXELS = 4_000_000
MEDIA = sa.table("media", *(sa.column(name, sa.Text) for name in ("sha256", "mime_type", "details")))


def upgrade() -> None:
    formats = op.create_table(
        "picture_formats",
        sa.Column("sha256", sa.String(64), primary_key=True),
        sa.Column("mime_type", sa.String(20), primary_key=True),
        sa.Column("size", sa.Integer, comment=NOTE),
        comment=TABLE,
    )
    waiting = sa.text("size IS NULL")
    op.create_index("ix_picture_formats_waiting", "picture_formats", ["sha256", "mime_type"], sqlite_where=waiting)
    if asked := set(list_asked(op.get_bind())):
        op.bulk_insert(formats, [{"sha256": file, "mime_type": each, "size": None} for file, each in sorted(asked)])


def list_asked(connection: sa.Connection) -> Iterator[tuple[str, str]]:
    """The hashes of pictures above 4 megapixels, with each of their formats."""
    pictures = sa.select(MEDIA).where(MEDIA.c.sha256 != "", MEDIA.c.mime_type.in_(FORMATS))
    for row in connection.execute(pictures):
        known = json.loads(row.details)
        if known.get("width", 0) * known.get("height", 0) > MAX_PIXELS and not known.get("sources"):
            yield from ((row.sha256, each) for each in FORMATS[row.mime_type])
