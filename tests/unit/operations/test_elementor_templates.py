"""Templates of Elementor: saved from pages, put onto others, and read from and written to Elementor's own files."""

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.shared.names import SharedNames, Variable
from sitehand.elementor.template_file import match_labels, read_template_file
from tests.service import Service, open_service
from tests.unit.elementor.documents import MIXED
from tests.unit.operations.test_elementor import PAGE, make_page, read_text, send

CLASSED = {
    "id": "ccccccc",
    "elType": "e-flexbox",
    "settings": {"classes": {"$$type": "classes", "value": ["g-1111111"]}},
    "elements": [],
    "styles": {},
}


ADD = {"operation": "add_element", "element": {"elType": "container"}}


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with an admin and an author."""
    async with open_service(tmp_path, roles=("admin", "author")) as opened:
        yield opened


async def save(service: Service, **given: Any) -> Any:
    """A new template."""
    made = await send(service, "POST", "/elementor/templates", given)
    assert made["http"] == 201, made
    return made


async def export(service: Service, template: int) -> str:
    """Its file."""
    shown = await send(service, "GET", f"/elementor/templates/{template}", detail="file", budget=1_000_000)
    return str(shown["file"])


def list_ids(value: Any) -> list[str]:
    """The ids of elements, at any depth."""
    return [each for part in value for each in (part["id"], *list_ids(part["elements"]))]


async def test_an_element_becomes_a_template_and_copies_of_it(service: Service) -> None:
    """Each copy has ids of its own, stands where it was asked for, and goes with one undo."""
    item = await make_page(service)
    made = await save(service, item=item, element="aaaaaa1", title="Hero")
    assert made["type"] == "container"
    before = await read_text(service, item)
    path = f"/items/{item}/elementor/template"
    copied = [await send(service, "POST", path, {"template": made["id"], "at": {"after": "aaaaaa1"}}) for _ in range(2)]
    content = json.loads(await read_text(service, item))
    assert [each["id"] for each in content] == [
        "aaaaaa1",
        copied[1]["elements"][0],
        copied[0]["elements"][0],
        "bbbbbb1",
    ]
    ids = list_ids(content)
    assert len(ids) == len(set(ids)) == 11
    assert content[1]["settings"] == content[0]["settings"] and "Welcome" in json.dumps(content[1])
    for each in reversed(copied):
        assert (await send(service, "POST", "/changes/undo", {"id": each["change_id"]}))["http"] == 200
    assert await read_text(service, item) == before


async def test_a_file_comes_in_and_goes_out_with_its_own_bytes(service: Service) -> None:
    """Spaces, spellings of numbers, escapes and unknown members stay; only ids are new, and what names them follows."""
    settings = '{"hide_title":"yes","odd_key": 1e3}'
    text = f'{{"version":"0.4","title":"Mixed","type":"page","content":{MIXED},"page_settings":{settings}}}'
    made = await save(service, file=text)
    file = await export(service, made["id"])
    assert f'"page_settings":{settings}' in file
    ids = list_ids(json.loads(file)["content"])
    for new, old in zip(ids, list_ids(json.loads(MIXED)), strict=True):
        assert new != old
        file = file.replace(new, old)
    file = re.sub("e-bbbbbb2-[0-9a-f]{7}", "e-bbbbbb2-1234567", file)
    assert MIXED.strip()[1:-2] in file
    assert (await send(service, "GET", f"/elementor/templates/{made['id']}"))["page_settings"]["odd_key"] == 1000


async def test_a_whole_page_is_replaced_with_its_settings(service: Service) -> None:
    """A page that is saved and put onto another looks as the first; other settings of that page stay."""
    first = await make_page(service)
    second = await make_page(service, [])
    await send(service, "PATCH", f"/items/{first}/elementor/page-settings", {"settings": {"hide_title": "yes"}})
    settings = {"settings": {"post_status": "draft"}}
    await send(service, "PATCH", f"/items/{second}/elementor/page-settings", settings)
    made = await save(service, item=first)
    assert (made["title"], made["type"]) == ("Home", "page")
    body = {"template": made["id"], "page_settings": True}
    assert (await send(service, "POST", f"/items/{second}/elementor/template", body))["http"] == 200
    shown = await send(service, "GET", f"/items/{second}/elementor", detail="full")
    assert shown["page_settings"] == {"post_status": "draft", "hide_title": "yes"}
    assert [each["settings"] for each in shown["items"]] == [each["settings"] for each in PAGE]


async def test_classes_of_a_file_are_those_of_their_labels(service: Service) -> None:
    """A class that the site has under another id is named by that; one that it has not is told, and kept."""
    await send(service, "PATCH", "/elementor/classes", {"classes": [{"label": "Card", "style": "color: #101010"}]})
    own = (await send(service, "GET", "/elementor/classes"))["items"][0]["id"]
    brought = {"items": {"g-1111111": {"id": "g-1111111", "label": "card", "variants": []}}, "order": ["g-1111111"]}
    file = {"title": "Cards", "type": "section", "content": [CLASSED], "global_classes": brought}
    made = await save(service, file=file)
    assert "notices" not in made
    written = json.loads(await export(service, made["id"]))
    assert written["content"][0]["settings"]["classes"]["value"] == [own]
    assert written["global_classes"]["items"][own]["label"] == "Card"
    refused = await send(service, "PATCH", "/elementor/classes", {"remove": ["card"]})
    assert refused["code"] == "conflict" and "elementor template 1 Cards" in refused["details"][0]["got"]
    del file["global_classes"]
    other = await save(service, file=file)
    assert "g-1111111" in other["notices"][0]["message"]
    assert "g-1111111" in await export(service, other["id"])


async def test_the_parts_of_a_batch_follow_each_other(service: Service) -> None:
    """A template that one part makes is edited twice and put onto a page by the next."""
    item = await make_page(service)
    file = {"title": "Boxes", "content": [PAGE[1]]}
    requests = [
        {"method": "POST", "path": "/elementor/templates", "body": {"file": file}},
        *(
            {"method": "PATCH", "path": "/elementor/templates/1", "body": {"operations": [{**ADD, "at": at}]}}
            for at in ("start", "end")
        ),
        {"method": "POST", "path": f"/items/{item}/elementor/template", "body": {"template": 1, "at": "end"}},
    ]
    done = await send(service, "POST", "/batch", {"requests": requests, "mode": "atomic"})
    assert [each["status"] for each in done["responses"]] == [201, 200, 200, 200], done
    assert len(json.loads(await read_text(service, item))) == len(PAGE) + 3


async def test_a_template_is_edited_by_element(service: Service) -> None:
    """The operations on elements work on templates too, and pages keep the copies that they have."""
    item = await make_page(service)
    made = await save(service, item=item, element="aaaaaa1", title="Hero")
    path = f"/elementor/templates/{made['id']}"
    heading = (await send(service, "GET", path))["items"][1]["id"]
    update = {"operation": "update_element", "element": heading, "settings": {"title": "Hello"}}
    before = await read_text(service, item)
    changed = await send(service, "PATCH", path, {"operations": [update], "title": "Greeting"})
    assert changed["elements"] == [heading] and changed["title"] == "Greeting"
    assert "Hello" in await export(service, made["id"])
    assert await read_text(service, item) == before
    wrong = {**update, "settings": {"title": ["x"]}}
    assert (await send(service, "PATCH", path, {"operations": [wrong]}))["code"] == "invalid_arguments"
    assert (await send(service, "POST", "/changes/undo", {"id": changed["change_id"]}))["http"] == 200
    assert (await send(service, "GET", path))["title"] == "Hero"


POPUP = '[elementor-tag id="1234567" name="popup" settings="%7B%22popup%22%3A%22{id}%22%7D"]'
PLACES: dict[str, dict[str, Any]] = {
    "template": {"settings": {"template_id": "{id}"}},
    "shortcode": {"settings": {"shortcode": '[elementor-template id="{id}"]'}},
    "global": {"settings": {}, "templateID": "{id}"},
    "form": {"settings": {"popup_action": "open", "popup_action_popup_id": "{id}"}},
    "button": {"settings": {"__dynamic__": {"link": POPUP}}},
}
"""How a widget shows a template, a global widget or a popup, by the types of widgets."""


@pytest.mark.parametrize("kind", PLACES)
async def test_a_template_that_pages_show_is_not_deleted(service: Service, kind: str) -> None:
    """The refusal names the page, as a read with `uses` does; `force` deletes it all the same."""
    made = await save(service, item=await make_page(service), title="Footer", type="footer")
    place = json.loads(json.dumps(PLACES[kind]).replace("{id}", str(made["id"])))
    widget = {"id": "ddddddd", "elType": "widget", "widgetType": kind, **place, "elements": []}
    item = await make_page(service, [{**PAGE[1], "elements": [widget]}])
    path = f"/elementor/templates/{made['id']}"
    assert "uses" not in await send(service, "GET", path)
    assert (await send(service, "GET", path, uses="true"))["used_by"] == [{"id": item, "title": "Home"}]
    refused = await send(service, "DELETE", path)
    assert refused["code"] == "conflict" and str(item) in refused["details"][0]["got"]
    assert (await send(service, "DELETE", path, force=True))["deleted"] is True


async def test_a_list_of_templates_tells_their_uses(service: Service) -> None:
    """Where it is asked for: content that has the shortcode of one is a use, named once beside its document."""
    document = await make_page(service)
    header, footer = [await save(service, item=document, title=each, type=each) for each in ("header", "footer")]
    shortcode = f'<!-- wp:shortcode -->\n[elementor-template id="{header["id"]}"]\n<!-- /wp:shortcode -->'
    post = await send(service, "POST", "/posts", {"title": "Code", "content": shortcode})
    settings = {"shortcode": f"[elementor-template id={header['id']}]"}
    showing = {"id": "ddddddd", "elType": "widget", "widgetType": "shortcode", "settings": settings, "elements": []}
    content = [{**PAGE[1], "elements": [showing]}]
    await send(service, "PUT", f"/items/{post['id']}/elementor", {"content": content})
    listed = await send(service, "GET", "/elementor/templates", uses="true")
    found = {each["id"]: each for each in listed["items"]}
    used = found[header["id"]]
    assert (used["uses"], used["used_by"]) == (1, [{"id": post["id"], "title": "Code"}])
    assert (found[footer["id"]]["uses"], found[footer["id"]]["all_seen"]) == (0, True)
    listed = await send(service, "GET", "/elementor/templates")
    assert [sorted(each) for each in listed["items"]] == [["characters", "id", "title", "type"]] * 2


@pytest.mark.parametrize(
    ("file", "code"),
    [
        ('{"title":"x","content":[{"id":"aaaaaa1","elType":"container","settings":"x","elements":[]}]}', "settings"),
        ('{"title":"x","content":[],"page_settings":"x"}', "page_settings"),
        ('{"title":"x","content":[],"page_settings":{"x":' + "[" * 250 + "]" * 250 + "}}", "too deeply"),
        ('{"title":"x","content":{}}', "list of elements"),
        ('{"content":[]}', "no title"),
        ('{"title":"x","content":[', "JSON"),
        ('{"title":"\\ud800","content":[]}', "JSON"),
    ],
)
async def test_files_that_would_damage_a_page_are_refused(service: Service, file: str, code: str) -> None:
    """Nothing is stored of them, and the refusal says what is wrong."""
    refused = await send(service, "POST", "/elementor/templates", {"file": file})
    assert refused["http"] == 400 and code in json.dumps(refused)
    assert (await send(service, "GET", "/elementor/templates"))["items"] == []


async def test_spaces_around_the_elements_of_a_template_do_no_harm(service: Service) -> None:
    """Text that is kept byte for byte may begin and end with them; its copies are elements all the same."""
    made = await save(service, file={"title": "Spaced", "content": []})
    text = f"\n {json.dumps([PAGE[1]])} \n"
    assert (await send(service, "PATCH", f"/elementor/templates/{made['id']}", {"content": text}))["http"] == 200
    item = await make_page(service)
    path = f"/items/{item}/elementor/template"
    assert (await send(service, "POST", path, {"template": made["id"], "at": "end"}))["http"] == 200
    assert [each["elType"] for each in json.loads(await read_text(service, item))][-1] == PAGE[1]["elType"]


def test_classes_and_variables_are_told_apart() -> None:
    """By their ids, where both have one label; texts that only look like ids are none."""
    names = SharedNames({"brand": "g-aaaaaaa"}, {"Brand": Variable("e-gv-aaaaaaa", "color")})
    data = '["g-1111111", "e-gv-1111111", "g-force", "g-2222222", "g-own"]'
    labels = {"g-1111111": "Brand", "e-gv-1111111": "brand", "g-own": "Own"}
    matched, missing = match_labels(data, labels, names)
    assert json.loads(matched) == ["g-aaaaaaa", "e-gv-aaaaaaa", "g-force", "g-2222222", "g-own"]
    assert missing == ["g-2222222", "Own"]


def test_labels_of_a_file_are_cut_to_a_line() -> None:
    """Strangers write them, and notices and terminals show them."""
    label = "a\x1b[2J\x9b b\ud800" + "x" * 20_000
    brought = {"items": {"g-1111111": {"label": label}, "g-2222222": {"label": ["x"]}}}
    file = {"title": "x", "content": [], "global_classes": brought}
    assert read_template_file(json.dumps(file), load_catalogue()).labels == {"g-1111111": "a [2J b " + "x" * 42}


async def test_what_a_batch_copies_while_others_wait_is_bounded(service: Service) -> None:
    """The length of a template counts, where an earlier part of the batch made it."""
    pages = [await make_page(service, []) for _ in range(2)]
    long = {**PAGE[1], "settings": {"_title": "x" * 260_000}}
    requests = [
        {"method": "POST", "path": "/elementor/templates", "body": {"file": {"title": "Long", "content": [long]}}},
        *({"method": "POST", "path": f"/items/{page}/elementor/template", "body": {"template": 1}} for page in pages),
    ]
    refused = await send(service, "POST", "/batch", {"requests": requests, "mode": "atomic"})
    assert "too much text" in json.dumps(refused)
    assert (await send(service, "GET", "/elementor/templates"))["items"] == []


async def test_files_of_a_batch_are_read_before_others_wait(service: Service) -> None:
    """So long ones come in together; what is wrong with one is told, and none is stored."""
    long = {**PAGE[1], "settings": {"_title": "x" * 300_000}}
    files: list[Any] = [{"title": title, "content": [long]} for title in ("One", "Two")]
    wrong = {"title": "Three", "content": [{"elType": "container", "settings": {"_title": "x" * 300_000}}]}
    for chosen, status in (([*files, wrong], 400), (files, 207)):
        requests = [{"method": "POST", "path": "/elementor/templates", "body": {"file": each}} for each in chosen]
        answer = await send(service, "POST", "/batch", {"requests": requests, "mode": "atomic"})
        assert answer["http"] == status, answer
        assert "too much text" not in json.dumps(answer)
        assert len((await send(service, "GET", "/elementor/templates"))["items"]) == (2 if status == 207 else 0)


async def test_a_template_that_another_shows_is_not_deleted(service: Service) -> None:
    """Its own elements count for nothing."""
    widget = {"id": "ddddddd", "elType": "widget", "widgetType": "template", "settings": {"template_id": "1"}}
    content = [{**PAGE[1], "elements": [{**widget, "elements": []}]}]
    first = await save(service, file={"title": "Self", "content": content})
    assert (await send(service, "GET", f"/elementor/templates/{first['id']}", uses="true"))["uses"] == 0
    second = await save(service, file={"title": "Other", "content": content})
    refused = await send(service, "DELETE", f"/elementor/templates/{first['id']}")
    assert refused["code"] == "conflict"
    assert refused["details"][0]["got"] == f"elementor template {second['id']} Other"


async def test_page_settings_have_the_bound_of_documents(tmp_path: Path) -> None:
    """Of a new template and of a page that takes them."""
    async with open_service(tmp_path, roles=("admin",), max_text_bytes=2_000) as service:
        file = {"title": "Long", "content": [], "page_settings": {"custom": "x" * 2_000}}
        refused = await send(service, "POST", "/elementor/templates", {"file": file})
        assert refused["http"] == 400 and refused["details"][0]["path"] == "page_settings"
