"""Elementor documents through REST and as tools: edited by element, shown, undone, and never damaged."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from sitehand.elementor.parsing import read_document
from tests.service import Service, open_service
from tests.unit.elementor.documents import MIXED, widget

BASE = "/sitehand/v1"
Answer = Any

ACTION = {"text": "Go", "url": "/go/"}
PAGE = [
    {
        "id": "aaaaaa1",
        "elType": "container",
        "settings": {"background_background": "classic", "background_color": "#ff0000"},
        "elements": [
            widget("aaaaaa2", title="Welcome", title_color="#FF0000"),
            widget("aaaaaa3", "button", text="Read more", link={"url": "https://old.example/", "is_external": ""}),
        ],
    },
    {
        "id": "bbbbbb1",
        "elType": "container",
        "settings": {},
        "elements": [
            widget("bbbbbb2", "accordion", tabs=[{"_id": "1111111", "tab_title": "Why?", "tab_content": "<p>So.</p>"}])
        ],
    },
]


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with an admin, a designer and an author."""
    async with open_service(tmp_path, roles=("admin", "designer", "author")) as opened:
        yield opened


async def send(service: Service, method: str, path: str, body: Any = None, role: str = "admin", **query: Any) -> Answer:
    """A REST call; its answer with its status as `http`, and what a refusal has in `data` beside its code."""
    headers = {"X-API-Key": service.keys[role]}
    given = {"json": body} if body is not None else {}
    answer = await service.http.request(method, BASE + path, headers=headers, params=query, **given)
    value = answer.json()
    value = value if isinstance(value, dict) else {"items": value}
    return {**value, **value.get("data", {}), "http": answer.status_code}


async def make_page(service: Service, content: Any = None) -> int:
    """A page with a document."""
    page = await send(service, "POST", "/pages", {"title": "Home", "status": "publish"})
    content = PAGE if content is None else content
    made = await send(service, "PUT", f"/items/{page['id']}/elementor", {"content": content})
    assert made["http"] == 200, made
    return int(page["id"])


async def read_text(service: Service, item: int) -> str:
    """The document as it is stored."""
    full = await send(service, "GET", f"/items/{item}/elementor", detail="full", budget=1_000_000)
    return json.dumps(full["items"])


async def call(service: Service, tool: str, /, **arguments: Any) -> Answer:
    """A tool call of a designer, which must succeed."""
    result = await service.tool(tool, arguments, role="designer")
    assert not result.get("isError"), result
    return result["structuredContent"]


async def test_a_buttons_text_changes_in_two_calls(service: Service) -> None:
    """It is found by its text, and updated; all else stays."""
    item = await make_page(service)
    (found,) = (await call(service, "find_elements", id=item, text="read more"))["items"]
    done = await call(service, "update_element", id=item, element=found["id"], settings={"text": "Go on"})
    assert (done["elements"], done["changed"], done["visible"]) == (["aaaaaa3"], True, "yes")
    assert json.loads(await read_text(service, item)) == json.loads(json.dumps(PAGE).replace("Read more", "Go on"))


async def test_a_section_moves_in_two_calls(service: Service) -> None:
    """The outline names it."""
    item = await make_page(service)
    outline = await call(service, "get_elementor", id=item, depth=1)
    assert [(each["id"], each["children"]) for each in outline["items"]] == [("aaaaaa1", 2), ("bbbbbb1", 1)]
    await call(service, "move_element", id=item, element="bbbbbb1", at={"before": "aaaaaa1"})
    moved = await call(service, "get_elementor", id=item, depth=1)
    assert [each["id"] for each in moved["items"]] == ["bbbbbb1", "aaaaaa1"]


async def test_a_colour_changes_everywhere_in_one_call(service: Service) -> None:
    """However it is written."""
    item = await make_page(service)
    done = await call(service, "replace_in_elementor", id=item, old="#ff0000", new="#00ff00", kind="color")
    assert done["elements"] == ["aaaaaa1", "aaaaaa2"]
    assert "ff0000" not in (await read_text(service, item)).lower()


