"""Tests of what lists hold, against a plain search through all items, and of what they cost."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, insert, text

from sitehand.errors import Code, Problem
from sitehand.hosts.builtin import listing, relevance
from sitehand.hosts.builtin.cursor import Cursor
from sitehand.hosts.builtin.host import build_host
from sitehand.hosts.builtin.listing import Columns, build_statement, read_list
from sitehand.hosts.builtin.schema import SITE
from sitehand.hosts.builtin.tables import authors, field_groups, item_fields, item_terms, items, terms
from sitehand.site.conditions import Condition
from sitehand.site.content import ListQuery, PageQuery, PostQuery
from sitehand.site.host import Host
from sitehand.site.values import iso
from sitehand.store.database import Database
from tests.databases import migrate

FIRST = datetime(2026, 1, 1, tzinfo=UTC)
STATUSES = ("publish", "draft", "trash", "private")
WORDS = ("tea", "rose", "oak")
FEW = 7
"""As many matches are counted in these tests, so that sixty items are many."""


def _row(number: int) -> dict[str, Any]:
    """An item whose fields all vary, at different paces; its words are in its title."""
    at = iso(FIRST + timedelta(days=number * 37 % 41))
    words = " ".join(word for step, word in enumerate(WORDS, 1) if number % step == 0)
    words = words.replace("tea", "teapot") if number % 5 == 0 else words
    return {
        **dict.fromkeys(("excerpt", "excerpt_rendered", "title_rendered", "content_rendered"), ""),
        "id": number,
        "type": "post" if number % 2 else "page",
        "status": STATUSES[number * 7 % 11 % 4],
        "slug": f"s{number * 3 % 64}",
        "parent": number // 9 * 9 if number % 2 == 0 else 0,
        "menu_order": number % 3,
        "date": at,
        "modified": iso(FIRST + timedelta(days=number * 17 % 23)),
        "author": number % 5 % 2 + 1,
        "sticky": number % 7 == 0,
        "featured_media": number % 3 and number % 5,
        "title": f"{'Ab'[number % 2]}{number * 11 % 13} {words}",
        "content": "",
        "path": f"/{number}/",
        "revision": "0" * 16,
    }


def _terms_of(number: int) -> list[int]:
    """Two categories (1, 2) and a tag (3)."""
    return [term for term in (1, 2, 3) if number % 2 and number % (2 * term - 1) == 0]


ROWS = [_row(number) for number in range(1, 61)]
SPECS = [
    {"name": "price", "type": "number"},
    {"name": "day", "type": "date"},
    {"name": "colour", "type": "choice", "choices": ["red", "blue"], "multiple": True},
    {"name": "note"},
    {"name": "fresh", "type": "boolean"},
    {"name": "steps", "type": "repeater", "fields": [{"name": "step"}]},
]
SAME = "n" * 100
"""A beginning that texts have in common, as long as the index has of one."""


def _values_of(number: int) -> dict[str, Any]:
    """The custom fields of an item: of each some are left out."""
    values = {
        "price": number % 11 / 2,
        "day": (FIRST + timedelta(days=number % 13)).date().isoformat(),
        "colour": [["red"], ["red", "blue"], []][number % 3],
        "note": f"{SAME}{'%' if number % 2 else 'x'}{number % 4}" if number % 5 else "",
        "fresh": number % 2 == 0,
        "steps": [{"step": "mix"}],
    }
    return {name: value for place, (name, value) in enumerate(values.items()) if (number + place) % 4}


def _fill(connection: Connection, rows: list[dict[str, Any]]) -> None:
    connection.execute(insert(authors).values(id=2, name="Other", slug="other"))
    connection.execute(insert(items), rows)
    for number, taxonomy in ((1, "category"), (2, "category"), (3, "post_tag")):
        connection.execute(insert(terms).values(id=number, taxonomy=taxonomy, slug=f"t{number}", name="Term"))
    pairs = [{"item_id": row["id"], "term_id": term} for row in rows for term in _terms_of(row["id"])]
    connection.execute(insert(item_terms), pairs)
    group = {"title": "All", "types": json.dumps(["page", "post"]), "fields": json.dumps(SPECS)}
    connection.execute(insert(field_groups).values(group))
    values = [{"item_id": row["id"], "data": json.dumps(_values_of(row["id"])), "digest": ""} for row in rows]
    connection.execute(insert(item_fields), values)


def _make(folder: Path, rows: list[dict[str, Any]]) -> Path:
    """A site with these items."""

    async def make() -> None:
        database = Database(folder, SITE)
        await migrate(database)
        await database.transact(lambda connection: _fill(connection, rows))
        await database.close()

    asyncio.run(make())
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of sixty items, for all tests of this file."""
    return _make(tmp_path_factory.mktemp("site"), ROWS)


