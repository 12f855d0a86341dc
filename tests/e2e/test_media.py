"""Files from their way in to visitors, backups and the end of them."""

import asyncio
import base64
import hashlib
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from sitehand.errors import Code, Problem
from sitehand.guard.attribution import Attribution, Origin
from sitehand.hosts.builtin.file_needs import KEPT_FOR, clear_files
from sitehand.hosts.builtin.schema import SITE
from sitehand.hosts.choice import choose_schema
from sitehand.operation.policy import Rule
from sitehand.store.backup import make_backup
from sitehand.store.database import Database
from sitehand.store.media_files import MediaFiles
from sitehand.store.restore import RestoreOptions, restore_backup
from tests.pictures import draw
from tests.promises.walk import let_wait
from tests.service import BASE, Service, open_service

DAY = KEPT_FOR
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
BY = Attribution("owner", "Owner", "admin", "restore", Origin("cli"), {}, at="2026-11-21T12:00:00Z")


def pack(content: bytes, kind: str = "image/png") -> str:
    """A file as a `data:` URL."""
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with a key for each role that may have media."""
    async with open_service(tmp_path, roles=["admin", "author"]) as opened:
        yield opened


async def send(service: Service, method: str, path: str, body: Any = None, role: str = "admin", **headers: str) -> Any:
    """A REST call."""
    given = {"X-API-Key": service.keys[role], **headers}
    return await service.http.request(method, f"{BASE}{path}", json=body, headers=given)


async def add(service: Service, content: bytes | None = None, **fields: Any) -> Any:
    """A new file; its object."""
    body = {"data": pack(content or draw("PNG", (400, 300))), "filename": "Rye Field.png", **fields}
    answer = await send(service, "POST", "/media", body)
    assert answer.status_code == 201, answer.text
    return answer.json()


def ignore(*_: object) -> None:
    """Nobody watches the progress."""


def list_stored(service: Service) -> list[str]:
    """All that lies in the folder of files."""
    folder = service.settings.data / "files"
    return sorted(path.name for path in folder.glob("*/*") if not path.name.startswith("."))


async def test_a_drawing_is_cleaned_stored_and_served_where_nothing_of_it_runs(tmp_path: Path) -> None:
    """The answer says what was left out; an undo brings the clean drawing back, never the one that was sent."""
    drawing = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 12"><rect onclick="f()"/><script>f()</script></svg>'
    )
    async with open_service(tmp_path, svg="sanitise") as service:
        made = await add(service, drawing.encode(), filename="logo.svg")
        assert (made["mime_type"], made["media_type"], made["media_details"]["width"]) == ("image/svg+xml", "image", 24)
        assert [each["code"] for each in made["notices"]] == ["svg_sanitised"]
        assert made["notices"][0]["message"].endswith(" onclick, <script>.")
        shown = await service.http.get(made["source_url"])
        assert b"<rect>" in shown.content
        assert b"f()" not in shown.content
        assert (shown.headers["content-type"], shown.headers["x-content-type-options"]) == ("image/svg+xml", "nosniff")
        policy = shown.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'; sandbox;")
        redrawn = {"data": pack(drawing.replace("24", "48").encode())}
        replaced = await send(service, "PUT", f"/media/{made['id']}/file", redrawn)
        assert [each["code"] for each in replaced.json()["notices"]] == ["svg_sanitised"]
        undone = await send(service, "POST", "/changes/undo", {"id": replaced.json()["change_id"]})
        assert undone.status_code == 200, undone.text
        assert (await service.http.get(made["source_url"])).content == shown.content
        stored = list((service.settings.data / "files").rglob("full"))
        assert len(stored) == 2
        assert not [path for path in stored if b"f()" in path.read_bytes()]


async def test_a_file_is_added_described_and_served(service: Service) -> None:
    """With its sizes, each at an address of its own, under its type."""
    content = draw("PNG", (400, 300))
    made = await add(service, content, alt_text="A field", caption="<b>Ripe</b>")
    month = made["date"][:7].replace("-", "/")
    base = f"{service.settings.site_url}/media/{month}"
    assert made["source_url"] == made["link"] == f"{base}/rye-field.png"
    assert (made["title"], made["slug"], made["alt_text"]) == ({"rendered": "Rye Field"}, "rye-field", "A field")
    assert (made["media_type"], made["mime_type"], made["post"]) == ("image", "image/png", None)
    details = made["media_details"]
    assert (details["width"], details["height"], details["filesize"]) == (400, 300, len(content))
    assert {name: size["file"] for name, size in details["sizes"].items()} == {
        "thumbnail": "rye-field-150x150.png",
        "medium": "rye-field-300x225.png",
        "full": "rye-field.png",
    }
    for size in details["sizes"].values():
        shown = await service.http.get(size["source_url"])
        assert (shown.status_code, shown.headers["content-type"]) == (200, "image/png")
        assert Image.open(BytesIO(shown.content)).size == (size["width"], size["height"])
    assert (await service.http.get(made["source_url"])).content == content
    again = await add(service, content)
    assert again["source_url"] == f"{base}/rye-field-2.png"
    assert list_stored(service) == [hashlib.sha256(content).hexdigest()]


async def test_visitors_get_ranges_validators_and_no_page(service: Service) -> None:
    """What is no picture is downloaded, and nothing runs."""
    made = await add(service)
    whole = await service.http.get(made["source_url"])
    part = await service.http.get(made["source_url"], headers={"Range": "bytes=4-9"})
    assert (part.status_code, part.content) == (206, whole.content[4:10])
    tag = whole.headers["etag"]
    assert (await service.http.get(made["source_url"], headers={"If-None-Match": tag})).status_code == 304
    head = await service.http.head(made["source_url"])
    assert (head.content, head.headers["content-length"]) == (b"", str(len(whole.content)))
    assert whole.headers["x-content-type-options"] == "nosniff"
    assert "sandbox" in whole.headers["content-security-policy"]
    assert whole.headers["content-disposition"].startswith("inline")
    text = await add(service, b"alert(1) // no page", filename="x.html")
    shown = await service.http.get(text["source_url"])
    assert text["source_url"].endswith("/x.txt")
    assert (shown.headers["content-type"], shown.content) == ("text/plain; charset=utf-8", b"alert(1) // no page")
    assert shown.headers["content-disposition"].startswith("attachment")
    for other in ("/rye-field.jpg", "/rye-field-1x1.png", "/../rye-field.png", "/rye-field.png/x"):
        address = made["source_url"].replace("/rye-field.png", other)
        assert (await service.http.get(address)).status_code == 404


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 400, "invalid_arguments"),
        ({"url": "http://127.0.0.1/x", "data": "data:,x"}, 400, "invalid_arguments"),
        ({"data": "nothing"}, 400, "invalid_arguments"),
        ({"data": "data:image/png;base64,???"}, 400, "invalid_arguments"),
        ({"data": pack(b"x" * 60 * 1024 + b"x")}, 413, "body_too_large"),
        ({"data": pack(b"<svg onload=alert(1)>", "image/png")}, 415, "unsupported_media_type"),
        ({"data": pack(draw("PNG") + b"PK\3\4")}, 415, "unsupported_media_type"),
        ({"data": pack(draw("PNG")[:60] + b"\0" * 30 + draw("PNG")[90:])}, 400, "invalid_arguments"),
        ({"url": "http://169.254.169.254/latest/meta-data/"}, 400, "invalid_arguments"),
        ({"url": "http://localhost:22/x"}, 400, "invalid_arguments"),
        ({"url": "file:///etc/passwd"}, 400, "invalid_arguments"),
        ({"data": pack(draw("PNG")), "post": 987654}, 400, "invalid_arguments"),
    ],
)
async def test_what_is_refused_leaves_no_row(service: Service, body: Any, status: int, code: str) -> None:
    """Each with one clear error."""
    answer = await send(service, "POST", "/media", body)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert answer.json()["data"]["hint"]
    assert (await send(service, "GET", "/media")).json() == []


def test_a_file_that_has_no_room_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second version does not fit any more: neither it nor the first stays, and the refusal is clear."""
    files, written = MediaFiles(tmp_path), Path.write_bytes

    def fill(path: Path, content: bytes) -> int:
        if path.name == "medium":
            written(path, content[:5])
            raise OSError(28, "No space left on device")
        return written(path, content)

    monkeypatch.setattr(Path, "write_bytes", fill)
    with pytest.raises(Problem) as refusal:
        asyncio.run(files.place({"full": b"x" * 100, "medium": b"y" * 50}))
    assert refusal.value.code is Code.STORAGE_FULL
    assert [path.name for path in files.folder.rglob("*")] == [".lock"]