async def test_a_question_joins_an_accordion_in_two_calls(service: Service) -> None:
    """Its rows are read, and sent with one more, which gets an id."""
    item = await make_page(service)
    read = await call(service, "get_elementor", id=item, element="bbbbbb2", detail="full")
    rows = [*read["items"][0]["settings"]["tabs"], {"tab_title": "How?", "tab_content": "<p>Like this.</p>"}]
    await call(service, "update_element", id=item, element="bbbbbb2", settings={"tabs": rows})
    stored = json.loads(await read_text(service, item))[1]["elements"][0]["settings"]["tabs"]
    assert [row["tab_title"] for row in stored] == ["Why?", "How?"]
    assert len(stored[1]["_id"]) == 7


async def test_every_edit_answers_what_it_touched(service: Service) -> None:
    """Each operation once, and all of them taken back one by one."""
    item = await make_page(service)
    first = await read_text(service, item)
    heading = {"elType": "widget", "widgetType": "heading", "settings": {"title": "New"}}
    calls: list[tuple[str, str, Any]] = [
        ("POST", "/elements", {"element": heading, "at": {"first_in": "aaaaaa1"}}),
        ("PATCH", "/elements/aaaaaa2", {"settings": {"title": "Changed"}, "remove": ["title_color"]}),
        ("PUT", "/elements/aaaaaa3", {"replacement": heading}),
        ("POST", "/elements/aaaaaa2/move", {"at": {"last_in": "bbbbbb1"}}),
        ("POST", "/elements/bbbbbb1/duplicate", {}),
        ("POST", "/wrap", {"elements": ["aaaaaa3"], "wrapper": {"elType": "container"}}),
        ("POST", "/replace", {"old": "Why", "new": "Wherefore"}),
        ("DELETE", "/elements/bbbbbb2", None),
        ("PATCH", "/page-settings", {"settings": {"hide_title": "yes"}}),
    ]
    undone = []
    for method, path, body in calls:
        done = await send(service, method, f"/items/{item}/elementor{path}", body, detail="brief")
        assert (done["http"], done["changed"]) == (200, True), (path, done)
        assert done.get("elements") or done.get("page_settings"), path
        assert "title" not in done
        undone.append(done["change_id"])
        read_document(await read_text(service, item))
    for change in reversed(undone):
        assert (await send(service, "POST", "/changes/undo", {"id": change}))["http"] == 200
    assert await read_text(service, item) == first


async def test_several_operations_are_one_change(service: Service) -> None:
    """All or nothing: the one that fails is named, and nothing is stored."""
    item = await make_page(service)
    before = await read_text(service, item)
    good = {"operation": "remove_element", "element": "aaaaaa2"}
    path = f"/items/{item}/elementor/operations"
    wrong = await send(service, "POST", path, {"operations": [good, {"operation": "remove_element", "element": "no"}]})
    assert (wrong["http"], "Operation 1" in wrong["message"]) == (404, True)
    assert await read_text(service, item) == before
    copy = {"operation": "duplicate_element", "element": "bbbbbb1"}
    done = await send(service, "POST", path, {"operations": [good, copy]})
    assert (done["results"][0], len(done["results"][1])) == (["aaaaaa2"], 1)


@pytest.mark.parametrize(
    "operation",
    [
        {"operation": "update_element", "element": "aaaaaa2", "settings": True},
        {"operation": "update_element", "element": "aaaaaa2", "id": 1},
        {"operation": "move_element", "element": ["aaaaaa2"], "at": "end"},
        {"operation": "repair_document", "element": "aaaaaa2"},
        {"operation": "set_elementor", "content": []},
        {"operation": None},
        {},
    ],
)
async def test_each_of_several_operations_is_checked_as_its_tool_is(service: Service, operation: Any) -> None:
    """By the types of its arguments, and with its place in the list."""
    item = await make_page(service)
    refused = await send(service, "POST", f"/items/{item}/elementor/operations", {"operations": [operation]})
    assert (refused["http"], refused["code"], "Operation 0" in refused["message"]) == (400, "invalid_arguments", True)


