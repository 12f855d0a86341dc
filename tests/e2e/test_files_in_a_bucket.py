"""A service whose files of media lie in a bucket of an S3-compatible server."""

import asyncio
import base64
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import obstore
import pytest

from sitehand.doctor import examine
from sitehand.errors import Code, Problem
from sitehand.guard.attribution import Attribution, Origin
from sitehand.hosts.builtin.host import build_host, make_intake
from sitehand.hosts.builtin.picture_format_job import make_formats
from sitehand.hosts.builtin.schema import SITE
from sitehand.hosts.choice import choose_schema
from sitehand.settings import Settings
from sitehand.site.media import NewMedia
from sitehand.store.backup import BackupOptions, make_backup
from sitehand.store.database import Database
from sitehand.store.file_store import StoredVersion, open_files
from sitehand.store.media_files import MediaFiles
from sitehand.store.restore import RestoreOptions, restore_backup
from sitehand.store.s3_files import S3Files
from tests.databases import migrate
from tests.jobs import FreeRun
from tests.object_store import ObjectStore, objects, server
from tests.pictures import draw
from tests.processes import run_sitehand
from tests.service import BASE, Service, open_service

__all__ = ["objects", "server"]
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
BY = Attribution("owner", "Owner", "admin", "restore", Origin("cli"), {}, at="2026-11-21T12:00:00Z")


@pytest.fixture
async def service(tmp_path: Path, objects: ObjectStore) -> AsyncIterator[Service]:
    """It."""
    async with open_service(tmp_path, **objects.settings) as opened:
        yield opened


async def add(service: Service, content: bytes, name: str = "rye.png") -> Any:
    """The answer to a file that is sent as it is."""
    headers = {"X-API-Key": service.keys["admin"], "Content-Disposition": f'attachment; filename="{name}"'}
    return await service.http.post(f"{BASE}/media", content=content, headers=headers)


def ignore(*_: object) -> None:
    """Nobody watches the progress."""


async def test_files_are_served_as_from_the_disk(service: Service) -> None:
    """In any range, with a validator, a fixed type, and nothing that runs; nothing lies in the data folder."""
    content = draw("PNG", (400, 300))
    made = (await add(service, content)).json()
    for size in made["media_details"]["sizes"].values():
        assert (await service.http.get(size["source_url"])).headers["content-type"] == "image/png"
    whole = await service.http.get(made["source_url"])
    assert (whole.status_code, whole.content) == (200, content)
    assert (whole.headers["x-content-type-options"], whole.headers["accept-ranges"]) == ("nosniff", "bytes")
    part = await service.http.get(made["source_url"], headers={"Range": "bytes=-7"})
    assert (part.status_code, part.content) == (206, content[-7:])
    tag = {"If-None-Match": whole.headers["etag"]}
    assert (await service.http.get(made["source_url"], headers=tag)).status_code == 304
    assert [*(service.settings.data / "files").glob("??/*")] == []
    text = (await add(service, b"no page", "x.html")).json()
    assert (await service.http.get(text["source_url"])).headers["content-disposition"].startswith("attachment")


async def test_while_the_bucket_is_away_nothing_is_lost(service: Service, objects: ObjectStore) -> None:
    """Visitors and callers are told when to come again; then the same calls do what they should."""
    made = (await add(service, draw("PNG", (200, 200)))).json()
    with objects.stopped():
        shown = await service.http.get(made["source_url"])
        assert (shown.status_code, shown.headers["retry-after"]) == (503, "5")
        refused = await add(service, draw("PNG", (210, 200)))
        assert (refused.status_code, refused.json()["code"]) == (503, "storage_unavailable")
        assert refused.headers["retry-after"] == "5"
    listed = await service.http.get(f"{BASE}/media", headers={"X-API-Key": service.keys["admin"]})
    assert [file["id"] for file in listed.json()] == [made["id"]]
    assert (await service.http.get(made["source_url"])).status_code == 200
    assert (await add(service, draw("PNG", (210, 200)))).status_code == 201


async def test_formats_of_a_large_picture_wait_for_the_bucket(tmp_path: Path, objects: ObjectStore) -> None:
    """While it is away the job makes none and forgets none; then they lie beside the picture."""
    settings = Settings(data=tmp_path / "site", **objects.settings)
    database = Database(settings.data, SITE)
    await migrate(database)
    intake = make_intake(open_files(settings), database)
    host = build_host(database, "https://hill.example", media_intake=intake)
    content = base64.b64encode(draw("JPEG", (2100, 2000), optimize=True)).decode()
    made = await host.media.create(NewMedia(data=f"data:;base64,{content}"))
    with objects.stopped(), pytest.raises(Problem) as refusal:
        await make_formats(database, intake, FreeRun(database))
    assert refusal.value.code is Code.STORAGE_UNAVAILABLE
    await make_formats(database, intake, FreeRun(database))
    found = (await host.media.get(made["id"], "view"))["media_details"]["sources"]
    for version, mime_type in (("fullwebp", "image/webp"), ("fullavif", "image/avif")):
        assert await open_files(settings).measure(made["sha256"], version) == found[mime_type]["filesize"]
    await database.close()


