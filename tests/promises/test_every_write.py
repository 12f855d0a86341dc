"""Every write operation of the catalogue keeps every promise: previewed, not lost, not doubled, undone, verified."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import pytest
from httpx2 import AsyncClient

from sitehand.admin.sentences import tell_change
from sitehand.blocks.note_marks import hide_marks
from sitehand.guard.keys import KEY_FORM
from sitehand.operation.batch import BATCHES
from sitehand.operation.declaration import Operation
from sitehand.operation.write import Promise
from sitehand.site.kinds import KINDS
from tests.hosts import HOSTS, find_wordpress
from tests.promises.dumps import Dump, count_entries, dump_journal, read_files
from tests.promises.visits import Visit, Visits
from tests.promises.walk import CLIENT, Reply, Walk, sabotaged
from tests.samples.sample import Write, fill
from tests.samples.table import CASES, SAMPLES, WRITES

OF_THE_MOMENT = {
    "at",
    "expires",
    "date",
    "preview_link",
    "created",
    "revoked",
    "first_characters",
    "decided_at",
    "slug",
}
"""Fields that another second, or another random number, makes otherwise."""
FILLED_IN = {"author", "categories", "comment_status", "ping_status", "template", "meta", "format"}
SIGNATURE = {"author_name", "author_url"}
"""What a WordPress gives to a new object that comes without; its user's name signs a comment, and is its label."""


@pytest.fixture(scope="module", params=HOSTS)
async def visits(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Visits]:
    """Services for the tests of this file, on each host."""
    visits = Visits(tmp_path_factory.mktemp("promises"), find_wordpress(request))
    yield visits
    await visits.close()


@pytest.fixture
async def visit(visits: Visits) -> Visit:
    """A service that some tests share; each makes what it changes."""
    return await visits.take()


@pytest.fixture
def walk(visit: Visit) -> Walk:
    """The service."""
    return visit.walk


@pytest.fixture
def second(visit: Visit) -> AsyncClient:
    """A client of another worker on the same folder."""
    return visit.second


def each_write(promise: Promise | None = None) -> pytest.MarkDecorator:
    """Every prepared call of the operations that make this promise."""
    cases = [case for case in CASES if promise not in case[0].exempt]
    names = [f"{operation.name}-{case.name}".rstrip("-") for operation, case in cases]
    return pytest.mark.parametrize(("operation", "case"), cases, ids=names)


async def test_every_exemption_is_explained() -> None:
    """An operation that cannot keep a promise says why in its declaration."""
    assert all(len(reason) > 20 for wanted in WRITES.values() for reason in wanted.exempt.values())


PREVIEWS = ("query", "body", "tool", "batch", "part")


async def preview(walk: Walk, operation: Operation, arguments: dict[str, Any], way: str) -> Reply:
    """A dry run, asked for in one of five ways."""
    if way == "query":
        return await walk.call(operation, arguments, query={"dry_run": "true"})
    if way == "batch":
        return await walk.call(operation, arguments, "part", batch={"dry_run": True})
    door = {"body": "rest", "tool": "tool", "part": "part"}[way]
    return await walk.call(operation, {**arguments, "dry_run": True}, door)


def plans_of(reply: Reply) -> list[dict[str, Any]]:
    """The plan of an answer, or those of a batch's parts."""
    if "responses" in reply.body:
        return [part["body"] for part in reply.body["responses"]]
    return [reply.body.get("result", reply.body)]


