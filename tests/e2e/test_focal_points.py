"""The focal point of a picture: in answers, in its crop, and where the public pages crop it."""

import base64
import re
import time
from collections.abc import AsyncIterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from sitehand.hosts.builtin.file_needs import KEPT_FOR, clear_files
from sitehand.hosts.builtin.schema import SITE
from sitehand.store.database import Database
from sitehand.store.media_files import MediaFiles
from tests.service import BASE, Service, open_service

LEFT, RIGHT = (200, 30, 30), (30, 30, 200)
CENTRE = {"x": 0.5, "y": 0.5}


def draw_halves() -> str:
    """A wide picture, red on the left and blue on the right, as a `data:` URL."""
    picture = Image.new("RGB", (600, 200), LEFT)
    picture.paste(RIGHT, (300, 0, 600, 200))
    written = BytesIO()
    picture.save(written, "PNG")
    return f"data:image/png;base64,{base64.b64encode(written.getvalue()).decode()}"


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with an admin's key."""
    async with open_service(tmp_path) as opened:
        yield opened


async def send(service: Service, method: str, path: str, body: Any = None, status: int = 200) -> Any:
    """The body of an answer with that status."""
    answer = await service.http.request(
        method, f"{BASE}{path}", json=body, headers={"X-API-Key": service.keys["admin"]}
    )
    assert answer.status_code == status, answer.text
    return answer.json()


async def add(service: Service, **fields: Any) -> Any:
    """A new picture; its object."""
    return await send(service, "POST", "/media", {"data": draw_halves(), "filename": "field.png", **fields}, 201)


async def look(service: Service, file: Any) -> tuple[set[Any], str]:
    """The colours of the thumbnail as visitors get it, and its validator."""
    answer = await service.http.get(file["media_details"]["sizes"]["thumbnail"]["source_url"])
    assert answer.status_code == 200
    shown = Image.open(BytesIO(answer.content))
    assert shown.size == (150, 150)
    return {shown.getpixel((5, 75)), shown.getpixel((145, 75))}, answer.headers["etag"]


async def test_a_new_picture_is_cropped_around_its_point(service: Service) -> None:
    """Of which the centre is the default; each answer tells it, of images alone."""
    plain = await add(service)
    assert plain["focal_point"] == CENTRE
    assert (await look(service, plain))[0] == {LEFT, RIGHT}
    made = await add(service, focal_point={"x": 0.1, "y": 0.333})
    assert made["focal_point"] == {"x": 0.1, "y": 0.33}
    assert (await look(service, made))[0] == {LEFT}
    assert (await look(service, plain))[0] == {LEFT, RIGHT}
    listed = await send(service, "GET", "/media?orderby=id&order=asc")
    assert [file["focal_point"] for file in listed] == [CENTRE, {"x": 0.1, "y": 0.33}]
    text = await send(service, "POST", "/media", {"data": "data:,Rye"}, 201)
    assert "focal_point" not in text


async def test_another_point_changes_the_crop_and_an_undo_brings_it_back(service: Service) -> None:
    """At the same address, with another validator; nothing changes when the point is the same."""
    made = await add(service, focal_point={"x": 0, "y": 0})
    colours, tag = await look(service, made)
    assert colours == {LEFT}
    path = f"/media/{made['id']}"
    changed = await send(service, "PATCH", path, {"focal_point": {"x": 1, "y": 0}})
    assert changed["media_details"]["sizes"] == made["media_details"]["sizes"]
    assert changed["revision"] != made["revision"]
    colours, other = await look(service, made)
    assert (colours, other != tag) == ({RIGHT}, True)
    same = await send(service, "PATCH", path, {"focal_point": {"x": 1, "y": 0.001}})
    assert not same["changed"]
    await send(service, "POST", "/changes/undo", {"id": changed["change_id"]})
    assert await look(service, made) == ({LEFT}, tag)
    assert (await send(service, "GET", path))["focal_point"] == {"x": 0, "y": 0}


