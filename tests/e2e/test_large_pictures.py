"""Large pictures in WebP and AVIF: made by a job after the pictures came in."""

import base64
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request

from sitehand.hosts.builtin.host import build_host, make_intake
from sitehand.hosts.builtin.media_intake import MediaIntake
from sitehand.hosts.builtin.picture_format_job import make_format_work, make_formats
from sitehand.hosts.builtin.picture_formats import find_wanted
from sitehand.hosts.builtin.public.files import answer_file
from sitehand.hosts.builtin.retention import SiteRetention
from sitehand.hosts.builtin.schema import SITE
from sitehand.site.media import MediaQuery, NewMedia
from sitehand.store.database import Database
from sitehand.store.media_files import MediaFiles
from sitehand.store.migration import upgrade
from tests.databases import migrate
from tests.jobs import FreeRun
from tests.old_database import open_old_database
from tests.pictures import draw
from tests.service import BASE, Service, open_service

LARGE = (2100, 2000)
CHROMIUM = "image/avif,image/webp,*/*;q=0.8"
URL = "https://hill.example"
NOW = datetime(2026, 7, 28, 9, 30, tzinfo=UTC)


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with an admin's key; its own worker runs beside the test, which changes nothing of what is found."""
    async with open_service(tmp_path) as opened:
        yield opened


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """A database where nobody works but the test."""
    opened = Database(tmp_path / "site", SITE)
    await migrate(opened)
    yield opened
    await opened.close()


def pack(content: bytes) -> str:
    """A `data:` URL."""
    return f"data:;base64,{base64.b64encode(content).decode()}"


def draw_large(kind: str = "JPEG", shade: int = 0) -> bytes:
    """A picture of more than 4 megapixels in few bytes."""
    options: dict[str, Any] = {"JPEG": {"optimize": True, "quality": 90 - shade}, "PNG": {"compress_level": 1}}
    return draw(kind, (LARGE[0] + shade, LARGE[1]), **options[kind])


async def send(service: Service, method: str, path: str, body: Any = None) -> Any:
    """The body of a good answer."""
    headers = {"X-API-Key": service.keys["admin"]}
    answer = await service.http.request(method, f"{BASE}{path}", json=body, headers=headers)
    assert answer.status_code in (200, 201), answer.text
    return answer.json()


def intake_of(database: Database) -> MediaIntake:
    """What takes files into the folder of a database."""
    return make_intake(MediaFiles(database.path.parent), database)


async def work(database: Database) -> None:
    """Make what is asked for."""
    await make_formats(database, intake_of(database), FreeRun(database))


async def finish(service: Service) -> None:
    """Make what is asked for, beside the service."""
    database = Database(service.settings.data, SITE)
    await work(database)
    await database.close()


async def look(database: Database, address: str) -> tuple[str, str | None]:
    """The type that a browser gets at an address, and `Vary`."""
    scope = {"type": "http", "method": "GET", "headers": [(b"accept", CHROMIUM.encode())], "path": "/"}
    path = "/media" + address.partition("/media")[2]
    answer = await answer_file(database, MediaFiles(database.path.parent), Request(scope), path)
    assert answer is not None
    return answer.headers["content-type"], answer.headers.get("vary")


@pytest.mark.parametrize(("kind", "formats"), [("JPEG", ["image/avif", "image/webp"]), ("PNG", ["image/webp"])])
async def test_a_large_picture_has_the_formats_when_the_job_has_made_them(
    database: Database, kind: str, formats: list[str]
) -> None:
    """Until then it goes out as it is; its revision stays, and each format is written down as smaller."""
    host, job = build_host(database, URL, lambda: NOW), make_format_work(database, intake_of(database))
    made = await host.media.create(NewMedia(data=pack(draw_large(kind)), filename="rye"))
    assert "sources" not in made["media_details"]
    assert await look(database, made["source_url"]) == (f"image/{kind.lower()}", None)
    assert job.ready()
    await job.run(FreeRun(database))
    assert not job.ready()
    found = await host.media.get(made["id"], "view")
    (listed,) = (await host.media.find(MediaQuery(detail="full"))).items
    assert found["revision"] == made["revision"]
    assert sorted(found["media_details"]["sources"]) == sorted(listed["media_details"]["sources"]) == formats
    assert all(0 < each["filesize"] < made["media_details"]["filesize"] for each in sources(found).values())
    shown, vary = await look(database, made["source_url"])
    assert (shown in formats, vary) == (True, "Accept")


def sources(file: Any) -> Any:
    """The formats that an answer names."""
    return file["media_details"]["sources"]


