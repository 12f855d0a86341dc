"""What a first and a second audit of a site cost: `python -m bench.audits [--pages 10000]`.

The second comes after ten edits. The peak of memory is that of the process, after a site of a tenth and of the whole.
"""

import argparse
import asyncio
import resource
import tempfile
from pathlib import Path
from time import process_time

from rich.console import Console
from tests.jobs import FreeRun

from bench.site import fill_site
from sitehand.app import Parts, assemble
from sitehand.beside import list_audits
from sitehand.settings import Settings
from sitehand.site.content import PageFields

EDITS = 10


async def audit(parts: Parts) -> tuple[float, int]:
    """Seconds of processor time, and the pages that were read."""
    (work,) = list_audits(parts)
    start = process_time()
    await work.run(FreeRun(parts.database))
    rows = parts.database.look_up_rows("SELECT read FROM seo_audits ORDER BY id DESC LIMIT 1")
    return process_time() - start, rows[0]["read"]


async def measure(folder: Path, pages: int) -> None:
    """Audit a site twice, and print what it took."""
    console = Console()
    await fill_site(folder, pages, console)
    parts = assemble(Settings(data=folder, log="off", url="https://hill.example"))
    first, read = await audit(parts)
    rows = parts.database.look_up_rows("SELECT id FROM items WHERE type = 'page' ORDER BY id LIMIT 10")
    for row in rows[:EDITS]:
        await parts.host.pages.update(row["id"], PageFields(excerpt="Edited"), "key:1")
    second, again = await audit(parts)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    await parts.close()
    console.print(f"{pages} items: first {first:.1f} s ({read} read), second {second:.2f} s ({again} read),")
    console.print(f"ratio {first / second:.0f}, peak of memory {memory:.0f} MiB")


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
