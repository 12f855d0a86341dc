"""Lists that look for words anywhere in texts: an index leads to what a look at each row finds."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from sqlalchemy import Connection, Table, event, insert, text

from sitehand.doors.wire import list_object
from sitehand.hosts.builtin import substrings
from sitehand.hosts.builtin.host import build_host
from sitehand.hosts.builtin.schema import SITE
from sitehand.hosts.builtin.tables import authors, comments, items, media, redirects, terms
from sitehand.site.comments import CommentQuery
from sitehand.site.content import Listing
from sitehand.site.host import Host
from sitehand.site.media import MediaQuery
from sitehand.site.redirects import RedirectQuery
from sitehand.site.terms import TermQuery
from sitehand.site.users import UserQuery
from sitehand.store.database import Database
from sitehand.store.migration import upgrade
from tests.old_database import open_old_database

NOW = datetime(2026, 7, 28, 9, 30, tzinfo=UTC)
DATE = "2026-07-01T00:00:00Z"
LETTERS = "aAbBeEéÉßıİΣσς中文🍞%_\\\"'*-/.: "


class Noun(NamedTuple):
    """Where the host has a list, how it is asked, its table, the texts that are looked at, and whether as words."""

    store: str
    query: Callable[[Any], Any]
    table: Table
    columns: tuple[str, ...]
    apart: bool = False


NOUNS = {
    "media": Noun(
        "media",
        MediaQuery.model_validate,
        media,
        ("title", "alt_text", "caption", "description", "source_url"),
        apart=True,
    ),
    "comments": Noun(
        "comments", CommentQuery.model_validate, comments, ("content", "author_name", "author_url"), apart=True
    ),
    "terms": Noun("terms", lambda asked: TermQuery(taxonomy="category", **asked), terms, ("name", "slug")),
    "redirects": Noun("redirects", RedirectQuery.model_validate, redirects, ("source", "target")),
    "authors": Noun("users", UserQuery.model_validate, authors, ("name", "slug")),
}
FIXED: dict[str, dict[str, Any]] = {
    "media": {"date": DATE, "sha256": ""},
    "comments": {"post": 1, "status": "approved", "date": DATE},
    "terms": {"taxonomy": "category"},
    "redirects": {"code": 301, "created": DATE},
    "authors": {},
}
PAGE = {
    **dict.fromkeys(("title", "title_rendered", "excerpt", "excerpt_rendered", "content", "content_rendered"), ""),
    **{"id": 1, "type": "page", "status": "publish", "slug": "a", "path": "/a/", "revision": "x", "author": 1},
    **{"date": DATE, "modified": DATE},
}


@pytest.fixture
async def host(database: Database) -> Host:
    """A host with a page."""
    await database.transact(lambda connection: connection.execute(insert(items).values(PAGE)))
    return build_host(database, "https://hill.example", lambda: NOW)


def draw_text(chance: Random, most: int) -> str:
    """Letters that search treats in different ways, in any order."""
    return "".join(chance.choices(LETTERS, k=chance.randint(0, most)))


def make_rows(noun: str, number: int, first: int = 2) -> list[dict[str, Any]]:
    """Rows with drawn texts, of which none is twice in a column."""
    chance, columns = Random(f"{noun}{first}"), NOUNS[noun].columns
    return [
        {"id": at, **FIXED[noun], **{name: f"{draw_text(chance, 12)}{at}{draw_text(chance, 4)}" for name in columns}}
        for at in range(first, first + number)
    ]


async def find(host: Host, noun: str, query: dict[str, Any]) -> Listing[Any]:
    """A page of a list, in the order of the ids."""
    found: Listing[Any] = await getattr(host, NOUNS[noun].store).find(
        NOUNS[noun].query({"orderby": "id", "order": "asc", **query})
    )
    return found


async def read_ids(database: Database, noun: str, search: str) -> list[int]:
    """What a look at each row finds, in the words of before the index."""
    _, _, table, columns, apart = NOUNS[noun]
    words = search.split() if apart else [search.strip()]

    def read(connection: Connection) -> list[int]:
        rows = connection.execute(text(f"SELECT id, {', '.join(columns)} FROM {table.name} ORDER BY id")).all()
        return [row.id for row in rows if all(any(holds(each, word) for each in row[1:]) for word in words)]

    return await database.read(read)


def holds(whole: str, word: str) -> bool:
    """Whether a text has a word in it, whatever the case of its letters from A to Z."""
    return lower(word) in lower(whole)


def lower(given: str) -> str:
    """As SQLite does it."""
    return "".join(each.lower() if each.isascii() else each for each in given)


async def list_ids(host: Host, noun: str, **query: object) -> list[int]:
    """The ids of a list."""
    found = await find(host, noun, {"per_page": 100, **query})
    assert found.total == len(found.items)
    return [each["id"] for each in found.items]


async def change(database: Database, statement: str, values: Sequence[dict[str, Any]]) -> None:
    """Run a statement with each of the values."""
    await database.transact(lambda connection: connection.execute(text(statement), values))


@pytest.mark.parametrize("noun", NOUNS)
async def test_a_search_finds_what_a_look_at_each_row_finds(host: Host, database: Database, noun: str) -> None:
    """For words of any length and letters, after rows were added, changed and removed."""
    table, columns = NOUNS[noun].table, NOUNS[noun].columns
    rows = make_rows(noun, 60)
    await database.transact(lambda connection: connection.execute(insert(table), rows))
    changed = [{name: row[name] for name in ("id", *columns)} for row in make_rows(noun, 20, first=102)]
    changed = [{**row, "id": row["id"] - 100} for row in changed]
    sets = ", ".join(f"{name} = :{name}" for name in columns)
    await change(database, f"UPDATE {table.name} SET {sets} WHERE id = :id", changed)
    await change(database, f"DELETE FROM {table.name} WHERE id = :id", [{"id": number} for number in range(10, 15)])
    chance, met = Random(noun), 0
    texts = [row[name] for row in (*rows, *changed) for name in columns]
    for _ in range(150):
        whole = chance.choice(texts)
        start = chance.randrange(len(whole))
        words = [
            whole[start : start + chance.randint(1, 6)],
            *([draw_text(chance, 3)] if chance.random() < 0.3 else []),
        ]
        search = chance.choice((str, str.upper, str.lower))(" ".join(words))
        if not search.strip() or len(search) > 60:
            continue
        expected = await read_ids(database, noun, search)
        assert await list_ids(host, noun, search=search) == expected, search
        met += bool(expected)
    assert met > 50
    whole = "The longest search of all: " + "0123456789" * 17
    await change(database, f"UPDATE {table.name} SET {columns[0]} = :text WHERE id = 20", [{"text": f"x{whole}y"}])
    assert await list_ids(host, noun, search=whole) == [20]


@pytest.mark.parametrize("search", ["quagga", "qz"])
@pytest.mark.parametrize("noun", NOUNS)
async def test_no_row_is_read_that_has_not_the_word(host: Host, database: Database, noun: str, search: str) -> None:
    """The index finds the rows, in whatever order they are shown."""
    await database.transact(lambda connection: connection.execute(insert(NOUNS[noun].table), make_rows(noun, 3)))
    asked: list[tuple[str, Any]] = []

    def note(_: Any, cursor: Any, statement: str, values: Any, *rest: Any) -> None:
        asked.append((statement, values))

    def explain(connection: Connection) -> list[str]:
        return [
            row[3]
            for statement, values in asked
            if statement.startswith("SELECT")
            for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
        ]

    engine = await database.read(lambda connection: connection.engine)
    event.listen(engine, "before_cursor_execute", note)
    try:
        await find(host, noun, {"search": search})
    finally:
        event.remove(engine, "before_cursor_execute", note)
    plan = await database.read(explain)
    assert [step for step in plan if step.startswith(f"SCAN {noun}_fts VIRTUAL TABLE")]
    inner = [plan.count(f"{word} {noun}") for word in ("CO-ROUTINE", "MATERIALIZE")]
    assert plan.count(f"SCAN {noun}") == sum(inner)  # what was found, under the name of its table
    read = {step for step in plan if step.startswith(f"SEARCH {noun} ") or step.startswith(f"SCAN {noun} ")}
    assert read == {f"SEARCH {noun} USING INTEGER PRIMARY KEY (rowid=?)"}, plan


@pytest.mark.parametrize("search", ["loaf", "lo"])
@pytest.mark.parametrize("noun", NOUNS)
async def test_what_more_rows_have_than_are_counted_is_shown_all_the_same(
    host: Host, database: Database, noun: str, search: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the list's order, page after page; the total says that there are more. So it is for words of two letters."""
    monkeypatch.setattr(substrings, "MAX_COUNTED", 7)
    monkeypatch.setattr(substrings, "MAX_MET", 7)
    table, columns = NOUNS[noun].table, NOUNS[noun].columns
    rows = [{**row, columns[0]: f"Loaf {row['id']}"} for row in make_rows(noun, 12)]
    await database.transact(lambda connection: connection.execute(insert(table), rows))
    pages = [await find(host, noun, {"search": search, "per_page": 5, "page": page}) for page in (1, 2, 3)]
    assert [[each["id"] for each in page.items] for page in pages] == [[2, 3, 4, 5, 6], [7, 8, 9, 10, 11], [12, 13]]
    assert {(page.total, page.total_is) for page in pages} == {(7, "at_least")}
    assert [list_object(page).get("next") for page in pages] == [{"page": 2}, {"page": 3}, None]