@pytest.fixture
async def database(folder: Path) -> AsyncIterator[Database]:
    """The site, open."""
    database = Database(folder, SITE)
    yield database
    await database.close()


@pytest.fixture
def host(database: Database, monkeypatch: pytest.MonkeyPatch) -> Host:
    """The site, which counts a few matches, and ranks fewer."""
    for module in (listing, relevance):
        monkeypatch.setattr(module, "MAX_COUNTED", FEW)
    monkeypatch.setattr("sitehand.hosts.builtin.content.MAX_COUNTED", FEW)
    monkeypatch.setattr(relevance, "MAX_RANKED", 3)
    return build_host(database, "https://hill.example")


def _ids(strategy: st.SearchStrategy[int], size: int = 3) -> st.SearchStrategy[list[int]]:
    return st.lists(strategy, min_size=1, max_size=size)


def _draw_conditions(field: str, values: Sequence[Any], *ops: str) -> st.SearchStrategy[Condition]:
    value = st.sampled_from(values)
    drawn = {op: st.lists(value, min_size=1, max_size=3) if op == "in" else value for op in ops}
    drawn["exists"] = st.booleans()
    return st.one_of(*(st.builds(Condition, field=st.just(field), op=st.just(op), value=drawn[op]) for op in drawn))


DAYS = [(FIRST + timedelta(days=day)).date().isoformat() for day in (0, 4, 12, 20)]
WHERE = st.one_of(
    _draw_conditions("price", [0, 2.5, "3", 9], "eq", "in", "gt", "lt"),
    _draw_conditions("day", DAYS, "eq", "in", "gt", "lt"),
    _draw_conditions("colour", ["red", "blue", "Re"], "eq", "in", "contains"),
    _draw_conditions("note", [f"{SAME}x2", f"{SAME}%3", "%", "X", SAME], "eq", "in", "contains"),
    _draw_conditions("fresh", [True, "false"], "eq"),
    _draw_conditions("steps", []),
    _draw_conditions("title", ["A0 ", "Tea", "B2 teapot", "b2 teapot"], "eq", "in", "contains"),
    _draw_conditions("slug", ["s3", "s9", "none"], "eq", "in", "contains"),
    _draw_conditions("author", [1, "2", 3], "eq", "in"),
    _draw_conditions("featured_media", [0, 5], "eq", "in"),
    _draw_conditions("modified", DAYS, "eq", "in", "gt", "lt"),
    _draw_conditions("date", DAYS, "eq", "in", "gt", "lt"),
    _draw_conditions("id", [7, "20", 99], "eq", "in", "gt", "lt"),
)
COMMON: dict[str, st.SearchStrategy[Any]] = {
    "search": st.sampled_from(
        ["tea", "tea*", "te", "rose", "oa", "tea rose", "tea rose*", "tea ro", "rose oak", "none", "!", "*"]
    ),
    "status": st.lists(st.sampled_from([*STATUSES, "any"]), min_size=1, max_size=3),
    "order": st.sampled_from(["asc", "desc"]),
    "orderby": st.sampled_from(["date", "modified", "title", "slug", "id", "menu_order"]),
    "after": st.integers(0, 45).map(lambda days: FIRST + timedelta(days=days)),
    "before": st.integers(0, 45).map(lambda days: FIRST + timedelta(days=days)),
    "slug": st.lists(st.integers(0, 64).map(lambda number: f"s{number}"), min_size=1, max_size=4),
    "include": _ids(st.integers(1, 70), 20),
    "exclude": _ids(st.integers(1, 60), 20),
    "author": _ids(st.integers(1, 3), 2),
    "page": st.integers(1, 4),
    "per_page": st.integers(1, 9),
    "where": st.lists(WHERE, min_size=1, max_size=3),
}
PAGES = st.fixed_dictionaries({}, optional={**COMMON, "parent": _ids(st.sampled_from([0, 9, 18, 27, 77]))})
POSTS = st.fixed_dictionaries(
    {},
    optional={
        **COMMON,
        "categories": _ids(st.integers(1, 4)),
        "tags": _ids(st.integers(1, 4)),
        "sticky": st.booleans(),
    },
)
QUERIES = PAGES.map(lambda given: PageQuery(**given)) | POSTS.map(lambda given: PostQuery(**given))


