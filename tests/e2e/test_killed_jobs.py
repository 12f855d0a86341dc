"""Every kind of job there is, over real processes that are killed in the middle of its writes."""

import asyncio
import base64
from collections.abc import AsyncIterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from sitehand.app import assemble
from sitehand.guard.attribution import Attribution, Origin
from sitehand.guard.call import in_call
from sitehand.hosts.builtin.host import build_host
from sitehand.settings import Settings
from sitehand.site.content import PageFields
from sitehand.site.importing import ExportFile
from sitehand.site.media import NewMedia
from sitehand.store.database import Database
from sitehand.store.journal import find_break
from sitehand.store.reading import list_rows
from tests.databases import migrate
from tests.job_worker import do_steps, list_works, work_in_process
from tests.pictures import draw
from tests.unit.hosts.builtin.importing.exports import item, write_export
from tests.web import Web, answer, web

__all__ = ["web"]
OWNER = Attribution("owner", "Owner", "admin", "import_export", Origin("cli"))
LONG_AGO = Attribution("owner", "Owner", "admin", "create_page", Origin("cli"), at="2020-01-01T00:00:00Z")
FILES, PAGES, OLD = 4, 3, 5
FORMATS = 2
EFFECTS = (PAGES, PAGES, FILES + 1, 0, FORMATS)


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """A site with old changes in its journal, and pages whose time has come."""
    parts = assemble(Settings(data=tmp_path / "site"))
    await migrate(parts.database)
    host, past = parts.host, datetime(2026, 1, 1, tzinfo=UTC)
    with in_call(by=LONG_AGO):
        pages = [(await host.pages.create(PageFields(title=f"Rye {n}"), "owner"))["id"] for n in range(OLD)]
    with in_call(by=OWNER):
        statement = text("UPDATE items SET status = 'future', date = :date WHERE id <= :last")
        values = {"date": past.isoformat().replace("+00:00", "Z"), "last": pages[PAGES - 1]}
        await parts.database.transact(lambda connection: connection.execute(statement, values))
        large = base64.b64encode(draw("JPEG", (2010, 2000), optimize=True)).decode()
        await host.media.create(NewMedia(data=f"data:;base64,{large}"))
    yield parts.database
    await parts.close()


async def import_files(database: Database, web: Web, folder: Path) -> None:
    """Bring in an export whose files are still to be fetched."""
    base = f"http://old.example:{web.port}/wp-content"
    for number in range(FILES):
        web.answers[f"/wp-content/{number}.png"] = answer(draw("PNG", (20 + number, 9)))
    entries = [
        item(
            n + 5, "attachment", status="inherit", attachment_url=f"{base}/{n}.png", post_date_gmt="2019-05-04 10:00:00"
        )
        for n in range(FILES)
    ]
    shown = "".join(f'<img src="{base}/{number}.png">' for number in range(FILES))

    async def ignore(done: int, total: int, doing: str) -> None:
        """Nobody watches."""

    host = build_host(database, "https://hill.example")
    assert host.importer
    file = write_export(folder, *entries, item(1, "page", title="Fields", content=shown))
    with file.open("rb") as stream, in_call(by=OWNER):
        await host.importer.run(ExportFile("export.xml", stream), datetime.now(UTC), ignore, fetches=True)


async def read_states(database: Database) -> dict[str, Any]:
    """What the jobs have done, and how they stand."""
    rows = await database.read(list_rows(text("SELECT kind, state, cursor, attempts FROM jobs")))
    counts = await database.read(
        list_rows(
            text(
                """SELECT (SELECT count(*) FROM items WHERE status = 'publish' AND title LIKE 'Rye%'),
            (SELECT count(*) FROM revisions WHERE by = 'schedule'), (SELECT count(*) FROM media WHERE sha256 <> ''),
            (SELECT count(*) FROM changes WHERE at < '2021'), (SELECT count(*) FROM picture_formats WHERE size > 0),
            (SELECT content FROM items WHERE title = 'Fields')"""
            )
        )
    )
    *done, shown = tuple[Any, ...](counts[0])
    return {**{row.kind: row.state for row in rows}, "effects": tuple(done), "text": shown}


def is_done(found: dict[str, Any]) -> bool:
    """Whether all kinds have come to their end."""
    return bool(found["effects"] == EFFECTS and found["import_files"] == "done")


async def wait_for_end(database: Database) -> dict[str, Any]:
    """How all stands when it is done, or after half a minute."""
    deadline = datetime.now(UTC) + timedelta(seconds=30)
    while not is_done(found := await read_states(database)) and datetime.now(UTC) < deadline:  # noqa: ASYNC110 - another process works
        await asyncio.sleep(0.1)
    return found


@pytest.mark.parametrize("workers", [1, 2])
async def test_every_kind_of_job_goes_on_after_sigkill(
    database: Database, web: Web, workers: int, tmp_path: Path
) -> None:
    """Killed at one write after the other, one worker or one of two: all is done, once, and the journal is whole."""
    kinds = {work.kind for work in list_works(database)} - {"import"}  # of imports: test_killed_imports.py
    assert kinds == {"publish_scheduled", "picture_formats", "import_files", "clear_old"}
    await import_files(database, web, tmp_path)
    folder = database.path.parent
    for writes in (1, 2):
        with work_in_process(folder, "site") as killed, ExitStack() as stack:
            await asyncio.to_thread(do_steps, killed, writes)
            if workers == 1:
                continue
            beside = stack.enter_context(work_in_process(folder, "site"))
            await asyncio.to_thread(do_steps, killed, 1)
            killed.end()
            await asyncio.to_thread(do_steps, beside, 1)
    with work_in_process(folder, "site") as last:
        last.stdin.write("\n" * 100)
        found = await wait_for_end(database)
    assert is_done(found), found
    assert "old.example" not in found["text"]
    assert found["text"].count("https://hill.example/media/") == FILES
    async with database.units.open() as unit:
        assert await unit.run(find_break) is None
