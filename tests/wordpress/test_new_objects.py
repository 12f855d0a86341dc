"""Calls of the whole catalogue about what the same atomic batch makes: no answer names it as it was called before."""

import json
import re
from collections.abc import AsyncIterator, Mapping
from typing import Any

import pytest

from sitehand.hosts.wordpress.staging import FIRST_PROVISIONAL
from sitehand.operation.declaration import Operation
from tests.parity.test_parity import encode_query
from tests.promises.walk import Walk, fill_path, open_walk
from tests.samples.sample import Step, fill, take_id
from tests.samples.table import CASES, EXAMPLES, FRESH
from tests.wordpress.reset import empty_site
from tests.wordpress.site import WordPress

PROVISIONAL = re.compile(rf"(?<!\d){str(FIRST_PROVISIONAL)[:13]}\d{{3}}(?!\d)")
REFUSED = {
    *(
        "audit_page",
        "get_media_text",
        "list_notes",
        "list_revisions",
    ),  # they ask WordPress, which has no such object yet
    *("fix_finding", "save_items", "save_seo"),  # batches themselves
}
"""Operations that are refused about what the same batch makes."""
Part = dict[str, Any]
Call = tuple[Operation, str, Mapping[str, Any]]
"""An operation, what it is about, and its arguments."""


@pytest.fixture(scope="module")
async def walk(wordpress: WordPress, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Walk]:
    """One service for all calls: each makes what it is about."""
    empty_site(wordpress)
    async with open_walk(tmp_path_factory.mktemp("new"), wordpress) as opened:
        yield opened


def is_made_by_calls(name: str) -> bool:
    """Whether REST calls alone make it, each of which answers with its id."""
    fresh = FRESH[name]
    made = isinstance(fresh.step, Step) and fresh.found is take_id
    return made and (not fresh.of or is_made_by_calls(fresh.of))


def list_calls() -> list[Call]:
    """Of each operation the first call that is about something new: a read, a write, and a write of nothing."""
    calls: list[Call] = [(each, call.fresh, call.arguments) for each, _, call in EXAMPLES if call.code is None]
    calls += [(each, write.fresh, write.arguments) for each, write in CASES]
    first = {each.name: (each, fresh, given) for each, fresh, given in reversed(calls) if fresh}
    idle = [(each, write.fresh, write.idle) for each, write in CASES if write.fresh and isinstance(write.idle, Mapping)]
    return [call for call in [*first.values(), *idle] if is_made_by_calls(call[1])]


def make_parts(name: str) -> list[Part]:
    """Parts of a batch that make it, each of which refers to the one before."""
    fresh = FRESH[name]
    assert isinstance(fresh.step, Step)
    before = make_parts(fresh.of) if fresh.of else []
    path, body = fill(fresh.step.path, name_last(before)), fill(fresh.step.body, refer_to_last(before))
    return [*before, {"method": fresh.step.method, "path": path, "body": body}]


def name_last(parts: list[Part]) -> dict[str, Any]:
    """What stands in a path for the object of the last part."""
    return {name: f"{{#{len(parts) - 1}.{name}}}" for name in ("id", "revision")}


def refer_to_last(parts: list[Part]) -> dict[str, Any]:
    """What stands in a body for the object of the last part."""
    return {name: {"$ref": f"#{len(parts) - 1}.{name}"} for name in ("id", "revision")}


def make_batch(operation: Operation, fresh: str, arguments: Mapping[str, Any]) -> list[Part]:
    """What makes it, and the call."""
    made = make_parts(fresh)
    if operation.methods[-1] == "GET":
        path, query = fill_path(operation, fill(arguments, name_last(made)))
        written = "&".join(f"{name}={text}" for name, text in encode_query(query).items())
        return [*made, {"method": "GET", "path": f"{path}?{written}"}]
    in_path = {name: fill(arguments[name], name_last(made)) for name in operation.path_arguments}
    path, body = fill_path(operation, {**fill(arguments, refer_to_last(made)), **in_path})
    return [*made, {"method": operation.methods[-1], "path": path, "body": body}]