async def test_of_several_short_words_the_rarest_alone_is_looked_up(database: Database) -> None:
    """However many there are: the cost of a search is that of one."""
    rows = [{**row, "title": f"Loaf {row['id']} of rye"} for row in make_rows("media", 12)]
    await database.transact(lambda connection: connection.execute(insert(NOUNS["media"].table), rows))
    words = ["oa", "Z7", "ye", *["lo"] * 17]
    parts = await database.read(lambda connection: substrings.choose_parts(connection, "media", words))
    assert parts == '("Z7")'
    parts = await database.read(lambda connection: substrings.choose_parts(connection, "media", ["lo", "Loaf", "oa"]))
    assert parts == '"loa" AND "oaf" AND ("loa")'


async def test_a_short_word_of_many_runs_is_looked_up_in_a_long_table_alone(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each run costs as much as a comparison of some hundred rows: where there are fewer, they are compared."""
    rows = [{**row, "title": title} for row, title in zip(make_rows("media", 4), ("ka", "ke", "ki", "ko"), strict=True)]
    await database.transact(lambda connection: connection.execute(insert(NOUNS["media"].table), rows))

    async def choose() -> str:
        return await database.read(lambda connection: substrings.choose_parts(connection, "media", ["k"]))

    assert await choose() == ""
    monkeypatch.setattr(substrings, "ROWS_OF_RUN", 1)
    assert (await choose()).count(" OR ") == 3


@pytest.mark.parametrize("noun", NOUNS)
async def test_a_search_for_nothing_counts_as_the_whole_list_does(
    host: Host, database: Database, noun: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Blanks are no words: the total is exact however long the list is."""
    await database.transact(lambda connection: connection.execute(insert(NOUNS[noun].table), make_rows(noun, 12)))
    whole = await find(host, noun, {})
    monkeypatch.setattr(substrings, "MAX_COUNTED", 7)
    found = await find(host, noun, {"search": "  "})
    assert (found.total, found.total_is) == (whole.total, "exact")


def test_rows_of_before_the_index_are_found(tmp_path: Path) -> None:
    """The migration reads what is there."""
    path = tmp_path / "sitehand.db"
    with open_old_database(path, "0047") as connection:
        connection.execute(insert(items).values(PAGE))
        for noun, known in NOUNS.items():
            row = {"id": 5, **FIXED[noun], **dict.fromkeys(known.columns, "Grapes")}
            connection.execute(insert(known.table), [row])
    assert upgrade(path, SITE)
    with open_old_database(path, "0048") as connection:
        for noun in NOUNS:
            query = text(f'SELECT rowid FROM {noun}_fts WHERE {noun}_fts MATCH \'"rap" "ape"\'')
            assert connection.execute(query).scalars().all() == [5], noun
