"""The files of imported attachments: fetched by a job, and named by the texts from then on."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from sitehand.files.fetching import Fetcher
from sitehand.files.intake import Intake
from sitehand.guard.attribution import Attribution, Origin
from sitehand.guard.call import in_call
from sitehand.hosts.builtin.host import build_host
from sitehand.hosts.builtin.importing.links import ORIGINAL, Links
from sitehand.hosts.builtin.media_intake import MediaIntake
from sitehand.site.content import PageFields
from sitehand.site.host import Host
from sitehand.site.importing import ExportFile, Imported
from sitehand.site.jobs import JobRecord
from sitehand.store.database import Database
from sitehand.store.job_runner import JobRunner
from sitehand.store.jobs import JobTable
from sitehand.store.media_files import MediaFiles
from sitehand.store.reading import list_rows
from sitehand.store.staged_files import StagedFiles
from tests.jobs import FreePermits
from tests.pictures import draw
from tests.unit.hosts.builtin.importing.exports import item, write_export
from tests.web import LOOPBACK, Web, answer, web

__all__ = ["web"]
NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
OWNER = Attribution("owner", "Owner", "admin", "import_export", Origin("cli"))
URL = "https://hill.example"
UPLOADED = "2019-05-04 10:00:00"


async def resolve_here(host: str, port: int) -> list[str]:
    """Every name leads to this machine."""
    return [LOOPBACK]


@pytest.fixture
async def host(database: Database) -> AsyncIterator[Host]:
    """A site that may fetch from this machine."""
    fetcher = Fetcher(1_000_000, resolve=resolve_here, allows=lambda address: True)
    folder = database.path.parent
    yield build_host(
        database, URL, lambda: NOW, media_intake=MediaIntake(MediaFiles(folder), Intake(StagedFiles(folder), fetcher))
    )


def make_parts(web: Web, content: str) -> list[str]:
    """Two attachments, of which one is there, and a page that shows them."""
    base = f"http://old.example:{web.port}/wp-content"
    attachments = [
        item(
            number, "attachment", status="inherit", attachment_url=f"{base}/{name}", post_date_gmt="2019-05-04 10:00:00"
        )
        for number, name in enumerate(["rye.png", "gone.png"], start=5)
    ]
    return [*attachments, item(1, "page", title="Rye", content=content.replace("BASE", base))]


async def bring_in(host: Host, folder: Path, parts: list[str], *, fetches: bool = True) -> Imported:
    """Import an export."""

    async def ignore(done: int, total: int, doing: str) -> None:
        """Nobody watches."""

    assert host.importer
    with write_export(folder, *parts).open("rb") as stream, in_call(by=OWNER):
        return await host.importer.run(ExportFile("export.xml", stream), NOW, ignore, fetches=fetches)


async def work(host: Host, database: Database) -> JobRecord:
    """Do what is to be done; the job."""
    table = JobTable(database, lambda: NOW)
    runner = JobRunner(table, host.works, FreePermits())
    for each in host.works:
        await runner.serve(each)
    (row,) = await database.read(list_rows(text("SELECT id FROM jobs WHERE kind = 'import_files'")))
    return await table.get(row.id, None)


async def read_content(host: Host) -> str:
    """The text of the page."""
    page: Any = await host.pages.get(1, "edit")
    return str(page["content"]["raw"])


SHOWN = '<img src="BASE/rye-300x225.png"> <a href="BASE/rye.png">whole</a> <img src="BASE/gone.png">'
LED = f'<img src="{URL}/media/2019/05/rye-300x225.png"> <a href="{URL}/media/2019/05/rye.png">whole</a> <img src="'


async def test_files_come_over_and_texts_lead_to_them(host: Host, database: Database, tmp_path: Path, web: Web) -> None:
    """With sizes; what cannot be fetched stays where it is, and is named."""
    web.answers["/wp-content/rye.png"] = answer(draw("PNG", (400, 300)))
    parts = make_parts(web, SHOWN)
    done = await bring_in(host, tmp_path, parts)
    assert done["job"]
    job = await work(host, database)
    assert (job["state"], job["done"], job["total"]) == ("done", 2, 2)
    (line,) = job["report"]
    assert "gone.png" in line
    content = await read_content(host)
    assert content.startswith(LED)
    assert f'<img src="http://old.example:{web.port}/wp-content/gone.png">' in content
    file = await host.media.get(1, "view")
    assert file["source_url"] == f"{URL}/media/2019/05/rye.png"
    assert set(file["media_details"]["sizes"]) == {"thumbnail", "medium", "full"}
    assert file["media_details"][ORIGINAL].endswith("/rye.png")


async def test_an_import_run_again_finds_nothing_to_do_but_what_failed(
    host: Host, database: Database, tmp_path: Path, web: Web
) -> None:
    """The text that leads here is what the export says; the file that was gone comes now."""
    web.answers["/wp-content/rye.png"] = answer(draw("PNG", (400, 300)))
    parts = make_parts(web, SHOWN)
    await bring_in(host, tmp_path, parts)
    await work(host, database)
    before = await read_content(host)
    again = await bring_in(host, tmp_path, parts)
    assert "pages: 0 created, 0 updated, 1 unchanged" in again["report"]
    assert "media: 0 created, 0 updated, 2 unchanged" in again["report"]
    assert await read_content(host) == before
    web.answers["/wp-content/gone.png"] = answer(draw("PNG", (20, 10)))
    web.heads.clear()
    job = await work(host, database)
    assert (job["state"], job["report"], len(web.heads)) == ("done", [], 1)
    assert f"{URL}/media/2019/05/gone.png" in await read_content(host)


async def test_what_was_changed_here_stays_a_change_of_here(
    host: Host, database: Database, tmp_path: Path, web: Web
) -> None:
    """Its links lead to the files, and the next import leaves it alone."""
    web.answers["/wp-content/rye.png"] = answer(draw("PNG", (400, 300)))
    parts = make_parts(web, SHOWN)
    await bring_in(host, tmp_path, parts)
    changed = f'Mine: <img src="http://old.example:{web.port}/wp-content/rye.png">'
    await host.pages.update(1, PageFields(content=changed), "key:1")
    await work(host, database)
    assert await read_content(host) == f'Mine: <img src="{URL}/media/2019/05/rye.png">'
    again = await bring_in(host, tmp_path, parts)
    assert any("changed here since the last import" in line for line in again["report"])
    assert (await read_content(host)).startswith("Mine")


async def test_files_stay_where_they_are_when_nobody_wants_them(
    host: Host, database: Database, tmp_path: Path, web: Web
) -> None:
    """No job is begun, and nothing is asked."""
    done = await bring_in(host, tmp_path, make_parts(web, SHOWN), fetches=False)
    assert (done["job"], web.heads) == (None, [])
    assert (await host.media.get(1, "view"))["source_url"].startswith("http://old.example")


async def test_a_resumed_job_goes_on_with_the_next_file(
    host: Host, database: Database, tmp_path: Path, web: Web
) -> None:
    """Cut off after the first, it fetches the second alone."""
    web.answers["/wp-content/rye.png"] = answer(draw("PNG", (40, 30)))
    web.answers["/wp-content/gone.png"] = answer(draw("PNG", (20, 10)))
    await bring_in(host, tmp_path, make_parts(web, SHOWN))
    cut = text("UPDATE jobs SET cursor = '{\"media\": 1, \"done\": 1}' WHERE kind = 'import_files'")
    await database.transact(lambda connection: connection.execute(cut))
    job = await work(host, database)
    assert (job["done"], [head.split(" ")[1] for head in web.heads]) == (2, ["/wp-content/gone.png"])


def test_only_whole_addresses_of_known_files_are_led() -> None:
    """In any scheme, in any size, with a query; never a longer name, another host or another folder."""
    links = Links(URL)
    details = f'{{"{ORIGINAL}": "http://old.example/up/rye.png", "sizes": {{"medium": {{"file": "rye-3x2.png"}}}}}}'
    links.add({"sha256": "a" * 64, "source_url": "/media/2019/05/rye.png", "details": details})
    here = f"{URL}/media/2019/05/rye"
    assert links.rewrite("(//old.example/up/rye.png)") == f"({here}.png)"
    assert links.rewrite("'https://OLD.example/up/rye-3x2.png?x=1'") == f"'{here}-3x2.png'"
    assert links.rewrite("http://old.example/up/rye-9x9.png") == f"{here}.png"
    for other in (
        "http://old.example/up/rye.pngs",
        "http://new.example/up/rye.png",
        "http://old.example/rye.png",
        "http://[x",
    ):
        assert links.rewrite(other) == other
