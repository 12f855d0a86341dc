"""The full-text indexes of items and of parts of texts, as SQLite has them: FTS5. Source: https://sqlite.org/fts5.html

A query is a text that is bound to a name: quoted words with a space between, of which an item holds all.
Items are found by whole words; rows of other tables by any part of a text, through an index of its trigrams.
"""

from collections.abc import Iterable, Sequence
from itertools import islice
from string import ascii_lowercase, ascii_uppercase

from sitehand.store.sqlite.hints import BY_KEY, THEN_JOIN, aside

HIT = "items_fts.rowid"
"""The id of the item of a hit; hits come newest first without being sorted."""
JOINED = f"items_fts {THEN_JOIN} items {BY_KEY} ON items.id = items_fts.rowid AND items_fts MATCH"
HITS = f"{JOINED} :match"
"""A source: the items that hold a query, `match`."""
RANKED_HITS = f"""{JOINED} :weighed
    AND (:weighed = :match OR {aside("items.id")} IN (SELECT rowid FROM items_fts WHERE items_fts MATCH :match))"""  # noqa: S608
"""A source: the items that hold the whole query, `match`, found and scored by those of its words that are `weighed`."""
SCORE = "bm25(items_fts, 5.0, 1.0)"
"""How well a hit fits: the best is the least, and all are below zero. A word in the title counts five times."""
TITLED = "(SELECT rowid FROM items_fts WHERE items_fts MATCH '{title} : (' || :match || ')' AND rowid >= :oldest)"
"""The ids of items with every word of `match` in the title, from the `oldest` that is looked at."""


def list_newest(name: str, limit: int) -> str:
    """The ids of the newest items that hold the query of this name, in the column `id`."""
    return f"(SELECT rowid AS id FROM items_fts WHERE items_fts MATCH :{name} ORDER BY rowid DESC LIMIT {limit})"  # noqa: S608


def hold_all(words: Iterable[str]) -> str:
    """A query for what holds every word. The words have no quotes in them, so that none is an operator."""
    return " ".join(f'"{word}"' for word in words)


def unfinish(query: str) -> str:
    """The query with its last word as the beginning of a word."""
    return f"{query}*"


def split_query(query: str) -> Sequence[str]:
    """A query of each of its words."""
    return query.split(" ")


def join_queries(queries: Iterable[str]) -> str:
    """The query for what all of these find."""
    return " ".join(queries)


SHORTEST_PART = 3
"""Characters that a part of a text needs for the index to know it as it is."""
MAX_TRIGRAMS = 40
"""Trigrams that are looked up for a part of a text; more hardly reduce the rows."""
LAST = "\U0010ffff"
_LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)


def rows_with_parts(table: str) -> str:
    """The ids of a table's rows that may have the parts of `:parts` in their texts, in the column `id`.

    All that have them are among these, whatever the case of letters from A to Z.
    """
    return f"(SELECT rowid AS id FROM {table}_fts WHERE {table}_fts MATCH :parts)"  # noqa: S608


def list_runs(table: str) -> str:
    """The runs of three characters that a table's texts have and a shorter word begins, each in how many rows: columns
    `run` and `rows`. Every text ends in two blanks there.
    """
    return f"SELECT term AS run, doc AS rows FROM {table}_fts_runs WHERE term >= :first AND term <= :last"  # noqa: S608


def name_runs(word: str) -> dict[str, str]:
    """The values of that statement for a word."""
    first = word.translate(_LOWER)
    return {"first": first, "last": first + LAST * (SHORTEST_PART - 1)}


def hold_parts(parts: Iterable[str], runs: Iterable[str] = ()) -> str:
    """A query for what has every run of three characters that these parts have, of `SHORTEST_PART` or more each, and
    one of the runs of a shorter word.
    """
    trigrams = dict.fromkeys(part.translate(_LOWER)[at : at + 3] for part in parts for at in range(len(part) - 2))
    each = [_quote(trigram) for trigram in islice(trigrams, MAX_TRIGRAMS)]
    some = " OR ".join(map(_quote, runs))
    return " AND ".join([*each, f"({some})"] if some else each)


def _quote(part: str) -> str:
    return '"' + part.replace('"', '""') + '"'
