"""Media as callers read and change them: their slug, description, author, type and last change."""

import mimetypes

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None
INDEXES: dict[str, list[str | sa.TextClause]] = {
    "ix_media_date": ["date", "id"],
    "ix_media_modified": ["modified", "id"],
    "ix_media_title": [sa.text("title COLLATE NOCASE"), "id"],
    "ix_media_slug": ["slug", "id"],
    "ix_media_parent": ["parent"],
    "ix_media_sha256": ["sha256"],
}


def upgrade() -> None:
    op.add_column("media", sa.Column("slug", sa.String(length=200), server_default="", nullable=False))
    op.add_column("media", sa.Column("description", sa.Text(), server_default="", nullable=False))
    op.add_column("media", sa.Column("modified", sa.String(length=20), server_default="", nullable=False))
    op.add_column("media", sa.Column("author", sa.Integer(), server_default="1", nullable=False))
    op.add_column("media", sa.Column("mime_type", sa.String(length=100), server_default="", nullable=False))
    op.add_column("media", sa.Column("sha256", sa.String(length=64), server_default="", nullable=False))
    op.add_column("media", sa.Column("details", sa.Text(), server_default="{}", nullable=False))
    for name, columns in INDEXES.items():
        op.create_index(name, "media", columns)
    op.create_index("ux_media_address", "media", ["source_url"], unique=True, sqlite_where=sa.text("sha256 <> ''"))
    connection = op.get_bind()
    for row in connection.execute(sa.text("SELECT id, source_url FROM media")).all():
        values = {"id": row.id, "type": mimetypes.guess_type(row.source_url)[0] or ""}
        connection.execute(sa.text("UPDATE media SET mime_type = :type WHERE id = :id"), values)
