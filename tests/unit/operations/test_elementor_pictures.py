"""Pictures of Elementor documents by a browser that answers as Chromium does, and spells addresses as that does."""

import sys
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest

from tests.service import open_service
from tests.unit.operations.test_elementor_previews import call, make_page

BROWSER = """#!{python}
# Asks for the page as PAGE, and answers with a picture that is what it got.
import json, os

ENDS = os.fdopen(3, "rb"), os.fdopen(4, "wb")
body, navigation = "", 0


def tell(**message):
    ENDS[1].write(json.dumps(message).encode() + bytes(1))
    ENDS[1].flush()


def hear():
    text = b""
    while (read := ENDS[0].read(1)) not in (b"", bytes(1)):
        text += read
    return json.loads(text) if text else None


while asked := hear():
    name, number, given = asked["method"], asked["id"], asked.get("params", {{}})
    if name == "Page.navigate":
        spelled = given["url"].replace("HTTP://Müller.example:80/Büro", "http://xn--mller-kva.example/B%C3%BCro")
        spelled = spelled.replace("//leads-away.example", "//elsewhere.example")
        request = {{"method": "GET", "url": spelled}}
        tell(method="Fetch.requestPaused", params={{"requestId": "1", "request": request}})
        navigation = number
        continue
    answers = {{
        "Target.createTarget": {{"targetId": "page"}},
        "Target.attachToTarget": {{"sessionId": "page"}},
        "Page.getLayoutMetrics": {{"cssContentSize": {{"height": 700}}}},
        "Page.captureScreenshot": {{"data": body}},
    }}
    tell(id=number, result=answers.get(name, {{}}))
    if name in ("Fetch.fulfillRequest", "Fetch.failRequest"):
        body = given.get("body", "")
        tell(id=navigation, result={{}} if body else {{"errorText": "net::ERR_BLOCKED_BY_CLIENT"}})
        tell(method="Page.loadEventFired", params={{}})
"""


@pytest.fixture
def browser(tmp_path: Path) -> str:
    """The path of the browser."""
    path = tmp_path / "browser"
    path.write_text(BROWSER.format(python=sys.executable), "utf-8")
    path.chmod(0o700)
    return str(path)


async def draw(folder: Path, browser: str, **settings: Any) -> tuple[int, Any]:
    """The answer about an image of a page."""
    async with open_service(folder, chromium=browser, **settings) as service:
        path = await make_page(service)
        return await call(service, "POST", f"{path}/elementor/preview", {"format": "image"})


async def test_a_browser_gets_the_page_however_it_spells_the_address(tmp_path: Path, browser: str) -> None:
    """A name in another script, capitals, a port that goes without saying, and a path of other letters."""
    status, told = await draw(tmp_path, browser, url="HTTP://Müller.example:80/Büro")
    assert (status, b"Stored words" in b64decode(told["image"]["data"])) == (200, True)


async def test_a_page_that_the_browser_does_not_get_has_no_picture(tmp_path: Path, browser: str) -> None:
    """It would show the browser's own words on that, as if they were the page."""
    status, refused = await draw(tmp_path, browser, url="http://leads-away.example")
    assert (status, refused["code"], "another site" in refused["message"]) == (409, "conflict", True)


async def test_a_tool_never_has_the_bytes_of_a_picture_in_its_text(tmp_path: Path, browser: str) -> None:
    """Who names them alone gets the image, too."""
    async with open_service(tmp_path, chromium=browser) as service:
        item = int((await make_page(service)).rpartition("/")[2])
        asked = {"id": item, "format": "image", "_fields": ["image.data"]}
        text, image = (await service.tool("preview_elementor", asked))["content"]
    assert (image["mimeType"], image["data"] in text["text"]) == ("image/png", False)