async def test_an_undo_or_a_replacement_in_between_leaves_nothing_wrong(service: Service) -> None:
    """Each file has its own formats, whichever row names it; no change of the job stands in the way of an undo."""
    before = len(await send(service, "GET", "/changes"))
    made = await send(service, "POST", "/media", {"data": pack(draw_large()), "filename": "rye.jpg"})
    body = {"data": pack(draw_large(shade=8))}
    replaced = await send(service, "PUT", f"/media/{made['id']}/file", body)
    await finish(service)
    second = await send(service, "GET", f"/media/{made['id']}")
    await send(service, "POST", "/changes/undo", {"id": replaced["change_id"]})
    first = await send(service, "GET", f"/media/{made['id']}")
    assert (first["revision"], set(sources(first))) == (made["revision"], {"image/webp", "image/avif"})
    assert sources(first) != sources(second)
    undone = await send(service, "POST", "/changes/undo", {"id": made["change_id"]})
    await finish(service)
    await send(service, "POST", "/changes/undo", {"id": undone["change_id"]})
    again = await send(service, "GET", f"/media/{made['id']}")
    assert sources(again) == sources(first)
    answer = await service.http.get(made["source_url"], headers={"Accept": CHROMIUM})
    assert answer.headers["content-type"] in sources(first)
    assert len(answer.content) == sources(first)[answer.headers["content-type"]]["filesize"]
    assert len(await send(service, "GET", "/changes")) == before + 5


async def test_a_picture_that_is_gone_or_damaged_holds_up_no_other(database: Database) -> None:
    """What was cleared is forgotten, what cannot be read has no formats, and the next one gets its own."""
    host, files = build_host(database, URL, lambda: NOW), MediaFiles(database.path.parent)
    made = [
        await host.media.create(NewMedia(data=pack(draw_large(shade=shade)), filename="rye")) for shade in (0, 2, 4)
    ]
    gone, damaged, sound = (each["sha256"] for each in made)
    assert files.remove(gone, 2e10)
    full = files.find(damaged, "full")
    assert full
    full.write_bytes(full.read_bytes()[:1000])
    await work(database)
    assert await database.read(find_wanted) is None
    found = [(await host.media.get(each["id"], "view"))["media_details"].get("sources", {}) for each in made]
    assert [sorted(each) for each in found] == [[], [], ["image/avif", "image/webp"]]
    assert {each.file for each in files.list_versions() if each.name == "fullavif"} == {sound}


async def test_a_format_that_ends_each_run_is_gone_without(database: Database) -> None:
    """As where the memory of a whole container ends with it: after five runs the service goes on, with the next one."""
    host, intake = build_host(database, URL, lambda: NOW), intake_of(database)
    made = await host.media.create(NewMedia(data=pack(draw_large()), filename="rye"))
    await make_formats(database, intake, FreeRun(database, attempts=6))
    assert await database.read(find_wanted) is None
    assert len(sources(await host.media.get(made["id"], "view"))) == 1
    await host.media.create(NewMedia(data=pack(draw_large()), filename="rye"))
    await make_formats(database, intake, FreeRun(database, attempts=5))
    assert len(sources(await host.media.get(made["id"], "view"))) == 2


async def test_what_was_made_is_cleared_with_the_file_and_made_again(database: Database) -> None:
    """When the same picture comes once more."""
    host, files = build_host(database, URL, lambda: NOW), MediaFiles(database.path.parent)
    new = NewMedia(data=pack(draw_large()), filename="rye")
    placed = await host.media.create(new)
    await work(database)
    await host.media.delete(placed["id"])
    await database.transact(lambda connection: connection.exec_driver_sql("DELETE FROM changes"))
    late = datetime(2090, 1, 1, tzinfo=UTC)
    await SiteRetention(database, files, lambda: late).clear(late, "2090-01-01T00:00:00Z")
    assert [*files.list_versions()] == []
    assert database.look_up("SELECT 1 FROM picture_formats") == []
    again = await host.media.create(new)
    await work(database)
    assert set(sources(await host.media.get(again["id"], "view"))) == {"image/webp", "image/avif"}


def test_large_pictures_of_before_are_asked_for(tmp_path: Path) -> None:
    """By the update, once for each file; what is smaller, of another type or on another server is not."""
    large, small = {"width": 2001, "height": 2000}, {"width": 2000, "height": 2000}
    rows = [
        *(("a", "image/jpeg", large), ("a", "image/jpeg", large), ("b", "image/png", large)),
        *(("c", "image/jpeg", small), ("d", "image/webp", large), ("", "image/jpeg", large), ("e", "image/png", {})),
    ]
    path = tmp_path / "sitehand.db"
    with open_old_database(path, "0047") as connection:
        for number, (file, mime_type, details) in enumerate(rows):
            values = (f"/media/{number}", "2026-01-01T00:00:00Z", file, mime_type, json.dumps(details))
            insert = "INSERT INTO media (source_url, date, sha256, mime_type, details) VALUES (?, ?, ?, ?, ?)"
            connection.exec_driver_sql(insert, values)
    assert upgrade(path, SITE)
    with closing(sqlite3.connect(path)) as upgraded:
        found = upgraded.execute("SELECT sha256, mime_type, size FROM picture_formats ORDER BY 1, 2").fetchall()
    assert found == [("a", "image/avif", None), ("a", "image/webp", None), ("b", "image/webp", None)]