async def test_a_preview_adds_nothing_and_an_undo_takes_it_back(service: Service) -> None:
    """The undo of a deletion brings a file back that visitors can see."""
    plan = await send(service, "POST", "/media?dry_run=true", {"data": pack(draw("PNG"))})
    assert (plan.status_code, plan.json()["changes"][0]["kind"]) == (200, "media")
    assert (await send(service, "GET", "/media")).json() == []
    made = await add(service)
    page = (await send(service, "POST", "/pages", {"title": "Bread", "featured_media": made["id"]})).json()
    refused = await send(service, "DELETE", f"/media/{made['id']}")
    assert (refused.status_code, refused.json()["data"]["where_used"][0]["id"]) == (409, page["id"])
    gone = (await send(service, "DELETE", f"/media/{made['id']}?force=true")).json()
    assert gone["deleted"]
    assert (await service.http.get(made["source_url"])).status_code == 404
    database = Database(service.settings.data, SITE)
    await clear_files(database, MediaFiles(service.settings.data), 2e10)
    await database.close()
    assert (await send(service, "POST", "/changes/undo", {"id": gone["change_id"]})).status_code == 200
    assert (await service.http.get(made["source_url"])).status_code == 200
    assert (await send(service, "GET", f"/pages/{page['id']}")).json()["featured_media"] == made["id"]


