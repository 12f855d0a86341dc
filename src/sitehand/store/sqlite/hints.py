"""How to run a statement, where the planner guesses wrong: SQLite's words for it.

Without statistics SQLite guesses, and a wrong guess reads the whole site. A database that keeps statistics needs none
of it: there each of these is nothing, or a plain JOIN.
Source: https://sqlite.org/lang_indexedby.html, https://sqlite.org/optoverview.html#manual_control_of_query_plans_using_cross_join
"""

BY_KEY = "NOT INDEXED"
"""Stands behind a table: use no index but its own key."""
THEN_JOIN = "CROSS JOIN"
"""A JOIN whose left side is read first."""


def by_index(name: str) -> str:
    """Stands behind a table: use this index, and fail without it."""
    return f"INDEXED BY {name}"


def is_set(column: str, *, truth: bool) -> str:
    """Whether a column of truths has this one, written as partial indexes have it: only then SQLite takes them."""
    return f"{column} = {int(truth)}"


def aside(column: str) -> str:
    """A column in a condition that is no reason to choose an index."""
    return f"+{column}"