async def test_a_backup_moves_files_between_bucket_and_disk(
    tmp_path: Path, service: Service, objects: ObjectStore
) -> None:
    """It has them wherever they lie, and a restore puts them where the settings say."""
    content = draw("PNG", (400, 300))
    made = (await add(service, content)).json()
    path = made["source_url"].removeprefix(service.settings.site_url)
    file, first = tmp_path / "first.sitehand", BackupOptions(files=open_files(service.settings))
    await asyncio.to_thread(make_backup, service.settings.data, file, now=NOW, report=ignore, options=first)
    plain = RestoreOptions(BY, BY.at, None, keep_keys=True)
    target = tmp_path / "disk" / "site"
    target.mkdir(parents=True)
    await asyncio.to_thread(restore_backup, target, file, plain, ignore, choose_schema)
    async with open_service(tmp_path / "disk", roles=()) as second:
        assert (await second.http.get(path)).content == content
    objects.make_bucket()
    back = tmp_path / "back" / "site"
    back.mkdir(parents=True)
    files = open_files(Settings(data=back, **objects.settings))
    options = RestoreOptions(BY, BY.at, None, keep_keys=True, files=files)
    await asyncio.to_thread(restore_backup, back, file, options, ignore, choose_schema)
    async with open_service(tmp_path / "back", roles=(), **objects.settings) as third:
        assert (await third.http.get(path)).content == content
    assert [*(back / "files").glob("??/*")] == []


async def test_a_backup_leaves_out_what_an_upload_left(tmp_path: Path, service: Service, objects: ObjectStore) -> None:
    """Smaller versions of a file that has no `full`, since the upload was cut off: a restore would refuse them."""
    made = (await add(service, draw("PNG"))).json()
    obstore.put(objects.open(), f"{'ab' * 32}/medium", b"small")
    file, options = tmp_path / "b.sitehand", BackupOptions(files=open_files(service.settings))
    await asyncio.to_thread(make_backup, service.settings.data, file, now=NOW, report=ignore, options=options)
    target = tmp_path / "disk" / "site"
    target.mkdir(parents=True)
    plain = RestoreOptions(BY, BY.at, None, keep_keys=True)
    await asyncio.to_thread(restore_backup, target, file, plain, ignore, choose_schema)
    assert {version.file for version in MediaFiles(target).list_versions()} == {made["sha256"]}


class Cleared(S3Files):
    """A bucket of which a file is removed after it was listed."""

    def list_versions(self) -> Iterator[StoredVersion]:
        """Of every file, though the first is gone by then."""
        found = list(super().list_versions())
        assert self.remove(found[0].file, 2e10)
        yield from found


async def test_a_backup_goes_on_when_a_file_is_cleared_meanwhile(tmp_path: Path, service: Service) -> None:
    """The service may run, and removes what nothing needs."""
    made = [(await add(service, draw("PNG", (200, side)))).json()["sha256"] for side in (200, 201)]
    settings, file = service.settings, tmp_path / "b.sitehand"
    options = BackupOptions(files=Cleared(settings.data, settings.files_url, settings.files_endpoint))
    backup = await asyncio.to_thread(make_backup, settings.data, file, now=NOW, report=ignore, options=options)
    assert {part.split("/")[1] for part in backup.manifest.parts if part.startswith("files/")} == {max(made)}


async def test_the_doctor_looks_into_the_bucket(service: Service, objects: ObjectStore) -> None:
    """It counts what is there, and says what is missing, what cannot be reached, and whose the files are."""
    made = (await add(service, draw("PNG"))).json()

    async def look() -> tuple[bool, str]:
        (found,) = (each for each in await examine(service.settings) if each.subject == "files")
        return found.good, found.text

    assert await look() == (True, f"1 in {service.settings.files_url}")
    obstore.delete(objects.open(), f"{made['sha256']}/full")
    assert await look() == (False, f"0 in {service.settings.files_url}; 1 that the site shows are missing")
    obstore.put(objects.open(), ".sitehand-owner", b"another")
    assert await look() == (False, f"{service.settings.files_url} belongs to another data folder.")
    with objects.stopped():
        good, said = await look()
    assert not good
    assert "error sending request" in said


async def test_the_command_says_where_the_files_of_a_backup_come_from(tmp_path: Path, service: Service) -> None:
    """And how many these are."""
    await add(service, draw("PNG"))
    settings = {"SITEHAND_FILES_URL": service.settings.files_url}
    settings |= {"SITEHAND_FILES_ENDPOINT": service.settings.files_endpoint}
    command = ("backup", str(tmp_path / "b.sitehand"), "--data", str(service.settings.data))
    said = await asyncio.to_thread(run_sitehand, *command, environment=settings)
    assert f"Files of media from {service.settings.files_url}: 1." in said.stderr, said