async def test_files_that_nothing_needs_are_cleared_after_a_day(service: Service) -> None:
    """Those of a row or of the journal stay."""
    made = await add(service)
    await send(service, "POST", "/media?dry_run=true", {"data": pack(draw("PNG", (9, 9)))})
    database = Database(service.settings.data, SITE)
    now = max(path.stat().st_mtime for path in (service.settings.data / "files").glob("*/*"))
    assert len(list_stored(service)) == 2
    assert await clear_files(database, MediaFiles(service.settings.data), now) == []
    assert len(await clear_files(database, MediaFiles(service.settings.data), now + DAY + 10)) == 1
    assert (await service.http.get(made["source_url"])).status_code == 200
    await database.close()


async def test_a_file_that_waits_for_approval_is_added_as_it_was_shown(service: Service) -> None:
    """Though its address is taken by then."""
    await let_wait(service.settings, Rule(role="author"))
    body = {"data": pack(draw("PNG", (9, 9))), "filename": "wait.png"}
    pending = await send(service, "POST", "/media", body, role="author")
    assert pending.status_code == 202, pending.text
    await add(service, filename="wait.png")
    done = await send(service, "POST", f"/pending/{pending.json()['pending']['id']}/approve")
    assert done.status_code == 200, done.text
    assert done.json()["result"]["source_url"].endswith("/wait-2.png")
    assert (await service.http.get(done.json()["result"]["source_url"])).status_code == 200


async def test_a_backup_has_the_files(service: Service, tmp_path: Path) -> None:
    """A restore into an empty folder shows them again."""
    content = draw("PNG", (400, 300))
    made = await add(service, content)
    file, options = tmp_path / "site.zip", RestoreOptions(BY, BY.at, None, keep_keys=True)
    backup = make_backup(service.settings.data, file, now=NOW, report=ignore)
    kept = {name.rpartition("/")[2] for name in backup.manifest.parts if name.startswith("files/")}
    assert kept == {each + ending for each in ("full", "medium", "thumbnail") for ending in ("", "webp")}
    target = tmp_path / "other" / "site"
    target.mkdir(parents=True)
    await asyncio.to_thread(restore_backup, target, file, options, ignore, choose_schema)
    path = made["source_url"].removeprefix(service.settings.site_url)
    async with open_service(tmp_path / "other") as second:
        assert (await second.http.get(path)).content == content
