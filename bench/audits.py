"""What a first and a second audit of a site cost: `python -m bench.audits [--pages 10000]`.

The second comes after ten edits, and is the median of three such; first on a site of a tenth, then on the whole.
Memory is the process's own, after each step: pages of the database file that the kernel maps into it are not counted,
since it takes them back at will.
"""

import argparse
import asyncio
import gc
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

from rich.console import Console
from tests.jobs import FreeRun

from bench.site import fill_site
from sitehand.app import assemble
from sitehand.beside import list_audits
from sitehand.parts import Parts
from sitehand.settings import Settings
from sitehand.site.content import PageFields
from sitehand.site.jobs import Progress

EDITS, REPEATED = 10, 3
OWN = "RssAnon:"


class WatchedRun(FreeRun):
    """A run that notes after each step how many MiB the process has for itself."""

    peak = 0.0

    async def step(self, work: Callable[[Any], Progress]) -> None:
        """Write, and look."""
        await super().step(work)
        self.peak = max(self.peak, read_own_memory())


def read_own_memory() -> float:
    """MiB that the process has for itself. Source: proc_pid_status(5)."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(OWN)) / 1024


async def audit(parts: Parts) -> tuple[float, int, float]:
    """Seconds of processor time, the pages that were read, and the MiB that were taken meanwhile."""
    (work,) = list_audits(parts)
    gc.freeze()  # as the service does when it starts: what the collector goes through is no part of an audit
    run, before, start = WatchedRun(parts.database), read_own_memory(), process_time()
    await work.run(run)
    rows = parts.database.look_up("SELECT read FROM seo_audits ORDER BY id DESC LIMIT 1")
    return process_time() - start, rows[0]["read"], run.peak - before


async def audit_again(parts: Parts, excerpt: str) -> tuple[float, int, float]:
    """The same after ten edits."""
    rows = parts.database.look_up("SELECT id FROM items WHERE type = 'page' ORDER BY id LIMIT :edits", {"edits": EDITS})
    for row in rows:
        await parts.host.pages.update(row["id"], PageFields(excerpt=excerpt), "key:1")
    return await audit(parts)


async def measure(folder: Path, pages: int) -> None:
    """Audit a site twice, and print what it took."""
    console = Console()
    await fill_site(folder, pages, console)
    parts = assemble(Settings(data=folder, log="off", url="https://hill.example"))
    first, read, taken = await audit(parts)
    repeated = [await audit_again(parts, f"Edited {number}") for number in range(REPEATED)]
    second, again, _ = sorted(repeated)[REPEATED // 2]
    await parts.close()
    console.print(f"{pages} items: first {first:.1f} s ({read} read), second {second:.2f} s ({again} read),")
    console.print(f"ratio {first / second:.0f}, own memory {taken:+.1f} MiB")


async def main() -> None:
    """A tenth of the site, then the whole."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--pages", type=int, default=10_000)
    pages = parser.parse_args().pages
    for number in (pages // 10, pages):
        with tempfile.TemporaryDirectory() as folder:
            await measure(Path(folder) / "site", number)


if __name__ == "__main__":
    asyncio.run(main())
