"""Durable writes: `python -m bench.writes [--seconds 3] [--rounds 3]`.

`POST /pages` with one caller, with 16, and with two workers, each beside what one connection of SQLite does: the same
row with its entry in the full-text index, one commit for each. In turns, in one run; the median of each round's ratio.
What the journal adds to a write is told in such rows, since a share of the write would grow whenever the rest shrinks.
"""

import argparse
import asyncio
import sqlite3
import statistics
import tempfile
import time
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.__main__ import create_page, reset_limits
from bench.load import Figures, Server, require_wrk, serve, sitehand
from bench.site import fill_site

PAGES, CONNECTIONS = 400, 16
GOAL, CPU_GOAL, TAIL_GOAL = 0.12, 1.2, 4
"""Of the floor's writes a second; milliseconds for a write; how many times the median the slowest hundredth takes."""


@dataclass(frozen=True, slots=True)
class Case:
    """A server that is written to by so many callers at once."""

    name: str
    server: Server
    connections: int


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m bench.writes", description="Durable writes against SQLite's own.")
    parser.add_argument("--seconds", type=int, default=3, help="length of one run (3)")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each case (3)")
    options = parser.parse_args()
    require_wrk()
    with tempfile.TemporaryDirectory() as folder:
        measure(Path(folder), options.seconds, options.rounds)


def measure(folder: Path, seconds: int, rounds: int) -> None:
    """All cases in turn, some rounds, on one site."""
    console = Console(width=130)
    key = asyncio.run(fill_site(folder, PAGES, console))
    settings = {"SITEHAND_DATA": str(folder), "SITEHAND_LOG": "off"}
    with ExitStack() as stack:
        one, two = (
            stack.enter_context(serve(sitehand("--workers", str(workers)), settings, "/robots.txt"))
            for workers in (1, 2)
        )
        unjournaled = stack.enter_context(serve(sitehand(module="bench.unjournaled"), settings, "/robots.txt"))
        cases = [
            Case("POST /pages, 1 caller", one, 1),
            Case(f"POST /pages, {CONNECTIONS} callers, two workers", two, CONNECTIONS),
            Case(f"POST /pages, {CONNECTIONS} callers", one, CONNECTIONS),
            Case("the same without the journal", unjournaled, CONNECTIONS),
        ]
        floors: list[float] = []
        figures: list[list[Figures]] = [[] for _ in cases]
        for _ in range(rounds):
            floors.append(insert_alone(folder / "sitehand.db", seconds))
            for case, found in zip(cases, figures, strict=True):
                one.fetch(reset_limits(key))
                found.append(case.server.run(create_page(key), seconds=seconds, connections=case.connections))
    console.print(tabulate(cases, figures, floors))


def insert_alone(path: Path, seconds: float) -> float:
    """How many of the site's own rows a second one connection inserts, each durable before the next begins."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous=FULL")
        columns = [row[1] for row in connection.execute("PRAGMA table_info(items)") if row[1] != "id"]
        found = connection.execute(f"SELECT {', '.join(columns)} FROM items LIMIT 1").fetchone()
        row = dict(zip(columns, found, strict=True))
        insert = f"INSERT INTO items ({', '.join(columns)}) VALUES ({', '.join(f':{name}' for name in columns)})"
        count, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            connection.execute(insert, {**row, "slug": f"floor-{began}-{count}"})
            count += 1
        return count / (time.perf_counter() - began)


def tabulate(cases: list[Case], figures: list[list[Figures]], floors: list[float]) -> Table:
    """The medians, as a table."""
    table = Table("case", "a second", "of the floor", "p50 ms", "p99 ms", "p99 / p50", "CPU ms a write")
    table.add_row("one connection, a commit for each row", f"{statistics.median(floors):.0f}", "1", "", "", "", "")
    for case, runs in zip(cases, figures, strict=True):
        middle = Figures(
            *(statistics.median(values) for values in zip(*(asdict(run).values() for run in runs), strict=True))
        )
        ratio = statistics.median(run.per_second / floor for run, floor in zip(runs, floors, strict=True))
        tail = statistics.median(run.p99 / run.p50 for run in runs)
        shown = (f"{middle.p50:.1f}", f"{middle.p99:.1f}", f"{tail:.1f}", f"{middle.cpu_per_request:.2f}")
        table.add_row(case.name, f"{middle.per_second:.0f}", f"{ratio:.3f}", *shown)
    journaled, unjournaled = figures[-2:]  # the last two cases
    weight = weigh_journal(journaled, unjournaled, floors)
    table.add_row("what the journal adds, in rows of one connection", "", f"{weight:.2f}")
    table.add_row("wanted, with 16 callers", "", f"{GOAL}", "", "", f"{TAIL_GOAL}", f"{CPU_GOAL}")
    return table


def weigh_journal(journaled: list[Figures], unjournaled: list[Figures], floors: list[float]) -> float:
    """How many rows of the floor take as long as the journal adds to a write."""
    rounds = zip(journaled, unjournaled, floors, strict=True)
    return statistics.median(
        floor * (1 / with_it.per_second - 1 / without.per_second) for with_it, without, floor in rounds
    )


if __name__ == "__main__":
    main()
