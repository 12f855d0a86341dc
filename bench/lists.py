"""What the first page of each list costs on a small and on a large site: `python -m bench.lists [--large 10000]`.

Every noun has as many rows as the site is large; media and terms lead the issue's list. All applications run in this
process and are asked in turns, without a network; medians of processor time are compared.
"""

import argparse
import asyncio
import sqlite3
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack, closing
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.answers import running
from bench.scale import GOAL, Question, Site, compare
from bench.site import NUMBERS, fill_site
from sitehand.app import build
from sitehand.settings import Settings

ROOT = "/sitehand/v1"
DATE = "strftime('%Y-%m-%dT%H:%M:%SZ', '2026-01-01', '-' || value || ' minutes')"
ROWS = {
    "media": {
        **{"source_url": "'/media/2026/01/file-' || value || '.jpg'", "title": "'File ' || value"},
        **{"slug": "'file-' || value", "mime_type": "'image/jpeg'", "sha256": "printf('%064x', value)"},
        **{"date": DATE, "modified": DATE, "details": """'{"width": 40, "height": 30}'"""},
    },
    "terms": {"taxonomy": "'category'", "slug": "'term-' || value", "name": "'Term ' || value"},
    "comments": {
        **{"post": "1", "status": "'approved'", "author_name": "'Ann'", "date": DATE},
        "content": "'A comment with some words, number ' || value",
    },
    "redirects": {"source": "'/old-' || value", "target": "'/new-' || value", "code": "301", "created": DATE},
    "address_hits": {"path": "'/gone-' || value", "hits": "value", "first": DATE, "last": DATE},
    "authors": {"slug": "'author-' || value", "name": "'Author ' || value"},
    "revisions": {
        **{"item_id": "1", "revision": "'x'", "at": DATE, "by": "'key:1'", "action": "'update'"},
        "state": "(SELECT state FROM revisions LIMIT 1)",
    },
    "jobs": {
        **{"kind": "'count'", "arguments": "'{}'", "caller": "'key:1'", "label": "'bench'", "role": "'admin'"},
        **{"operation": "'x'", "door": "'rest'", "client": "''", "state": "'done'", "due": DATE},
        **{"created": DATE, "updated": DATE},
    },
    "changes": {
        **{"at": DATE, "milliseconds": "1", "request_id": "'-'", "caller": "'key:1'", "label": "'bench'"},
        **{"role": "'admin'", "door": "'rest'", "client": "''", "operation": "'create_page'", "arguments": "'{}'"},
        **{"outcome": "'done'", "previous": "''", "hash": "''"},
    },
    "api_keys": {
        **{"label": "'Key ' || value", "role": "'author'", "secret_sha256": "printf('%064x', value)"},
        **{"first_characters": "'x'", "created": DATE},
    },
}
"""What a row of each table has, in SQL of its number. Changes are not chained: nothing here reads the chain."""
QUESTIONS = (
    Question("media", f"{ROOT}/media"),
    Question("media by title", f"{ROOT}/media", "orderby=title&order=asc"),
    Question("media without alternative text", f"{ROOT}/media", "only=missing_alt_text"),
    Question("categories", f"{ROOT}/categories"),
    Question("categories by use", f"{ROOT}/categories", "orderby=count&order=desc"),
    Question("comments", f"{ROOT}/comments"),
    Question("comments of a page", f"{ROOT}/comments", "post=1"),
    Question("redirects", f"{ROOT}/redirects"),
    Question("redirects by use", f"{ROOT}/redirects", "orderby=hits"),
    Question("missing addresses", f"{ROOT}/redirects/missing"),
    Question("users", f"{ROOT}/users"),
    Question("users by id", f"{ROOT}/users", "orderby=id"),
    Question("revisions of a page", f"{ROOT}/pages/1/revisions"),
    Question("jobs", f"{ROOT}/jobs"),
    Question("changes", f"{ROOT}/changes"),
    Question("keys", f"{ROOT}/api-keys"),
)
console = Console(width=130)


def main() -> None:
    """Make the sites, measure, and print a table."""
    options = read_options()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(report(Path(folder), options))


def read_options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.lists", description="First pages of lists.")
    parser.add_argument("--small", type=int, default=100, help="rows of each noun on the small site (100)")
    parser.add_argument("--large", type=int, default=10_000, help="rows of each noun on the large site (10000)")
    parser.add_argument("--rounds", type=int, default=40, help="times that each is asked (40)")
    return parser.parse_args()


async def report(folder: Path, options: argparse.Namespace) -> None:
    """Ask for every list of both sites."""
    table = Table("list", "small, ms", "large, ms", "times", "goal", title=f"{options.large:,} of each")
    async with AsyncExitStack() as stack:
        sites = [await open_site(stack, folder / str(rows), rows) for rows in (options.small, options.large)]
        for question in QUESTIONS:
            small, large = await compare(question, sites, options.rounds)
            table.add_row(question.name, f"{small * 1e3:.2f}", f"{large * 1e3:.2f}", f"{large / small:.2f}", f"{GOAL}")
    console.print(table)


async def open_site(stack: AsyncExitStack, folder: Path, rows: int) -> Site:
    """A site with a page and so many rows of each noun, which remembers no answers."""
    key = await fill_site(folder, 1, console)
    with closing(sqlite3.connect(folder / "sitehand.db", isolation_level=None)) as connection:
        fill_tables(connection, rows)
    app = build(Settings(data=folder, log="off", recall_bytes=0))
    await stack.enter_async_context(running(app))
    return Site(rows, app, key)


def fill_tables(connection: sqlite3.Connection, rows: int, tables: Sequence[str] = tuple(ROWS)) -> None:
    """Give each table so many rows, without entries in the journal."""
    connection.execute("PRAGMA synchronous=OFF")
    for name in tables:
        columns = ROWS[name]
        written = f"INSERT INTO {name} ({', '.join(columns)}) SELECT {', '.join(columns.values())} FROM number"
        connection.execute(f"{NUMBERS} {written}", {"first": 1, "last": rows})


if __name__ == "__main__":
    main()