def _holds(row: dict[str, Any], search: str, *, whole: bool) -> bool:
    """Whether an item holds every word, the last one perhaps unfinished."""
    words = row["title"].lower().split()
    *others, last = search.rstrip("*").split() or [""]
    goes_on = any(word == last if whole else word.startswith(last) for word in words)
    return bool(last) and goes_on and all(word in words for word in others)


def _meets(row: dict[str, Any], condition: Condition) -> bool:
    """Whether one of the values of a field is what a condition asks, read off both."""
    custom = _values_of(row["id"]).get(condition.field, [])
    given = row.get(condition.field, custom)
    values = [each for each in (given if isinstance(given, list) else [given]) if condition.field != "steps" or each]
    if condition.op == "exists":
        there = given if condition.field in row else [each for each in values if each != ""]
        return bool(there) == bool(condition.value)
    wanted = condition.value if isinstance(condition.value, list) else [condition.value]
    return any(_compare(value, condition.op, each) for value in values for each in wanted)


def _compare(value: Any, op: str, wanted: Any) -> bool:
    if isinstance(value, bool):
        wanted = wanted in (True, "true")
    elif isinstance(value, int | float):
        wanted = float(wanted)
    elif str(value).endswith("Z"):
        wanted = f"{wanted}T00:00:00Z"
    if op == "contains":
        return str(wanted).lower() in value.lower()
    return bool(value > wanted if op == "gt" else value < wanted if op == "lt" else value == wanted)


def _fits(row: dict[str, Any], query: ListQuery, *, whole: bool) -> bool:
    """Whether an item belongs to a list, read off the query."""
    given = query.model_fields_set
    statuses: set[str] = set(query.status)
    visible = row["status"] != "trash" if not statuses or "any" in statuses else row["status"] in statuses
    own_terms = set(_terms_of(row["id"]))
    checks = [
        row["type"] == ("post" if isinstance(query, PostQuery) else "page"),
        visible or ("any" in statuses and row["status"] in statuses),
        not query.search or _holds(row, query.search, whole=whole),
        "after" not in given or row["date"] > iso(query.after),
        "before" not in given or row["date"] < iso(query.before),
        not query.slug or row["slug"] in query.slug,
        not query.include or row["id"] in query.include,
        row["id"] not in query.exclude,
        not query.author or row["author"] in query.author,
        all(_meets(row, condition) for condition in query.where),
    ]
    if isinstance(query, PageQuery):
        checks.append(not query.parent or row["parent"] in query.parent)
    if isinstance(query, PostQuery):
        checks.append(not query.categories or bool(own_terms & set(query.categories) & {1, 2}))
        checks.append(not query.tags or bool(own_terms & set(query.tags) & {3}))
        checks.append("sticky" not in given or row["sticky"] == query.sticky)
    return all(checks)


