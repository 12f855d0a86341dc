"""What `store/sqlite/__init__.py` has for statements, for PostgreSQL."""
# ruff: noqa: D103 - each function says the same as its namesake there

from sqlalchemy import ColumnElement, func, text
from sqlalchemy.dialects.postgresql import insert as upsert

from sitehand.store.prepared import Prepared

__all__ = ["contains", "find_place", "next_id_of", "upsert"]


def next_id_of(table: str, **more: str) -> Prepared:
    following = f"nextval(pg_get_serial_sequence('{table}', 'id')) AS id"
    return Prepared(text(f"SELECT {', '.join([following, *(f'{sql} AS {name}' for name, sql in more.items())])}"))


def find_place(text: str, part: str) -> str:
    return f"strpos({text}, {part})"


def contains(column: ColumnElement[str], part: str) -> ColumnElement[bool]:
    return func.strpos(column, part) > 0
