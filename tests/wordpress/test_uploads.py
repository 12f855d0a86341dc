"""Files that are sent as files, end to end: through the REST door to a WordPress, and back from its own address."""

import base64
from collections.abc import AsyncIterator
from pathlib import Path

import httpx2
import pytest

from tests.pictures import draw
from tests.wordpress.proxy import Proxy
from tests.wordpress.site import WordPress
from tests.wordpress.test_service import Service, open_rest


@pytest.fixture
async def service(wordpress: WordPress, proxy: Proxy, tmp_path: Path) -> AsyncIterator[Service]:
    """The REST door over a WordPress that takes files."""
    async with open_rest(wordpress, proxy, tmp_path, "uploads") as opened:
        yield opened


async def test_a_file_goes_to_wordpress_as_it_was_sent(service: Service, wordpress: WordPress) -> None:
    """A raw picture and a form with a PDF: byte for byte, with their sizes, and shown by the site."""
    picture, document = draw("PNG", (400, 300)), b"%PDF-1.4\n" + b"%" * 300_000 + b"\n%%EOF\n"
    key = {"X-API-Key": service.keys["admin"]}
    raw = {**key, "Content-Type": "image/png", "Content-Disposition": 'attachment; filename="sent-field.png"'}
    made = [
        await service.http.post("/media", content=picture, headers=raw),
        await service.http.post(
            "/media",
            data={"title": "Menu"},
            files={"file": ("sent-menu.pdf", document, "application/pdf")},
            headers=key,
        ),
    ]
    assert [answer.status_code for answer in made] == [201, 201], [answer.text for answer in made]
    field, menu = (answer.json() for answer in made)
    assert (field["mime_type"], field["media_details"]["width"]) == ("image/png", 400)
    assert (menu["mime_type"], menu["title"]["rendered"]) == ("application/pdf", "Menu")
    async with httpx2.AsyncClient() as visitor:
        for told, content in ((field, picture), (menu, document)):
            shown = await visitor.get(told["source_url"])
            assert (shown.status_code, shown.content) == (200, content)
    rows = await service.host.media.find_uses(field["id"])
    assert rows["uses"] == []


async def test_files_of_a_batch_are_added_together_or_not_at_all(service: Service, proxy: Proxy) -> None:
    """WordPress gets them one by one; if it refuses one, that is named, and those before it are deleted again."""
    key = {"X-API-Key": service.keys["admin"]}
    address = "data:image/png;base64," + base64.b64encode(draw("PNG", (40, 30))).decode()
    requests = [
        {"method": "POST", "path": "/media", "body": {"data": address, "filename": f"pair-{n}.png"}} for n in range(2)
    ]
    batch = {"requests": requests, "mode": "atomic"}
    before = (await service.http.get("/media", headers=key)).headers["X-WP-Total"]
    proxy.fail("large_before", "POST", "/wp/v2/media", 2)
    refused = await service.http.post("/batch", json=batch, headers=key)
    undone = "It is too large for WordPress. The file is pair-1.png. What was done before it was undone."
    assert (refused.status_code, refused.json()["message"]) == (413, undone)
    assert (await service.http.get("/media", headers=key)).headers["X-WP-Total"] == before
    done = await service.http.post("/batch", json=batch, headers=key)
    assert [each["status"] for each in done.json()["responses"]] == [201, 201]
    await service.http.post("/changes/undo", json={"id": done.json()["change_id"]}, headers=key)
