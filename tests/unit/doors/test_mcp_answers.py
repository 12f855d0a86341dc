"""What tools answer by default: what a model needs to know, in few bytes; and all of it for who asks."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.service import Service, open_service

BASE = "/sitehand/v1"
BODY = "<p>" + "Twelve words of plain text that stand for what people write. " * 120 + "</p>"
OUTCOME = {"id", "link", "status", "revision", "changed", "change_id"}
NOUNS = pytest.mark.parametrize("noun", ["page", "post"])


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service as it comes."""
    async with open_service(tmp_path, output_schemas=False) as opened:
        yield opened


async def call(service: Service, name: str, **arguments: Any) -> Any:
    """What a tool says, as an object."""
    return json.loads(await read(service, name, **arguments))


async def read(service: Service, name: str, **arguments: Any) -> str:
    """The one text that a tool says."""
    result = await service.tool(name, arguments)
    (block,) = result["content"]
    assert "structuredContent" not in result
    text: str = block["text"]
    assert bool(result.get("isError")) == ("code" in json.loads(text)), text
    return text


async def rest(service: Service, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
    """The status and the JSON value of a REST call."""
    answer = await service.http.request(method, BASE + path, headers={"X-API-Key": service.keys["admin"]}, json=body)
    return answer.status_code, answer.json()


@NOUNS
async def test_a_write_answers_what_its_caller_cannot_know(service: Service, noun: str) -> None:
    """Where it is, how it stands, its revision, and how to take it back: 200 bytes, however long the text."""
    made = await call(service, f"create_{noun}", title="Long", content=BODY)
    assert made.keys() == OUTCOME
    text = await read(service, f"update_{noun}", id=made["id"], title="Longer", slug="Not a slug")
    assert len(text) < 500
    told = json.loads(text)
    assert told.keys() == OUTCOME | ({"notices"} & told.keys())
    assert told["revision"] != made["revision"]
    whole = await call(service, f"update_{noun}", id=made["id"], title="Longest", detail="full")
    assert whole["content"]["rendered"].startswith("<p>Twelve")
    assert (await call(service, f"delete_{noun}", id=made["id"])).keys() == OUTCOME
    gone = await call(service, f"delete_{noun}", id=made["id"], force=True)
    assert gone.keys() == {"deleted", "previous", "changed", "change_id"}
    assert gone["previous"]["id"] == made["id"]
    undone = await call(service, "undo_change", id=gone["change_id"])
    assert [set(each) & {"kind", "id", "action", "fields"} for each in undone["objects"]] == [{"kind", "id", "action"}]


@NOUNS
async def test_rest_answers_the_whole_object(service: Service, noun: str) -> None:
    """As WordPress does; with detail=brief in the query it answers as the tool."""
    status, made = await rest(service, "POST", f"/{noun}s", {"title": "One", "content": BODY})
    assert (status, made["content"]["rendered"][:9]) == (201, "<p>Twelve")
    _, told = await rest(service, "PATCH", f"/{noun}s/{made['id']}?detail=brief", {"title": "Two"})
    assert told.keys() == OUTCOME
    status, refused = await rest(service, "PATCH", f"/{noun}s/{made['id']}?detail=short", {"title": "Two"})
    assert (status, refused["data"]["details"][0]["path"]) == (400, "query.detail")


@NOUNS
async def test_a_read_for_editing_gives_the_raw_text_alone(service: Service, noun: str) -> None:
    """Once, and nothing rendered beside it; a view is as it was, and detail=full has both."""
    made = await call(service, f"create_{noun}", title="A & B", content=BODY)
    text = await read(service, f"get_{noun}", id=made["id"], context="edit")
    assert len(text) < len(BODY) + 700
    told = json.loads(text)
    assert (told["title"], told["content"]["raw"]) == ({"raw": "A & B"}, BODY)
    assert told["revision"] == made["revision"]
    assert "rendered" not in text
    view = await call(service, f"get_{noun}", id=made["id"])
    assert view["title"] == {"rendered": "A &amp; B"}
    full = await call(service, f"get_{noun}", id=made["id"], context="edit", detail="full")
    assert full == (await rest(service, "GET", f"/{noun}s/{made['id']}?context=edit"))[1]


@pytest.mark.parametrize("fields", ["id, title.rendered", ["id", "title.rendered"], ["id,title.rendered"]])
async def test_fields_choose_members_of_every_answer(service: Service, fields: Any) -> None:
    """Of reads and writes through both doors, as text or list; they count instead of what is left out by default."""
    made = await call(service, "create_page", title="One", content=BODY, _fields=fields)
    assert made == {"id": made["id"], "title": {"rendered": "One"}}
    path = f"/pages/{made['id']}"
    assert await call(service, "get_page", id=made["id"], context="edit", _fields=fields) == made
    assert (await rest(service, "PATCH", path, {"menu_order": 2, "_fields": fields}))[1] == made
    assert (await rest(service, "PATCH", f"{path}?_fields=id,title.rendered", {"menu_order": 3}))[1] == made
    assert (await rest(service, "DELETE", f"{path}?_fields=id,title.rendered"))[1] == made
    listed = await call(service, "list_pages", status="trash", _fields=fields)
    assert listed == {"items": [made], "total": 1, "page": 1, "pages": 1}
    part = {"method": "PATCH", "path": path, "body": {"status": "draft", "_fields": fields}}
    batch = await call(service, "batch", requests=[part])
    assert batch["responses"][0]["body"] == made


@pytest.mark.parametrize(
    "fields",
    [7, None, {"id": 1}, [["id"]], [1], "a," * 400_000, ["a"] * 201, ["id", ",".join("a" * 201)], "a" * 201],
    ids=lambda given: str(given)[:10],
)
async def test_fields_that_are_no_names_are_refused(service: Service, fields: Any) -> None:
    """Before anything is done."""
    told = await call(service, "create_page", title="One", _fields=fields)
    assert (told["code"], told["data"]["details"][0]["path"]) == ("invalid_arguments", "_fields")
    status, told = await rest(service, "POST", "/pages", {"title": "One", "_fields": fields})
    assert (status, told["data"]["details"][0]["path"]) == (400, "body._fields")
    assert (await call(service, "list_pages", status="any"))["total"] == 0


async def test_a_plan_is_told_whole(service: Service) -> None:
    """A dry run answers what would change, whatever members are wanted; and it needs no revision."""
    made = await call(service, "create_page", title="One", content="<p>One</p>")
    change = {"id": made["id"], "content": "<p>Two</p>"}
    assert (await call(service, "update_page", **change))["code"] == "revision_required"
    for more in ({}, {"_fields": "id"}, {"detail": "full"}):
        plan = await call(service, "update_page", **change, dry_run=True, **more)
        assert (plan["dry_run"], plan["revision"]) == (True, made["revision"])
        assert [field["field"] for field in plan["changes"][0]["fields"]] == ["content"]
    body = {"content": "<p>Two</p>"}
    part = {"method": "PATCH", "path": f"/pages/{made['id']}", "body": body}
    tried = await call(service, "batch", requests=[part], dry_run=True)
    assert tried["responses"][0]["body"]["revision"] == made["revision"]
    done = await call(service, "update_page", **change, expected_revision=plan["revision"])
    assert done["changed"] is True


async def test_a_batch_answers_its_writes_briefly(service: Service) -> None:
    """Each write as its own tool would, each read whole; later parts may refer to what is not shown."""
    create = {"method": "POST", "path": "/pages", "body": {"title": "One", "content": BODY}}
    retitle = {"method": "PATCH", "path": "/pages/{#0.id}", "body": {"excerpt": {"$ref": "#0.title.rendered"}}}
    read_it = {"method": "GET", "path": "/pages/{#0.id}"}
    for mode in ("each", "atomic"):
        told = await call(service, "batch", requests=[create, retitle, read_it], mode=mode)
        made, changed, page = (part["body"] for part in told["responses"])
        assert made.keys() | {"change_id"} == changed.keys() | {"change_id"} == OUTCOME
        assert page["content"]["rendered"].startswith("<p>Twelve")
        assert "One" in page["excerpt"]["rendered"]
    told = await call(service, "batch", requests=[create], detail="full")
    assert "content" in told["responses"][0]["body"]
    _, told = await rest(service, "POST", "/batch", {"requests": [create]})
    assert "content" in told["responses"][0]["body"]


async def test_the_same_key_gives_the_same_effect_whatever_is_shown(service: Service) -> None:
    """How much to answer is no part of what a call is: neither for its key, nor in the journal."""
    arguments = {"title": "One", "idempotency_key": "one"}
    brief = await call(service, "create_page", **arguments)
    for more in ({"detail": "full"}, {"detail": "brief"}, {"_fields": "id"}):
        assert (await call(service, "create_page", **arguments, **more))["id"] == brief["id"]
    _, whole = await rest(service, "POST", "/pages", arguments)
    assert (whole["id"], whole["title"]["rendered"]) == (brief["id"], "One")
    _, change = await rest(service, "GET", f"/changes/{brief['change_id']}")
    assert change["arguments"].keys() == {"title", "idempotency_key"}


@NOUNS
async def test_a_tool_schedules_nothing_for_the_past(service: Service, noun: str) -> None:
    """It says so instead of publishing at once, alone or in a batch; REST does as WordPress does."""
    fields = {"title": "Late", "status": "future", "date": "2020-01-01T00:00:00Z"}
    told = await call(service, f"create_{noun}", **fields)
    assert (told["code"], told["data"]["details"][0]["path"]) == ("invalid_arguments", "date")
    part = {"method": "POST", "path": f"/{noun}s", "body": fields}
    told = await call(service, "batch", requests=[part])
    assert told["responses"][0]["status"] == 400
    status, made = await rest(service, "POST", f"/{noun}s", fields)
    assert (status, made["status"], made["notices"][0]["code"]) == (201, "publish", "published")
    told = await call(service, f"update_{noun}", id=made["id"], status="future", date="2020-01-01T00:00:00Z")
    assert told["code"] == "invalid_arguments"
    told = await call(service, f"update_{noun}", id=made["id"], status="future", date="2090-01-01T00:00:00Z")
    assert told["status"] == "future"


async def test_plain_meaning_in_another_form_is_taken_in_both_doors(service: Service) -> None:
    """Digits for an integer, and one value for a list."""
    made = await call(service, "create_page", title="One", menu_order="34", status="publish")
    assert (await call(service, "get_page", id=str(made["id"])))["menu_order"] == 34
    assert (await call(service, "list_pages", status="publish", include=str(made["id"])))["total"] == 1
    _, changed = await rest(service, "PATCH", f"/pages/{made['id']}", {"menu_order": "35"})
    assert changed["menu_order"] == 35
    for wrong in ("3.5", "x", True, 3.0, "1e3"):
        assert (await call(service, "update_page", id=made["id"], menu_order=wrong))["code"] == "invalid_arguments"
        assert (await rest(service, "PATCH", f"/pages/{made['id']}", {"menu_order": wrong}))[0] == 400
