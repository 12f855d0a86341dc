"""Collections of files: terms that files have."""

import sqlalchemy as sa
from alembic import op

revision = "0051"
down_revision = "0050"
branch_labels = None
depends_on = None
COUNTING = (
    """CREATE TRIGGER terms_given_to_media AFTER INSERT ON media_terms
    BEGIN UPDATE terms SET count = count + 1 WHERE id = new.term_id; END""",
    """CREATE TRIGGER terms_taken_from_media AFTER DELETE ON media_terms
    BEGIN UPDATE terms SET count = count - 1 WHERE id = old.term_id; END""",
)


def upgrade() -> None:
    note = "Ids of its terms, in order: of media_terms."
    op.add_column("media", sa.Column("collected", sa.Text(), nullable=False, server_default="", comment=note))
    op.create_table(
        "media_terms",
        sa.Column("media_id", sa.Integer(), nullable=False),
        sa.Column("term_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["media_id"], ["media.id"], name=op.f("fk_media_terms_media_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["term_id"], ["terms.id"], name=op.f("fk_media_terms_term_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("media_id", "term_id", name=op.f("pk_media_terms")),
        comment="The collections that files are in.",
    )
    op.create_index("ix_media_terms_term", "media_terms", ["term_id", "media_id"])
    for statement in COUNTING:
        op.execute(statement)