def _expect(query: ListQuery) -> tuple[list[int], int, str]:
    """The ids of the page, the total, and whether it is exact, by looking at every item."""
    down = query.order == "desc"
    fitting = [row for row in ROWS if _fits(row, query, whole=True)]
    if not fitting or query.search.endswith("*"):
        fitting = [row for row in ROWS if _fits(row, query, whole=False)]
    filtered = query.model_fields_set - {"status", "order", "orderby", "page", "per_page"}
    more = bool(filtered) and len(fitting) > FEW
    if more and query.search:
        fitting = sorted(fitting, key=lambda row: row["id"], reverse=down)[: FEW + 1]

    def key(row: dict[str, Any]) -> tuple[Any, int]:
        value = row[query.orderby]
        return (value.lower() if query.orderby == "title" else value), row["id"]

    ids = [row["id"] for row in sorted(fitting, key=key, reverse=down)]
    start = (query.page - 1) * query.per_page
    return ids[start : start + query.per_page], FEW if more else len(ids), "at_least" if more else "exact"


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(query=QUERIES)
@example(PageQuery(where=[Condition(field="note", op="exists", value=True)], per_page=100))
@example(PageQuery(where=[Condition(field="note", op="exists", value=False)], per_page=100))
async def test_every_combination_of_filters_holds_what_fits(host: Host, query: ListQuery) -> None:
    """Ids, their order and the total are those of a search through all items, however the list is read."""
    store: Any = host.posts if isinstance(query, PostQuery) else host.pages
    found = await store.find(query)
    assert ([item["id"] for item in found.items], found.total, found.total_is) == _expect(query)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(query=QUERIES)
async def test_cursors_lead_through_the_whole_list(host: Host, query: ListQuery) -> None:
    """Page by page they give what one large page does; what comes after the last is nothing."""
    store: Any = host.posts if isinstance(query, PostQuery) else host.pages
    query = query.model_copy(update={"page": 1})
    whole = _expect(query.model_copy(update={"per_page": 100}))[0]
    found, seen = await store.find(query), []
    while True:
        seen += [item["id"] for item in found.items]
        assert bool(found.next_cursor) == (found.total_is == "at_least" and len(seen) < len(whole))
        if not found.next_cursor:
            break
        found = await store.find(query.model_copy(update={"cursor": found.next_cursor}))
        assert found.page == len(seen) // query.per_page + 1
    assert seen == (whole if found.total_is == "at_least" else whole[: query.per_page])


@pytest.mark.parametrize(
    ("search", "matches"),
    [
        ("rose", ['"rose"']),
        ("tea rose", ['"tea" "rose"']),
        ("ros", ['"ros"', '"ros"*']),
        ("none", ['"none"', '"none"*']),
        ("rose*", ['"rose*"*']),
    ],
)
async def test_an_unfinished_word_is_looked_for_only_where_no_whole_one_is_found(
    database: Database, search: str, matches: list[str]
) -> None:
    """FTS5 reads all hits of another word to find an unfinished one; what whole words answer does not ask for that."""
    statement = build_statement("page", PageQuery(search=search), 1000)
    asked: dict[str, None] = {}

    def select(sql: str) -> Sequence[Columns]:
        asked[statement.values["match"]] = None
        return database.look_up(sql, statement.values)

    rows, total = read_list(statement, select)
    assert (list(asked), bool(rows), bool(total)) == (matches, search != "none", search != "none")


async def test_the_newest_hits_are_ranked_and_the_others_follow(host: Host) -> None:
    """The three newest get a score, and stand before older ones that would have had a better one."""
    query = PostQuery(search="tea", orderby="relevance", per_page=20)
    hits = [row["id"] for row in ROWS if _fits(row, query, whole=True)][::-1]
    found = await host.posts.find(query)
    ids = [post["id"] for post in found.items]
    assert (sorted(ids[:3], reverse=True), ids[3:]) == (hits[:3], hits[3 : FEW + 1])
    assert (found.total, found.total_is) == (FEW, "at_least")