async def test_an_approved_edit_does_what_was_shown(service: Service) -> None:
    """With new ids too: they follow from the text and the edit."""
    item = await make_page(service)
    path, body = f"/items/{item}/elementor/elements/bbbbbb1/duplicate", {"at": "end"}
    shown = [await send(service, "POST", path, body, dry_run="true") for _ in range(2)]
    assert shown[0]["changes"] == shown[1]["changes"]
    done = await send(service, "POST", path, body)
    assert all(identifier in json.dumps(shown[0]["changes"]) for identifier in done["elements"])


async def test_a_stale_revision_is_refused(service: Service) -> None:
    """Of the item: whoever changed its title or its document in between."""
    item = await make_page(service)
    old = (await send(service, "GET", f"/items/{item}/elementor"))["revision"]
    await send(service, "PATCH", f"/items/{item}/elementor/elements/aaaaaa2", {"settings": {"title": "Other"}})
    body = {"content": PAGE, "expected_revision": old}
    refused = await send(service, "PUT", f"/items/{item}/elementor", body)
    assert (refused["http"], refused["code"]) == (409, "revision_conflict")


async def test_a_document_that_came_as_text_is_kept_byte_for_byte(service: Service) -> None:
    """But for the element that is changed; a template file gives its content."""
    item = await make_page(service, MIXED)
    await send(service, "PATCH", f"/items/{item}/elementor/elements/bbbbbb3", {"settings": {"title": "Other"}})
    change = (await send(service, "GET", "/changes", object=f"page:{item}"))["items"]
    assert change
    template = {"version": "0.4", "title": "T", "type": "page", "content": PAGE}
    done = await send(service, "PUT", f"/items/{item}/elementor", {"content": json.dumps(template)})
    assert done["elements"] == ["aaaaaa1", "bbbbbb1"]
    assert json.loads(await read_text(service, item)) == PAGE


@pytest.mark.parametrize(
    ("settings", "path"),
    [
        ({"title": ["x"]}, "settings.title"),
        ({"title": {"$$type": "string", "value": "x"}}, "settings.title"),
        ({"typography_font_size": "21px"}, "settings.typography_font_size"),
        ({"typography_font_size": {"size": 21, "unit": "zz"}}, "settings.typography_font_size.unit"),
        ({"align": "zzz"}, "settings.align"),
        ({"title_color": "not"}, "settings.title_color"),
        ({"_padding": "10px"}, "settings._padding"),
        ({"_padding": {"top": "10", "right": "", "bottom": "10", "left": "10", "unit": "px"}}, "settings._padding"),
        ({"header_size": "h9"}, "settings.header_size"),
        ({"link": "https://x.example"}, "settings.link"),
        ({"titel": "x"}, "settings.titel"),
    ],
)
async def test_what_would_break_a_page_is_refused(service: Service, settings: dict[str, Any], path: str) -> None:
    """With its path, and the document as it was."""
    item = await make_page(service)
    before = await read_text(service, item)
    refused = await send(service, "PATCH", f"/items/{item}/elementor/elements/aaaaaa2", {"settings": settings})
    assert (refused["http"], refused["code"]) == (400, "invalid_arguments"), refused
    assert refused["details"][0]["path"].startswith(f"aaaaaa2.{path}")
    assert await read_text(service, item) == before


