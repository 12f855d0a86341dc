"""The statement that answers a list query: one page of items and the length of the whole list, in one go.

The usual list (any but trash, newest first) walks an index to its ten rows and takes its total from `item_counts`:
it costs the same on a site of any size.
"""

import functools
import json
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import TextClause, text

from sitehand.errors import Code, Detail, Problem
from sitehand.hosts.builtin.search import match_words
from sitehand.site.content import ListQuery, PageQuery, PostQuery
from sitehand.site.values import iso

SUMMARY = (
    "items.id, items.type, items.date, items.modified, items.slug, items.status, items.path, items.title_rendered,"
    " items.author, items.featured_media, items.revision, items.parent, items.menu_order, items.sticky,"
    " items.password <> '' AS protected"
)
BODIES = ("content_rendered", "excerpt_rendered")
RAW_SUMMARY = ", items.title, items.password"
RAW_BODIES = ("content", "excerpt")
TERMS = "".join(
    f""", (SELECT json_group_array(id) FROM (SELECT terms.id FROM item_terms JOIN terms ON terms.id = item_terms.term_id
         WHERE item_terms.item_id = items.id AND terms.taxonomy = '{taxonomy}' ORDER BY terms.id)) AS {name}"""  # noqa: S608
    for name, taxonomy in (("categories", "category"), ("tags", "post_tag"))
)

ORDERS = {
    "date": "{p}items.date {o}, items.id {o}",
    "modified": "{p}items.modified {o}, items.id {o}",
    "title": "items.title COLLATE NOCASE {o}, items.id {o}",
    "slug": "items.slug {o}, items.id {o}",
    "id": "{p}items.id {o}",
    "menu_order": "items.menu_order {o}, items.id {o}",
}
# Best first, whatever `order` says; a word in the title counts five times.
RELEVANCE = "score, items.id DESC"
SCORED = "items_fts CROSS JOIN items ON items.id = items_fts.rowid AND items_fts MATCH :match"
# Beyond this many rows even an index takes its time.
QUICK_OFFSET = 1000


@dataclass(slots=True)
class Statement:
    """A list query in SQL. `quick`: an index answers it in microseconds on a site of any size."""

    rows: str
    total: str
    values: dict[str, Any]
    quick: bool


@dataclass(slots=True)
class _Conditions:
    values: dict[str, Any]
    by_status: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)


def build_statement(item_type: str, query: ListQuery, fair: int) -> Statement:
    """The statement of a query. Where the bodies of an item have more than `fair` bytes, they come as NULL.

    Raises Problem(invalid_arguments) for an order that needs an argument which was not given.
    """
    _check_order(query)
    offset = (query.page - 1) * query.per_page
    conditions = _Conditions({"type": item_type, "limit": query.per_page, "offset": offset, "fair": fair})
    _add_status(conditions, query)
    _add_values(conditions, query)
    _add_lists(conditions, query)
    _add_search(conditions, query)
    total = _count_rows(conditions, query) if conditions.others else _look_up_total(conditions)
    where = _join(conditions, query)
    # Small lists of statuses are worth an index only alone; see `_add_status`.
    quick = not conditions.others and query.orderby == "date" and len(query.status) <= 1 and offset <= QUICK_OFFSET
    columns = build_columns(item_type, full=query.detail == "full", raw=query.context == "edit", bounded=True)
    source, score, order = _order_rows(conditions, query)
    rows = f"""SELECT {columns}, ({total}) AS total
        FROM (SELECT items.id{score} FROM {source} WHERE {where} ORDER BY {order} LIMIT :limit OFFSET :offset) AS found
        CROSS JOIN items ON items.id = found.id ORDER BY {order}"""  # noqa: S608
    return Statement(rows, f"SELECT ({total}) AS total", conditions.values, quick)


def _order_rows(conditions: _Conditions, query: ListQuery) -> tuple[str, str, str]:
    """Where the rows come from, the score that they get, and what they are ordered by."""
    if query.orderby == "relevance" and conditions.values.get("match"):
        return SCORED, ", bm25(items_fts, 5.0, 1.0) AS score", RELEVANCE
    order = ORDERS.get(query.orderby, ORDERS["date"])
    return "items", "", order.format(p=_sign(_is_narrow(query)), o="DESC" if query.order == "desc" else "ASC")


def _is_narrow(query: ListQuery) -> bool:
    """Whether few items can fit, so that finding and sorting them is quicker than walking the list in its order."""
    below = isinstance(query, PageQuery) and query.parent and 0 not in query.parent
    return bool(query.include or query.slug or below)


