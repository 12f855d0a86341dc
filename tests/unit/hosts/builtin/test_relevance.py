"""Which hits of a search come first, through each door that ranks them."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import text

from sitehand.hosts.builtin import relevance
from sitehand.hosts.builtin.host import build_host
from sitehand.hosts.builtin.public import queries
from sitehand.hosts.builtin.words import match_words
from sitehand.site.content import PageQuery
from sitehand.site.search import SearchQuery
from sitehand.store.database import Database
from sitehand.store.reading import list_rows
from tests.unit.hosts.builtin.public.site import open_site

LONG = "and more words that make this text longer than the others are"
PAGES = [
    ("Roses", "tea heath tea"),
    ("Tea for many", f"heath {LONG}"),
    ("Tea and heath", f"tea {LONG}"),
    ("Moor", f"tea heath fern {LONG}"),
    ("Fern", "tea heath"),
    ("Moss", "heath tea fern fern tea tea tea"),
]
"""Their ids count from 1; all hold "tea" and "heath"."""
Find = Callable[[Database, str], Awaitable[list[int]]]


async def _list(database: Database, words: str) -> list[int]:
    found = await build_host(database, "https://hill.example").pages.find(PageQuery(search=words, orderby="relevance"))
    return [page["id"] for page in found.items]


async def _search(database: Database, words: str) -> list[int]:
    found = await build_host(database, "https://hill.example").search.find(SearchQuery(search=words))
    return [hit["id"] for hit in found.items]


async def _visit(database: Database, words: str) -> list[int]:
    found, _ = await queries.search_items(database, "2030-01-01T00:00:00Z", "", words, 1)
    return [card.id for card in found]


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """A site of these pages."""
    async with open_site(tmp_path) as site:
        for title, content in PAGES:
            await site.add("page", title=title, content=content)
        yield site.database


@pytest.fixture(params=[_list, _search, _visit])
def find(request: pytest.FixtureRequest) -> Find:
    """A door that ranks what it finds."""
    found: Find = request.param
    return found


async def _weigh_all(database: Database, words: str) -> list[int]:
    """The hits by the weight that FTS5 gives all these words."""
    statement = (
        "SELECT rowid FROM items_fts WHERE items_fts MATCH :match ORDER BY bm25(items_fts, 5.0, 1.0), rowid DESC"
    )
    return [row[0] for row in await database.read(list_rows(text(statement), {"match": match_words(words)}))]


async def test_words_are_weighed_as_the_index_does(database: Database, find: Find) -> None:
    """Few items hold them: the order is that of BM25."""
    for words in ("tea", "fern", "heath tea", "tea fern"):
        assert await find(database, words) == await _weigh_all(database, words)


async def test_a_word_that_many_hold_gets_no_weight(
    database: Database, find: Find, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hit must hold it, and the others alone say how well it fits."""
    monkeypatch.setattr(relevance, "MAX_WEIGHED", 3)
    assert await find(database, "tea fern") == await _weigh_all(database, "fern")
    assert await find(database, "moor tea heath") == [4]
    assert await find(database, "tea roses fern") == []


async def test_where_many_hold_every_word_titles_come_first(
    database: Database, find: Find, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those with all of them in the title, then the others; the newest first in both. Visitors look for whole words."""
    monkeypatch.setattr(relevance, "MAX_WEIGHED", 3)
    expected = {"tea": [3, 2], "heath tea": [3], "heath": [3], "hea*": [3], "tea hea*": [3]}
    for words, titled in expected.items():
        if find is not _visit or not words.endswith("*"):
            assert await find(database, words) == [*titled, *(each for each in range(6, 0, -1) if each not in titled)]


async def test_a_word_that_the_index_leaves_out_takes_no_hit_away(
    database: Database, find: Find, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python takes some letters of younger scripts for letters, and FTS5 does not: those of the New Tai Lue vowels."""
    left_out = "\u19b0\u19b1"
    assert await find(database, f"{left_out} tea") == await find(database, "tea")
    monkeypatch.setattr(relevance, "MAX_WEIGHED", 3)
    assert await find(database, f"tea {left_out}") == await find(database, "tea") != []
