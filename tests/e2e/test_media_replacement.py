"""Files that take the place of another."""

from io import BytesIO
from typing import Any

from PIL import Image

from tests.e2e.test_media import add, pack, send, service
from tests.pictures import draw
from tests.service import Service

__all__ = ["service"]


async def replace(service: Service, made: Any, content: bytes) -> Any:
    """Another file in the place of one; the answer."""
    return await send(service, "PUT", f"/media/{made['id']}/file", {"data": pack(content)})


async def read_image(service: Service, address: str) -> Any:
    """The picture at an address."""
    shown = await service.http.get(address)
    assert shown.status_code == 200, address
    return Image.open(BytesIO(shown.content))


async def test_a_file_is_replaced_at_its_address_and_an_undo_brings_it_back(service: Service) -> None:
    """The addresses of its sizes stay too, though the new picture is of another shape; validators change."""
    made = await add(service, alt_text="A field", filename="field.png")
    tag = (await service.http.get(made["source_url"])).headers["etag"]
    old = {name: size["source_url"] for name, size in made["media_details"]["sizes"].items()}
    done = await replace(service, made, draw("PNG", (300, 600)))
    assert done.status_code == 200, done.text
    now = done.json()
    assert [now[name] for name in ("id", "source_url", "slug", "title", "alt_text")] == [
        made[name] for name in ("id", "source_url", "slug", "title", "alt_text")
    ]
    assert (now["revision"] != made["revision"], now["media_details"]["height"]) == (True, 600)
    assert (await read_image(service, made["source_url"])).size == (300, 600)
    assert (await read_image(service, old["medium"])).size == (150, 300)
    assert (await service.http.get(made["source_url"], headers={"If-None-Match": tag})).status_code == 200
    changes = (await send(service, "GET", "/changes?per_page=1")).json()
    undone = await send(service, "POST", "/changes/undo", {"id": changes[0]["id"]})
    assert undone.status_code == 200, undone.text
    assert (await read_image(service, made["source_url"])).size == (400, 300)
    assert (await read_image(service, old["medium"])).size == (300, 225)


async def test_a_file_is_replaced_by_one_of_its_type_alone(service: Service) -> None:
    """Its address ends as its type does; the same file changes nothing."""
    content = draw("PNG", (30, 20))
    made = await add(service, content)
    refused = await replace(service, made, draw("JPEG", (30, 20)))
    assert (refused.status_code, refused.json()["code"]) == (415, "unsupported_media_type")
    assert "image/png" in refused.json()["data"]["hint"]
    assert (await replace(service, made, content)).json()["changed"] is False