def _sign(hidden: bool) -> str:
    """A sign that hides a column from SQLite's choice of an index (https://sqlite.org/optoverview.html#uplus)."""
    return "+" if hidden else ""


@functools.lru_cache(512)
def build_columns(item_type: str, *, full: bool, raw: bool, bounded: bool = False) -> str:
    """The columns that an object of this type and detail is made of, and no other.

    When they are `bounded`, the bodies are NULL where together they have more bytes than `:fair`; `size` says how many.
    """
    parts = [SUMMARY]
    if raw:
        parts.append(RAW_SUMMARY)
    if full:
        bodies = [f"items.{name}" for name in (*BODIES, *(RAW_BODIES if raw else ()))]
        size = " + ".join(f"length(CAST({name} AS BLOB))" for name in bodies)
        if bounded:
            parts.append(f", {size} AS size")
            bodies = [f"iif({size} <= :fair, {name}, NULL) AS {name.removeprefix('items.')}" for name in bodies]
        parts += [f", {body}" for body in bodies]
    if item_type == "post":
        parts.append(TERMS)
    return "".join(parts)


@functools.lru_cache(512)
def prepare_statement(statement: str) -> TextClause:
    """A statement that SQLAlchemy has read once."""
    return text(statement)


def _check_order(query: ListQuery) -> None:
    if query.orderby == "relevance" and not query.search:
        detail = Detail(path="orderby", expected="an order that works without search", got=query.orderby)
        raise Problem(Code.INVALID_ARGUMENTS, "orderby=relevance needs search.", details=[detail])


def _add_status(conditions: _Conditions, query: ListQuery) -> None:
    """By default, and with `any`, everything but the trash."""
    wanted = sorted({status for status in query.status if status != "any"})
    if not query.status or "any" in query.status:
        if "trash" not in wanted:
            conditions.by_status.append("status <> 'trash'")
    elif len(wanted) == 1:
        conditions.by_status.append("status = :status")
        conditions.values["status"] = wanted[0]
    else:
        # The sign keeps SQLite from the index on the status, which would have to sort all that it finds.
        conditions.by_status.append("+status IN (SELECT value FROM json_each(:statuses))")
        conditions.values["statuses"] = json.dumps(wanted)


def _add_values(conditions: _Conditions, query: ListQuery) -> None:
    given = query.model_fields_set
    for name, condition in (("after", "date >"), ("before", "date <")):
        if name in given:
            conditions.others.append(f"{condition} :{name}")
            conditions.values[name] = iso(getattr(query, name))
    if isinstance(query, PostQuery) and "sticky" in given:
        conditions.others.append("sticky = :sticky")
        conditions.values["sticky"] = query.sticky


def _add_lists(conditions: _Conditions, query: ListQuery) -> None:
    of_term = "id IN (SELECT item_id FROM item_terms JOIN terms ON terms.id = term_id WHERE taxonomy = '{}' AND term_id"
    lists = [
        ("slug", "slug <> '' AND slug IN", query.slug),
        ("include", "id IN", query.include),
        ("exclude", "id NOT IN", query.exclude),
        ("author", "author IN", query.author),
        ("parent", "parent IN", query.parent if isinstance(query, PageQuery) else []),
    ]
    if isinstance(query, PostQuery):
        lists.append(("categories", of_term.format("category") + " IN", query.categories))
        lists.append(("tags", of_term.format("post_tag") + " IN", query.tags))
    for name, condition, values in lists:
        if values:
            ending = ")" * condition.count("(")
            conditions.others.append(f"{condition} (SELECT value FROM json_each(:{name})){ending}")  # noqa: S608
            conditions.values[name] = json.dumps(values)


def _add_search(conditions: _Conditions, query: ListQuery) -> None:
    if not query.search.strip():
        return
    conditions.values["match"] = match_words(query.search)
    conditions.others.append(
        "id IN (SELECT rowid FROM items_fts WHERE items_fts MATCH :match)" if conditions.values["match"] else "FALSE"
    )


def _join(conditions: _Conditions, query: ListQuery) -> str:
    own_type = f"{_sign(bool(query.include))}type = :type"
    return " AND ".join([own_type, *conditions.by_status, *conditions.others])


def _count_rows(conditions: _Conditions, query: ListQuery) -> str:
    return f"SELECT count(*) FROM items WHERE {_join(conditions, query)}"  # noqa: S608


def _look_up_total(conditions: _Conditions) -> str:
    where = " AND ".join(["type = :type", *conditions.by_status])
    return f"SELECT coalesce(sum(count), 0) FROM item_counts WHERE {where}"  # noqa: S608
