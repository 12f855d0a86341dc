"""Lists that look for words anywhere in the texts of a row, such as "ape" in "Grapes".

An index of runs of three characters leads to the rows that may have the words, and these alone are compared; of words
of one or two letters the rarest is looked up, as every run that it begins. The index does not help with words that more
rows may have than are counted. There each row is compared in the order of the list, which soon meets as many common
ones as it shows.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, FromClause, Select, Table, func, or_, select, text

from sitehand.hosts.builtin.sqlite.full_text import SHORTEST_PART, hold_parts, list_runs, name_runs, rows_with_parts
from sitehand.site.content import MAX_COUNTED, Listing
from sitehand.site.values import Paging

MAX_WORDS = 20
MAX_RUNS, MAX_MET = 200, MAX_COUNTED // 2
"""Limits for a short word: the runs that are looked up, and the rows that have them, added up. A word beyond them is
common.
"""
ROWS_OF_RUN = 250
"""The rows that are compared in the time that one run more costs: in a short table a word with few runs is common."""
COUNT = "SELECT count(*) FROM (SELECT id FROM {} AS found LIMIT :limit) AS counted"


def choose_parts(connection: Connection, table: str, words: Iterable[str]) -> str:
    """The index's query for these words; empty where it helps none of them, or leads to more rows than are counted."""
    known = [word for word in dict.fromkeys(words) if word and "\0" not in word]
    long = [word for word in known if len(word) >= SHORTEST_PART]
    short = _find_all_runs(connection, table, [word for word in known if len(word) < SHORTEST_PART])
    rarest = min((runs for runs in short if runs is not None), key=lambda runs: sum(runs.values()), default={})
    parts = hold_parts(long, rarest)  # each run more costs, and one rare word leads to few rows
    if not parts:
        return ""
    count = text(COUNT.format(rows_with_parts(table)))
    counted = connection.execute(count, {"parts": parts, "limit": MAX_COUNTED + 1}).scalar_one()
    return parts if counted <= MAX_COUNTED else ""


def _find_all_runs(connection: Connection, table: str, words: Sequence[str]) -> Iterator[Mapping[str, int] | None]:
    """Find the runs of each short word; None for a word that is common."""
    newest = connection.execute(text(f"SELECT max(id) FROM {table}")).scalar_one() if words else 0  # noqa: S608
    most = max(1, min(MAX_RUNS, (newest or 0) // ROWS_OF_RUN))
    for word in words:
        yield _find_runs(connection, table, word, most)


def _find_runs(connection: Connection, table: str, word: str, most: int) -> Mapping[str, int] | None:
    """The runs of which a row that has a short word has one, and in how many rows each is; None for a common word."""
    runs, met = dict[str, int](), 0
    for row in connection.execute(text(list_runs(table)), name_runs(word)):
        runs[row.run] = row.rows
        met += row.rows
        if len(runs) > most or met > MAX_MET:
            return None
    return runs or {word: 0}


def write_source(table: str) -> str:
    """The rows that the index leads to by `:parts`, under the name of their table."""
    return f"(SELECT * FROM {table} WHERE id IN {rows_with_parts(table)} LIMIT {MAX_COUNTED}) AS {table}"  # noqa: S608


def find_rows(connection: Connection, table: Table, words: Iterable[str]) -> FromClause:
    """Where to look for the words: the rows that the index leads to, under the name of their table, or the table."""
    parts = choose_parts(connection, table.name, words)
    if not parts:
        return table
    found = text(f"{table.name}.id IN {rows_with_parts(table.name)}").bindparams(parts=parts)
    return select(table).where(found).limit(MAX_COUNTED).subquery(table.name)


def hold_word(rows: FromClause, columns: Sequence[str], word: str) -> ColumnElement[bool]:
    """Whether one of a row's texts has the word in it, whatever the case of its letters from A to Z."""
    return or_(*(rows.c[name].icontains(word, autoescape=True) for name in columns))


def count_rows(connection: Connection, rows: Select[Any], *, bounded: bool) -> int:
    """How many rows there are; of bounded ones up to `MAX_COUNTED` + 1."""
    some = rows.limit(MAX_COUNTED + 1) if bounded else rows
    return int(connection.execute(select(func.count()).select_from(some.subquery("counted"))).scalar_one())


def count_source(source: str, where: str, *, bounded: bool) -> str:
    """A statement that counts the rows of a source where a condition holds; of bounded ones up to `MAX_COUNTED` + 1."""
    limit = f"LIMIT {MAX_COUNTED + 1}" if bounded else ""
    return f"SELECT count(*) AS total FROM (SELECT id FROM {source} WHERE {where} {limit}) AS counted"  # noqa: S608


def list_counted(shown: Sequence[Any], total: int, query: Paging, *, bounded: bool) -> Listing[Any]:
    """One page, whose total may be more than is counted."""
    if not bounded or total <= MAX_COUNTED:
        return Listing(shown, total, query.page, query.per_page)
    goes_on = len(shown) == query.per_page
    return Listing(shown, MAX_COUNTED, query.page, query.per_page, "at_least", goes_on=goes_on)