def comparable(walk: Walk, operation: Operation, objects: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Changed objects without what depends on the moment; an approval's plan does not tell of the approval itself.

    A host that stages knows ids, slugs and what is filled in only afterwards.
    """
    exact = walk.service.wordpress is None
    momentary = OF_THE_MOMENT | SAMPLES[operation.name].momentary
    unknown = set() if exact else FILLED_IN | SIGNATURE
    shown = []
    for each in objects:
        if operation.name == "approve_change" and each["kind"] == "pending_change":
            continue
        told = each["fields"] if exact else [leave_ids(f) for f in each["fields"]]
        fields = {f["field"]: None if f["field"] in momentary else f for f in told if f["field"] not in unknown}
        after = each["revision_after"] if exact and SAMPLES[operation.name].predictable else None
        known = {} if exact or each["action"] != "create" else {"id": "new"}
        if known and each["kind"] in ("comment", "note"):
            known["label"] = "the user's name"
        shown.append({**each, "fields": fields, "revision_after": after, **known})
    return shown


def leave_ids(field: dict[str, Any]) -> dict[str, Any]:
    """The field without the ids of notes that a text names."""
    return {**field, "diff": hide_marks(field["diff"])} if "diff" in field else field


@each_write("preview")
@pytest.mark.parametrize("way", PREVIEWS)
async def test_a_preview_tells_what_the_call_does_and_stores_nothing(
    walk: Walk, operation: Operation, case: Write, way: str
) -> None:
    """Through every door the plan comes back, the database stays byte for byte, and the call then does the plan."""
    if operation.name in BATCHES and way in ("batch", "part"):
        way = "body"
    arguments, _ = await walk.prepare(case)
    before = walk.dump_stored()
    told = await preview(walk, operation, arguments, way)
    assert told.status in (200, 207), told.body
    assert walk.dump_stored() == before
    plans = plans_of(told)
    assert all(plan["dry_run"] is True and "warnings" in plan for plan in plans), told.body
    done = await walk.call(operation, arguments)
    assert done.status == operation.status, done.body
    if not SAMPLES[operation.name].journaled:
        return
    assert all(plan["changed"] for plan in plans)
    change = (await walk.rest("GET", f"/changes/{done.change_id}")).body
    planned = [each for plan in plans for each in plan["changes"]]
    assert comparable(walk, operation, planned) == comparable(walk, operation, change["objects"])


@pytest.mark.parametrize(
    ("operation", "case"),
    [pytest.param(*case, id=f"{case[0].name}-{case[1].name}") for case in CASES if case[0].name.startswith("delete_")],
)
async def test_activity_tells_a_deletion_as_one(walk: Walk, operation: Operation, case: Write) -> None:
    """Whatever the noun, the sentence begins with what was deleted, or moved to the trash."""
    arguments, _ = await walk.prepare(case)
    done = await walk.call(operation, arguments)
    assert done.status == operation.status, done.body
    listed = (await walk.rest("GET", "/changes", query={"per_page": 1})).body
    assert listed[0]["id"] == done.change_id
    what = tell_change(listed[0], datetime.now(UTC), KINDS).what
    assert re.search("^deleted | to the trash", what), what


@each_write("revision")
@pytest.mark.parametrize("way", ["header", "body", "tool"])
async def test_a_stale_revision_is_refused_and_the_right_one_passes(
    walk: Walk, operation: Operation, case: Write, way: str
) -> None:
    """409 says which revision there is now, and which fields were changed since, by whom and when."""
    arguments, made = await walk.prepare(case)
    arguments.pop("expected_revision", None)

    async def call(revision: str) -> Reply:
        if way == "header":
            return await walk.call(operation, arguments, headers={"If-Match": f'"{revision}"'})
        door = "tool" if way == "tool" else "rest"
        return await walk.call(operation, {**arguments, "expected_revision": revision}, door)

    if operation.target is None:
        refused = await call("0123456789ab")
        assert (refused.status, refused.code) == (400, "invalid_arguments")
        return
    assert case.disturb is not None, f"{operation.name} has a target: prepare what disturbs it"
    stale = (await preview(walk, operation, arguments, "body")).body["revision"]
    disturbed = await walk.step(case.disturb, made)
    assert disturbed.status < 300, disturbed.body
    before = walk.dump_stored()
    refused = await call(stale)
    assert (refused.status, refused.code) == (409, "revision_conflict"), refused.body
    assert walk.dump_stored() == before
    now = (await preview(walk, operation, arguments, "body")).body["revision"]
    data = refused.body["data"]
    assert data["revision"] == now
    (since,) = data["changes"]
    assert since["at"].endswith("Z")
    assert (since["fields"], since["by"]) == (list(case.disturbed), "admin")
    passed = await call(now)
    assert passed.status == (200 if way == "tool" else operation.status), passed.body


@each_write("replay")
@pytest.mark.parametrize("way", ["header", "body", "tool", "worker", "at once"])
async def test_the_same_key_gives_the_same_answer_and_one_effect(
    walk: Walk, second: AsyncClient, operation: Operation, case: Write, way: str, request: pytest.FixtureRequest
) -> None:
    """Repeated later, by another worker, or while the first call still runs; for another call the key is refused."""
    arguments, made = await walk.prepare(case)
    key = f"key of {request.node.name}"

    async def call(values: dict[str, Any], **more: Any) -> Reply:
        if way == "header":
            return await walk.call(operation, values, headers={"Idempotency-Key": key})
        return await walk.call(
            operation, {**values, "idempotency_key": key}, "tool" if way == "tool" else "rest", **more
        )

    entries = count_entries(walk.data)
    if way == "at once":
        replies = await asyncio.gather(*(call(arguments, http=http) for http in (walk.service.http, second) * 2))
    else:
        replies = [await call(arguments)]
        stored = walk.dump_stored()
        replies.append(await call(arguments, **({"http": second} if way == "worker" else {})))
        assert walk.dump_stored() == stored
    assert all(reply.status == replies[0].status < 300 for reply in replies), [reply.body for reply in replies]
    assert all(reply.body == replies[0].body for reply in replies)
    journaled = 1 if SAMPLES[operation.name].journaled else 0
    assert count_entries(walk.data) == entries + journaled
    mismatched = await call(fill(case.other, made))
    assert (mismatched.status, mismatched.code) == (422, "idempotency_mismatch"), mismatched.body
    files = read_files(walk.data)
    assert key.encode() not in files
    if isinstance(replies[0].body.get("value"), str):
        assert replies[0].body["value"].encode() not in files


async def test_a_refusal_is_replayed_too(walk: Walk) -> None:
    """What was not found at the first call is not found at its repetition, though it is there by then."""
    page = (await walk.make("page"))["id"]
    headers = {"Idempotency-Key": "too early"}
    first = await walk.rest("PATCH", f"/pages/{page + 1}", {"title": "Early"}, headers=headers)
    assert (first.status, first.code) == (404, "not_found")
    assert (await walk.make("page"))["id"] == page + 1
    again = await walk.rest("PATCH", f"/pages/{page + 1}", {"title": "Early"}, headers=headers)
    assert (again.status, again.body) == (404, first.body)
    assert (await walk.rest("PATCH", f"/pages/{page + 1}", {"title": "Late"})).status == 200


async def test_callers_do_not_share_their_idempotency_keys(walk: Walk) -> None:
    """Another caller's call with the same key is a call of its own."""
    headers = {"Idempotency-Key": "shared by chance"}
    one = await walk.rest("POST", "/pages", {"title": "Mine"}, headers=headers)
    other = await walk.rest("POST", "/pages", {"title": "Mine"}, role="editor", headers=headers)
    assert (one.status, other.status) == (201, 201)
    assert one.body["id"] != other.body["id"]


@each_write("undo")
async def test_undo_brings_the_state_back_and_undoing_that_the_change(
    walk: Walk, operation: Operation, case: Write
) -> None:
    """Byte for byte, history and decisions aside; and the journal says what was undone by what."""

    def dump() -> Dump:
        return {name: rows for name, rows in walk.dump_state().items() if name != "pending_changes"}

    arguments, _ = await walk.prepare(case)
    before = dump()
    done = await walk.call(operation, arguments)
    assert done.status == operation.status, done.body
    after = dump()
    assert after != before
    undo = await walk.rest("POST", "/changes/undo", {"id": done.change_id})
    assert undo.status == 200, undo.body
    assert dump() == before
    redo = await walk.rest("POST", "/changes/undo", {"id": undo.change_id})
    assert redo.status == 200, redo.body
    assert dump() == after
    told = (await walk.rest("GET", f"/changes/{undo.change_id}")).body
    assert (told["undoes"], told["undone_by"]) == ([done.change_id], redo.change_id)


@each_write("undo")
async def test_undo_is_refused_when_newer_changes_stand_on_it(walk: Walk, operation: Operation, case: Write) -> None:
    """409 lists them, and nothing is taken back."""
    if isinstance(case.newer, str):
        assert case.newer
        return
    arguments, _ = await walk.prepare(case)
    done = await walk.call(operation, arguments)
    newer = await walk.step(case.newer, {"id": case.made(done.body)})
    assert newer.status < 300, newer.body
    stored = walk.dump_stored()
    refused = await walk.rest("POST", "/changes/undo", {"id": done.change_id})
    assert (refused.status, refused.code) == (409, "conflict"), refused.body
    assert [each["id"] for each in refused.body["data"]["changes"]] == [newer.change_id]
    assert walk.dump_stored() == stored


@each_write("verified")
@pytest.mark.parametrize("visits", ["builtin"], indirect=True)
async def test_what_was_stored_otherwise_is_no_success(walk: Walk, operation: Operation, case: Write) -> None:
    """With something in the database that alters what is written, the answer says so and nothing stays."""
    arguments, _ = await walk.prepare(case)
    before = walk.dump_stored()
    (trigger,) = case.sabotage.values()
    with sabotaged(walk.data, trigger):
        refused = await walk.call(operation, arguments)
    assert walk.dump_stored() == before
    assert (refused.status, refused.code) == (500, "verification_failed"), refused.body


@each_write()
async def test_a_write_that_changes_nothing_says_so(walk: Walk, operation: Operation, case: Write) -> None:
    """It answers changed: false, and leaves no entry and no revision; a write that changes says changed: true."""
    arguments, _ = await walk.prepare(case)
    done = await walk.call(operation, arguments)
    assert (done.body.get("result") or done.body).get("changed") is True, done.body
    if isinstance(case.idle, str):
        assert case.idle
        return
    idle = fill(case.idle, await walk.make(case.fresh))
    before = walk.dump_stored()
    answer = await walk.call(operation, idle)
    assert answer.status == operation.status, answer.body
    assert answer.body["changed"] is False
    assert "change_id" not in answer.body
    assert walk.dump_stored() == before


@each_write()
@pytest.mark.parametrize("door", ["rest", "tool"])
async def test_a_write_leaves_one_entry_that_says_whose_it_is(
    walk: Walk, operation: Operation, case: Write, door: str
) -> None:
    """Caller, role, door, client, operation, arguments without secrets, and the request id that the answer names."""
    if not SAMPLES[operation.name].journaled:
        return
    arguments, _ = await walk.prepare(case)
    before = dump_journal(walk.data)
    done = await walk.call(operation, {**arguments, "idempotency_key": f"{operation.name}{case.name}{door}!"}, door)
    after = dump_journal(walk.data)
    assert after[:-1] == before
    entry = after[-1]
    assert (entry["id"], entry["request_id"]) == (done.change_id, done.headers["X-Request-Id"])
    approved = operation.name == "approve_change"
    caller = ("key:3", "author", "rest") if approved else ("key:1", "admin", {"tool": "mcp"}.get(door, door))
    assert (entry["caller"], entry["role"], entry["door"]) == caller
    assert (entry["label"], entry["client"]) == (caller[1], CLIENT)
    assert entry["approved_by"] == ("admin" if approved else None)
    assert entry["operation"] == ("create_post" if approved else operation.name)
    text = json.dumps(entry)
    assert "hidden words" not in json.dumps(entry["arguments"])
    assert KEY_FORM.search(text) is None
    if not approved:
        assert entry["arguments"].pop("idempotency_key") == "(hidden)"
        assert entry["arguments"] == {n: "(hidden)" if n == "password" else v for n, v in arguments.items()}
