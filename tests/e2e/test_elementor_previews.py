"""Pictures of Elementor documents by a real Chromium, which is given each page and finds no network."""

import asyncio
import base64
from io import BytesIO
from pathlib import Path
from typing import Any

import psutil
import pytest
from PIL import Image

from sitehand.errors import Code, Problem
from sitehand.files.chromium import Chromium
from sitehand.site.page_pictures import MAX_BYTES, MAX_HEIGHT, View
from sitehand.site.public_pages import Reading
from tests.service import BASE, open_service

RED, BLUE = (255, 0, 0), (0, 0, 255)
PAGE = "https://hill.example/page/"
DOT = '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><rect width="50" height="50" fill="#f00"/></svg>'
NOSY = """<body style="margin: 0"><img src="red.svg" style="display: block">
<p id="ran" style="margin: 0; height: 50px"></p>
<img src="http://127.0.0.1:PORT/"><iframe src="http://127.0.0.1:PORT/frame"></iframe>
<link rel="preconnect" href="http://127.0.0.1:PORT"><script>
  fetch("http://localhost:PORT/", {mode: "no-cors"}).catch(() => {});
  navigator.sendBeacon("http://127.0.0.1:PORT/", "x");
  const peer = new RTCPeerConnection({iceServers: [{urls: "stun:127.0.0.1:PORT"}]});
  peer.createDataChannel("x");
  addEventListener("load", () => { ran.style.background = "#00f"; });
  new WebSocket("ws://127.0.0.1:PORT/");
</script>"""


def box(color: str, pixels: int = 700) -> dict[str, Any]:
    """A container that fills the window with a colour."""
    height = {"unit": "px", "size": pixels, "sizes": []}
    settings = {"background_background": "classic", "background_color": color, "min_height": height}
    return {"elType": "container", "settings": {"content_width": "full", **settings}, "elements": []}


def read(image: dict[str, Any]) -> Image.Image:
    """The picture of an answer of REST, which says what it is."""
    content = base64.b64decode(image["data"])
    found = Image.open(BytesIO(content))
    assert (found.size, found.get_format_mimetype()) == ((image["width"], image["height"]), image["mime_type"])
    assert len(content) <= MAX_BYTES
    return found.convert("RGB")


async def test_a_draft_is_drawn_with_what_nobody_has_stored(tmp_path: Path, chromium_path: str) -> None:
    """By REST in base64, as a tool in an image; part by part, as wide as asked; the stored page stays."""
    async with open_service(tmp_path / "site", chromium=chromium_path) as service:
        headers = {"X-API-Key": service.keys["admin"]}
        page = (await service.http.post(f"{BASE}/pages", json={"title": "Long"}, headers=headers)).json()
        path = f"{BASE}/items/{page['id']}/elementor"
        stored = (
            await service.http.put(path, json={"content": [{"id": "aaaaaa1", **box("#ff0000")}]}, headers=headers)
        ).json()
        add = {"operation": "add_element", "element": box("#0000ff", 1500), "at": "end"}
        asked = {"format": "image", "operations": [add], "width": 390}
        first = (await service.http.post(f"{path}/preview", json=asked, headers=headers)).json()
        assert "image" in first, first
        picture = read(first["image"])
        assert (picture.size, first["revision"]) == ((390, MAX_HEIGHT), stored["revision"])
        colors = {color for _, color in picture.getcolors(1_000_000) or ()}
        assert {RED, BLUE} <= colors
        assert first["page_height"] > first["next_top"] == MAX_HEIGHT
        rest = await service.tool("preview_elementor", {**asked, "id": page["id"], "top": first["next_top"]})
        text, image = rest["content"]
        assert "data" not in rest["structuredContent"]["image"] and image["data"] not in text["text"]
        second = read({**rest["structuredContent"]["image"], "data": image["data"]})
        assert second.height == first["page_height"] - MAX_HEIGHT
        assert image["mimeType"] == rest["structuredContent"]["image"]["mime_type"]
        below = {"format": "image", "top": 50_000}
        refused = (await service.http.post(f"{path}/preview", json=below, headers=headers)).json()
        assert (refused["code"], refused["data"]["details"][0]["path"]) == ("invalid_arguments", "top")
        kept = (await service.http.get(path, headers=headers)).json()
        assert kept["revision"] == stored["revision"]


def list_browsers() -> set[int]:
    """The processes of browsers below this one."""
    return {each.pid for each in psutil.Process().children(recursive=True) if "chrom" in each.name()}


async def test_a_page_finds_no_network_and_cannot_stay(chromium_path: str) -> None:
    """It gets what it is given, and reaches no port of this machine; one that never ends is ended, with its browser."""
    heard: list[bytes] = []
    before = list_browsers()  # that of the tests that look at pages

    async def hear(read: asyncio.StreamReader, write: asyncio.StreamWriter) -> None:
        heard.append(await read.readline())
        write.close()

    async with await asyncio.start_server(hear, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        given = {
            PAGE: ("text/html", NOSY.replace("PORT", str(port)).encode()),
            f"{PAGE}red.svg": ("image/svg+xml", DOT.encode()),
        }

        async def fetch(address: str) -> Reading:
            if address == f"{PAGE}endless":
                await asyncio.Event().wait()
            kind, content = given.get(address, ("", b""))
            return Reading(address, 200 if kind else 0, {"content-type": kind}, content)

        taken = await Chromium(chromium_path).take(PAGE, fetch, View(400))
        drawn = Image.open(BytesIO(taken.content)).convert("RGB")
        assert (drawn.getpixel((5, 5)), drawn.getpixel((5, 55))) == (RED, BLUE), "It was drawn, and its script ran."
        with pytest.raises(Problem) as refused:
            await Chromium(chromium_path, seconds=3).take(f"{PAGE}endless", fetch, View(400))
    assert (refused.value.code, heard) == (Code.READ_TIMEOUT, [])
    assert not list_browsers() - before
