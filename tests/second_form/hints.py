"""`store/sqlite/hints.py` for PostgreSQL, which keeps statistics and needs no hints."""
# ruff: noqa: D103 - each function says the same as its namesake there

BY_KEY = ""
THEN_JOIN = "JOIN"


def by_index(_name: str) -> str:
    return ""


def is_set(column: str, *, truth: bool) -> str:
    return column if truth else f"NOT {column}"


def aside(column: str) -> str:
    return column