@pytest.mark.parametrize(
    "element",
    [
        {**widget("ccccccc"), "settings": None},
        {**widget("ccccccc"), "settings": "x"},
        {**widget("ccccccc"), "widgetType": None},
        {**widget("ccccccc", "accordion"), "settings": {"tabs": {"a": 1}}},
        {**widget("ccccccc", "accordion"), "settings": {"tabs": ["a"]}},
        {"elType": "container", "settings": {}, "elements": []},
        {"id": "ccccccc", "settings": {}, "elements": []},
        {"id": "ccccccc", "elType": "e-div-block", "settings": {"classes": "x"}, "elements": []},
        {"id": "ccccccc", "elType": "e-div-block", "settings": {}, "elements": [], "styles": "x"},
        {"id": "ccccccc", "elType": "e-div-block", "settings": {}, "elements": [], "styles": {"a": {"id": "a"}}},
    ],
)
async def test_a_whole_document_that_would_break_is_refused(service: Service, element: dict[str, Any]) -> None:
    """Before it is stored, with the repair that there is."""
    item = await make_page(service)
    before = await read_text(service, item)
    refused = await send(service, "PUT", f"/items/{item}/elementor", {"content": [element]})
    assert (refused["http"], refused["code"]) == (400, "invalid_arguments"), refused
    assert await read_text(service, item) == before


ATOMIC = [
    {
        "id": "ddddddd",
        "elType": "e-flexbox",
        "settings": {},
        "elements": [{**widget("ddddd01", "e-heading"), "styles": {}}, {**widget("ddddd02", "e-image"), "styles": {}}],
    }
]


@pytest.mark.parametrize(
    ("element", "change", "stored"),
    [
        ("ddddd01", {"settings": {"title": "Hi"}}, '"$$type": "html-v3"'),
        ("ddddd01", {"settings": {"tag": "h3"}}, '"$$type": "string", "value": "h3"'),
        ("ddddd01", {"settings": {"link": "https://x.example/"}}, '"$$type": "link"'),
        ("ddddd02", {"style": "object-fit: cover; &:hover { opacity: 50% }"}, '"object-fit"'),
        ("ddddd01", {"settings": {"tag": "h9"}}, ""),
        ("ddddd01", {"settings": {"title": {"$$type": "string", "value": "Hi"}}}, ""),
        ("ddddd01", {"settings": {"link": {"$$type": "link", "value": {"destination": "x"}}}}, ""),
        ("ddddd02", {"style": "object_fit: cover"}, ""),
        ("ddddd02", {"style": "padding: 10px", "breakpoint": "phone"}, ""),
    ],
)
async def test_atomic_elements_get_typed_values_alone(
    service: Service, element: str, change: dict[str, Any], stored: str
) -> None:
    """Plain ones become typed, and what would be dropped or refused by Elementor's editor is not stored."""
    item = await make_page(service, ATOMIC)
    done = await send(service, "PATCH", f"/items/{item}/elementor/elements/{element}", change)
    if stored:
        assert (done["http"], stored in await read_text(service, item)) == (200, True), done
    else:
        assert (done["http"], done["code"], json.loads(await read_text(service, item))) == (
            400,
            "invalid_arguments",
            ATOMIC,
        )


async def test_a_name_of_css_is_not_one_of_a_container(service: Service) -> None:
    """The refusal names the setting that is meant."""
    item = await make_page(service)
    path = f"/items/{item}/elementor/elements/aaaaaa1"
    refused = await send(service, "PATCH", path, {"settings": {"justify_content": "center"}})
    assert (refused["http"], "flex_justify_content" in refused["details"][0]["expected"]) == (400, True)


async def test_a_model_names_the_revision_that_it_replaces(service: Service) -> None:
    """A whole document is not put over one that nobody has read."""
    item = await make_page(service)
    result = await service.tool("set_elementor", {"id": item, "content": PAGE}, role="designer")
    assert (result["isError"], "revision_required" in json.dumps(result)) == (True, True)


