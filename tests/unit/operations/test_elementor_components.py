"""Components of the built-in site: made of a page, shown on others, and kept while anything shows them."""

from collections.abc import AsyncIterator, Collection, Mapping
from pathlib import Path
from typing import Any

import pytest

from sitehand.hosts.builtin.elementor_components import BuiltinElementorComponents
from sitehand.site.elementor_components import MAX_COMPONENTS
from tests.samples.elementor.components import CONTENT, PROPERTY
from tests.service import Service, open_service
from tests.unit.operations.test_gutenberg import call

COMPONENTS = "/elementor/components"
AT_END = {"last_in": "bbbbbb1"}


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with a published page that has a card, and an empty page beside it."""
    async with open_service(tmp_path, roles=("admin", "designer"), output_schemas=False) as opened:
        for slug, content in (("cards", CONTENT), ("others", CONTENT[1:])):
            page = await call(opened, "POST", "/pages", {"title": slug.title(), "slug": slug, "status": "publish"})
            await call(opened, "PUT", f"/items/{page['id']}/elementor", {"content": content})
        yield opened


async def find_page(service: Service, slug: str = "others") -> int:
    """The id of a page."""
    return int((await call(service, "GET", f"/pages?slug={slug}"))[0]["id"])


async def make(service: Service, title: str = "Card", **given: Any) -> Any:
    """A component of the card."""
    asked = {"title": title, "item": await find_page(service, "cards"), "element": "aaaaaa1", "properties": [PROPERTY]}
    return await call(service, "POST", COMPONENTS, {**asked, **given}, "designer")


async def place(service: Service, title: str = "Card", **given: Any) -> Any:
    """An instance on the other page."""
    path = f"/items/{await find_page(service)}/elementor/component"
    return await call(service, "POST", path, {"component": title, "at": AT_END, **given}, "designer")


async def read_page(service: Service) -> str:
    """The other page as visitors get it."""
    return str((await service.http.get("/others/")).text)


async def test_a_change_of_a_component_shows_on_every_page_at_once(service: Service) -> None:
    """But for what an instance says itself; the undo of each step brings the page back."""
    made = await make(service)
    assert made["characters"] > 0 and "change_id" in made
    own = await place(service, values={"Title": "Own words"})
    plain = await place(service)
    first = await read_page(service)
    assert first.count(">Card<") == 1 and "Own words" in first
    outline = (await call(service, "GET", f"/items/{await find_page(service)}/elementor"))["items"]
    assert [each.get("component") for each in outline] == [None, "Card", "Card"]
    heading = (await call(service, "GET", f"{COMPONENTS}/{made['id']}"))["items"][1]
    step = {"operation": "update_element", "element": heading["id"], "settings": {"title": "New words"}}
    changed = await call(service, "PATCH", f"{COMPONENTS}/{made['id']}", {"operations": [step]})
    second = await read_page(service)
    assert "New words" in second and "Own words" in second and ">Card<" not in second
    for change in (changed, plain, own):
        await call(service, "POST", "/changes/undo", {"id": change["change_id"]})
    assert ">Card<" not in await read_page(service)
    again = await call(service, "GET", f"{COMPONENTS}/{made['id']}?uses=true")
    assert (again["revision"], again["uses"]) == (made["revision"], 0)


async def test_only_a_copy_reads_elements_and_those_of_no_other_component(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Placing, changing and telling instances need titles and properties, a conversion what the page shows."""
    made = await make(service)
    await make(service, "Unused", properties=[])
    read: list[int] = []
    read_elements = BuiltinElementorComponents.read_elements

    async def note(self: BuiltinElementorComponents, ids: Collection[int]) -> Mapping[int, str]:
        read.extend(ids)
        return await read_elements(self, ids)

    monkeypatch.delattr(BuiltinElementorComponents, "list_all")
    monkeypatch.setattr(BuiltinElementorComponents, "read_elements", note)
    placed = await place(service, values={"Title": "Own words"})
    page = f"/items/{await find_page(service)}/elementor"
    other = {"element": placed["elements"][0], "values": {"Title": "Other words"}}
    await call(service, "POST", f"{page}/component", other)
    assert (await call(service, "GET", page))["items"][1]["component"] == "Card"
    assert not read
    detached = await call(service, "POST", f"{page}/elements/{placed['elements'][0]}/detach")
    steps = [
        {"operation": "place_elementor_component", "component": "CARD", "element": detached["elements"][0]},
        {"operation": "detach_elementor_component", "element": detached["elements"][0]},
    ]
    assert "change_id" in await call(service, "POST", f"{page}/operations", {"operations": steps})
    await place(service, values={"Title": "Other words"})
    await call(service, "POST", f"{page}/conversion", {"to": "blocks"})
    assert "Other words" in await read_page(service) and set(read) == {made["id"]}


