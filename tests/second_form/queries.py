"""Statements that the built-in site makes for a query, for queries that take each way through its code."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from sitehand.hosts.builtin import link_queries, public_pages, search, substrings, term_list
from sitehand.hosts.builtin.listing import ORDERS, build_statement
from sitehand.hosts.builtin.public import queries, redirects, sitemap, sitemap_images
from sitehand.hosts.builtin.public.rendering import reads
from sitehand.hosts.builtin.sqlite import full_text
from sitehand.site.conditions import OWN, Condition, check_conditions
from sitehand.site.content import ListQuery, PageQuery, PostQuery
from sitehand.site.links import LinkQuery
from sitehand.site.search import SearchQuery
from sitehand.site.terms import TermQuery

AT = datetime(2026, 7, 28, tzinfo=UTC)
PARTS = ("media", "comments", "terms", "redirects", "authors")
CUSTOM: dict[str, Any] = {"price": "number", "day": "date", "note": "text"}


def _where(field: str, op: str, value: object) -> PageQuery:
    return PageQuery.model_validate({"where": [Condition.model_validate({"field": field, "op": op, "value": value})]})


LISTS: dict[str, ListQuery] = {
    **{f"by {order}": PageQuery.model_validate({"orderby": order}) for order in ORDERS},
    "of statuses": PageQuery(status=["draft", "publish"]),
    "of ids": PageQuery(include=[1, 2], exclude=[3], parent=[4, 5], author=[6, 7], slug=["a"]),
    "of days": PageQuery(after=AT, before=AT, author=[1]),
    "of terms": PostQuery(categories=[1], tags=[2], sticky=True),
    "not sticky": PostQuery(sticky=False, detail="full", context="edit"),
    "of words": PostQuery(search="word", orderby="relevance"),
    "newest with words": PostQuery(search="word"),
    "by title": _where("title", "eq", "A"),
    "with a title of": _where("title", "contains", "A"),
    "with an image": _where("featured_media", "exists", True),
    "of prices": _where("price", "in", [1, 2]),
    "of notes": _where("note", "in", ["a"]),
    "of moments": _where("modified", "in", ["2026-07-28T00:00:00Z"]),
    "of numbers": _where("id", "in", [1, 2]),
    "without a day": _where("day", "exists", False),
}


def build() -> Iterator[tuple[str, str]]:
    """Each statement with what it is for."""
    for name, query in LISTS.items():
        kind = "post" if isinstance(query, PostQuery) else "page"
        where = check_conditions(query.where, {**CUSTOM, **OWN[kind]})
        built = build_statement(kind, query, 1000, where, "de")
        forms = {"total": built.total, "narrow": built.narrow, "walk": built.walk}
        yield from ((f"list {name}: {form}", sql) for form, sql in forms.items() if sql)
    yield from _build_terms()
    yield from _build_links()
    yield from _build_public()
    yield "search", search._write_statement(SearchQuery(search="a"), "de")[0]
    some = SearchQuery(search="a", subtype=["page"], status=["draft", "publish"])
    yield "search some", search._write_statement(some, None)[0]


def _build_terms() -> Iterator[tuple[str, str]]:
    some = {"include": [1], "exclude": [2], "slug": ["a"], "post": 1, "parent": 0, "hide_empty": True, "search": "a"}
    asked: dict[str, dict[str, Any]] = {"some": some, **{order: {"orderby": order} for order in term_list.ORDERS}}
    for name, values in asked.items():
        query = TermQuery.model_validate({"taxonomy": "category", **values})
        built = term_list.build_statement(query, "category")
        yield from {f"terms {name}": built.rows, f"terms {name}: total": built.total}.items()
    searched = term_list.build_statement(TermQuery(taxonomy="category", search="ape"), "category", "ape")
    yield from {"terms by parts": searched.rows, "terms by parts: total": searched.total}.items()
    yield from ((f"parts of {table}", substrings.COUNT.format(full_text.rows_with_parts(table))) for table in PARTS)
    yield from ((f"runs of {table}", full_text.list_runs(table)) for table in PARTS)


def _build_links() -> Iterator[tuple[str, str]]:
    where, _ = link_queries.write_conditions(LinkQuery(source=1, target=2))
    yield "links", link_queries.FIND.format(where=where)
    yield "links: total", link_queries.COUNT.format(where=where)
    yield "redirects", redirects.FOUND.format(names=":one, :two")


def _build_public() -> Iterator[tuple[str, str]]:
    for others in ("''", public_pages.OTHERS):
        yield f"public pages {others[:9]}", public_pages.QUERY.format(others=others, wanted="id = :id")
    for locale in ("", "de"):
        yield (
            f"posts {locale}",
            queries._list_posts(*queries._choose_index(locale, f"{queries.VISIBLE} {queries.OF_TERM}")),
        )
    yield (
        "sitemap",
        f"SELECT {sitemap_images.KEPT_IMAGES} FROM ({sitemap._public_after(sitemap.SHOWN, ':first')}) AS found",
    )
    given = reads.PostQuery(terms=((1,), (2, 3)), without=(4,), authors=(5,), parents=(6,), search="a", sticky="only")
    for name, query in {"shown": given, "unstuck": reads.PostQuery(sticky="exclude", exclude=(1,), search="")}.items():
        conditions, _ = reads.list_conditions(query)
        yield f"posts {name}", f"SELECT {queries.CARD} FROM items {queries.JOINS} WHERE {conditions}"