@pytest.mark.parametrize("call", list_calls(), ids=lambda call: call[0].name)
async def test_no_answer_has_a_provisional_id(walk: Walk, call: Call) -> None:
    """Neither in a body nor in a header, whatever the call does with the new object."""
    reply = await walk.rest("POST", "/batch", {"mode": "atomic", "requests": make_batch(*call)})
    assert reply.status == 207 or reply.code == "not_supported" or call[0].name in REFUSED, reply.body
    if reply.status == 207:
        assert PROVISIONAL.findall(json.dumps(reply.body)) == []


def list_makers() -> dict[str, str]:
    """Of each address that makes something what is made there; and an object that is changed, in the same batch."""
    names = [name for name in FRESH if is_made_by_calls(name)]
    return {make_parts(name)[-1]["path"]: name for name in reversed(names)}


def list_members(value: Any, path: str = "") -> list[str]:
    """The paths to all values in an answer."""
    if not isinstance(value, dict):
        return [path]
    return [each for name, inner in value.items() for each in list_members(inner, f"{path}.{name}")]


def find_member(value: Any, path: str) -> Any:
    """What a path leads to."""
    for name in path.split(".")[1:]:
        value = value[name]
    return value


def keep_member(value: Any, reference: Mapping[str, str]) -> tuple[str, Part]:
    """A page that keeps a text or a number of an answer, and where."""
    field = "menu_order" if isinstance(value, int) else "excerpt"
    return field, {"method": "POST", "path": "/pages", "body": {"title": "Keeps it", field: reference}}


@pytest.mark.parametrize("name", list_makers().values())
async def test_no_prediction_is_stored_as_the_value(walk: Walk, name: str) -> None:
    """Each member of the answer to what makes something is referred to: refused, or what the answer then has.

    A second one of the same is made, so that WordPress must choose other slugs. An id is no prediction.
    """
    first = await walk.rest("POST", "/batch", {"mode": "atomic", "requests": make_parts(name)})
    if first.code == "not_supported":
        return
    *_, made = first.body["responses"]
    place = len(make_parts(name)) - 1
    for path in list_members({each: value for each, value in made["body"].items() if each != "changed"}):
        value = find_member(made["body"], path)
        field, keeping = keep_member(value, {"$ref": f"#{place}{path}"})
        parts = [*make_parts(name), keeping]
        reply = await walk.rest("POST", "/batch", {"mode": "atomic", "requests": parts})
        if reply.status == 207:
            *_, answered, kept = [each["body"] for each in reply.body["responses"]]
            stored = (await walk.rest("GET", f"/pages/{kept['id']}?context=edit")).body[field]
            assert (stored["raw"] if field == "excerpt" else stored) == find_member(answered, path), path
        else:
            assert (reply.code, reply.body["data"]["part"]) == ("invalid_arguments", place + 1), reply.body


SLUG = {"title": "Named", "slug": "named", "status": "publish"}
MAKE, CHANGE = ({"method": method, "path": path, "body": SLUG} for method, path in (("POST", "/pages"), ("PATCH", "")))
TERM = {"method": "POST", "path": "/taxonomies/category/terms", "body": {"name": "A & b", "description": "C & d"}}
GET = {"method": "GET", "path": "/pages/{#0.id}?context=edit"}


@pytest.mark.parametrize(
    ("parts", "reference"),
    [
        ([MAKE], "#0.slug"),
        ([MAKE], "#0.link"),
        ([MAKE], "#0.title.rendered"),
        ([MAKE], "#0.revision"),
        ([MAKE], "#0"),
        ([TERM], "#0.slug"),
        ([TERM], "#0.description"),
        ([CHANGE], "#0.slug"),
        ([CHANGE], "#0.link"),
        ([MAKE, GET], "#1.slug"),
        ([CHANGE, GET], "#1.link"),
        ([MAKE, {"method": "GET", "path": "/items/{#0.id}/blocks"}], "#1.revision"),
        ([CHANGE, {"method": "GET", "path": "/pages?slug=old"}], "#1.0.slug"),
    ],
)
async def test_what_wordpress_decides_cannot_be_referred_to(walk: Walk, parts: list[Part], reference: str) -> None:
    """Of what the batch makes or changes, whichever part shows it; nothing is sent, and a preview refuses it too."""
    there = (await walk.rest("POST", "/pages", {"title": "Old", "slug": "old", "status": "publish"})).body
    before = walk.dump_state()["content"]
    given = [{**part, "path": part["path"] or f"/pages/{there['id']}"} for part in parts]
    given.append({"method": "POST", "path": "/pages", "body": {"title": "Other", "excerpt": {"$ref": reference}}})
    for dry_run in (True, False):
        reply = await walk.rest("POST", "/batch", {"mode": "atomic", "requests": given, "dry_run": dry_run})
        assert (reply.status, reply.code) == (400, "invalid_arguments")
        data = reply.body["data"]
        assert (data["part"], data["details"][0]["path"]) == (len(parts), f"requests[{len(parts)}].excerpt")
        assert data["hint"].startswith("Send this part in a later call.")
    assert walk.dump_state()["content"] == before
    await walk.rest("DELETE", f"/pages/{there['id']}?force=true")


