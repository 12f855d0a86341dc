"""Custom fields are a part of their item: of its calls, its revision, its difference and its undo."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from tests.promises.walk import Reply, Walk, open_walk

pytestmark = pytest.mark.asyncio(loop_scope="module")
STEP = [{"name": "text", "required": True}, {"name": "photo", "type": "media"}]
FIELDS = [
    {"name": "servings", "type": "integer", "required": True},
    {"name": "grain", "type": "choice", "choices": ["rye", "wheat"], "multiple": True},
    {"name": "baked_on", "type": "date"},
    {"name": "source", "type": "url"},
    {"name": "like", "type": "item"},
    {"name": "notes"},
    {"name": "steps", "type": "repeater", "fields": STEP},
]
RECIPE = {"servings": 4, "grain": ["rye"], "baked_on": "2026-07-28", "steps": [{"text": "Knead."}]}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def walk(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Walk]:
    """A service whose posts have custom fields."""
    async with open_walk(tmp_path_factory.mktemp("fields")) as opened:
        group = {"title": "Recipe", "types": ["post"], "fields": FIELDS}
        assert (await opened.rest("POST", "/field-groups", group)).status == 201
        yield opened


async def create(walk: Walk, fields: dict[str, Any], **more: Any) -> Reply:
    """A post with custom fields."""
    return await walk.rest("POST", "/posts", {"title": "Bread", "fields": fields, **more}, role="editor")


def places(reply: Reply) -> list[tuple[str, str, str]]:
    """Path, expected and got of each fault."""
    return [(each["path"], each["expected"], each["got"]) for each in reply.body["data"]["details"]]


async def test_values_are_written_and_read_with_their_item(walk: Walk) -> None:
    """In one call; a later one changes those that it names, null removes one, and each has its difference."""
    made = await create(walk, RECIPE)
    assert made.body["fields"] == RECIPE, made.body
    path = f"/posts/{made.body['id']}"
    changed = await walk.rest("PATCH", path, {"fields": {"servings": 6, "grain": None}})
    assert changed.body["fields"] == {"servings": 6, "baked_on": "2026-07-28", "steps": [{"text": "Knead."}]}
    assert changed.body["revision"] != made.body["revision"]
    record = (await walk.rest("GET", f"/changes/{changed.change_id}")).body["objects"]
    assert [(each["kind"], [field["field"] for field in each["fields"]]) for each in record] == [("post", ["fields"])]
    assert (await walk.rest("PATCH", path, {"fields": {"servings": 6}})).body["changed"] is False
    listed = await walk.rest("GET", f"/posts?include={made.body['id']}")
    assert listed.body[0]["fields"] == changed.body["fields"]
    stale = await walk.rest("PATCH", path, {"fields": {"servings": 9}, "expected_revision": made.body["revision"]})
    assert stale.status == 409


async def test_an_undo_brings_values_back(walk: Walk) -> None:
    """Of a change, of a deletion and of the creation itself, with the revision of then."""
    made = (await create(walk, RECIPE)).body
    path = f"/posts/{made['id']}"
    changed = await walk.rest("PATCH", path, {"title": "Rye", "fields": {"servings": 1, "notes": "Salt."}})
    assert (await walk.rest("POST", "/changes/undo", {"id": changed.change_id})).status == 200
    back = (await walk.rest("GET", path)).body
    assert (back["fields"], back["revision"]) == (RECIPE, made["revision"])
    gone = await walk.rest("DELETE", f"{path}?force=true")
    assert (await walk.rest("POST", "/changes/undo", {"id": gone.change_id})).status == 200
    assert (await walk.rest("GET", path)).body["fields"] == RECIPE


async def test_what_is_not_registered_or_of_another_type_is_refused(walk: Walk) -> None:
    """All faults at once, each with its path, what was expected and what came; nothing is stored."""
    wrong = {
        **{"serving": 4, "grain": ["rye", "oats"], "baked_on": "28 July", "source": "javascript:alert(1)"},
        **{"like": "7", "notes": 7, "steps": [{"text": "Knead."}, {"photo": True}]},
    }
    refused = await create(walk, wrong)
    assert refused.status == 400
    assert places(refused) == [
        ("fields.serving", "'servings' (the nearest registered field)", "an unknown name"),
        ("fields.grain[1]", "one of rye, wheat", "'oats'"),
        ("fields.baked_on", "a date such as 2026-07-28", "'28 July'"),
        ("fields.source", "an http(s) address, or a path that begins with /", "'javascript:alert(1)'"),
        ("fields.like", "the id of a page or post", "'7'"),
        ("fields.notes", "text of at most 20,000 characters", "7"),
        ("fields.steps[1].photo", "the id of a file", "True"),
        ("fields.steps[1].text", "a value: it is required", "nothing"),
    ]
    assert places(await create(walk, {"like": 999_999})) == [("fields.like", "the id of a page or post", "999999")]
    assert (await walk.rest("POST", "/pages", {"title": "A", "fields": {"servings": 4}})).status == 400


async def test_what_is_public_has_what_is_required(walk: Walk) -> None:
    """A draft may lack it; publishing without is refused, and so is removing it from what is public."""
    draft = (await create(walk, {"notes": "Later."})).body
    path = f"/posts/{draft['id']}"
    refused = await walk.rest("PATCH", path, {"status": "publish"})
    assert (refused.status, places(refused)) == (400, [("fields.servings", "a value: it is required", "nothing")])
    assert (await walk.rest("PATCH", path, {"status": "publish", "fields": {"servings": 2}})).status == 200
    assert (await walk.rest("PATCH", path, {"fields": {"servings": None}})).status == 400
    assert (await walk.rest("PATCH", path, {"title": "Still public"})).status == 200


async def test_values_outlive_their_registration(walk: Walk) -> None:
    """A field that has values keeps its type; without its group they stay, can be removed, and cannot be changed."""
    extra = {"title": "Extra", "types": ["page"], "fields": [{"name": "colour"}]}
    group = (await walk.rest("POST", "/field-groups", extra)).body["id"]
    page = (await walk.rest("POST", "/pages", {"title": "A", "fields": {"colour": "red"}})).body["id"]
    retyped = {"fields": [{"name": "colour", "type": "number"}]}
    assert (await walk.rest("PATCH", f"/field-groups/{group}", retyped)).status == 409
    assert (await walk.rest("POST", "/field-groups", {**extra, "title": "Again"})).status == 409
    assert (await walk.rest("DELETE", f"/field-groups/{group}")).status == 200
    assert (await walk.rest("GET", f"/pages/{page}")).body["fields"] == {"colour": "red"}
    assert (await walk.rest("PATCH", f"/pages/{page}", {"fields": {"colour": "blue"}})).status == 400
    cleared = await walk.rest("PATCH", f"/pages/{page}", {"fields": {"colour": None}})
    assert (cleared.status, cleared.body.get("fields")) == (200, None)


async def test_scripts_are_refused_in_values(walk: Walk) -> None:
    """As in any text: a theme may show them."""
    refused = await create(walk, {"notes": "<script>x</script>"})
    assert (refused.status, refused.body["code"]) == (400, "html_not_allowed")
