"""Elementor's global classes and variables of a real WordPress, with a plugin of ours that has Elementor's routes."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.wordpress.proxy import Proxy
from tests.wordpress.site import WordPress
from tests.wordpress.test_elementor import plugin, read_meta
from tests.wordpress.test_patterns import ask
from tests.wordpress.test_service import Service, open_rest

__all__ = ["plugin"]
CLASSES, VARIABLES = "/elementor/classes", "/elementor/variables"
BOX = {"id": "aaaaaa1", "elType": "e-div-block", "settings": {}, "elements": []}


@pytest.fixture
async def service(wordpress: WordPress, proxy: Proxy, tmp_path: Path) -> AsyncIterator[Service]:
    """The REST door over a WordPress with Elementor, where nobody has opened a page of the admin."""
    for name in ("elementor_admin_seen", "elementor_classes", "elementor_variables"):
        wordpress.run_sql(f"DELETE FROM wp_options WHERE option_name = '{name}'")
    async with open_rest(wordpress, proxy, tmp_path, "elementor") as opened:
        yield opened


def open_admin(wordpress: WordPress) -> None:
    """What the first page of the admin does."""
    wordpress.run_sql("INSERT INTO wp_options (option_name, option_value) VALUES ('elementor_admin_seen', '1')")


async def check_references(service: Service, page: int) -> None:
    """A hard-coded colour refers to a variable; to the kit nothing does, which this host does not show."""
    path = f"/items/{page}/elementor"
    heading = {"elType": "widget", "widgetType": "heading", "settings": {"title": "x", "title_color": "#14507a"}}
    await ask(service, "POST", f"{path}/elements", {"element": heading, "at": {"last_in": "aaaaaa1"}})
    await ask(service, "PATCH", f"{path}/elements/aaaaaa1", {"style": "color: #123456"})
    found = (await ask(service, "GET", f"{path}/hard-coded"))["items"]
    assert {each["value"]: "reference" in each for each in found} == {"#123456": True, "#14507a": False}
    done = await ask(service, "POST", f"{path}/hard-coded", {})
    assert done["elements"] == ["aaaaaa1"]


async def check_batches(service: Service) -> None:
    """A later part builds on what Elementor made of the one before, under its id; a class cannot name what is new."""

    def part(path: str, body: object) -> dict[str, object]:
        return {"method": "PATCH", "path": path, "body": body}

    made = [part(VARIABLES, {"variables": [{"label": label, "size": "1px"}]}) for label in ("one", "two")]
    changed = part(VARIABLES, {"variables": [{"label": "one", "size": "2px"}]})
    await ask(service, "POST", "/batch", {"mode": "atomic", "requests": [*made, changed]}, 207)
    listed = (await ask(service, "GET", f"{VARIABLES}?labels=one&labels=two"))["items"]
    assert {each["label"]: each["value"] for each in listed} == {"one": "2px", "two": "1px"}
    new = part(VARIABLES, {"variables": [{"label": "new", "color": "red"}]})
    naming = part(CLASSES, {"classes": [{"label": "naming", "style": "color: var(--new)"}]})
    refused = await ask(service, "POST", "/batch", {"mode": "atomic", "requests": [new, naming]}, 400)
    assert "variable first" in refused["data"]["hint"]
    await ask(service, "PATCH", VARIABLES, {"remove": ["one", "two"]})


async def test_classes_and_variables_go_through_elementors_routes(
    service: Service, proxy: Proxy, wordpress: WordPress
) -> None:
    """By label, each in one request, whatever id Elementor gives; shown first, done, used on a page, and undone."""
    brand = {"variables": [{"label": "brand", "color": "#123456"}, {"label": "gap", "size": "2rem"}]}
    made = await ask(service, "PATCH", VARIABLES, brand)
    assert [sent.method for sent in proxy.writes] == ["POST"]
    card = {"classes": [{"label": "card", "style": "color: var(--brand)"}]}
    refused = await ask(service, "PATCH", CLASSES, card, 403)
    assert "page of the WordPress admin" in refused["data"]["hint"]
    open_admin(wordpress)
    proxy.sent.clear()
    await ask(service, "PATCH", f"{CLASSES}?dry_run=true", card)
    assert proxy.writes == []
    done = await ask(service, "PATCH", CLASSES, card)
    assert [sent.method for sent in proxy.writes] == ["PUT"]
    listed = await ask(service, "GET", CLASSES)
    assert [(each["label"], each["style"]) for each in listed["items"]] == [("card", "color: var(--brand);")]
    page = (await ask(service, "POST", "/pages", {"title": "Boxes"}, 201))["id"]
    await ask(service, "PUT", f"/items/{page}/elementor", {"content": [BOX]})
    await ask(service, "PATCH", f"/items/{page}/elementor/elements/aaaaaa1", {"settings": {"classes": ["card"]}})
    stored = json.loads(read_meta(wordpress, page, "_elementor_data"))
    assert stored[0]["settings"]["classes"]["value"] == [listed["items"][0]["id"]]
    await check_references(service, page)
    await ask(service, "DELETE", f"/pages/{page}")  # from the trash it can come back
    refused = await ask(service, "PATCH", CLASSES, {"remove": ["card"]}, 409)
    assert "Boxes" in refused["data"]["details"][0]["got"]
    await ask(service, "POST", "/changes/undo", {"id": done["change_id"]})
    assert (await ask(service, "GET", CLASSES))["items"] == []
    await check_batches(service)
    removed = await ask(service, "PATCH", VARIABLES, {"remove": ["gap"]})
    assert [each["label"] for each in (await ask(service, "GET", VARIABLES))["items"]] == ["brand"]
    await ask(service, "POST", "/changes/undo", {"id": removed["change_id"]})
    after = await ask(service, "GET", VARIABLES)
    assert {each["label"]: each["value"] for each in after["items"]} == {"brand": "#123456", "gap": "2rem"}
    assert made["revision"]
