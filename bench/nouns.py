"""Sites with many rows of each noun, a small one and a large one, which are asked the same in turns."""

import argparse
import asyncio
import sqlite3
import tempfile
from collections.abc import Callable, Iterable
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from bench.answers import running
from bench.scale import GOAL, Question, Site, compare
from bench.site import fill_site
from sitehand.app import build
from sitehand.settings import Settings

ROOT = "/sitehand/v1"
console = Console(width=130)


class Sizes(NamedTuple):
    """How many rows of each noun the two sites have, and how often each question is asked, by default."""

    small: int
    large: int
    rounds: int


Fill = Callable[[sqlite3.Connection, int], None]
"""Gives the tables so many rows."""


def run(module: str, questions: Iterable[Question], fill: Fill, sizes: Sizes) -> None:
    """Make the sites that the command line asks for, measure, and print a table."""
    options = _read_options(module, sizes)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_report(Path(folder), questions, fill, options))


def _read_options(module: str, sizes: Sizes) -> Sizes:
    parser = argparse.ArgumentParser(prog=f"python -m {module}")
    parser.add_argument("--small", type=int, default=sizes.small, help=f"rows on the small site ({sizes.small})")
    parser.add_argument("--large", type=int, default=sizes.large, help=f"rows on the large site ({sizes.large})")
    parser.add_argument("--rounds", type=int, default=sizes.rounds, help=f"times that each is asked ({sizes.rounds})")
    return Sizes(**vars(parser.parse_args()))


async def _report(folder: Path, questions: Iterable[Question], fill: Fill, sizes: Sizes) -> None:
    table = Table(
        "read", "small, ms", "large, ms", "times", "goal", title=f"{sizes.small:,} to {sizes.large:,} of each"
    )
    async with AsyncExitStack() as stack:
        sites = [await _open_site(stack, folder / str(rows), rows, fill) for rows in (sizes.small, sizes.large)]
        for question in questions:
            small, large = await compare(question, sites, sizes.rounds)
            table.add_row(question.name, f"{small * 1e3:.2f}", f"{large * 1e3:.2f}", f"{large / small:.2f}", f"{GOAL}")
    console.print(table)


async def _open_site(stack: AsyncExitStack, folder: Path, rows: int, fill: Fill) -> Site:
    """A site with a page and so many rows of each noun, which remembers no answers."""
    key = await fill_site(folder, 1, console)
    with closing(sqlite3.connect(folder / "sitehand.db", isolation_level=None)) as connection:
        fill(connection, rows)
    app = build(Settings(data=folder, log="off", recall_bytes=0))
    await stack.enter_async_context(running(app))
    return Site(rows, app, key)
