"""Run the benchmark: `python -m bench [--pages 400 --pages 100000] [--seconds 4] [--rounds 3]`.

Each ratio pairs two servers that run at the same time on this machine, in turns, A B A B; the median counts.
"""

import argparse
import asyncio
import json
import statistics
import tempfile
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from bench.broker import calling_assistants, enroll
from bench.load import Call, Figures, Server, require_wrk, serve, sitehand, uvicorn
from bench.site import CONTENT, fill_site
from bench.writer import writing

REST = "/sitehand/v1"
CONNECTIONS = 16
VISIT = Call("GET", "/page-5/", {})
"""A page as visitors see it."""
console = Console(width=130)


@dataclass(frozen=True, slots=True)
class Case:
    """Something to measure, on one of the servers; `against` names the case that it is compared with.

    `worth` is how many of the other case's calls one of these does; `goal` is the least ratio that is wanted;
    `beside` is what goes on meanwhile.
    """

    name: str
    server: Server
    call: Call
    against: str = ""
    worth: float = 1
    goal: float = 0
    beside: Callable[[], AbstractContextManager[None]] = nullcontext


def main() -> None:
    """Measure, print the table, and write the figures as JSON when asked."""
    options = read_options()
    require_wrk()
    results = {}
    for pages in options.pages:
        results[pages] = measure(pages, options.seconds, options.rounds)
        show(pages, *results[pages])
    if options.json:
        options.json.write_text(json.dumps({n: _plain(*result) for n, result in results.items()}, indent=2) + "\n")


def read_options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Sitehand against its floors, as ratios.")
    parser.add_argument("--pages", type=int, action="append", help="size of the site; may be repeated (400, 100000)")
    parser.add_argument("--seconds", type=int, default=4, help="length of one run (4)")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each case (3)")
    parser.add_argument("--json", type=Path, help="file to write the figures to")
    options = parser.parse_args()
    options.pages = options.pages or [400, 100_000]
    return options


def measure(pages: int, seconds: int, rounds: int) -> tuple[list[Case], dict[str, list[Figures]], dict[str, float]]:
    """Every case on a site of that many pages."""
    with tempfile.TemporaryDirectory() as folder:
        key = asyncio.run(fill_site(Path(folder), pages, console))
        body = Path(folder) / "body.json"
        page = Path(folder) / "page.html"
        settings = {"SITEHAND_DATA": folder, "SITEHAND_LOG": "off", "BENCH_BODY": str(body), "BENCH_PAGE": str(page)}
        with serve(sitehand(), settings, "/robots.txt") as ours:
            facts = {"seconds to the first answer": ours.seconds_to_start, "MiB when idle": ours.idle_memory()}
            body.write_bytes(ours.fetch(list_pages(key)))
            page.write_bytes(ours.fetch(VISIT))
            with (
                serve(sitehand(), {**settings, "SITEHAND_RECALL_BYTES": "0"}, "/robots.txt") as forgetful,
                serve(sitehand(module="bench.unjournaled"), settings, "/robots.txt") as unjournaled,
                serve(uvicorn("bench.floors:bare_route"), settings, "/pages") as bare,
                serve(uvicorn("bench.floors:bare_sdk"), settings, "/mcp") as sdk,
                serve(uvicorn("bench.broker:stalling_broker"), settings, "/") as broker,
            ):
                asyncio.run(enroll(Path(folder), broker.url("")))
                cases = build_cases(key, ours, forgetful, unjournaled, bare, sdk)
                figures = run_cases(cases, seconds, rounds, lambda: ours.fetch(reset_limits(key)))
        return cases, figures, facts


def build_cases(
    key: str, ours: Server, forgetful: Server, unjournaled: Server, bare: Server, sdk: Server
) -> list[Case]:
    """What is measured, each beside what it is compared with."""
    stalled = partial(calling_assistants, ours.url(read_page(key).path))
    writer = partial(writing, ours, partial(retitle, key), console)
    return [
        Case("bare Starlette route", bare, Call("GET", "/pages", {})),
        Case("GET /pages?per_page=10", ours, list_pages(key), "bare Starlette route", goal=0.2),
        Case("the same, beside a writer at 20/s", ours, list_pages(key), "GET /pages?per_page=10", beside=writer),
        Case("the same, nothing remembered", forgetful, list_pages(key), "bare Starlette route"),
        Case("bare Starlette route, a public page", bare, Call("GET", "/page", {})),
        Case("the public page, kept", ours, VISIT, "bare Starlette route, a public page", goal=0.5),
        Case("the same, built each time", forgetful, VISIT, "bare Starlette route, a public page"),
        Case("pages by title", forgetful, list_pages(key, "orderby=title"), "the same, nothing remembered", goal=0.9),
        Case("search, rare word", forgetful, list_pages(key, "search=77")),
        Case("search, each page's word, by relevance", forgetful, list_pages(key, "search=words&orderby=relevance")),
        Case("bare SDK, 2026-07-28", sdk, call_tool("/mcp", {}, modern=True)),
        Case("tools/call site_info, 2026-07-28", ours, tool(key, modern=True), "bare SDK, 2026-07-28", goal=0.5),
        Case("bare SDK, 2025-11-25", sdk, call_tool("/mcp", {}, modern=False)),
        Case("tools/call site_info, 2025-11-25", ours, tool(key, modern=False), "bare SDK, 2025-11-25", goal=0.5),
        Case("GET /pages/{id}", ours, read_page(key)),
        Case("the same, while the broker stalls", ours, read_page(key), "GET /pages/{id}", goal=0.9, beside=stalled),
        Case("POST /batch of ten reads", ours, batch(key), "GET /pages/{id}", worth=10),
        Case("POST /pages, durable", ours, create_page(key), "GET /pages/{id}"),
        Case("POST /pages without the journal", unjournaled, create_page(key)),
        Case("POST /pages with the journal", ours, create_page(key), "POST /pages without the journal"),
    ]


