"""Components of Elementor on a WordPress: none are read or written, and what says so."""

import json

from sitehand.elementor.components.instances import SETTING, Instance, write_instance
from sitehand.hosts.wordpress.capabilities import list_capabilities
from sitehand.hosts.wordpress.facts import read_facts
from tests.unit.elementor.documents import MIXED
from tests.wordpress.site import WordPress
from tests.wordpress.test_elementor import plugin, read_meta
from tests.wordpress.test_elementor_templates import make_page, service
from tests.wordpress.test_patterns import ask
from tests.wordpress.test_service import Service

__all__ = ["plugin", "service"]
INSTANCE = {
    "id": "abcdef1",
    "elType": "widget",
    "widgetType": "e-component",
    "settings": {SETTING: write_instance(Instance(7, {}))},
    "elements": [],
}


async def test_there_are_no_elementor_components(service: Service) -> None:
    """The refusal says why, also of one among several operations; nothing is stored."""
    known = list_capabilities(await read_facts(service.host.transactions.client))
    assert not known.offers("elementor_components") and "REST API" in known.explain("elementor_components")
    refused = await ask(service, "GET", "/elementor/components", status=501)
    assert refused["code"] == "not_supported"
    page = await make_page(service)
    step = {"operation": "place_elementor_component", "component": "Card", "at": "end"}
    refused = await ask(service, "POST", f"/items/{page}/elementor/operations", {"operations": [step]}, 501)
    assert refused["code"] == "not_supported"


async def test_an_instance_is_kept_as_it_is(service: Service, wordpress: WordPress) -> None:
    """Beside an edit of another element, to the byte."""
    content = [*json.loads(MIXED), INSTANCE]
    page = await make_page(service, content)
    before = read_meta(wordpress, page, "_elementor_data")
    kept = before[before.index('{"id":"abcdef1"') :]
    await ask(service, "DELETE", f"/items/{page}/elementor/elements/{content[0]['id']}")
    after = read_meta(wordpress, page, "_elementor_data")
    assert after != before and after.endswith(kept)


async def test_an_instance_goes_with_its_elements(service: Service, wordpress: WordPress) -> None:
    """The outline has it, and it is copied and moved, though nobody here knows its component."""
    page = await make_page(service, [{"id": "aaaaaa1", "elType": "e-flexbox", "settings": [], "elements": [INSTANCE]}])
    path = f"/items/{page}/elementor"
    outline = (await ask(service, "GET", path))["items"]
    assert [(each["id"], each["type"]) for each in outline] == [("aaaaaa1", "e-flexbox"), ("abcdef1", "e-component")]
    (copied,) = (await ask(service, "POST", f"{path}/elements/aaaaaa1/duplicate"))["elements"]
    step = {"operation": "move_element", "element": "abcdef1", "at": {"last_in": copied}}
    await ask(service, "POST", f"{path}/operations", {"operations": [step]})
    stored = json.loads(read_meta(wordpress, page, "_elementor_data"))
    assert [len(each["elements"]) for each in stored] == [0, 2]
    assert [each["settings"] for each in stored[1]["elements"]] == [INSTANCE["settings"]] * 2
