"""Visits beside redirects, with an index by which lists are ordered; indexes of parts that know words of two letters.

Each text is indexed with two blanks after it. So a run of one or two letters begins a run of three wherever it stands,
and the runs that there are stand in a table of their own (https://sqlite.org/fts5.html#the_fts5vocab_virtual_table_module).
"""

import sqlalchemy as sa
from alembic import op

revision = "0053"
down_revision = "0051"
branch_labels = None
depends_on = None

NOTE = "Those of its source, kept by triggers."
HITS = "coalesce((SELECT hits FROM address_hits WHERE path = source), 0)"
COUNTED = "UPDATE redirects SET hits = new.hits WHERE source = new.path;"
COUNTING = (
    f"CREATE TRIGGER redirects_first_hit AFTER INSERT ON address_hits BEGIN {COUNTED} END",
    f"CREATE TRIGGER redirects_hit AFTER UPDATE OF hits ON address_hits BEGIN {COUNTED} END",
    f"""CREATE TRIGGER redirects_added AFTER INSERT ON redirects
    BEGIN UPDATE redirects SET hits = {HITS} WHERE id = new.id; END""",  # noqa: S608 - a query of ours
)
SEARCHED = {
    "media": ("title", "alt_text", "caption", "description", "source_url"),
    "comments": ("content", "author_name", "author_url"),
    "terms": ("name", "slug"),
    "redirects": ("source", "target"),
    "authors": ("name", "slug"),
}


def upgrade() -> None:
    op.add_column("redirects", sa.Column("hits", sa.Integer(), nullable=False, server_default="0", comment=NOTE))
    op.execute(f"UPDATE redirects SET hits = {HITS}")  # noqa: S608 - a query of ours
    for statement in COUNTING:
        op.execute(statement)
    op.create_index("ix_redirects_hits", "redirects", ["hits", "id"])
    for table, columns in SEARCHED.items():
        for statement in write_index(table, columns):
            op.execute(statement)


def write_index(table: str, columns: tuple[str, ...]) -> tuple[str, ...]:
    """The index of a table in place of the one before, its rows, its triggers, and the runs that it has."""
    names = ", ".join(columns)
    old, new, every = (", ".join(f"lower({row}.{name}) || '  '" for name in columns) for row in ("old", "new", table))
    add = f"INSERT INTO {table}_fts (rowid, {names}) VALUES (new.id, {new});"  # noqa: S608
    remove = f"INSERT INTO {table}_fts ({table}_fts, rowid, {names}) VALUES ('delete', old.id, {old});"  # noqa: S608
    changed = " OR ".join(f"old.{name} <> new.{name}" for name in columns)
    return (
        *(f"DROP TRIGGER {table}_{event}" for event in ("worded", "unworded", "reworded")),
        f"DROP TABLE {table}_fts",
        f"""CREATE VIRTUAL TABLE {table}_fts USING fts5(
            {names}, content='', columnsize=0, detail=none, tokenize='trigram case_sensitive 1')""",
        f"INSERT INTO {table}_fts (rowid, {names}) SELECT id, {every} FROM {table}",  # noqa: S608
        f"CREATE TRIGGER {table}_worded AFTER INSERT ON {table} BEGIN {add} END",
        f"CREATE TRIGGER {table}_unworded AFTER DELETE ON {table} BEGIN {remove} END",
        f"""CREATE TRIGGER {table}_reworded AFTER UPDATE OF {names} ON {table} WHEN {changed}
            BEGIN {remove} {add} END""",
        f"CREATE VIRTUAL TABLE {table}_fts_runs USING fts5vocab({table}_fts, row)",
    )
