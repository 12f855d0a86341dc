"""Files that are sent as files: with `POST /media`, or to an address of their own."""

import asyncio
import hashlib
import resource
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest

from sitehand.app import build
from sitehand.hosts.builtin.schema import SITE
from sitehand.operation.policy import Rule
from sitehand.settings import Settings
from sitehand.store import staged_files
from sitehand.store.database import Database
from sitehand.store.uploads import KEPT_FOR, clear_staged
from tests.pictures import draw
from tests.promises.walk import let_wait, run_sql
from tests.service import BASE, URL, Service, make_keys, open_service, run_lifespan

MP4 = b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom" + b"\0" * 4096
NEW = {"filename": "Rye Field.png", "mime_type": "image/png"}


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with keys of those who may send files, one who may, and one whose writes wait."""
    async with open_service(tmp_path, roles=["admin", "editor", "author"], max_upload_bytes=300_000) as opened:
        yield opened


def key(service: Service, role: str = "editor") -> dict[str, str]:
    """The header with the key of a role."""
    return {"X-API-Key": service.keys[role]}


def list_staged(service: Service) -> list[str]:
    """All that lies in the folder of what was sent."""
    return sorted(path.name for path in (service.settings.data / staged_files.FOLDER).glob("*"))


async def order(service: Service, content: bytes, role: str = "editor", **more: Any) -> Any:
    """An address for a file."""
    body = {**NEW, "size": len(content), **more}
    answer = await service.http.post(f"{BASE}/uploads", json=body, headers=key(service, role))
    assert answer.status_code == 201, answer.text
    return answer.json()


async def put(service: Service, address: Any, content: Any) -> httpx2.Response:
    """Send a file to its address, which is the only credential."""
    return await service.http.put(address["upload_url"], content=content, headers=address["headers"])


async def count_media(service: Service) -> int:
    """How many files there are."""
    return len((await service.http.get(f"{BASE}/media", headers=key(service))).json())


async def test_a_form_with_a_file_is_taken_as_wordpress_takes_it(service: Service) -> None:
    """With its fields, which may be numbers."""
    page = await service.http.post(f"{BASE}/pages", json={"title": "Rye"}, headers=key(service))
    content = draw("PNG", (400, 300))
    form = {"alt_text": "A field", "post": str(page.json()["id"])}
    files = {"file": ("Rye Field.png", content, "application/octet-stream")}
    answer = await service.http.post(f"{BASE}/media", data=form, files=files, headers=key(service))
    assert answer.status_code == 201, answer.text
    made = answer.json()
    assert (made["alt_text"], made["post"], made["mime_type"]) == ("A field", page.json()["id"], "image/png")
    assert made["source_url"].endswith("/rye-field.png")
    assert (await service.http.get(made["source_url"])).content == content


async def test_a_raw_file_is_named_by_its_content_disposition(service: Service) -> None:
    """In the extended notation too; its type is that of its bytes."""
    headers = {"Content-Disposition": "attachment; filename*=UTF-8''Br%C3%B6tchen.mp4", "Content-Type": "image/png"}
    answer = await service.http.post(f"{BASE}/media", content=MP4, headers={**headers, **key(service)})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    assert (made["title"]["rendered"], made["mime_type"], made["media_type"]) == ("Brötchen", "video/mp4", "file")
    assert made["source_url"].endswith("/brotchen.mp4")
    assert made["media_details"]["filesize"] == len(MP4)
    shown = await service.http.get(made["source_url"], headers={"Range": "bytes=4-11"})
    assert (shown.status_code, shown.content, shown.headers["content-type"]) == (206, b"ftypmp42", "video/mp4")


async def test_the_same_file_with_the_same_idempotency_key_is_added_once(service: Service) -> None:
    """Another file under that key is refused."""
    headers = {"Content-Disposition": 'attachment; filename="rye.mp4"', "Idempotency-Key": "rye", **key(service)}
    send = [await service.http.post(f"{BASE}/media", content=each, headers=headers) for each in (MP4, MP4, MP4 + b"x")]
    assert [answer.status_code for answer in send] == [201, 201, 422]
    assert send[0].json() == send[1].json()
    assert await count_media(service) == 1


@pytest.mark.parametrize(
    ("headers", "content", "status", "code"),
    [
        ({"Content-Disposition": "attachment"}, MP4, 400, "invalid_arguments"),
        (
            {"Content-Disposition": 'attachment; filename="a.png"'},
            b"<svg/>",
            415,
            "unsupported_media_type",
        ),
        ({"Content-Disposition": 'attachment; filename="a.mp4"'}, MP4 + b"\0" * 2_000_000, 413, "body_too_large"),
        ({"Content-Type": "multipart/form-data; boundary=x"}, b"--x\r\nno form", 400, "invalid_arguments"),
        ({"Content-Type": "multipart/form-data"}, MP4, 400, "invalid_arguments"),
        ({"Content-Type": "video/mp4"}, MP4, 415, "unsupported_media_type"),
    ],
)
async def test_a_body_that_is_no_file_is_refused(
    service: Service, headers: dict[str, str], content: bytes, status: int, code: str
) -> None:
    """Each with one clear error, and no row."""
    answer = await service.http.post(f"{BASE}/media", content=content, headers={**headers, **key(service)})
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert answer.json()["data"]["hint"]
    assert await count_media(service) == 0


async def test_who_may_not_add_files_sends_none(service: Service) -> None:
    """While writes are paused nothing of the body is kept."""
    headers = {"Content-Disposition": 'attachment; filename="rye.mp4"'}
    assert (await service.http.post(f"{BASE}/media", content=MP4, headers=headers)).status_code == 401
    run_sql(service.settings.data, "INSERT INTO settings VALUES ('writes_paused', 'yes')")
    refused = await service.http.post(f"{BASE}/media", content=MP4, headers={**headers, **key(service)})
    assert refused.json()["code"] == "writes_paused"
    assert list_staged(service) == []


async def test_a_file_goes_to_its_address_and_is_finished(service: Service) -> None:
    """The address takes it once, and the file is known by its URI from then on."""
    content = draw("PNG", (400, 300))
    address = await order(service, content)
    assert address["upload_url"].startswith(f"{URL}/sitehand/uploads/upload_")
    assert (address["method"], address["max_bytes"]) == ("PUT", len(content))
    assert address["upload_url"] in address["curl"]
    early = {"file_uri": address["file_uri"]}
    refused = await service.http.post(f"{BASE}/uploads/finish", json=early, headers=key(service))
    assert refused.json()["code"] == "not_found"
    sent = await put(service, address, content)
    assert (sent.status_code, sent.json()) == (201, {"file_uri": address["file_uri"], "size": len(content)})
    again = await put(service, address, content)
    assert (again.status_code, again.json()["code"]) == (404, "not_found")
    theirs = await service.http.post(f"{BASE}/uploads/finish", json=early, headers=key(service, "author"))
    assert theirs.json()["code"] == "not_found"
    body = {"file_uri": address["file_uri"], "alt_text": "A field"}
    made = await service.http.post(f"{BASE}/uploads/finish", json=body, headers=key(service))
    assert made.status_code == 201, made.text
    assert (made.json()["alt_text"], made.json()["title"]["rendered"]) == ("A field", "Rye Field")
    assert (await service.http.get(made.json()["source_url"])).content == content


async def test_an_address_takes_only_what_it_was_made_for(service: Service) -> None:
    """Of that size and type, in time; what has failed may be sent again."""
    content = draw("PNG", (400, 300))
    address = await order(service, content)
    wrong = {**address, "headers": {"Content-Type": "text/html"}}
    assert (await put(service, wrong, content)).json()["code"] == "unsupported_media_type"
    assert (await put(service, address, content[:-1])).json()["code"] == "invalid_arguments"
    assert (await put(service, address, content + b"x" * 5_000_000)).json()["code"] == "body_too_large"
    assert list_staged(service) == []
    assert (await service.http.get(address["upload_url"])).status_code == 405
    assert (await service.http.put(f"{URL}/sitehand/uploads/upload_{'0' * 64}", content=content)).status_code == 404
    assert (await put(service, address, content)).status_code == 201


async def test_an_address_ends_with_its_key(service: Service) -> None:
    """Revoked, or over its rate limit, or its writes paused: refused before anything is kept."""
    address = await order(service, MP4, filename="rye.mp4", mime_type="video/mp4")
    limit = {"requests_per_minute": 1, "key_id": 2}
    assert (await service.http.put(f"{BASE}/rate-limit", json=limit, headers=key(service, "admin"))).is_success
    refused = await put(service, address, MP4)
    assert refused.json()["code"] == "rate_limited"
    assert (await service.http.delete(f"{BASE}/api-keys/2", headers=key(service, "admin"))).is_success
    refused = await put(service, address, MP4)
    assert (refused.status_code, refused.json()["code"]) == (401, "invalid_credential")
    assert list_staged(service) == []


async def test_an_address_ends_after_fifteen_minutes(tmp_path: Path) -> None:
    """By the service's clock; one that a wrong clock made does not last until that clock's year."""
    now = datetime(2026, 11, 22, 12, tzinfo=UTC)
    settings = Settings(data=tmp_path / "site", log="off", url=URL)
    keys = await make_keys(settings, ["admin"])
    app = build(settings, clock=lambda: now)
    async with run_lifespan(app), httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app), base_url=URL) as http:
        opened = Service(app, settings, http, keys)
        address = await order(opened, MP4, "admin", filename="rye.mp4", mime_type="video/mp4")
        assert address["expires_at"] == "2026-11-22T12:15:00Z"
        now += timedelta(minutes=15)
        assert (await put(opened, address, MP4)).json()["code"] == "not_found"
        now += timedelta(days=3650)
        late = await order(opened, MP4, "admin", filename="rye.mp4", mime_type="video/mp4")
        now -= timedelta(days=3650)
        assert (await put(opened, late, MP4)).json()["code"] == "not_found"


async def test_a_disk_that_fills_up_leaves_nothing(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the middle of a file: 507, through both doors, and the address may be used again."""

    add = staged_files.Draft.add

    def fill(draft: staged_files.Draft, piece: bytes) -> None:
        add(draft, piece[:10])
        raise OSError(28, "No space left on device")

    address = await order(service, MP4, filename="rye.mp4", mime_type="video/mp4")
    with monkeypatch.context() as full:
        full.setattr(staged_files.Draft, "add", fill)
        answers = [await put(service, address, MP4)]
        headers = {"Content-Disposition": 'attachment; filename="rye.mp4"', **key(service)}
        answers.append(await service.http.post(f"{BASE}/media", content=MP4, headers=headers))
        answers.append(await service.http.post(f"{BASE}/media", files={"file": ("a.mp4", MP4)}, headers=key(service)))
    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(507, "storage_full")] * 3
    assert list_staged(service) == []
    assert (await put(service, address, MP4)).status_code == 201


