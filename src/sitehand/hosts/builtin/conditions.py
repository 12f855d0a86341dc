"""Conditions on fields in SQL, and the index that finds what fits one."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sitehand.hosts.builtin.locales import LOCALE_OF
from sitehand.site.conditions import Checked
from sitehand.store.sqlite.hints import BY_KEY, by_index
from sitehand.store.sqlite.json import rows_of, values_of

INDEXES: Mapping[str, str] = {
    "id": BY_KEY,
    "slug": by_index("ix_items_slug"),
    "title": by_index("ix_items_title"),
    "parent": by_index("ix_items_parent"),
    "author": by_index("ix_items_author"),
    "featured_media": by_index("ix_items_featured_media"),
    "modified": by_index("ix_items_modified"),
    "date": by_index("ix_items_list"),
    "menu_order": by_index("ix_items_menu_order"),
}
"""The index of items by each column that has one, those first that likely let the fewest through."""
SHOWN = {"media.modified": "coalesce(nullif(media.modified, ''), media.date)", "items.locale": LOCALE_OF}
"""What answers show of a column where it is not what is stored."""
RANGES = {"gt": ">", "lt": "<"}


class Fit(NamedTuple):
    """A condition in SQL with the values that it names, and the index of custom fields that finds what fits."""

    sql: str
    values: dict[str, Any]
    looked_up: str = ""


def compare_column(condition: Checked, table: str) -> Fit:
    """What a column must be; a text or reference that is empty does not exist."""
    column, name = f"{table}.{condition.field}", f"where_{condition.place}"
    column = SHOWN.get(column, column)
    sql, values = _compare(condition, column, name)
    if column == "items.title" and condition.op == "eq":
        sql += f" AND {column} COLLATE NOCASE = :{name}"  # which has an index
    if column == "items.featured_media" and _has_index(condition):
        sql += f" AND {column} <> 0"  # or SQLite would not take the index
    return Fit(sql, values)


def compare_custom(condition: Checked) -> Fit:
    """What a row of `item_field_values` must be, of which an item has one for each value."""
    name = f"where_{condition.place}"
    sql, named = f"name = :{name}_field", {f"{name}_field": condition.field}
    if condition.op == "exists":
        return Fit(f"{sql} AND coalesce(start, '-') <> ''", named, "ix_item_field_values_text")
    if condition.type not in ("text", "date"):
        compared, values = _compare(condition, "number", name)
        return Fit(f"{sql} AND {compared}", named | values, "ix_item_field_values_number")
    compared, values = _compare(condition, "text", name)
    narrowed = "" if condition.op == "contains" else f" AND {_narrow_text(condition, name)}"
    return Fit(f"{sql}{narrowed} AND {compared}", named | values, "ix_item_field_values_text")


def choose_index(conditions: Sequence[Checked]) -> str:
    """The index that finds what fits the most telling of the conditions on columns; "" for none."""
    looked_up = {each.field for each in conditions if _has_index(each)}
    return next((index for column, index in INDEXES.items() if column in looked_up), "")


def _has_index(condition: Checked) -> bool:
    if condition.op == "exists":
        return condition.field == "featured_media" and condition.values[0]
    if condition.field == "title":
        return condition.op == "eq"
    return condition.op != "contains" and condition.field in INDEXES and not _takes_none(condition)


def _takes_none(condition: Checked) -> bool:
    """The index of featured media knows only what has one."""
    return condition.field == "featured_media" and 0 in condition.values


def _compare(condition: Checked, column: str, name: str) -> tuple[str, dict[str, Any]]:
    if condition.op == "exists":
        return _exists(condition, column), {}
    if condition.op == "contains":
        return rf"{column} LIKE :{name} ESCAPE '\'", {name: f"%{escape_like(condition.values[0])}%"}
    if condition.op == "in":
        kind = str if condition.type in ("text", "date", "moment") else float
        return f"{column} IN {values_of(name, kind)}", {name: json.dumps(condition.values)}
    return f"{column} {RANGES.get(condition.op, '=')} :{name}", {name: condition.values[0]}


def _exists(condition: Checked, column: str) -> str:
    empty = {"text": "''", "reference": "0"}.get(condition.type)
    if empty is None:
        return "TRUE" if condition.values[0] else "FALSE"
    return f"{column} {'<>' if condition.values[0] else '='} {empty}"


def _narrow_text(condition: Checked, name: str) -> str:
    """A condition on the first 100 characters of a text, which are indexed; the few rows found are compared whole."""
    if condition.op == "in":
        return f"start IN (SELECT substr(value, 1, 100) FROM {rows_of(f':{name}')})"  # noqa: S608
    return f"start {RANGES.get(condition.op, '')}= substr(:{name}, 1, 100)"


def escape_like(words: str) -> str:
    """Words as a part of a LIKE pattern."""
    return words.replace("\\", "\\\\").replace("%", r"\%").replace("_", r"\_")
