"""The point of a picture that its crops keep."""

import sqlalchemy as sa
from alembic import op

revision = "0046"
down_revision = "0044"
branch_labels = None
depends_on = None
NOTE = "Hundredths of the {}, from the {}: the point that crops keep."


def upgrade() -> None:
    for name, side, edge in (("focal_x", "width", "left"), ("focal_y", "height", "top")):
        note = NOTE.format(side, edge)
        op.add_column("media", sa.Column(name, sa.Integer(), server_default="50", nullable=False, comment=note))
