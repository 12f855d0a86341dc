"""How a list query is read in SQL: how many items fit, and which of them are shown.

What a list costs follows from how many items fit, not from how many the site has. Without filters, an index is walked
in the list's order to its ten rows, and `item_counts` knows the total. With filters, as many as `MAX_COUNTED` are found
by the index of a filter, and sorted; where more fit, the index of the order is walked after all, and meets ten of them
soon. A search is always driven from the full-text index, newest hits first.

Every statement names its index: without statistics SQLite guesses, and a wrong guess reads the whole site.
"""

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import RowMapping, TextClause, text

from sitehand.errors import Code, Detail, Problem
from sitehand.hosts.builtin.cursor import Cursor
from sitehand.hosts.builtin.filters import ONE_STATUS, Filters, add_conditions, add_filters, add_locale, join_filters
from sitehand.hosts.builtin.item_columns import build_columns
from sitehand.hosts.builtin.relevance import HOLDERS, rank, weigh
from sitehand.hosts.builtin.sqlite.full_text import HIT
from sitehand.site.conditions import OWN, Checked
from sitehand.site.content import MAX_COUNTED, ListQuery, PostQuery
from sitehand.site.item_kinds import kind_of_type
from sitehand.store.sqlite.driver import Row
from sitehand.store.sqlite.hints import BY_KEY, THEN_JOIN, by_index

ORDERS = {
    "date": ("items.date", "ix_items_list"),
    "modified": ("items.modified", "ix_items_modified"),
    "title": ("items.title COLLATE NOCASE", "ix_items_title"),
    "slug": ("items.slug", "ix_items_slug"),
    "id": ("items.id", "ix_items_id"),
    "menu_order": ("items.menu_order", "ix_items_menu_order"),
}
"""What each order sorts by, and the index that holds the items of a type in it."""
# Beyond this many rows even an index takes its time.
QUICK_OFFSET = 1000
Columns = Row | RowMapping | dict[str, Any]
"""The columns of an item by name, as `build_columns` selects them."""


@dataclass(slots=True)
class Statement:
    """A list query in SQL. Each form reads one row more than is shown, which says that others follow.

    `total` counts what fits; `narrow` finds all of it and sorts it; `walk` goes through the whole list in its order.
    A search has no `walk`, and its `narrow` counts too; it tries its `matches` in turn. `exact`: the total was looked
    up, whatever its size. `quick`: an index answers in microseconds on a site of any size.
    """

    total: str
    narrow: str
    walk: str
    values: dict[str, Any]
    exact: bool
    quick: bool
    page: int
    matches: tuple[str, ...]
    ranked: bool


def build_statement(
    item_type: str, query: ListQuery, fair: int, where: Sequence[Checked] = (), locale: str | None = None
) -> Statement:
    """The statement of a query, whose conditions come as `where`, and its locale as it is stored.

    Bodies of more than `fair` bytes come as NULL.

    Raises Problem(invalid_arguments) for an order that needs an argument which was not given, and for the cursor of
    another list.
    """
    _check_order(query)
    cursor = Cursor.read(query.cursor, query.orderby, query.order) if query.cursor else None
    offset = 0 if cursor else query.offset
    filters = Filters({"type": item_type, "limit": query.per_page + 1, "offset": offset, "fair": fair})
    if cursor:
        filters.values |= {"key": cursor.key, "last": cursor.id}
    add_filters(filters, query)
    add_conditions(filters, where, OWN[kind_of_type(item_type)])
    add_locale(filters, locale)
    exact = not (filters.others or filters.of_parts or filters.matches)
    by_index = exact and _has_index(filters, query)
    walk = "" if filters.matches else _walk(filters, query)
    return Statement(
        total=_look_up_total(filters) if exact else _count(filters, query),
        narrow=walk if by_index else _narrow(filters, query),
        walk=walk,
        values=filters.values,
        exact=exact,
        quick=by_index and offset <= QUICK_OFFSET,
        page=cursor.page if cursor else query.page,
        matches=filters.matches,
        ranked=query.orderby == "relevance",
    )


