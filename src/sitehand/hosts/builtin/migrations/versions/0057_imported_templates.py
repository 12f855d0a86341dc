"""Where an imported Elementor template came from, and how the import left it."""

import sqlalchemy as sa
from alembic import op

revision = "0057"
down_revision = "0056"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("elementor_templates", sa.Column("import_source", sa.Text))
    op.add_column("elementor_templates", sa.Column("imported_revision", sa.Text, nullable=False, server_default=""))
    op.create_index("ix_elementor_templates_import_source", "elementor_templates", ["import_source"], unique=True)
