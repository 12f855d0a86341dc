"""How much the disk gives for an edit: `python -m bench.growth`.

A page is edited over and over, one word each time; the file is measured before and after, its write-ahead log emptied.
"""

import asyncio
import random
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from rich.console import Console
from rich.table import Table

from sitehand.app import assemble
from sitehand.guard.attribution import Attribution, Origin
from sitehand.guard.call import in_call
from sitehand.parts import Parts
from sitehand.settings import Settings
from sitehand.site.content import PageFields
from sitehand.store.migration import migrate

EDITS = 40
SIZES = (2_100, 20_000, 500_000)
BY = Attribution("key:1", "Bench", "admin", "update_page", Origin("rest"))


def main() -> None:
    """Measure each size of page, and print a table."""
    table = Table("page, bytes", "disk for an edit, bytes", "times the page", title=f"{EDITS} edits of one word")
    for size in SIZES:
        grown = asyncio.run(measure(size))
        table.add_row(f"{size:,}", f"{grown:,.0f}", f"{grown / size:.2f}")
    Console().print(table)


async def measure(size: int) -> float:
    """Bytes on disk that one edit of a page takes."""
    with tempfile.TemporaryDirectory() as folder:
        parts = assemble(Settings(data=Path(folder)))
        try:
            await migrate(parts.database)
            with in_call(by=BY):
                return await _edit(parts, _make_text(size))
        finally:
            await parts.close()


async def _edit(parts: Parts, text: str) -> float:
    page = await parts.host.pages.create(PageFields(title="Page", content=text, status="publish"), "key:1")
    before = _measure_file(parts.database.path)
    for number in range(EDITS):
        content = text[: len(text) // 2] + f" edit-{number} " + text[len(text) // 2 :]
        await parts.host.pages.update(page["id"], PageFields(content=content), "key:1")
    return (_measure_file(parts.database.path) - before) / EDITS


def _make_text(size: int) -> str:
    """Text that packs about as well as prose does: words of a vocabulary, drawn evenly."""
    chance = random.Random(1)
    words = ["".join(chance.choices("etaoinshrdlu", k=chance.randint(2, 9))) for _ in range(3_000)]
    text = "<p>"
    while len(text) < size:
        text += " ".join(chance.choices(words, k=200)) + "</p>\n<p>"
    return text[:size]


def _measure_file(path: Path) -> int:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    return path.stat().st_size


if __name__ == "__main__":
    main()
