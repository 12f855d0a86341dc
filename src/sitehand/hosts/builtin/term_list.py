"""How lists and trees of terms are read: without filters an index is walked to the rows that are shown."""

import json
from typing import Any, NamedTuple

from sitehand.hosts.builtin.conditions import compare_column, escape_like
from sitehand.hosts.builtin.substrings import count_source, write_source
from sitehand.site.conditions import OWN, check_conditions
from sitehand.site.terms import TermQuery
from sitehand.store.sqlite.hints import by_index
from sitehand.store.sqlite.json import values_of

COLUMNS = "id, taxonomy, slug, name, description, parent, count, menu_order"
PLACE = ("menu_order", "name COLLATE NOCASE")
"""What orders siblings: those that were put in an order have numbers below 0, the others have 0."""
ORDERS = {
    "name": (("name COLLATE NOCASE", "id"), by_index("ix_terms_name")),
    "count": (("count", "id"), by_index("ix_terms_count")),
    "slug": (("slug", "id"), ""),
    "id": (("id",), by_index("ix_terms_id")),
    "menu_order": ((*PLACE, "id"), by_index("ix_terms_order")),
}
TOTAL = "SELECT coalesce((SELECT count FROM taxonomy_counts WHERE taxonomy = :taxonomy), 0) AS total"


class Statement(NamedTuple):
    """A list in SQL: its rows, how long it is, and whether an index answers both at once."""

    rows: str
    total: str
    values: dict[str, Any]
    quick: bool


def build_statement(query: TermQuery, taxonomy: str, parts: str = "") -> Statement:
    """The statement of a query. `parts` finds the terms with its words by their index, see `choose_parts`.

    The total of a search goes up to `MAX_COUNTED` + 1.
    """
    conditions, values = _conditions(query)
    for checked in check_conditions(query.where, OWN["term"]):
        fit = compare_column(checked, "terms")
        conditions, values = [*conditions, fit.sql], values | fit.values
    values |= {"taxonomy": taxonomy, "limit": query.per_page, "offset": query.offset}
    where = " AND ".join(["taxonomy = :taxonomy", *conditions])
    columns, index = ORDERS[query.orderby]
    order = ", ".join(f"{column} {query.order}" for column in columns)
    source = f"terms {index}" if not conditions else "terms"
    if parts:
        source, values["parts"] = write_source("terms"), parts
    rows = f"SELECT {COLUMNS} FROM {source} WHERE {where} ORDER BY {order} LIMIT :limit OFFSET :offset"  # noqa: S608
    return Statement(
        rows,
        count_source(source, where, bounded="search" in values) if conditions else TOTAL,
        values,
        quick=not conditions and query.page == 1,
    )


def _conditions(query: TermQuery) -> tuple[list[str], dict[str, Any]]:
    found: list[str] = []
    values: dict[str, Any] = {}
    for name, condition in (
        ("include", f"id IN {values_of('include', int)}"),
        ("exclude", f"id NOT IN {values_of('exclude', int)}"),
        ("slug", f"slug IN {values_of('slug')}"),
    ):
        if given := getattr(query, name):
            found.append(condition)
            values[name] = json.dumps(given)
    if query.parent is not None:
        found.append("parent = :parent")
        values["parent"] = query.parent
    if query.post is not None:
        found.append("id IN (SELECT term_id FROM item_terms WHERE item_id = :post)")
        values["post"] = query.post
    if query.hide_empty:
        found.append("count > 0")
    if words := query.search.strip():
        found.append(r"(name LIKE :search ESCAPE '\' OR slug LIKE :search ESCAPE '\')")
        values["search"] = f"%{escape_like(words)}%"
    return found, values