def run_cases(
    cases: list[Case], seconds: int, rounds: int, before_each: Callable[[], object]
) -> dict[str, list[Figures]]:
    """Run the cases in turn, some rounds."""
    figures: dict[str, list[Figures]] = {case.name: [] for case in cases}
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("Measuring", total=rounds * len(cases))
        for _ in range(rounds):
            for case in cases:
                before_each()
                with case.beside():
                    figures[case.name].append(case.server.run(case.call, seconds=seconds, connections=CONNECTIONS))
                progress.advance(task)
    return figures


def ratio(case: Case, figures: dict[str, list[Figures]]) -> float:
    """The median of the ratios of each round."""
    pairs = zip(figures[case.name], figures[case.against], strict=True)
    return statistics.median(mine.per_second * case.worth / floor.per_second for mine, floor in pairs)


def show(pages: int, cases: list[Case], figures: dict[str, list[Figures]], facts: dict[str, float]) -> None:
    """Print the table of one size of site."""
    table = Table(
        "case", "req/s", "p50 ms", "p99 ms", "CPU ms/req", "peak MiB", "ratio", "goal", title=f"{pages} pages"
    )
    for case in cases:
        middle = [
            statistics.median(values) for values in zip(*(asdict(f).values() for f in figures[case.name]), strict=True)
        ]
        shown = f"{ratio(case, figures):.2f}" if case.against else ""
        table.add_row(
            case.name,
            f"{middle[0]:.0f}",
            *(f"{value:.2f}" for value in middle[1:4]),
            f"{middle[4]:.0f}",
            shown,
            f"{case.goal or ''}",
        )
    console.print(table)
    console.print(", ".join(f"{value:.1f} {name}" for name, value in facts.items()))


def headers(key: str) -> dict[str, str]:
    """Key and type of a JSON call."""
    return {"X-API-Key": key, "Content-Type": "application/json"}


def list_pages(key: str, query: str = "") -> Call:
    """Ten pages with their content."""
    return Call("GET", f"{REST}/pages?per_page=10&{query}".rstrip("&"), headers(key))


def read_page(key: str) -> Call:
    """One page with its content."""
    return Call("GET", f"{REST}/pages/5", headers(key))


def create_page(key: str) -> Call:
    """A page of 2 KB."""
    return Call("POST", f"{REST}/pages", headers(key), json.dumps({"title": "New", "content": CONTENT}))


def retitle(key: str, number: int) -> Call:
    """A change of a page's title, to another for each number."""
    return Call("PATCH", f"{REST}/pages/6", headers(key), json.dumps({"title": f"Title {number}"}))


def batch(key: str) -> Call:
    """Ten reads in one request."""
    parts = [{"method": "GET", "path": "/pages/5"}] * 10
    return Call("POST", f"{REST}/batch", headers(key), json.dumps({"requests": parts}))


def reset_limits(key: str) -> Call:
    """Set the rate limit's counters back, so that no run meets it."""
    return Call("POST", f"{REST}/rate-limit/reset", headers(key), "{}")


def tool(key: str, *, modern: bool) -> Call:
    """`site_info` on Sitehand."""
    return call_tool(f"{REST}/mcp", {"X-API-Key": key}, modern=modern)


def call_tool(path: str, extra: dict[str, str], *, modern: bool) -> Call:
    """`site_info` on any MCP server, in one of the two eras of the protocol."""
    version = "2026-07-28" if modern else "2025-11-25"
    meta = {
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    params = {"name": "site_info", "arguments": {}, **({"_meta": meta} if modern else {})}
    sent = {
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": version,
        **({"Mcp-Method": "tools/call", "Mcp-Name": "site_info"} if modern else {}),
        **extra,
    }
    return Call("POST", path, sent, json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}))


def _plain(cases: list[Case], figures: dict[str, list[Figures]], facts: dict[str, float]) -> dict[str, object]:
    ratios = {case.name: ratio(case, figures) for case in cases if case.against}
    return {"figures": {name: [asdict(f) for f in runs] for name, runs in figures.items()}, "ratios": ratios, **facts}


if __name__ == "__main__":
    main()
