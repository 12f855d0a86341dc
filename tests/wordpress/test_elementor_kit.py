"""Elementor's kit on a real WordPress: a post of its library, which the companion names."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from sitehand.hosts.wordpress.capabilities import ELEMENTOR, list_capabilities
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.companion import NAMESPACE
from sitehand.hosts.wordpress.facts import read_facts
from tests.unit.elementor.documents import MIXED
from tests.wordpress.proxy import Proxy
from tests.wordpress.site import WordPress
from tests.wordpress.test_companion import make_user, put
from tests.wordpress.test_elementor import read_meta
from tests.wordpress.test_elementor_companion import build, runtime
from tests.wordpress.test_service import Service, open_rest

__all__ = ["runtime"]

PATH = "/elementor/kit"
STORED: dict[str, Any] = {
    "site_name": "Kept",
    "system_colors": [{"_id": "primary", "title": "Brand", "color": "#101010"}],
    "system_typography": [
        {
            "_id": "text",
            "title": "Text",
            "typography_typography": "custom",
            "typography_font_size": {"unit": "px", "size": 17, "sizes": []},
            "typography_font_size_tablet": {"unit": "px", "size": 15, "sizes": []},
        }
    ],
}


@pytest.fixture
async def kit(wordpress: WordPress) -> int:
    """The post of a kit, which Elementor has made."""
    client = Client(f"{wordpress.url}/?rest_route=/", wordpress.user, wordpress.password)
    meta = {"_elementor_template_type": "kit", "_elementor_page_settings": STORED}
    body = {"title": "Default Kit", "status": "publish", "meta": meta}
    number = int((await client.write("POST", "/wp/v2/elementor_library", body)).value["id"])
    await client.close()
    option = f"VALUES ('elementor_active_kit', '{number}') ON DUPLICATE KEY UPDATE option_value = '{number}'"
    wordpress.run_sql(f"INSERT INTO wp_options (option_name, option_value) {option}")
    return number


@pytest.fixture
async def service(wordpress: WordPress, proxy: Proxy, tmp_path: Path, kit: int) -> AsyncIterator[Service]:
    """The REST door over the site."""
    assert kit
    async with open_rest(wordpress, proxy, tmp_path, "elementor", "elementor_kit", "elementor_templates") as opened:
        opened.host.transactions.locks.told = True
        yield opened


async def test_the_kit_is_changed_in_its_post(service: Service, wordpress: WordPress, proxy: Proxy, kit: int) -> None:
    """What is not named stays as it is stored; all pages are shown anew; an undo brings back what was there."""
    status, before = await service.call("GET", PATH)
    assert (status, before["id"], before["container_width"]) == (200, kit, "1140px")
    assert before["system_colors"][:2] == [
        {"id": "primary", "title": "Brand", "color": "#101010"},
        {"id": "secondary", "title": "Secondary", "color": "#54595F"},
    ]
    old = read_meta(wordpress, kit, "_elementor_page_settings")
    proxy.sent.clear()
    changes = {
        "custom_colors": [{"title": "Moss", "color": "#2e6b34"}],
        "system_fonts": [{"id": "text", "font_size": "1.25rem", "font_family": "Lora"}],
        "container_width": "75rem",
    }
    status, done = await service.call("PATCH", PATH, {**changes, "expected_revision": before["revision"]})
    assert (status, "notices" in done) == (200, False), done
    assert [sent.method for sent in proxy.writes] == ["POST", "POST", "DELETE"]
    assert done["custom_colors"] == [{"id": "moss", "title": "Moss", "color": "#2e6b34"}]
    (text,) = (each for each in done["system_fonts"] if each["id"] == "text")
    assert (text["font_size"], text["font_family"], done["container_width"]) == ("1.25rem", "Lora", "75rem")
    client = service.host.transactions.client
    asked = {"context": "edit", "_fields": "meta._elementor_page_settings"}
    answer = (await client.read(f"/wp/v2/elementor_library/{kit}", asked)).value
    stored = answer["meta"]["_elementor_page_settings"]
    assert (stored["site_name"], len(stored["system_colors"])) == ("Kept", 4)
    assert stored["system_typography"][2]["typography_font_size_tablet"] == {"unit": "px", "size": 15, "sizes": []}
    status, refused = await service.call("PATCH", PATH, {**changes, "expected_revision": before["revision"]})
    assert (status, refused["code"]) == (409, "revision_conflict")
    status, undone = await service.call("POST", "/changes/undo", {"id": done["change_id"]})
    assert status == 200, undone
    assert read_meta(wordpress, kit, "_elementor_page_settings") == old


async def test_a_preview_and_a_refusal_change_nothing(service: Service, wordpress: WordPress, kit: int) -> None:
    """A list of families would be no font in Elementor; ids of its own are not taken for others."""
    old = read_meta(wordpress, kit, "_elementor_page_settings")
    moss = {"custom_colors": [{"title": "Moss", "color": "#2e6b34"}]}
    status, shown = await service.call("PATCH", f"{PATH}?dry_run=true", moss)
    assert (status, shown["changed"]) == (200, True), shown
    for wrong, path in (
        ({"system_fonts": [{"id": "text", "font_family": "Georgia, serif"}]}, "fonts.text.font_family"),
        ({"custom_colors": [{"id": "accent", "color": "#000"}]}, "custom_colors[0].id"),
        ({"remove_colors": ["moss"]}, "remove_colors[0]"),
    ):
        status, refused = await service.call("PATCH", PATH, wrong)
        assert (status, refused["data"]["details"][0]["path"]) == (400, path), refused
    assert read_meta(wordpress, kit, "_elementor_page_settings") == old
    status, listed = await service.call("GET", "/elementor/templates?per_page=100")
    assert (status, kit in [each["id"] for each in listed]) == (200, False)


async def test_hard_coded_colours_become_references_to_the_kit(service: Service, wordpress: WordPress) -> None:
    """As on the built-in site: by the value, whatever its spelling."""
    _, page = await service.call("POST", "/pages", {"title": "Coloured"})
    path = f"/items/{page['id']}/elementor"
    await service.call("PUT", path, {"content": build("Words").replace('"Words"', '"Words","title_color":"#101010"')})
    _, found = await service.call("GET", f"{path}/hard-coded")
    assert [each["reference"] for each in found["items"]] == ["globals/colors?id=primary"], found
    status, done = await service.call("POST", f"{path}/hard-coded", {})
    assert (status, done["elements"]) == (200, ["aaaaaa2"]), done
    (settings,) = [
        each["settings"] for each in json.loads(read_meta(wordpress, page["id"], "_elementor_data"))[0]["elements"]
    ]
    assert settings == {"title": "Words", "__globals__": {"title_color": "globals/colors?id=primary"}}


async def test_without_the_companion_there_is_no_kit(service: Service, wordpress: WordPress, plugin: Path) -> None:
    """Nor for a user who may not edit it; what would use the kit goes on without."""
    client = service.host.transactions.client
    assert list_capabilities(await read_facts(client)).offers("elementor_kit")
    _, page = await service.call("POST", "/pages", {"title": "Plain"})
    await service.call("PUT", f"/items/{page['id']}/elementor", {"content": MIXED})
    put(plugin, None)
    facts = await read_facts(client)
    assert (ELEMENTOR in facts.namespaces, NAMESPACE in facts.namespaces) == (True, False)
    assert not list_capabilities(facts).offers("elementor_kit")
    status, refused = await service.call("GET", PATH)
    assert (status, refused["code"], "companion" in refused["message"]) == (501, "not_supported", True), refused
    status, found = await service.call("GET", f"/items/{page['id']}/elementor/hard-coded")
    assert status == 200, found


async def test_who_may_not_edit_the_kit_is_told_of_none(service: Service, wordpress: WordPress, kit: int) -> None:
    """Its id neither."""
    for role, number in (("author", 0), ("administrator", kit)):
        client = Client(f"{wordpress.url}/?rest_route=/", *await make_user(wordpress, role))
        assert (await client.read(f"/{NAMESPACE}/elementor/kit")).value == {"id": number}
        await client.close()
