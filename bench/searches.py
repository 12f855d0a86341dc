"""What searches of lists cost on a small and on a large site: `python -m bench.searches [--large 200000]`.

Each noun has as many rows as the site is large. One row has a rare word and a rare one of two letters, every row a
common one, and every hundredth row one of its own. All applications run in this process and are asked in
turns, without a network; medians of processor time are compared.
"""

import sqlite3
from collections.abc import Iterator

from bench.lists import fill_tables
from bench.nouns import ROOT, Sizes, run
from bench.scale import Question

NOUNS = {"media": "title", "comments": "content", "terms": "name", "redirects": "target", "authors": "name"}
"""The tables, and the column that gets the words."""
COMMON = {"media": "file", "comments": "comment", "terms": "term", "redirects": "new", "authors": "author"}
PATHS = {"terms": "categories", "authors": "users"}
WORDS = {"rare": "quagga", "in one of a hundred": "zebu", "rare, short": "qz"}


def list_questions() -> Iterator[Question]:
    """Each noun by each kind of word, and the comments of a page."""
    for noun, common in COMMON.items():
        path = f"{ROOT}/{PATHS.get(noun, noun)}"
        for kind, word in {"in each": common, **WORDS}.items():
            yield Question(f"{noun}, {kind}", path, f"search={word}")
    yield Question("comments of a page", f"{ROOT}/comments", "post=1")
    yield Question("comments of a page, rare", f"{ROOT}/comments", "post=1&search=quagga")


def fill(connection: sqlite3.Connection, rows: int) -> None:
    """Give each noun so many rows, with the words in them."""
    fill_tables(connection, rows, tuple(NOUNS))
    for noun, column in NOUNS.items():
        connection.execute(f"UPDATE {noun} SET {column} = {column} || ' quagga qz' WHERE id = 7")
        connection.execute(f"UPDATE {noun} SET {column} = {column} || ' zebu' WHERE id % 100 = 0")


if __name__ == "__main__":
    run("bench.searches", list_questions(), fill, Sizes(20_000, 200_000, 15))