def read_list(statement: Statement, select: Callable[[str], Sequence[Columns]]) -> tuple[Sequence[Columns], int]:
    """The rows of a list, and how many items fit, or `MAX_COUNTED` + 1 when there are more and nobody counts them.

    `select` runs one of the statement's forms.
    """
    if not statement.walk:
        return _search(statement, select)
    total: int = select(statement.total)[0]["total"]
    return select(statement.walk if total > MAX_COUNTED else statement.narrow), total


def _search(statement: Statement, select: Callable[[str], Sequence[Columns]]) -> tuple[Sequence[Columns], int]:
    """The hits of the first query that has any.

    The index reads off the hits of a whole word from the newest on. For an unfinished one it goes through all hits of
    the word before it in the alphabet, then merges those of all words that begin so, before it gives the first.
    """
    for match in statement.matches:
        _set_match(statement, match, select)
        rows = select(statement.narrow)
        if total := (rows or select(statement.total))[0]["total"]:
            return rows, total
    return [], 0


def _set_match(statement: Statement, match: str, select: Callable[[str], Sequence[Columns]]) -> None:
    def count(word: str) -> tuple[int, int]:
        statement.values["weighed"] = word
        found = select(HOLDERS)[0]
        return found["holders"], found["oldest"]

    statement.values |= weigh(match, count) if statement.ranked else {"match": match}


def _has_index(filters: Filters, query: ListQuery) -> bool:
    """Whether an index holds exactly this list without filters: any-but-trash in each order, one status by date."""
    if filters.by_status == [ONE_STATUS]:
        return query.orderby == "date"
    return "statuses" not in filters.values


def _walk(filters: Filters, query: ListQuery) -> str:
    """The list from the index that holds it in its order."""
    key, index = ORDERS.get(query.orderby, ORDERS["date"])
    if index == "ix_items_list" and filters.by_status == [ONE_STATUS]:
        index = "ix_items_status"
    if index == "ix_items_list" and len(query.author) == 1:
        index = "ix_items_author"
    where = join_filters(filters, [*filters.of_parts, *_after_cursor(query, key, "items.id")])
    found = f"SELECT items.id, {key} AS key FROM items {by_index(index)} WHERE {where}"  # noqa: S608
    return _show(filters, query, f"{found} ORDER BY {_order(query, key, 'items.id')} LIMIT :limit OFFSET :offset")


def _narrow(filters: Filters, query: ListQuery) -> str:
    """The list from all that fits, sorted; of a search with its length."""
    after = " AND ".join(_after_cursor(query, "found.key", "found.id")) or "TRUE"
    shown = f"""SELECT found.id, found.key FROM found WHERE {after}
        ORDER BY {_order(query, "found.key", "found.id")} LIMIT :limit OFFSET :offset"""  # noqa: S608
    total = ", (SELECT count(*) FROM found) AS total" if filters.matches else ""
    return f"WITH found AS MATERIALIZED ({_find(filters, query)}) {_show(filters, query, shown, total)}"


def _show(filters: Filters, query: ListQuery, shown: str, more: str = "") -> str:
    """The columns of the items that a list shows, in its order."""
    full, raw = query.detail == "full", query.context == "edit"
    columns = build_columns(filters.values["type"], full=full, raw=raw, bounded=True)
    sizes = f"{THEN_JOIN} item_sizes ON item_sizes.item_id = items.id" if full else ""
    return f"""SELECT {columns}, shown.key AS key{more} FROM ({shown}) AS shown
        {THEN_JOIN} items ON items.id = shown.id {sizes} ORDER BY {_order(query, "shown.key", "shown.id")}"""  # noqa: S608


