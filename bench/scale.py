"""What reads cost on a small and on a large site: `python -m bench.scale [--capped 12000 --large 36000]`.

All applications run in this process and are asked in turns, without a network; medians of processor time are compared.
Reads that an index bounds go from the small site to the large one. Other searches and counts go from a site on which
more fit than are counted (10,000). The large site takes some minutes to make, and 6 KB of disk for each page.
"""

import argparse
import asyncio
import json
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table
from starlette.types import ASGIApp

from bench.answers import exchange, running
from bench.site import fill_site
from sitehand.app import build
from sitehand.settings import Settings

PAGES = "/sitehand/v1/pages"
GOAL = 1.5
"""How many times as much a read may cost on the large site."""
RARE = "quagga"
console = Console(width=130)


@dataclass(frozen=True, slots=True)
class Question:
    """Something to ask; `capped` when more fit than are counted, so that a small site would not do."""

    name: str
    path: str = PAGES
    query: str = ""
    capped: bool = False


@dataclass(frozen=True, slots=True)
class Site:
    """A site of some size, its application, and a key."""

    pages: int
    app: ASGIApp
    key: str

    async def ask(self, question: Question) -> float:
        """Seconds of processor time for one answer. Raises when it is a refusal."""
        headers = {"host": "127.0.0.1:8000", "x-api-key": self.key}
        began = time.process_time()
        answer = await exchange(self.app, question.path, headers, b"", method="GET", query=question.query)
        spent = time.process_time() - began
        told = json.loads(answer)
        if not told or "code" in told:
            raise RuntimeError(f"{question.name}: {answer[:300]!r}")
        return spent


QUESTIONS = (
    Question("a page by id", f"{PAGES}/5"),
    Question("list", query="per_page=10"),
    Question("list by title", query="per_page=10&orderby=title&order=asc"),
    Question("list of one status", query="per_page=10&status=publish"),
    Question("search, rare word", query=f"search={RARE}"),
    Question("search, each page's word, newest first", query="search=words", capped=True),
    Question("search, each page's word, by relevance", query="search=words&orderby=relevance", capped=True),
    Question("count by author", query="per_page=10&author=1", capped=True),
    Question("count by date", query="per_page=10&after=2000-01-01T00:00:00", capped=True),
)


def main() -> None:
    """Make the sites, measure, and print a table."""
    options = read_options()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(report(Path(folder), options))


def read_options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.scale", description="Reads on a small and on a large site.")
    parser.add_argument("--small", type=int, default=400, help="pages of the small site (400)")
    parser.add_argument("--capped", type=int, default=20_000, help="pages where more fit than are counted (20000)")
    parser.add_argument("--large", type=int, default=700_000, help="pages of the large site (700000)")
    parser.add_argument("--rounds", type=int, default=40, help="times that each is asked (40)")
    return parser.parse_args()


async def report(folder: Path, options: argparse.Namespace) -> None:
    """Ask everything of the sites that it is compared on."""
    table = Table("read", "small, ms", "large, ms", "times", "goal", title=f"up to {options.large:,} pages")
    async with AsyncExitStack() as stack:
        small, capped, large = [
            await open_site(stack, folder / str(pages), pages)
            for pages in (options.small, options.capped, options.large)
        ]
        for question in track(QUESTIONS, description="Measuring", console=console, transient=True):
            ours, theirs = await compare(question, [capped if question.capped else small, large], options.rounds)
            table.add_row(question.name, f"{ours * 1e3:.2f}", f"{theirs * 1e3:.2f}", f"{theirs / ours:.2f}", f"{GOAL}")
    console.print(table)


async def open_site(stack: AsyncExitStack, folder: Path, pages: int) -> Site:
    """A site of that many pages, one of them with a rare word, which remembers no answers."""
    key = await fill_site(folder, pages, console)
    with closing(sqlite3.connect(folder / "sitehand.db")) as connection, connection:
        connection.execute("UPDATE items SET title = :word, title_rendered = :word WHERE id = 7", {"word": RARE})
    app = build(Settings(data=folder, log="off", recall_bytes=0))
    await stack.enter_async_context(running(app))
    return Site(pages, app, key)


async def compare(question: Question, sites: Sequence[Site], rounds: int) -> list[float]:
    """Seconds for one answer on each site; the first of each does not count."""
    spent: list[list[float]] = [[] for _ in sites]
    for _ in range(rounds + 1):
        for site, times in zip(sites, spent, strict=True):
            times.append(await site.ask(question))
    return [statistics.median(times[1:]) for times in spent]


if __name__ == "__main__":
    main()