async def test_a_file_of_which_the_disk_takes_a_part_is_refused(tmp_path: Path) -> None:
    """Whoever writes once is told of fewer bytes, and not of a fault: then half a file would count as all of it."""

    async def send() -> AsyncIterator[bytes]:
        yield MP4

    staged = staged_files.StagedFiles(tmp_path)
    most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(MP4) // 2, most[1]))
    try:
        with pytest.raises(OSError, match="File too large"):
            await staged.receive(send(), len(MP4), str)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, most)
    assert [*staged.folder.iterdir()] == []


async def test_a_slow_file_has_a_deadline(tmp_path: Path) -> None:
    """What is not whole by then is refused, and nothing of it stays."""

    async def stall() -> AsyncIterator[bytes]:
        yield MP4
        await asyncio.Event().wait()

    async with open_service(tmp_path, body_seconds=0.05, upload_seconds=0.2) as opened:
        headers = {"Content-Disposition": 'attachment; filename="rye.mp4"', **key(opened, "admin")}
        answer = await opened.http.post(f"{BASE}/media", content=stall(), headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (408, "request_timeout")
        assert list_staged(opened) == []


async def test_a_file_stays_while_its_write_is_pending(service: Service) -> None:
    """And goes a day later when nobody has asked for it."""
    await let_wait(service.settings, Rule(role="author"))
    headers = {"Content-Disposition": 'attachment; filename="rye.mp4"'}
    answer = await service.http.post(f"{BASE}/media", content=MP4, headers={**headers, **key(service, "author")})
    assert answer.status_code == 202, answer.text
    await service.http.post(f"{BASE}/media?dry_run=true", content=MP4 + b"x", headers={**headers, **key(service)})
    assert len(list_staged(service)) == 2
    database = Database(service.settings.data, SITE)
    assert await clear_staged(database, time.time()) == 0
    assert await clear_staged(database, time.time() + KEPT_FOR + 1) == 1
    await database.close()
    pending = answer.json()["pending"]["id"]
    done = await service.http.post(f"{BASE}/pending/{pending}/approve", json={}, headers=key(service, "admin"))
    assert done.status_code == 200, done.text
    assert done.json()["result"]["media_details"]["filesize"] == len(MP4)


async def test_file_inputs_are_marked_for_clients(service: Service) -> None:
    """As the draft of MCP's file transfer has it."""
    tools = (await service.rpc("tools/list"))["result"]["tools"]
    marked = {
        (tool["name"], name)
        for tool in tools
        for name, schema in tool["inputSchema"]["properties"].items()
        if "x-mcp-file" in schema
    }
    taking = {(name, argument) for name in ("create_media", "replace_media") for argument in ("data", "file")}
    assert marked == {*taking, ("finish_upload", "file_uri")}


async def test_what_was_sent_is_kept_byte_for_byte(service: Service) -> None:
    """In pieces of any size."""

    async def drip() -> AsyncIterator[bytes]:
        for place in range(0, len(MP4), 7):
            yield MP4[place : place + 7]

    headers = {"Content-Disposition": 'attachment; filename="rye.mp4"', **key(service)}
    answer = await service.http.post(f"{BASE}/media", content=drip(), headers=headers)
    shown = await service.http.get(answer.json()["source_url"])
    assert hashlib.sha256(shown.content).digest() == hashlib.sha256(MP4).digest()
