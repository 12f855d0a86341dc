"""The site that is measured: pages of 2 KB each, as many as asked, and an admin key with a limit that no run meets."""

import sqlite3
from contextlib import closing
from pathlib import Path

from rich.console import Console
from rich.progress import track

from sitehand.app import assemble
from sitehand.settings import Settings
from sitehand.site.content import PageFields
from sitehand.store.migration import migrate

CONTENT = "<p>" + "Twelve words of plain text that stand for what people write. " * 34 + "</p>"
CHUNK = 5_000
REQUESTS_PER_MINUTE = 100_000
OWN = {
    "title": "'Page ' || number.value",
    "title_rendered": "'Page ' || number.value",
    "slug": "'page-' || number.value",
    "path": "'/page-' || number.value || '/'",
    "date": "strftime('%Y-%m-%dT%H:%M:%SZ', items.date, '-' || number.value || ' minutes')",
    "modified": "strftime('%Y-%m-%dT%H:%M:%SZ', items.date, '-' || number.value || ' minutes')",
}
"""What the copies of the first page do not have of it, in SQL."""
NUMBERS = "WITH RECURSIVE number(value) AS (SELECT :first UNION ALL SELECT value + 1 FROM number WHERE value < :last)"


async def fill_site(folder: Path, pages: int, console: Console) -> str:
    """Make the site in the folder; returns the key. The first page is written as usual, the others are its copies."""
    parts = assemble(Settings(data=folder))
    try:
        await migrate(parts.database)
        issued = await parts.keys.create(
            label="bench", role="admin", expires=None, requests_per_minute=REQUESTS_PER_MINUTE, now=parts.clock()
        )
        await parts.host.pages.create(PageFields(title="Page 0", content=CONTENT, status="publish"), "bench")
        copy_first_page(parts.database.path, pages, console)
        return issued["value"]
    finally:
        await parts.close()


def copy_first_page(path: Path, pages: int, console: Console) -> None:
    """Make the other pages, without entries in the journal; the search index and the counts keep up by triggers."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous=OFF")
        columns = [row[1] for row in connection.execute("PRAGMA table_info(items)") if row[1] != "id"]
        values = ", ".join(OWN.get(name, f"items.{name}") for name in columns)
        copy = f"""{NUMBERS} INSERT INTO items ({", ".join(columns)})
            SELECT {values} FROM number CROSS JOIN items ON items.id = (SELECT min(id) FROM items)"""
        for first in track(range(1, pages, CHUNK), description=f"Filling {pages} pages", console=console):
            connection.execute(copy, {"first": first, "last": min(first + CHUNK, pages) - 1})
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