async def test_findings_come_with_repairs_that_work(service: Service) -> None:
    """Of three notes one has an operation that repairs it; after that the other two are left."""
    size = {"unit": "px", "size": "21", "sizes": []}
    odd = [{**PAGE[0], "elements": [widget("aaaaaa2", typography_font_size=size, header_size="h22", icon="old")]}]
    item = await make_page(service, odd)
    found = await call(service, "validate_elementor", id=item)
    repairs = [each["repair"] for each in found["items"] if "repair" in each]
    assert {each["severity"] for each in found["items"]} == {"note"}
    assert [each["code"] for each in found["items"] if "repair" in each] == ["unknown_value"]
    await call(service, "apply_elementor_operations", id=item, operations=repairs)
    again = await call(service, "validate_elementor", id=item)
    assert [each["code"] for each in again["items"]] == ["size_as_text", "old_setting"]


async def test_page_settings_are_merged(service: Service) -> None:
    """Never replaced; a wrong value is refused; without arguments they are told."""
    item = await make_page(service)
    await call(service, "page_settings", id=item, settings={"hide_title": "yes"})
    done = await call(service, "page_settings", id=item, settings={"post_title": "Home"}, remove=[])
    assert done["page_settings"] == {"hide_title": "yes", "post_title": "Home"}
    wrong = await send(service, "PATCH", f"/items/{item}/elementor/page-settings", {"settings": {"hide_title": ["x"]}})
    assert wrong["details"][0]["path"] == "page_settings.hide_title"
    told = await call(service, "page_settings", id=item)
    assert (told["page_settings"], told["changed"]) == (done["page_settings"], False)
    gone = await call(service, "page_settings", id=item, remove=["hide_title", "post_title"])
    assert gone["page_settings"] == {}


async def test_who_may_not_edit_designs_cannot(service: Service) -> None:
    """The role author has no category elementor."""
    item = await make_page(service)
    for method, path in (("GET", f"/items/{item}/elementor"), ("GET", "/elementor/items")):
        assert (await send(service, method, path, role="author"))["code"] == "category_forbidden"
    listed = await call(service, "list_elementor_pages", search="ho")
    assert [(each["id"], each["title"]) for each in listed["items"]] == [(item, "Home")]


async def test_what_is_not_there_is_told(service: Service) -> None:
    """No item, no document, no element, no widget."""
    page = await send(service, "POST", "/pages", {"title": "Plain"})
    assert (await send(service, "GET", "/items/999/elementor"))["http"] == 404
    plain = await send(service, "GET", f"/items/{page['id']}/elementor")
    assert (plain["http"], "set_elementor" in plain["hint"]) == (409, True)
    item = await make_page(service)
    assert (await send(service, "GET", f"/items/{item}/elementor", element="no"))["http"] == 404
    assert (await send(service, "GET", "/elementor/widgets/no"))["http"] == 404


async def test_a_full_view_stops_at_its_budget(service: Service) -> None:
    """It says how large it is; the outline of the same document fits in any budget."""
    item = await make_page(service, [{**PAGE[1], "elements": [widget("ccccccc", "text-editor", editor="x" * 12_000)]}])
    refused = await send(service, "GET", f"/items/{item}/elementor", detail="full")
    assert (refused["http"], "budget" in refused["message"]) == (400, True)
    outline = await send(service, "GET", f"/items/{item}/elementor", budget=200)
    assert len(json.dumps(outline["items"])) <= 200
    assert (await send(service, "GET", f"/items/{item}/elementor", detail="full", budget=20_000))["http"] == 200


async def test_the_catalogue_describes_every_element(service: Service) -> None:
    """Each with an example that can be added, to the end of a page or to where it belongs."""
    names = await call(service, "list_widgets")
    described = await call(service, "get_widget", name="heading")
    assert [each["name"] for each in described["settings"]][:2] == ["title", "link"]
    atomic = await call(service, "get_widget", name="e-heading", settings=["tag"])
    assert atomic["settings"][0]["options"][:2] == ["h1", "h2"]
    item = await make_page(service)
    for name in (*names["widgets"][:5], "e-heading", "e-div-block"):
        example = (await call(service, "get_widget", name=name))["example"]
        await call(service, "add_element", id=item, element=example, at={"last_in": "aaaaaa1"})


