"""Global classes and variables of the built-in site: what names them, and what visitors get."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.service import Service, open_service
from tests.unit.operations.test_gutenberg import call

CLASSES, VARIABLES = "/elementor/classes", "/elementor/variables"
BOX: dict[str, Any] = {"id": "aaaaaa1", "elType": "e-div-block", "settings": {}, "elements": []}


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with a designer's key, and a published page with a box, a class and a variable."""
    async with open_service(tmp_path, roles=("admin", "designer"), output_schemas=False) as opened:
        variables = [{"label": "brand", "color": "#123456"}, {"label": "gap", "size": "2rem"}]
        await call(opened, "PATCH", VARIABLES, {"variables": variables}, "designer")
        classes = [{"label": "card", "style": "color: var(--brand)"}, {"label": "spare"}]
        await call(opened, "PATCH", CLASSES, {"classes": classes}, "designer")
        page = await call(opened, "POST", "/pages", {"title": "Boxes", "slug": "boxes", "status": "publish"})
        await call(opened, "PUT", f"/items/{page['id']}/elementor", {"content": [BOX]})
        yield opened


async def find_page(service: Service) -> str:
    """The path of the page's document."""
    return f"/items/{(await call(service, 'GET', '/pages?slug=boxes'))[0]['id']}/elementor"


async def test_a_class_is_named_drawn_and_told_by_label(service: Service) -> None:
    """In the outline, in a search, and on the public page, where a change of the variable shows at once."""
    path = await find_page(service)
    for change in ({"settings": {"classes": ["card"]}}, {"style": "padding: var( --gap )"}):
        await call(service, "PATCH", f"{path}/elements/aaaaaa1", change, "designer")
    (box,) = (await call(service, "GET", path))["items"]
    assert (box["classes"], box["variables"]) == (["card"], ["gap"])
    assert (await call(service, "GET", f"{path}/elements?reference=card"))["items"][0]["id"] == "aaaaaa1"
    first = (await service.http.get("/boxes/")).text
    assert "#123456" in first and "2rem" in first
    await call(service, "PATCH", VARIABLES, {"variables": [{"label": "brand", "color": "#654321"}]})
    second = (await service.http.get("/boxes/")).text
    assert "#654321" in second and "#123456" not in second


async def test_what_is_used_is_not_removed_unless_forced(service: Service) -> None:
    """Neither a class that a page names nor a variable that a class names, in any case; the refusal says where."""
    path = await find_page(service)
    await call(service, "PATCH", f"{path}/elements/aaaaaa1", {"settings": {"classes": ["card"]}})
    listed = await call(service, "GET", f"{CLASSES}?uses=true")
    assert [(each["label"], each["uses"]) for each in listed["items"]] == [("card", 1), ("spare", 0)]
    assert listed["items"][0]["used_by"][0]["title"] == "Boxes"
    await call(service, "PATCH", VARIABLES, {"variables": [{"label": "card", "size": "1px"}]})
    assert (await call(service, "GET", f"{path}/elements?reference=Card"))["items"][0]["id"] == "aaaaaa1"
    refused = await call(service, "PATCH", CLASSES, {"remove": ["Card", "spare"]})
    assert refused["code"] == "conflict" and "Boxes" in refused["data"]["details"][0]["got"]
    refused = await call(service, "PATCH", VARIABLES, {"remove": ["brand"]})
    assert refused["data"]["details"][0]["got"] == "brand: card"
    await call(service, "PATCH", f"{path}/elements/aaaaaa1", {"style": "padding: calc(1px + var(--gap, 1px))"})
    for change in ({"remove": ["gap"]}, {"variables": [{"label": "gap", "rename": "space"}]}):
        refused = await call(service, "PATCH", VARIABLES, change)
        assert refused["data"]["details"][0]["got"].startswith("gap: ")
    assert (await call(service, "GET", f"{VARIABLES}?uses=true&labels=gap"))["items"][0]["uses"] == 1
    assert (await call(service, "GET", CLASSES))["revision"] == listed["revision"]
    done = await call(service, "PATCH", CLASSES, {"remove": ["card"], "force": True})
    assert [each["label"] for each in done["items"]] == ["spare"]
    await call(service, "POST", "/changes/undo", {"id": done["change_id"]})
    assert [each["label"] for each in (await call(service, "GET", CLASSES))["items"]] == ["card", "spare"]


async def test_hard_coded_colours_are_found_and_replaced_in_two_calls(service: Service) -> None:
    """The find says what each could refer to; the replacement is shown first, done, and undone."""
    path = await find_page(service)
    heading = {"id": "bbbbbb1", "elType": "widget", "widgetType": "heading", "elements": []}
    content = [{**BOX}, {**heading, "settings": {"title": "x", "title_color": "#14507A"}}]
    await call(service, "PUT", path, {"content": content})
    await call(service, "PATCH", f"{path}/elements/aaaaaa1", {"style": "color: rgb(18 52 86); background: #fedcba"})
    found = (await call(service, "GET", f"{path}/hard-coded"))["items"]
    variable = (await call(service, "GET", VARIABLES))["items"][0]["id"]
    assert {each["value"]: each.get("reference") for each in found} == {
        "#14507A": "globals/colors?id=primary",
        "rgb(18 52 86)": variable,
        "#fedcba": None,
    }
    shown = await call(service, "POST", f"{path}/hard-coded?dry_run=true", {})
    assert shown["changed"] and len((await call(service, "GET", f"{path}/hard-coded"))["items"]) == 3
    done = await call(service, "POST", f"{path}/hard-coded", {}, "designer")
    assert done["elements"] == ["aaaaaa1", "bbbbbb1"]
    assert [each["value"] for each in (await call(service, "GET", f"{path}/hard-coded"))["items"]] == ["#fedcba"]
    assert (await call(service, "POST", f"{path}/hard-coded", {}))["changed"] is False


async def test_a_batch_reads_so_much_css_while_others_wait(service: Service) -> None:
    """Two long classes are too much together; by itself each is stored."""
    style = "color: red;" + " " * 19_000
    bodies = [{"classes": [{"label": f"long-{number}", "style": style} for number in range(2)]} for _ in range(2)]
    requests = [{"method": "PATCH", "path": CLASSES, "body": body} for body in bodies]
    refused = await call(service, "POST", "/batch", {"requests": requests, "mode": "atomic"})
    assert "too much text" in str(refused), refused
    assert [each["label"] for each in (await call(service, "GET", CLASSES))["items"]] == ["card", "spare"]
    for body in bodies:
        await call(service, "PATCH", CLASSES, body)
