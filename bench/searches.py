"""What searches of lists cost on a small and on a large site: `python -m bench.searches [--large 200000]`.

Each noun has as many rows as the site is large. One row has a rare word and a rare one of two letters, every row a
common one, and every hundredth row one of its own. All applications run in this process and are asked in
turns, without a network; medians of processor time are compared.
"""

import argparse
import asyncio
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.answers import running
from bench.lists import ROOT, fill_tables
from bench.scale import GOAL, Question, Site, compare
from bench.site import fill_site
from sitehand.app import build
from sitehand.settings import Settings

NOUNS = {"media": "title", "comments": "content", "terms": "name", "redirects": "target", "authors": "name"}
"""The tables, and the column that gets the words."""
COMMON = {"media": "file", "comments": "comment", "terms": "term", "redirects": "new", "authors": "author"}
PATHS = {"terms": "categories", "authors": "users"}
WORDS = {"rare": "quagga", "in one of a hundred": "zebu", "rare, short": "qz"}
console = Console(width=130)


def main() -> None:
    """Make the sites, measure, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m bench.searches", description="Searches of lists.")
    parser.add_argument("--small", type=int, default=20_000, help="rows of each noun on the small site (20000)")
    parser.add_argument("--large", type=int, default=200_000, help="rows of each noun on the large site (200000)")
    parser.add_argument("--rounds", type=int, default=15, help="times that each is asked (15)")
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(report(Path(folder), parser.parse_args()))


def list_questions() -> Iterator[Question]:
    """Each noun by each kind of word, and the comments of a page."""
    for noun, common in COMMON.items():
        path = f"{ROOT}/{PATHS.get(noun, noun)}"
        for kind, word in {"in each": common, **WORDS}.items():
            yield Question(f"{noun}, {kind}", path, f"search={word}")
    yield Question("comments of a page", f"{ROOT}/comments", "post=1")
    yield Question("comments of a page, rare", f"{ROOT}/comments", "post=1&search=quagga")


async def report(folder: Path, options: argparse.Namespace) -> None:
    """Ask both sites for every list."""
    table = Table("search", "small, ms", "large, ms", "times", "goal", title=f"{options.small:,} to {options.large:,}")
    async with AsyncExitStack() as stack:
        sites = [await open_site(stack, folder / str(rows), rows) for rows in (options.small, options.large)]
        for question in list_questions():
            small, large = await compare(question, sites, options.rounds)
            table.add_row(question.name, f"{small * 1e3:.2f}", f"{large * 1e3:.2f}", f"{large / small:.2f}", f"{GOAL}")
    console.print(table)


async def open_site(stack: AsyncExitStack, folder: Path, rows: int) -> Site:
    """A site with a page and so many rows of each noun, which remembers no answers."""
    key = await fill_site(folder, 1, console)
    with closing(sqlite3.connect(folder / "sitehand.db", isolation_level=None)) as connection:
        fill_tables(connection, rows, tuple(NOUNS))
        for noun, column in NOUNS.items():
            connection.execute(f"UPDATE {noun} SET {column} = {column} || ' quagga qz' WHERE id = 7")
            connection.execute(f"UPDATE {noun} SET {column} = {column} || ' zebu' WHERE id % 100 = 0")
    app = build(Settings(data=folder, log="off", recall_bytes=0))
    await stack.enter_async_context(running(app))
    return Site(rows, app, key)


if __name__ == "__main__":
    main()
