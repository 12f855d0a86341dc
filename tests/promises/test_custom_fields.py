"""Custom fields are a part of their item: of its calls, its revision, its difference and its undo."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.promises.walk import Reply, Walk, open_walk

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


@pytest.fixture(scope="module")
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
    assert (await walk.rest("POST", f"/items/{made['id']}/clone")).body["fields"] == RECIPE
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
    clone = (await walk.rest("POST", f"/items/{page}/clone")).body
    assert ("fields" in clone, [notice["code"] for notice in clone["notices"]]) == (False, ["fields_left_out"])
    cleared = await walk.rest("PATCH", f"/pages/{page}", {"fields": {"colour": None}})
    assert (cleared.status, cleared.body.get("fields")) == (200, None)


def group_of(*fields: dict[str, Any]) -> dict[str, Any]:
    """A group of pages with these fields."""
    return {"title": "Extra", "types": ["page"], "fields": list(fields)}


async def undo(walk: Walk, reply: Reply) -> Reply:
    """The answer to the undo of what a call has done."""
    return await walk.rest("POST", "/changes/undo", {"id": reply.change_id})


async def test_an_undo_brings_no_name_back_that_another_group_has(walk: Walk) -> None:
    """Neither of a deletion nor of a change of a group: it is refused, and comes back when the name is free."""
    hue, rows = {"name": "hue"}, {"name": "hue", "type": "repeater", "fields": [{"name": "one"}]}
    first = (await walk.rest("POST", "/field-groups", group_of(rows, {"name": "tint"}))).body["id"]
    changed = await walk.rest("PATCH", f"/field-groups/{first}", {"fields": [{"name": "tint"}]})
    gone = await walk.rest("DELETE", f"/field-groups/{first}")
    second = await walk.rest("POST", "/field-groups", group_of(hue, {"name": "tint"}))
    refused = await undo(walk, gone)
    assert (refused.status, refused.body["data"]["id"]) == (409, second.body["id"]), refused.body
    kept = await walk.rest("PATCH", f"/field-groups/{second.body['id']}", group_of(hue))
    assert (await undo(walk, gone)).status == 200
    assert (await undo(walk, changed)).status == 409
    assert (await walk.rest("GET", f"/field-groups/{first}")).body["fields"] == [{"name": "tint"}]
    assert (await undo(walk, kept)).status == 409
    page = await walk.rest("POST", "/pages", {"title": "A", "fields": {"hue": "red", "tint": "pale"}})
    assert page.status == 201, page.body


async def test_an_undo_brings_no_type_back_that_values_do_not_have(walk: Walk) -> None:
    """A group that was changed before its field had values stays so while it has."""
    group = (await walk.rest("POST", "/field-groups", group_of({"name": "weight"}))).body["id"]
    retyped = await walk.rest("PATCH", f"/field-groups/{group}", group_of({"name": "weight", "type": "number"}))
    page = (await walk.rest("POST", "/pages", {"title": "A", "fields": {"weight": 7}})).body["id"]
    refused = await undo(walk, retyped)
    assert (refused.status, refused.body["data"]["item"]) == (409, page)
    await walk.rest("DELETE", f"/pages/{page}?force=true")
    assert (await undo(walk, retyped)).status == 200


async def test_a_part_of_a_repeater_keeps_its_type(walk: Walk) -> None:
    """While an item has rows; parts may come and go."""
    rows = {"name": "rows", "type": "repeater", "fields": [{"name": "one"}]}
    group = (await walk.rest("POST", "/field-groups", group_of(rows))).body["id"]
    await walk.rest("POST", "/pages", {"title": "A", "fields": {"rows": [{"one": "1"}]}})
    path = f"/field-groups/{group}"
    more = {**rows, "fields": [{"name": "one"}, {"name": "two"}]}
    assert (await walk.rest("PATCH", path, group_of(more))).status == 200
    refused = await walk.rest("PATCH", path, group_of({**rows, "fields": [{"name": "one", "type": "number"}]}))
    assert (refused.status, "rows.one" in refused.body["message"]) == (409, True)


async def test_values_of_another_type_are_kept_and_left_out_of_copies(walk: Walk) -> None:
    """A name that is registered anew may have such values; so may a field that lost a choice or a file."""
    photo: dict[str, Any] = {"name": "photo", "type": "item"}
    scene: dict[str, Any] = {"name": "scene", "type": "choice", "choices": ["sea", "wood"]}
    group_then = group_of({"name": "stroke"}, photo, scene, {"name": "medium"})
    group = (await walk.rest("POST", "/field-groups", group_then)).body["id"]
    other = (await walk.rest("POST", "/pages", {"title": "B"})).body["id"]
    values = {"stroke": "broad", "photo": other, "scene": "wood", "medium": "oil"}
    page = (await walk.rest("POST", "/pages", {"title": "A", "fields": values})).body["id"]
    await walk.rest("DELETE", f"/pages/{other}?force=true")
    await walk.rest("DELETE", f"/field-groups/{group}")
    stroke = {"name": "stroke", "type": "repeater", "fields": [{"name": "photo", "type": "media"}]}
    again = group_of(stroke, photo, {**scene, "choices": ["sea"]}, {"name": "medium"})
    assert (await walk.rest("POST", "/field-groups", again)).status == 201
    changed = await walk.rest("PATCH", f"/pages/{page}", {"status": "publish", "fields": {"medium": "ink"}})
    assert (changed.status, changed.body["fields"]) == (200, {**values, "medium": "ink"})
    assert (await walk.rest("GET", "/pages?per_page=100")).status == 200
    clone = await walk.rest("POST", f"/items/{page}/clone")
    assert (clone.status, clone.body["fields"]) == (201, {"medium": "ink"})
    (notice,) = clone.body["notices"]
    assert (notice["code"], "photo, scene, stroke" in notice["message"]) == ("fields_left_out", True)


async def test_a_fault_in_a_repeater_has_its_path(walk: Walk) -> None:
    """That of the field in the repeater, whatever is wrong with it."""
    for parts, path in (
        ([{"name": "one"}, {"name": "one"}], "fields[1].fields[1].name"),
        ([{"name": "one"}, {"name": "two", "typ": "text"}], "fields[1].fields[1].typ"),
        ([{"name": "one", "type": "choice", "choices": ["a", 7]}], "fields[1].fields[0].choices[1]"),
        ([{"name": "one", "type": "choice"}], "fields[1].fields[0].choices"),
        ([{"name": "one", "type": "repeater"}], "fields[1].fields[0].type"),
    ):
        repeater = {"name": "rows", "type": "repeater", "fields": parts}
        refused = await walk.rest("POST", "/field-groups", group_of({"name": "first"}, repeater))
        assert (refused.status, [each[0] for each in places(refused)]) == (400, [path])


async def test_scripts_are_refused_in_values(walk: Walk) -> None:
    """As in any text: a theme may show them."""
    refused = await create(walk, {"notes": "<script>x</script>"})
    assert (refused.status, refused.body["code"]) == (400, "html_not_allowed")