async def test_what_is_certain_can_be_referred_to(walk: Walk) -> None:
    """Ids, what was sent and is kept so, revisions for later parts, and all of what the batch leaves alone."""
    there = (await walk.rest("POST", "/pages", {"title": "There", "slug": "there", "status": "publish"})).body
    parts = [
        {"method": "GET", "path": f"/pages/{there['id']}"},
        {"method": "POST", "path": "/pages", "body": {"title": "New", "menu_order": 7, "excerpt": {"$ref": "#0.slug"}}},
        {"method": "PATCH", "path": "/pages/{#1.id}?expected_revision={#1.revision}", "body": {"content": "<p>x</p>"}},
        {"method": "PATCH", "path": "/pages/{#1.id}", "body": {"expected_revision": {"$ref": "#2.revision"}}},
        {"method": "POST", "path": "/pages", "body": {"title": "Below", "parent": {"$ref": "#3.id"}}},
        {"method": "PATCH", "path": "/pages/{#4.id}", "body": {"menu_order": {"$ref": "#1.menu_order"}}},
        {"method": "DELETE", "path": f"/pages/{there['id']}?force=true"},
        {"method": "POST", "path": "/pages", "body": {"title": "Again", "excerpt": {"$ref": "#6.previous.slug"}}},
    ]
    reply = await walk.rest("POST", "/batch", {"mode": "atomic", "requests": parts})
    assert reply.status == 207, reply.body
    new, below, again = (reply.body["responses"][place]["body"] for place in (1, 5, 7))
    assert (below["parent"], below["menu_order"]) == (new["id"], 7)
    for page in (new, again):
        assert (await walk.rest("GET", f"/pages/{page['id']}?context=edit")).body["excerpt"]["raw"] == "there"


async def test_answers_about_a_new_object_are_true_of_it(walk: Walk) -> None:
    """A write of nothing, reads and the answer to its deletion have what WordPress has made of it, and its revision."""
    fields = {
        "title": "Told",
        "status": "publish",
        "content": "<!-- wp:paragraph -->\n<p>x</p>\n<!-- /wp:paragraph -->",
    }
    parts = [
        {"method": "POST", "path": "/pages", "body": fields},
        {"method": "PATCH", "path": "/pages/{#0.id}", "body": {"title": "Told"}},
        {"method": "GET", "path": "/pages/{#0.id}"},
        {"method": "GET", "path": "/items/{#0.id}/blocks"},
    ]
    reply = await walk.rest("POST", "/batch", {"mode": "atomic", "requests": parts})
    made, idle, read, blocks = (each["body"] for each in reply.body["responses"])
    now = (await walk.rest("GET", f"/pages/{made['id']}")).body
    assert (read, {name: idle[name] for name in now}) == (now, now)
    assert (blocks["id"], blocks["revision"], idle["changed"]) == (now["id"], now["revision"], False)
    gone = [parts[0], {"method": "DELETE", "path": "/pages/{#0.id}?force=true"}]
    reply = await walk.rest("POST", "/batch", {"mode": "atomic", "requests": gone})
    made, deleted = (each["body"] for each in reply.body["responses"])
    assert {name: deleted["previous"][name] for name in ("id", "slug", "link")} == {
        name: made[name] for name in ("id", "slug", "link")
    }