async def test_a_search_by_relevance_goes_on_by_cursor(host: Host) -> None:
    """The pages of a ranked list are parts of the same order."""
    query = PostQuery(search="tea", orderby="relevance", per_page=20)
    whole = [post["id"] for post in (await host.posts.find(query)).items]
    found = await host.posts.find(query.model_copy(update={"per_page": 2}))
    seen = [post["id"] for post in found.items]
    while found.next_cursor:
        found = await host.posts.find(query.model_copy(update={"per_page": 2, "cursor": found.next_cursor}))
        seen += [post["id"] for post in found.items]
    assert seen == whole


FOREIGN = [Cursor("date", "asc", "2026", 1, 2), Cursor("id", "desc", 5, 1, 2), Cursor("date", "desc", "2026", 0, 2)]


@pytest.mark.parametrize("cursor", ["x", "é", "AAAA", "W10", *(cursor.write() for cursor in FOREIGN)])
async def test_other_cursors_are_refused(host: Host, cursor: str) -> None:
    """What is no cursor, or one of a list in another order, is named as such."""
    with pytest.raises(Problem) as refusal:
        await host.pages.find(PageQuery(cursor=cursor))
    assert (refusal.value.code, refusal.value.details[0]["path"]) == (Code.INVALID_ARGUMENTS, "cursor")
    assert "next_cursor" in refusal.value.hint


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A site of 300 items and one of 3,000; each filter fits as many in both, or more than are counted."""
    made = []
    for size in (300, 3000):
        rows = [
            {**_row(number), "status": "publish", "parent": 0, "slug": f"s{number}"} for number in range(1, size + 1)
        ]
        for row in rows:
            row["title"] = f"Title {row['id']} tea{' rose' if row['id'] <= 20 else ''}"
            row["author"] = 2 if row["id"] in range(100, 120) else 1
        made.append(_make(tmp_path_factory.mktemp(f"site-{size}"), rows))
    return made


@pytest.mark.parametrize(
    "query",
    [
        *(PageQuery(orderby=orderby, order="asc") for orderby in listing.ORDERS),  # type: ignore[arg-type]
        PageQuery(author=[2]),
        PageQuery(author=[2], orderby="title"),
        PageQuery(author=[1]),
        PageQuery(author=[1], orderby="modified"),
        PageQuery(status=["publish"]),
        PageQuery(status=["draft", "pending"]),
        PageQuery(parent=[0]),
        PageQuery(exclude=[5]),
        PageQuery(include=[5, 6]),
        PageQuery(search="rose"),
        PageQuery(search="rose", orderby="relevance"),
        PageQuery(search="tea"),
        PageQuery(search="t"),
        PostQuery(categories=[1]),
        PostQuery(categories=[1, 2]),
        PostQuery(sticky=False),
    ],
)  # fmt: skip
async def test_lists_cost_the_same_on_a_larger_site(
    folders: list[Path], query: ListQuery, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten times as many items: SQLite takes at most one and a half times as many steps, past the matches it counts."""
    for module in (listing, relevance):
        monkeypatch.setattr(module, "MAX_COUNTED", 50)
    monkeypatch.setattr(relevance, "MAX_RANKED", 10)
    small, large = [await _count_steps(Database(folder, SITE), query) for folder in folders]
    assert large <= 1.5 * small


async def _count_steps(database: Database, query: ListQuery) -> int:
    """Instructions of SQLite's machine that a list takes."""
    statement = build_statement("post" if isinstance(query, PostQuery) else "page", query, 1000)
    steps = 0

    def count() -> None:
        nonlocal steps
        steps += 1

    def read(connection: Connection) -> None:
        raw: Any = connection.connection.driver_connection
        select: Callable[[str], Any] = lambda sql: connection.execute(text(sql), statement.values).mappings().all()  # noqa: E731
        read_list(statement, select)
        raw.set_progress_handler(count, 1)
        read_list(statement, select)
        raw.set_progress_handler(None, 1)

    await database.read(read)
    await database.close()
    return steps