async def test_a_preview_and_a_batch_crop_as_a_call_does(service: Service) -> None:
    """What only a running batch could know is refused, with what to do instead."""
    made = await add(service)
    wanted = {"focal_point": {"x": 0, "y": 0.5}}
    plan = await send(service, "PATCH", f"/media/{made['id']}?dry_run=true", wanted)
    assert {"focal_x"} <= {each["field"] for each in plan["changes"][0]["fields"]}
    assert (await look(service, made))[0] == {LEFT, RIGHT}
    part = {"method": "PATCH", "path": f"/media/{made['id']}", "body": {"focal_point": {"x": 1, "y": 0.5}}}
    await send(service, "POST", "/batch", {"requests": [part], "mode": "atomic"}, 207)
    assert (await look(service, made))[0] == {RIGHT}
    new = {"method": "POST", "path": "/media", "body": {"data": draw_halves(), "filename": "new.png"}}
    late = {"method": "PATCH", "path": "/media/{#0.id}", "body": {"focal_point": {"x": 0.77, "y": 0.5}}}
    refused = await send(service, "POST", "/batch", {"requests": [new, late], "mode": "atomic"}, 400)
    assert "where the picture is created" in refused["data"]["hint"]


async def test_another_picture_begins_with_its_centre(service: Service) -> None:
    """It shows something else; an undo brings the old one back with its point."""
    made = await add(service, focal_point={"x": 0, "y": 0})
    other = Image.new("RGB", (500, 300), RIGHT)
    written = BytesIO()
    other.save(written, "PNG")
    data = f"data:image/png;base64,{base64.b64encode(written.getvalue()).decode()}"
    replaced = await send(service, "PUT", f"/media/{made['id']}/file", {"data": data})
    assert replaced["focal_point"] == CENTRE
    assert (await look(service, made))[0] == {RIGHT}
    await send(service, "POST", "/changes/undo", {"id": replaced["change_id"]})
    assert (await look(service, made))[0] == {LEFT}
    assert (await send(service, "GET", f"/media/{made['id']}"))["focal_point"] == {"x": 0, "y": 0}


async def test_only_images_have_one(service: Service) -> None:
    """A text is refused it, new or not."""
    point = {"focal_point": {"x": 0, "y": 0}}
    refused = await send(service, "POST", "/media", {"data": "data:,Rye", **point}, 400)
    assert refused["data"]["details"][0]["path"] == "focal_point"
    text = await send(service, "POST", "/media", {"data": "data:,Rye"}, 201)
    refused = await send(service, "PATCH", f"/media/{text['id']}", point, 400)
    assert refused["data"]["details"][0]["got"] == "text/plain"


async def test_public_pages_crop_featured_images_around_it(service: Service) -> None:
    """In lists, on the page itself, and in a block that has a shape of its own; the centre needs no word."""
    point, plain = await add(service, focal_point={"x": 0.25, "y": 0.6}), await add(service)
    block = '<!-- wp:post-featured-image {"aspectRatio":"1"} /-->'
    for image, title in ((point, "Pointed"), (plain, "Plain")):
        body = {"title": title, "status": "publish", "featured_media": image["id"], "content": block}
        await send(service, "POST", "/posts", body, 201)
    home = (await service.http.get("/")).text
    assert home.count("object-position:25% 60%") == 1
    shown = await send(service, "GET", "/posts?orderby=id&order=asc")
    pages = [(await service.http.get(post["link"])).text for post in shown]
    assert [page.count("object-position:25% 60%") for page in pages] == [2, 0]


async def test_points_that_were_only_tried_leave_no_crops(service: Service) -> None:
    """After a day the crops of the row and of the journal are there, so that an undo finds its own."""
    made = await add(service, focal_point={"x": 0.2, "y": 0})
    path, database = f"/media/{made['id']}", Database(service.settings.data, SITE)
    for x in (0.3, 0.4):
        await send(service, "PATCH", f"{path}?dry_run=true", {"focal_point": {"x": x, "y": 0}})
    changed = await send(service, "PATCH", path, {"focal_point": {"x": 1, "y": 0}})
    files = MediaFiles(service.settings.data)

    async def clear(now: float) -> set[str]:
        assert await clear_files(database, files, now) == []
        return {version.name for version in files.list_versions() if "x" in version.name}

    crops = {f"thumbnailx{x}y0{ending}" for x in (20, 30, 40, 100) for ending in ("", "webp")}
    assert await clear(time.time()) == crops
    assert await clear(time.time() + 2 * KEPT_FOR) == {crop for crop in crops if re.search("x(20|100)y", crop)}
    await send(service, "POST", "/changes/undo", {"id": changed["change_id"]})
    colours, tag = await look(service, made)
    assert (colours, "thumbnailx20y0" in tag) == ({LEFT}, True)
    await database.close()