def _find(filters: Filters, query: ListQuery) -> str:
    """What fits, with what it is ordered by; of a search the newest hits, in ascending orders the oldest."""
    source, where = _source(filters, query)
    if filters.matches and query.orderby == "relevance":
        return rank(source, where)
    key, _ = ORDERS.get(query.orderby, ORDERS["date"])
    order = f"ORDER BY {HIT} {_direction(query)}" if filters.matches else ""
    return f"""SELECT items.id, {key} AS key FROM {source} WHERE {where} {order}
        LIMIT {MAX_COUNTED + 1}"""  # noqa: S608


def _source(filters: Filters, query: ListQuery) -> tuple[str, str]:
    """Where what fits is found, and the conditions that are left."""
    if not filters.driver:
        return _choose_source(query, filters.index), join_filters(filters, [])
    return filters.driver, join_filters(filters, filters.of_parts if filters.matches else filters.of_parts[1:])


def _choose_source(query: ListQuery, by_condition: str) -> str:
    """The items by the index of the filter that most likely lets the fewest through; ids by the table itself."""
    parents = getattr(query, "parent", [])
    choices = (
        (query.include, BY_KEY),
        (query.slug, by_index("ux_items_slug")),
        (parents and 0 not in parents, by_index("ix_items_parent")),
        (isinstance(query, PostQuery) and query.sticky, by_index("ix_items_sticky")),
        (query.author, by_index("ix_items_author")),
        (by_condition, by_condition),
        ({"after", "before"} & query.model_fields_set, by_index("ix_items_list")),
        (parents, by_index("ix_items_parent")),
        (set(query.status) - {"any"} and "any" not in query.status, by_index("ix_items_status")),
    )
    return f"items {next((index for applies, index in choices if applies), by_index('ix_items_list'))}"


def _direction(query: ListQuery) -> str:
    return "DESC" if query.order == "desc" else "ASC"


def _order(query: ListQuery, key: str, last: str) -> str:
    """The order of a list. By relevance, the best come first, whatever `order` says."""
    if query.orderby == "relevance":
        return f"{key}, {last} DESC"
    if query.orderby == "id":
        return f"{last} {_direction(query)}"
    return f"{_collated(query, key)} {_direction(query)}, {last} {_direction(query)}"


def _after_cursor(query: ListQuery, key: str, last: str) -> list[str]:
    """The condition on what comes after the last item of the page before."""
    if not query.cursor:
        return []
    if query.orderby == "relevance":
        return [f"({key} > :key OR ({key} = :key AND {last} < :last))"]
    below, key = "<" if query.order == "desc" else ">", _collated(query, key)
    # SQLite finds a place by a pair of columns, but not when one has a collation; then the first column alone leads it.
    first = [f"{key} {below}= :key"] if "COLLATE" in key else []
    return [*first, f"({key}, {last}) {below} (:key, :last)"]


def _collated(query: ListQuery, key: str) -> str:
    return f"{key} COLLATE NOCASE" if query.orderby == "title" and "COLLATE" not in key else key


@functools.lru_cache(512)
def prepare_statement(statement: str) -> TextClause:
    """A statement that SQLAlchemy has read once."""
    return text(statement)


def _check_order(query: ListQuery) -> None:
    if query.orderby == "relevance" and not query.search:
        detail = Detail(path="orderby", expected="an order that needs no search", got=query.orderby)
        raise Problem(
            Code.INVALID_ARGUMENTS,
            "orderby=relevance needs search.",
            hint="Send search too, or another orderby.",
            details=[detail],
        )


def _count(filters: Filters, query: ListQuery) -> str:
    source, where = _source(filters, query)
    return f"SELECT count(*) AS total FROM (SELECT 1 FROM {source} WHERE {where} LIMIT {MAX_COUNTED + 1}) AS counted"  # noqa: S608


def _look_up_total(filters: Filters) -> str:
    """The table has columns of the same names, so that the conditions fit it too."""
    where = " AND ".join(["items.type = :type", *filters.by_status])
    return f"SELECT coalesce(sum(count), 0) AS total FROM item_counts AS items WHERE {where}"  # noqa: S608
