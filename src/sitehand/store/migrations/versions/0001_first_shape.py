"""The first shape of the ledger: keys and settings."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "api_keys",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("label", sa.String(length=200), nullable=False),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("secret_sha256", sa.String(length=64), nullable=False),
        sa.Column("first_characters", sa.String(length=20), nullable=False),
        sa.Column("requests_per_minute", sa.Integer(), nullable=True),
        sa.Column("created", sa.String(length=20), nullable=False),
        sa.Column("last_used", sa.String(length=20), nullable=True),
        sa.Column("expires", sa.String(length=20), nullable=True),
        sa.Column("revoked", sa.String(length=20), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_api_keys")),
        sa.UniqueConstraint("secret_sha256", name=op.f("uq_api_keys_secret_sha256")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "settings",
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_settings")),
        comment="Settings that the owner changes in the admin screens, of the service and of the built-in site.",
    )
    op.create_table(
        "retired_secrets",
        sa.Column("secret_sha256", sa.String(length=64), nullable=False),
        sa.Column("key_id", sa.Integer(), nullable=False),
        sa.Column("valid_until", sa.String(length=20), nullable=False),
        sa.ForeignKeyConstraint(
            ["key_id"], ["api_keys.id"], name=op.f("fk_retired_secrets_key_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("secret_sha256", name=op.f("pk_retired_secrets")),
        comment="Secrets replaced by a rotation; they work until the end of the grace period.",
    )
    op.create_index(op.f("ix_retired_secrets_key_id"), "retired_secrets", ["key_id"], unique=False)
