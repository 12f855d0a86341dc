"""Indexes of parts of texts, by which lists of media, comments, terms, redirects and authors are searched."""

from alembic import op

revision = "0048"
down_revision = "0047"
branch_labels = None
depends_on = None

SEARCHED = {
    "media": ("title", "alt_text", "caption", "description", "source_url"),
    "comments": ("content", "author_name", "author_url"),
    "terms": ("name", "slug"),
    "redirects": ("source", "target"),
    "authors": ("name", "slug"),
}
ON_POST = ["post", "type", "date", "id", "status"]
"""The status stands last, so that a page's comments of several statuses are read in their order."""


def upgrade() -> None:
    for table, columns in SEARCHED.items():
        for statement in write_index(table, columns):
            op.execute(statement)
    op.drop_index("ix_comments_post", "comments")
    op.create_index("ix_comments_post", "comments", ON_POST)


def write_index(table: str, columns: tuple[str, ...]) -> tuple[str, ...]:
    """The index of a table, its first rows, and the triggers that tell it of changes. It keeps no texts.

    `lower` knows the letters from A to Z, as the comparison of lists does.
    """
    names = ", ".join(columns)
    old, new, every = (", ".join(f"lower({row}.{name})" for name in columns) for row in ("old", "new", table))
    add = f"INSERT INTO {table}_fts (rowid, {names}) VALUES (new.id, {new});"  # noqa: S608
    remove = f"INSERT INTO {table}_fts ({table}_fts, rowid, {names}) VALUES ('delete', old.id, {old});"  # noqa: S608
    changed = " OR ".join(f"old.{name} <> new.{name}" for name in columns)
    return (
        f"""CREATE VIRTUAL TABLE {table}_fts USING fts5(
            {names}, content='', columnsize=0, detail=none, tokenize='trigram case_sensitive 1')""",
        f"INSERT INTO {table}_fts (rowid, {names}) SELECT id, {every} FROM {table}",  # noqa: S608
        f"CREATE TRIGGER {table}_worded AFTER INSERT ON {table} BEGIN {add} END",
        f"CREATE TRIGGER {table}_unworded AFTER DELETE ON {table} BEGIN {remove} END",
        f"""CREATE TRIGGER {table}_reworded AFTER UPDATE OF {names} ON {table} WHEN {changed}
            BEGIN {remove} {add} END""",
    )