async def test_what_shows_a_component_keeps_it(service: Service) -> None:
    """Pages, templates and other components: each is named, and force deletes all the same."""
    made = await make(service)
    outer = await make(service, "Outer", properties=[])
    await place(service)
    path = f"{COMPONENTS}/{outer['id']}"
    box = (await call(service, "GET", path))["items"][0]["id"]
    step = {"operation": "place_elementor_component", "component": "Card", "at": {"last_in": box}}
    await call(service, "PATCH", path, {"operations": [step]})
    template = await call(service, "POST", "/elementor/templates", {"item": await find_page(service), "title": "Kept"})
    (listed,) = await call(service, "GET", f"{COMPONENTS}?search=card&uses=true")
    assert (listed["properties"], listed["uses"]) == (["Title"], 3)
    refused = await call(service, "DELETE", f"{COMPONENTS}/{made['id']}")
    assert refused["code"] == "conflict"
    told = " ".join(each["got"] for each in refused["data"]["details"])
    assert "Others" in told and f"elementor template {template['id']} Kept" in told and "Outer" in told
    gone = await call(service, "DELETE", f"{COMPONENTS}/{made['id']}", {"force": True})
    assert gone["deleted"] and ">Card<" not in await read_page(service)
    await call(service, "POST", "/changes/undo", {"id": gone["change_id"]})
    assert ">Card<" in await read_page(service)


async def test_components_that_show_each_other_are_refused(service: Service) -> None:
    """Directly and by another; what is refused is not stored."""
    made = {title: await make(service, title, properties=[]) for title in ("One", "Two")}
    shown = {title: await call(service, "GET", f"{COMPONENTS}/{each['id']}") for title, each in made.items()}

    async def put(within: str, title: str) -> Any:
        at = {"last_in": shown[within]["items"][0]["id"]}
        step = {"operation": "place_elementor_component", "component": title, "at": at}
        return await call(service, "PATCH", f"{COMPONENTS}/{made[within]['id']}", {"operations": [step]})

    assert (await put("One", "One"))["code"] == "invalid_arguments"
    assert "change_id" in await put("One", "Two")
    refused = await put("Two", "One")
    assert "cannot show itself" in refused["message"]
    assert (await call(service, "GET", f"{COMPONENTS}/{made['Two']['id']}"))["revision"] == made["Two"]["revision"]


async def test_what_an_undo_brings_back_stops_no_other_edit(service: Service) -> None:
    """A circle, a second component of one title, and one more than there may be: each can still be edited."""
    one, two = await make(service, "One", properties=[]), await make(service, "Two", properties=[])
    path, other = (f"{COMPONENTS}/{each['id']}" for each in (one, two))
    boxes = [(await call(service, "GET", each))["items"][0]["id"] for each in (path, other)]
    step = {"operation": "place_elementor_component", "component": "Two", "at": {"last_in": boxes[0]}}
    placed = await call(service, "PATCH", path, {"operations": [step]})
    instance = placed["elements"][-1] if "elements" in placed else placed["results"][0][0]
    taken = await call(service, "PATCH", path, {"operations": [{"operation": "remove_element", "element": instance}]})
    back = {**step, "component": "One", "at": {"last_in": boxes[1]}}
    assert "change_id" in await call(service, "PATCH", other, {"operations": [back]})
    await call(service, "POST", "/changes/undo", {"id": taken["change_id"]})
    for number in range(MAX_COMPONENTS - 2):
        await make(service, f"Card {number}")
    gone = await call(service, "DELETE", f"{COMPONENTS}/{two['id'] + 1}")
    assert "change_id" in await make(service, gone["previous"]["title"])
    await call(service, "POST", "/changes/undo", {"id": gone["change_id"]})
    assert len(await call(service, "GET", COMPONENTS)) == 50
    pages = [await call(service, "GET", f"{COMPONENTS}?per_page=100&page={number}") for number in (1, 2)]
    assert sum(len(page) for page in pages) == MAX_COMPONENTS + 1
    assert (await make(service, "More"))["code"] == "conflict"
    assert "change_id" in await call(service, "PATCH", path, {"title": "One, renamed"})
    twice = f"{COMPONENTS}/{two['id'] + 1}"
    box = (await call(service, "GET", twice))["items"][0]["id"]
    wider = {"operation": "update_element", "element": box, "settings": {"tag": "section"}}
    assert "change_id" in await call(service, "PATCH", twice, {"operations": [wider]})
    assert "change_id" in await call(service, "PATCH", twice, {"title": "A title of its own"})


