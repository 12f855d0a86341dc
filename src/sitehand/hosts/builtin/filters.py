"""What a list query lets through, in SQL: by status, by values, by terms, by conditions, by words."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sitehand.hosts.builtin.conditions import Fit, choose_index, compare_column, compare_custom
from sitehand.hosts.builtin.relevance import RANKED_HITS, weigh
from sitehand.hosts.builtin.sqlite.full_text import HITS
from sitehand.hosts.builtin.words import match_caller
from sitehand.site.conditions import Checked, Fields
from sitehand.site.content import ListQuery, PostQuery
from sitehand.site.custom_items import CustomItemQuery
from sitehand.site.values import iso
from sitehand.store.sqlite.hints import BY_KEY, THEN_JOIN, by_index, is_set
from sitehand.store.sqlite.json import rows_of, values_of

ONE_STATUS = "items.status = :status"
CHOSEN = f"AS chosen {THEN_JOIN} items {BY_KEY} ON items.id = chosen.item_id"
"""Behind a source with the ids of items: these items."""


@dataclass(slots=True)
class Filters:
    """`driver` is the source of what fits, when it is not `items` alone; `of_parts` are the conditions on terms and
    custom fields, of which the driver finds what fits the first. `index` is that of a condition on a column.
    """

    values: dict[str, Any]
    by_status: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    of_parts: list[str] = field(default_factory=list)
    driver: str = ""
    index: str = ""
    matches: tuple[str, ...] = ()


def add_filters(filters: Filters, query: ListQuery) -> None:
    """Add what the arguments of a list ask."""
    _add_status(filters, query)
    _add_values(filters, query)
    _add_lists(filters, query)
    _add_terms(filters, query)
    _add_search(filters, query)


def _add_status(filters: Filters, query: ListQuery) -> None:
    """Filter by status. By default, and with `any`, an item may have any status but the trash."""
    wanted = sorted({status for status in query.status if status != "any"})
    if not query.status or "any" in query.status:
        if "trash" not in wanted:
            filters.by_status.append("items.status <> 'trash'")
    elif len(wanted) == 1:
        filters.by_status.append(ONE_STATUS)
        filters.values["status"] = wanted[0]
    else:
        filters.by_status.append(f"items.status IN {values_of('statuses')}")
        filters.values["statuses"] = json.dumps(wanted)


def _add_values(filters: Filters, query: ListQuery) -> None:
    given = query.model_fields_set
    for name, condition in (("after", "items.date >"), ("before", "items.date <")):
        if name in given:
            filters.others.append(f"{condition} :{name}")
            filters.values[name] = iso(getattr(query, name))
    if len(query.author) == 1:
        # Only then does SQLite see that the index has the author's items in their order.
        filters.others.append("items.author = :author")
        filters.values["author"] = query.author[0]
    if isinstance(query, PostQuery) and "sticky" in given:
        filters.others.append(is_set("items.sticky", truth=bool(query.sticky)))


def _add_lists(filters: Filters, query: ListQuery) -> None:
    lists = (
        ("slug", "items.slug <> '' AND items.slug IN", str, query.slug),
        ("include", "items.id IN", int, query.include),
        ("exclude", "items.id NOT IN", int, query.exclude),
        ("author", "items.author IN", int, query.author if len(query.author) > 1 else []),
        ("parent", "items.parent IN", int, getattr(query, "parent", [])),
    )
    for name, condition, of, values in lists:
        if values:
            filters.others.append(f"{condition} {values_of(name, of)}")
            filters.values[name] = json.dumps(values)


def _add_terms(filters: Filters, query: ListQuery) -> None:
    """The items of the first list of terms drive a narrow list; of the others each item is asked."""
    for name, of_taxonomy, ids in _list_terms(query):
        if not ids:
            continue
        chosen = f"""term_id IN (SELECT terms.id FROM {rows_of(f":{name}", int)} {THEN_JOIN} terms ON terms.id = value
            WHERE {of_taxonomy})"""  # noqa: S608
        filters.values[name] = json.dumps(ids)
        filters.values |= {"taxonomy": query.taxonomy} if isinstance(query, CustomItemQuery) else {}
        filters.of_parts.append(f"EXISTS (SELECT 1 FROM item_terms WHERE item_terms.item_id = items.id AND {chosen})")  # noqa: S608
        filters.driver = filters.driver or (f"(SELECT DISTINCT item_id FROM item_terms WHERE {chosen}) {CHOSEN}")  # noqa: S608


def _list_terms(query: ListQuery) -> list[tuple[str, str, list[int]]]:
    """The lists of terms that a query has: their name, which terms may be in them, and their ids."""
    if isinstance(query, CustomItemQuery):
        return [("terms", "taxonomy = :taxonomy", query.terms)]
    if not isinstance(query, PostQuery):
        return []
    return [("categories", "taxonomy = 'category'", query.categories), ("tags", "taxonomy = 'post_tag'", query.tags)]


def add_conditions(filters: Filters, where: Sequence[Checked], own: Fields) -> None:
    """Add conditions on fields, which are `own` columns or custom fields."""
    filters.index = choose_index([each for each in where if each.field in own])
    for each in where:
        fit = compare_column(each, "items") if each.field in own else compare_custom(each)
        filters.values |= fit.values
        if each.field in own:
            filters.others.append(fit.sql)
        else:
            _add_custom(filters, fit, lacks=each.op == "exists" and not each.values[0])


def add_locale(filters: Filters, locale: str | None) -> None:
    """Add a locale as it is stored, which most items of the site have when it is empty."""
    if locale is None:
        return
    filters.others.append("items.locale = :locale" + (" AND items.locale <> ''" if locale else ""))
    filters.values["locale"] = locale
    if locale:
        filters.index = filters.index or by_index("ix_items_locale")


def _add_custom(filters: Filters, fit: Fit, *, lacks: bool) -> None:
    """The items with a value that fits drive a narrow list, as those of terms do; or what lacks one is left."""
    has = f"EXISTS (SELECT 1 FROM item_field_values WHERE item_id = items.id AND {fit.sql})"  # noqa: S608
    if lacks:
        filters.others.append(f"NOT {has}")
        return
    filters.of_parts.append(has)
    filters.driver = filters.driver or (
        f"(SELECT DISTINCT item_id FROM item_field_values {by_index(fit.looked_up)} WHERE {fit.sql}) {CHOSEN}"  # noqa: S608
    )


def _add_search(filters: Filters, query: ListQuery) -> None:
    if not query.search.strip():
        return
    filters.matches = match_caller(query.search)
    if filters.matches:
        filters.driver = RANKED_HITS if query.orderby == "relevance" else HITS
        filters.values |= weigh(filters.matches[0], lambda _: (0, 0))
    else:
        filters.others.append("FALSE")


def join_filters(filters: Filters, more: Sequence[str]) -> str:
    """The condition on one item that all of them make."""
    return " AND ".join(["items.type = :type", *filters.by_status, *filters.others, *more])
