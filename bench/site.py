"""The site that is measured: pages of 2 KB each, as many as asked, and an admin key with a limit that no run meets."""

from datetime import timedelta
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track
from sqlalchemy import insert, select

from sitehand.app import Parts, assemble
from sitehand.settings import Settings
from sitehand.site.content import PageFields
from sitehand.site.values import iso
from sitehand.store.migration import migrate
from sitehand.store.tables import items

CONTENT = "<p>" + "Twelve words of plain text that stand for what people write. " * 34 + "</p>"
CHUNK = 5_000
REQUESTS_PER_MINUTE = 100_000


async def fill_site(folder: Path, pages: int, console: Console) -> str:
    """Make the site in the folder; returns the key. The first page is written as usual, the others are its copies."""
    parts = assemble(Settings(data=folder))
    try:
        await migrate(parts.database)
        now = parts.clock()
        issued = await parts.keys.create(
            label="bench", role="admin", expires=None, requests_per_minute=REQUESTS_PER_MINUTE, now=now
        )
        await parts.host.pages.create(PageFields(title="Page 0", content=CONTENT, status="publish"), "bench")
        for first in track(range(1, pages, CHUNK), description=f"Filling {pages} pages", console=console):
            await _copy_first_page(parts, range(first, min(first + CHUNK, pages)))
        return issued["value"]
    finally:
        await parts.close()


async def _copy_first_page(parts: Parts, numbers: range) -> None:
    async with parts.database.write() as connection:
        first: dict[str, Any] = dict((await connection.execute(select(items).limit(1))).one()._mapping)
        del first["id"]
        rows = []
        for number in numbers:
            date = iso(parts.clock() - timedelta(minutes=number))
            slug = f"page-{number}"
            changed = {"title": f"Page {number}", "slug": slug, "path": f"/{slug}/", "date": date, "modified": date}
            rows.append({**first, **changed, "title_rendered": f"Page {number}"})
        await connection.execute(insert(items), rows)