async def test_an_instance_is_detached_as_it_was_shown(service: Service) -> None:
    """The page shows the same words as before, and nothing of the component from then on."""
    made = await make(service)
    (instance,) = (await place(service, values={"Title": "Own words"}))["elements"]
    path = f"/items/{await find_page(service)}/elementor"
    box = (await call(service, "POST", f"{path}/elements/{instance}/detach", {}, "designer"))["elements"]
    assert "Own words" in await read_page(service)
    outline = (await call(service, "GET", path))["items"]
    assert [each["type"] for each in outline] == ["container", "e-flexbox", "e-heading"]
    assert box == [outline[1]["id"]]
    assert (await call(service, "DELETE", f"{COMPONENTS}/{made['id']}"))["deleted"]


async def test_classes_and_files_of_a_component_are_in_use(service: Service) -> None:
    """The class is drawn on the page that shows the component, and is not removed."""
    await call(service, "PATCH", "/elementor/classes", {"classes": [{"label": "card", "style": "color: #123456"}]})
    made = await make(service)
    box = (await call(service, "GET", f"{COMPONENTS}/{made['id']}"))["items"][0]["id"]
    step = {"operation": "update_element", "element": box, "settings": {"classes": ["card"]}}
    await call(service, "PATCH", f"{COMPONENTS}/{made['id']}", {"operations": [step]})
    await place(service)
    assert "#123456" in await read_page(service)
    refused = await call(service, "PATCH", "/elementor/classes", {"remove": ["card"]})
    assert f"elementor component {made['id']} Card" in refused["data"]["details"][0]["got"]


async def test_no_two_components_have_one_title_and_there_is_a_bound(service: Service) -> None:
    """In whatever case: instances are placed by it. Elementor takes a hundred."""
    assert (await make(service))["title"] == "Card"
    assert (await make(service, "CARD"))["code"] == "conflict"
    for number in range(MAX_COMPONENTS - 1):
        assert "id" in await make(service, f"Card {number}", properties=[])
    refused = await make(service, "Too many")
    assert (refused["code"], "100" in refused["message"]) == ("conflict", True)


async def test_a_batch_places_what_it_has_made(service: Service) -> None:
    """All or nothing: the component and the instance are one change."""
    page, source = await find_page(service), await find_page(service, "cards")
    body = {"title": "Card", "item": source, "element": "aaaaaa1"}
    requests = [
        {"method": "POST", "path": COMPONENTS, "body": body},
        {"method": "POST", "path": f"/items/{page}/elementor/component", "body": {"component": "Card", "at": "start"}},
    ]
    done = await call(service, "POST", "/batch", {"requests": requests, "mode": "atomic"})
    assert [each["status"] for each in done["responses"]] == [201, 200], done
    assert ">Card<" in await read_page(service)


async def test_a_page_with_instances_becomes_blocks_of_what_they_show(service: Service) -> None:
    """With the words of each; the report says that they do not follow the component any more."""
    await make(service)
    await place(service, values={"Title": "Own words"})
    await place(service)
    path = f"/items/{await find_page(service)}/elementor/conversion"
    report = (await call(service, "POST", path, {"to": "blocks"}))["report"]
    shown = await read_page(service)
    assert "Own words" in shown and ">Card<" in shown and "wp-block-heading" in shown
    assert len(report["changed"]) == 2 and report["no_counterpart"] == []
