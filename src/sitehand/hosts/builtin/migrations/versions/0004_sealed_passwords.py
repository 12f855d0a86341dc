"""Passwords of protected pages and posts are stored so that they cannot be read.

What was stored in plain is sealed, in items and in their kept revisions, with the revision that follows from it.
"""

import hashlib
import json
import secrets
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0001"
branch_labels = None
depends_on = None

# The fields that a revision stands for, in their order. Source: `hosts/builtin/states.py` and `store/revision.py`.
FIELDS = (
    *("status", "slug", "parent", "menu_order", "date", "author", "featured_media"),
    *("sticky", "password", "title", "excerpt", "content"),
)
PROTECTED = sa.text("SELECT id FROM items WHERE password <> ''")
ITEM = sa.text(f"SELECT id, {', '.join(FIELDS)} FROM items WHERE id = :id")  # noqa: S608 - names of columns
SEAL = sa.text("UPDATE items SET password = :password, revision = :revision WHERE id = :id")
KEPT = sa.text("SELECT id FROM revisions WHERE json_extract(state, '$.password') <> ''")
STATE = sa.text("SELECT state FROM revisions WHERE id = :id")
SEAL_KEPT = sa.text("UPDATE revisions SET state = :state, revision = :revision WHERE id = :id")


def upgrade() -> None:
    connection = op.get_bind()
    for item_id in connection.execute(PROTECTED).scalars().all():
        row = connection.execute(ITEM, {"id": item_id}).mappings().one()
        sealed = _seal({**row, "sticky": bool(row["sticky"])})
        values = {"id": item_id, "password": sealed["password"], "revision": _name_state(sealed)}
        connection.execute(SEAL, values)
    for revision_id in connection.execute(KEPT).scalars().all():
        sealed = _seal(json.loads(connection.execute(STATE, {"id": revision_id}).scalar_one()))
        values = {"id": revision_id, "state": json.dumps(sealed, ensure_ascii=False), "revision": _name_state(sealed)}
        connection.execute(SEAL_KEPT, values)


def _seal(state: dict[str, Any]) -> dict[str, Any]:
    """The state with its password as `hosts/builtin/passwords.py` stores it."""
    salt = secrets.token_hex(16)
    digest = hashlib.sha256((salt + state["password"]).encode("utf-8", "surrogatepass")).hexdigest()
    return {**state, "password": f"sha256:{salt}:{digest}"}


def _name_state(state: dict[str, Any]) -> str:
    canonical = json.dumps([state[name] for name in FIELDS], ensure_ascii=False, separators=(",", ":"))
    return hashlib.blake2b(canonical.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
