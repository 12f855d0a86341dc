"""`hosts/builtin/sqlite/full_text.py` for PostgreSQL. Source: https://www.postgresql.org/docs/current/textsearch.html"""
# ruff: noqa: D103 - each function says the same as its namesake there

import json
from collections.abc import Iterable, Sequence

TABLES = (
    "CREATE TABLE items_fts (id integer PRIMARY KEY, words tsvector, title tsvector)",
    *(
        f"CREATE TABLE {table}_fts (id integer PRIMARY KEY, words text)"
        for table in ("media", "comments", "terms", "redirects", "authors")
    ),
)
SHORTEST_PART = 3
HIT = "items_fts.id"
JOINED = "items_fts JOIN items ON items.id = items_fts.id AND items_fts.words @@"
HITS = f"{JOINED} CAST(:match AS tsquery)"
RANKED_HITS = f"""{JOINED} CAST(:weighed AS tsquery)
    AND (:weighed = :match OR items.id IN (SELECT id FROM items_fts WHERE words @@ CAST(:match AS tsquery)))"""
SCORE = "-ts_rank(items_fts.words, CAST(:weighed AS tsquery))"
TITLED = "(SELECT id FROM items_fts WHERE title @@ CAST(:match AS tsquery) AND id >= :oldest)"


def list_newest(name: str, limit: int) -> str:
    return f"(SELECT id FROM items_fts WHERE words @@ CAST(:{name} AS tsquery) ORDER BY id DESC LIMIT {limit})"


def hold_all(words: Iterable[str]) -> str:
    return " & ".join(f"'{word}'" for word in words)


def unfinish(query: str) -> str:
    return f"{query}:*"


def split_query(query: str) -> Sequence[str]:
    return query.split(" & ")


def join_queries(queries: Iterable[str]) -> str:
    return " & ".join(queries)


def rows_with_parts(table: str) -> str:
    return f"(SELECT id FROM {table}_fts WHERE words ILIKE ALL (CAST(:parts AS text[])))"


def list_runs(table: str) -> str:
    return f"SELECT CAST(:first AS text) AS run, count(*) AS rows FROM {table}_fts WHERE words LIKE CAST(:last AS text)"


def name_runs(word: str) -> dict[str, str]:
    return {"first": word, "last": f"%{word}%"}


def hold_parts(parts: Iterable[str], runs: Iterable[str] = ()) -> str:
    return "{" + ",".join(json.dumps(f"%{part}%") for part in [*parts, *runs]) + "}"
