"""A list query in WordPress's words. What WordPress cannot answer rightly for every page of a list is refused."""

from typing import Any

from sitehand.errors import Code, Detail, Problem
from sitehand.hosts.wordpress.conditions import add_conditions
from sitehand.hosts.wordpress.locales import check_locale
from sitehand.site.content import ListQuery, PageQuery
from sitehand.site.custom_items import CustomItemQuery
from sitehand.site.values import iso

PASSED_ON = ("slug", "include", "exclude", "author", "parent", "categories", "tags")
"""Filters that WordPress has under the same name, as lists."""


def write_query(query: ListQuery) -> dict[str, Any]:
    """The parameters of WordPress's list. Raises Problem(invalid_arguments) for what it does not have."""
    _check_order(query)
    written: dict[str, Any] = {
        "context": "edit",
        "page": query.page,
        "per_page": query.per_page,
        "order": query.order,
        "orderby": query.orderby,
        "status": query.status or ["any"],
    }
    if words := query.search.strip():
        # WordPress finds parts of words anyway, and would look for the asterisk.
        written["search"] = words.rstrip("*") or words
    check_locale(query)
    written |= {name: value for name in PASSED_ON if (value := getattr(query, name, None))}
    written |= {name: iso(value) for name in ("after", "before") if (value := getattr(query, name)) is not None}
    if (sticky := getattr(query, "sticky", None)) is not None:
        written["sticky"] = sticky
    add_conditions(written, query.where, _name_kind(query))
    return written


def _name_kind(query: ListQuery) -> str:
    if isinstance(query, CustomItemQuery):
        return "custom_item"
    return "page" if isinstance(query, PageQuery) else "post"


def _check_order(query: ListQuery) -> None:
    if query.cursor:
        raise _refuse("cursor", "none: this site counts its lists to their end", "Give page instead.")
    if query.orderby == "relevance" and not query.search.strip():
        raise _refuse("orderby", "relevance together with search", "Add search, or choose another order.")
    if query.orderby == "menu_order" and not isinstance(query, PageQuery):
        raise _refuse("orderby", "another order: WordPress has none of this kind for posts", "Choose another order.")


def _refuse(path: str, expected: str, hint: str) -> Problem:
    detail = Detail(path=path, expected=expected, got="")
    return Problem(Code.INVALID_ARGUMENTS, f"WordPress cannot answer this {path}.", hint=hint, details=[detail])
