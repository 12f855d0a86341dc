"""Dynamic tags on a WordPress: a part of the document, as PHP reads and writes them."""

import json
import re
import subprocess

from tests.unit.elementor.documents import widget
from tests.wordpress.site import WordPress
from tests.wordpress.test_elementor import plugin, read_meta
from tests.wordpress.test_elementor_templates import make_page, service
from tests.wordpress.test_patterns import ask
from tests.wordpress.test_service import Service

__all__ = ["plugin", "service"]
BOX = {"id": "aaaaaa1", "elType": "container", "settings": {}, "elements": [widget("aaaaaa2", title="Plain")]}
WRITE_AGAIN = "echo urlencode(json_encode(json_decode(urldecode($argv[1]), true), JSON_FORCE_OBJECT));"
"""What Elementor does to the settings of a tag, when it reads and when it writes it."""


def write_again(quoted: str) -> str:
    """The settings of a tag after PHP has read and written them."""
    command = ["php", "-r", WRITE_AGAIN, "--", quoted]
    return subprocess.run(command, capture_output=True, check=True, text=True).stdout


async def test_dynamic_tags_are_stored_as_elementor_stores_them(service: Service, wordpress: WordPress) -> None:
    """PHP writes the same bytes again. Which tags a page shows is for the plugins of the site."""
    page = await make_page(service, [BOX])
    before = read_meta(wordpress, page, "_elementor_data")
    settings = {"format": "custom", "custom_format": "j. F ~ 'y", "before": "Über/", "fallback": "☃ & 🎉"}
    change = {"dynamic": {"title": {"tag": "post-date", "settings": settings}}}
    done = await ask(service, "PATCH", f"/items/{page}/elementor/elements/aaaaaa2", change)
    (box,) = json.loads(read_meta(wordpress, page, "_elementor_data"))
    (quoted,) = re.findall(r'settings="(.*)"\]', box["elements"][0]["settings"]["__dynamic__"]["title"])
    assert write_again(quoted) == quoted
    told = (await ask(service, "GET", f"/items/{page}/elementor"))["items"][1]
    assert told["dynamic"] == change["dynamic"]
    names = {each["name"] for each in (await ask(service, "GET", "/elementor/dynamic-tags"))}
    assert "post-date" in names
    await ask(service, "POST", "/changes/undo", {"id": done["change_id"]})
    assert read_meta(wordpress, page, "_elementor_data") == before