async def test_sections_and_dynamic_tags_are_lists_as_all_others(service: Service) -> None:
    """Through REST an array with its length beside it, of which `_fields` chooses members."""
    headers = {"X-API-Key": service.keys["designer"]}
    for name, first in (("blueprints", "hero"), ("dynamic-tags", "post-title")):
        told = await service.http.get(f"{BASE}/elementor/{name}?_fields=name&per_page=1", headers=headers)
        assert told.json() == [{"name": first}]
        assert int(told.headers["X-WP-Total"]) >= 12
        assert f"/elementor/{name}?_fields=name&per_page=1&page=2" in told.headers["Link"]


async def test_the_parts_of_a_batch_follow_each_other(service: Service) -> None:
    """What the first part leaves is what the second edits."""
    item = await make_page(service)
    base = f"/items/{item}/elementor/elements"
    requests = [
        {"method": "PATCH", "path": f"{base}/aaaaaa2", "body": {"settings": {"title": "One"}}},
        {"method": "POST", "path": f"{base}/aaaaaa2/duplicate", "body": {}},
        {"method": "DELETE", "path": f"{base}/aaaaaa2"},
    ]
    done = await send(service, "POST", "/batch", {"requests": requests, "mode": "atomic"})
    assert [each["status"] for each in done["responses"]] == [200, 200, 200], done
    elements = json.loads(await read_text(service, item))[0]["elements"]
    assert [each["settings"].get("title") for each in elements] == ["One", None]


async def test_a_page_is_built_in_two_calls(service: Service) -> None:
    """Of the example that a blueprint tells; sections with a place join what is there, in their order."""
    item = await make_page(service)
    example = (await call(service, "get_blueprint", name="hero"))["example"]
    revision = (await call(service, "get_elementor", id=item))["revision"]
    built = await call(service, "build_page", id=item, sections=[example], expected_revision=revision)
    (hero,) = built["elements"]
    two = [{"blueprint": "call_to_action", "content": {"title": title, "action": ACTION}} for title in ("One", "Two")]
    added = await call(service, "build_page", id=item, sections=two, at="start", expected_revision=built["revision"])
    found = (await call(service, "get_elementor", id=item, depth=1))["items"]
    assert [each["id"] for each in found] == [*added["elements"], hero]
    titles = (await call(service, "find_elements", id=item, type="heading"))["items"]
    assert [each["text"] for each in titles][:2] == ["One", "Two"]


async def test_no_edit_makes_a_document_that_cannot_be_read(service: Service) -> None:
    """With elements nested too deeply, the edit is refused, and the page keeps what it has."""
    wrapper: dict[str, Any] = {"elType": "container"}
    for _ in range(20):
        wrapper = {"elType": "container", "elements": [wrapper]}
    operation = {"operation": "wrap_element", "elements": ["bbbbbb1"], "wrapper": wrapper}
    item = await make_page(service)
    path = f"/items/{item}/elementor"
    refused = await send(service, "POST", f"{path}/operations", {"operations": [operation] * 14})
    assert (refused["code"], "nested too deeply" in refused["message"]) == ("invalid_arguments", True), refused
    assert (await send(service, "GET", path))["http"] == 200


async def test_a_revision_brings_its_document_back(service: Service) -> None:
    """With the texts of the page, in one change that is undone whole; for an author the document stays."""
    page = await make_page(service)
    long = [widget("ccccccc", title="x" * 9_000)]
    await send(service, "PUT", f"/items/{page}/elementor", {"content": long})
    await send(service, "PUT", f"/items/{page}/elementor", {"content": PAGE[:1]})
    _, middle, *_ = (await send(service, "GET", f"/items/{page}/revisions"))["items"]
    restored = await send(service, "POST", f"/items/{page}/revisions/{middle['id']}/restore", {})
    assert restored["http"] == 200
    assert "x" * 9_000 in json.dumps(
        await send(service, "GET", f"/items/{page}/elementor", detail="full", budget=20_000)
    )
    again = await send(service, "POST", f"/items/{page}/revisions/{middle['id']}/restore", {})
    assert again["changed"] is False
    await send(service, "POST", "/changes/undo", {"id": restored["change_id"]})
    shown = json.dumps(await send(service, "GET", f"/items/{page}/elementor", detail="full", budget=20_000))
    assert "Welcome" in shown and "x" * 9_000 not in shown
    own = await send(service, "POST", "/pages", {"title": "Mine"}, role="author")
    await send(service, "PUT", f"/items/{own['id']}/elementor", {"content": PAGE})
    first = (await send(service, "GET", f"/items/{own['id']}/revisions"))["items"][-1]
    kept = await send(service, "POST", f"/items/{own['id']}/revisions/{first['id']}/restore", {}, role="author")
    assert (kept["http"], kept["changed"]) == (200, False)
    gone = await send(service, "POST", f"/items/{own['id']}/revisions/{first['id']}/restore", {})
    assert gone["changed"] is True
    assert (await send(service, "GET", f"/items/{own['id']}/elementor"))["code"] == "conflict"


async def test_sections_become_containers_in_one_change(service: Service) -> None:
    """The report tells what is otherwise and what is gone; a dry run stores nothing, an undo brings every byte back."""
    item = await make_page(service, json.loads(MIXED))
    await send(service, "PUT", f"/items/{item}/elementor", {"content": MIXED})
    path = f"/items/{item}/elementor/conversion"
    shown = await send(service, "POST", path, {}, dry_run=True)
    assert (shown["http"], shown.get("stored", False)) == (200, False)
    assert (await send(service, "GET", f"/items/{item}/elementor"))["items"][0]["type"] == "section"
    done = await send(service, "POST", path, {})
    assert done["report"]["converted"] == 4 and done["elements"] == ["aaaaaa1", "aaaaaa2", "aaaaaa4", "aaaaaa5"]
    assert {each["setting"] for each in done["report"]["changed"]} == {"_column_size"}
    assert (await send(service, "POST", path, {}))["changed"] is False
    undone = await send(service, "POST", "/changes/undo", {"id": done["change_id"]})
    assert undone["http"] == 200
    assert (await send(service, "GET", f"/items/{item}/elementor"))["items"][0]["type"] == "section"


async def test_a_document_that_is_too_deep_for_an_answer_is_shown_in_parts(service: Service) -> None:
    """As an outline, or from an element further in; the full view says so."""
    content: list[Any] = []
    for number in range(120):
        content = [{"id": f"{number:07x}", "elType": "container", "settings": {}, "elements": content}]
    item = await make_page(service, json.dumps(content))
    path = f"/items/{item}/elementor"
    refused = await send(service, "GET", path, detail="full", budget=1_000_000)
    assert (refused["http"], refused["code"]) == (400, "invalid_arguments") and "element" in refused["hint"]
    shown = await send(service, "GET", path, detail="full", budget=1_000_000, element=f"{50:07x}")
    assert shown["http"] == 200 and shown["items"][0]["id"] == f"{50:07x}"


async def test_integers_of_any_length_are_shown(service: Service) -> None:
    """Those beyond 64 bits as floats, as PHP reads them."""
    settings = f'{{"x":{"9" * 30},"y":9223372036854775807}}'
    item = await make_page(service, f'[{{"id":"1234567","elType":"container","settings":{settings},"elements":[]}}]')
    shown = await send(service, "GET", f"/items/{item}/elementor", detail="full")
    assert (shown["http"], shown["items"][0]["settings"]) == (200, {"x": 1e30, "y": 2**63 - 1})
