"""Batches keep the promises of their parts: all or nothing on request, previewed, not doubled, undone as one."""

from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.promises.dumps import count_entries, dump_journal, dump_state, dump_stored
from tests.promises.walk import Reply, Walk, open_walk
from tests.samples.table import WRITES

MODES = ("each", "atomic")
each_mode = pytest.mark.parametrize("mode", MODES)


@pytest.fixture
async def walk(tmp_path: Path) -> AsyncIterator[Walk]:
    """A service with an admin, an editor, and an author whose writes wait."""
    async with open_walk(tmp_path) as opened:
        yield opened


def part(method: str, path: str, **body: Any) -> dict[str, Any]:
    """One part."""
    return {"method": method, "path": path, **({"body": body} if body else {})}


def create(title: Any, **fields: Any) -> dict[str, Any]:
    """A part that makes a page."""
    return part("POST", "/pages", title=title, **fields)


async def batch(walk: Walk, *parts: Mapping[str, Any], role: str = "admin", **more: Any) -> Reply:
    """POST /batch; what is more goes beside the parts."""
    return await walk.rest("POST", "/batch", {"requests": parts, **more}, role=role)


def statuses(reply: Reply) -> list[int]:
    """Of each part."""
    return [answer["status"] for answer in reply.body["responses"]]


def failure(reply: Reply) -> tuple[int, int, str]:
    """Of an atomic batch that failed: which part did, with what status and code."""
    return reply.body["data"]["part"], reply.status, reply.body["code"]


def bodies(reply: Reply) -> list[Any]:
    """Of each part."""
    return [answer["body"] for answer in reply.body["responses"]]


FAMILY = (
    create("Parent", status="publish"),
    create("Child", status="publish", parent={"$ref": "#0.id"}),
    part("PATCH", "/pages/{#0.id}", title={"$ref": "#1.title.rendered"}),
    part("PUT", "/rate-limit", requests_per_minute=321),
    part("DELETE", "/pages/{#1.id}"),
)
"""A batch whose parts build on each other."""


@each_mode
async def test_later_parts_name_what_earlier_ones_answered(walk: Walk, mode: str) -> None:
    """{"$ref": "#0.id"} in a body, also for a whole member, and {#0.id} in a path."""
    done = await batch(walk, *FAMILY, mode=mode)
    assert statuses(done) == [201, 201, 200, 200, 200]
    first, second, third, _, fifth = bodies(done)
    assert second["parent"] == first["id"] == third["id"]
    assert third["title"]["rendered"] == "Child"
    assert (fifth["id"], fifth["status"]) == (second["id"], "trash")


async def test_an_atomic_batch_is_one_change_and_one_undo(walk: Walk) -> None:
    """The journal has one entry with every object, and undoing it takes everything back."""
    before, entries = dump_state(walk.data), count_entries(walk.data)
    done = await batch(walk, *FAMILY, mode="atomic")
    assert done.body["changed"] is True
    journal = dump_journal(walk.data)
    assert len(journal) == entries + 1
    assert (journal[-1]["id"], journal[-1]["operation"]) == (done.change_id, "batch")
    assert [each["kind"] for each in journal[-1]["objects"]] == ["page", "page", "setting"]
    undo = await walk.rest("POST", "/changes/undo", {"id": done.change_id})
    assert undo.status == 200, undo.body
    assert dump_state(walk.data) == before


async def test_an_ordinary_batch_is_undone_as_one_by_its_request(walk: Walk) -> None:
    """Each part is a change of its own; undo_change takes all of a request back."""
    before = dump_state(walk.data)
    done = await batch(walk, *FAMILY)
    ids = [body["change_id"] for body in bodies(done)]
    undo = await walk.rest("POST", "/changes/undo", {"request_id": done.headers["X-Request-Id"]})
    assert undo.body["undone"] == ids[::-1]
    assert dump_state(walk.data) == before


@pytest.mark.parametrize(
    ("wrong", "status", "code"),
    [
        (part("GET", "/pages/999999"), 404, "not_found"),
        (part("PATCH", "/pages/{#1.id}", title=7), 400, "invalid_arguments"),
        (part("PATCH", "/pages/{#1.nothing}", title="x"), 400, "invalid_arguments"),
        (create("x", parent=999_999), 400, "invalid_arguments"),
        (part("PATCH", "/pages/{#0.id}", title="x", expected_revision="0123456789ab"), 409, "revision_conflict"),
        (part("GET", "/nowhere"), 404, "route_not_found"),
    ],
)
async def test_an_atomic_batch_with_one_failure_does_nothing(
    walk: Walk, wrong: dict[str, Any], status: int, code: str
) -> None:
    """The failure of a part is that of the batch, with its problem inside, and the database is as it was."""
    before = dump_stored(walk.data)
    parts = [create("One"), create("Two"), wrong, create("Four")]
    for door in ("rest", "tool"):
        for more in ({}, {"dry_run": True}):
            done = await walk.call(WRITES["batch"], {"requests": parts, "mode": "atomic", **more}, door)
            assert failure(done) == (2, status, code)
            inner = done.body["data"]["problem"]
            assert (inner["code"], inner["data"]["status"]) == (code, status)
            assert inner["message"] in done.body["message"]
            inside = [f"requests[2].{each['path']}" for each in inner["data"]["details"]]
            assert [each["path"] for each in done.body["data"]["details"]] == inside
            assert dump_stored(walk.data) == before


async def test_an_ordinary_batch_with_one_failure_does_the_rest(walk: Walk) -> None:
    """Only the part that fails leaves nothing, and a part that refers to it fails too."""
    wrong = (create("x", parent=999), part("PATCH", "/pages/{#1.id}", title="x"))
    done = await batch(walk, create("One"), *wrong, create("Four"))
    assert statuses(done) == [201, 400, 400, 201]
    assert [row["title"] for row in dump_state(walk.data)["items"]] == ["One", "Four"]


@each_mode
async def test_a_preview_of_a_batch_stores_nothing_and_its_parts_see_each_other(walk: Walk, mode: str) -> None:
    """Every part that writes answers its plan, on what the parts before would have left."""
    before = dump_stored(walk.data)
    parts = (*FAMILY[:3], part("GET", "/pages/{#0.id}"), part("GET", "/pages?per_page=5&orderby=id&order=asc"))
    told = await batch(walk, *parts, mode=mode, dry_run=True)
    assert dump_stored(walk.data) == before
    assert statuses(told) == [200] * 5
    first, second, third, read, listed = bodies(told)
    assert all(plan["dry_run"] and plan["changed"] for plan in (first, second, third))
    assert [plan["changes"][0]["action"] for plan in (first, second, third)] == ["create", "create", "update"]
    shown = {each["field"]: each for each in second["changes"][0]["fields"]}
    assert shown["parent"]["after"] == int(first["changes"][0]["id"])
    assert read["title"]["rendered"] == "Child"
    assert len(listed) == 2
    done = await batch(walk, *FAMILY[:3], mode=mode)
    assert statuses(done) == [201, 201, 200]
    assert bodies(done)[0]["id"] == int(first["changes"][0]["id"])


@each_mode
async def test_a_batch_with_a_key_is_done_once(walk: Walk, mode: str) -> None:
    """Repeated whole it answers the same and does nothing; another batch with its key is refused."""
    parts = [*FAMILY[:4], create("x", parent=999_999)][: 4 if mode == "atomic" else 5]
    first = await batch(walk, *parts, mode=mode, idempotency_key="once")
    stored = dump_stored(walk.data)
    again = await batch(walk, *parts, mode=mode, idempotency_key="once")
    assert again.body == first.body
    assert dump_stored(walk.data) == stored
    other = await batch(walk, create("Other"), *parts[1:], mode=mode, idempotency_key="once")
    assert (other.status, other.code) == (422, "idempotency_mismatch")
    assert dump_stored(walk.data) == stored


async def test_an_atomic_batch_that_failed_can_be_sent_again_with_its_key(walk: Walk) -> None:
    """Nothing was done the first time; what stood in its way may be gone."""
    parts = (create("One"), part("PATCH", "/pages/2", title="Two"))
    refused = await batch(walk, *parts, mode="atomic", idempotency_key="again")
    assert failure(refused) == (1, 404, "not_found")
    await batch(walk, create("First"))
    done = await batch(walk, *parts, mode="atomic", idempotency_key="again")
    assert statuses(done) == [201, 200]


@each_mode
async def test_all_parts_are_checked_first_also_those_with_references(walk: Walk, mode: str) -> None:
    """A reference to a later part, or to none, is known before anything runs; one to an earlier part is not judged."""
    before = dump_stored(walk.data)
    for reference in ("#1.id", "#7.id", "id", "#x.id"):
        parts = (create("One"), create("Two", parent={"$ref": reference}))
        refused = await batch(walk, *parts, mode=mode, validation="require-all-validate")
        if mode == "atomic":
            assert failure(refused) == (1, 400, "invalid_arguments"), reference
        else:
            assert statuses(refused) == [424, 400], reference
            assert bodies(refused)[1]["code"] == "invalid_arguments"
        assert dump_stored(walk.data) == before
    done = await batch(walk, *FAMILY, mode=mode, validation="require-all-validate")
    assert statuses(done) == [201, 201, 200, 200, 200]


async def test_reads_in_an_atomic_batch_see_what_was_written_before_them(walk: Walk) -> None:
    """Lists, single reads and the search do, although nothing is committed; and others see nothing of it."""
    await batch(walk, part("GET", "/pages"))
    done = await batch(
        walk,
        part("GET", "/pages"),
        create("Brook", content="<p>An otter.</p>", status="publish"),
        part("GET", "/pages"),
        part("GET", "/pages/{#1.id}"),
        part("GET", "/pages?search=otter"),
        part("PATCH", "/pages/{#1.id}", title="Hill"),
        part("GET", "/pages/{#1.id}"),
        part("GET", "/changes"),
        part("GET", "/nowhere"),
        mode="atomic",
    )
    assert failure(done) == (8, 404, "route_not_found")
    assert (await batch(walk, part("GET", "/pages"))).body["responses"][0]["body"] == []
    done = await batch(
        walk,
        part("GET", "/pages"),
        create("Brook", content="<p>An otter.</p>", status="publish"),
        part("GET", "/pages"),
        part("GET", "/pages/{#1.id}"),
        part("GET", "/pages?search=otter"),
        part("PATCH", "/pages/{#1.id}", title="Hill"),
        part("GET", "/pages/{#1.id}"),
        mode="atomic",
    )
    assert [len(body) for body in (bodies(done)[0], bodies(done)[2], bodies(done)[4])] == [0, 1, 1]
    assert [bodies(done)[place]["title"]["rendered"] for place in (3, 6)] == ["Brook", "Hill"]


async def test_an_atomic_batch_that_changes_nothing_says_so(walk: Walk) -> None:
    """It leaves no entry; nor does one whose parts take each other back."""
    await batch(walk, create("One", status="publish"))
    before = dump_state(walk.data), dump_journal(walk.data)
    done = await batch(walk, part("GET", "/pages"), part("PATCH", "/pages/1", title="One"), mode="atomic")
    assert (statuses(done), done.body["changed"]) == ([200, 200], False)
    assert "change_id" not in done.body
    assert (dump_state(walk.data), dump_journal(walk.data)) == before


async def test_an_undo_inside_an_atomic_batch_is_noted_as_one(walk: Walk) -> None:
    """The batch's entry says what it took back."""
    made = bodies(await batch(walk, create("One")))[0]
    done = await batch(walk, part("POST", "/changes/undo", id=made["change_id"]), create("Two"), mode="atomic")
    assert statuses(done) == [200, 201]
    assert (await walk.rest("GET", f"/changes/{done.change_id}")).body["undoes"] == [made["change_id"]]
    assert (await walk.rest("GET", f"/changes/{made['change_id']}")).body["undone_by"] == done.change_id


async def test_an_atomic_batch_waits_as_a_whole_for_a_person(walk: Walk) -> None:
    """Nothing runs until it is approved; then all of it does, as one change of the proposer's."""
    before = dump_state(walk.data)
    waiting = await batch(walk, create("One"), create("Two", parent={"$ref": "#0.id"}), role="author", mode="atomic")
    assert waiting.status == 202, waiting.body
    pending = waiting.body["pending"]
    assert {name: rows for name, rows in dump_state(walk.data).items() if name != "pending_changes"} == {
        name: rows for name, rows in before.items() if name != "pending_changes"
    }
    done = await walk.rest("POST", f"/pending/{pending['id']}/approve")
    assert done.status == 200, done.body
    assert [answer["status"] for answer in done.body["result"]["responses"]] == [201, 201]
    (entry,) = [each for each in dump_journal(walk.data) if each["id"] == done.change_id]
    assert (entry["caller"], entry["approved_by"], entry["outcome"]) == ("key:3", "admin", "approved")
    assert sorted(each["kind"] for each in entry["objects"]) == ["page", "page", "pending_change"]


async def test_an_approval_is_no_part_of_an_atomic_batch(walk: Walk) -> None:
    """What is approved is its proposer's doing, which the one entry of the batch could not say; it waits on."""
    waiting = (await batch(walk, create("One"), create("Two"), role="author", mode="atomic")).body["pending"]["id"]
    approve = part("POST", f"/pending/{waiting}/approve")
    refused = await batch(walk, create("Mine"), approve, mode="atomic")
    assert failure(refused) == (1, 409, "conflict")
    assert (await walk.rest("GET", f"/pending/{waiting}")).body["state"] == "waiting"
    assert statuses(await batch(walk, create("Mine"), approve)) == [201, 200]
    assert (await walk.rest("GET", f"/pending/{waiting}")).body["state"] == "approved"
    assert (await walk.rest("POST", f"/pending/{waiting}/approve")).status == 409


async def test_an_undo_that_is_only_tried_is_not_noted(walk: Walk) -> None:
    """A part of an atomic batch that is a preview leaves nothing, also not in what the journal says was undone."""
    made = bodies(await batch(walk, create("One")))[0]
    tried = part("POST", "/changes/undo", id=made["change_id"], dry_run=True)
    done = await batch(walk, create("Two"), tried, mode="atomic")
    assert statuses(done) == [201, 200]
    assert (await walk.rest("GET", f"/changes/{done.change_id}")).body["undoes"] == []
    assert (await walk.rest("GET", f"/changes/{made['change_id']}")).body["undone_by"] is None


async def test_an_atomic_batch_has_one_idempotency_key(walk: Walk) -> None:
    """A key of a part would promise what it cannot keep: it is refused, and nothing is made."""
    before = dump_state(walk.data)
    refused = await batch(walk, create("One", idempotency_key="same"), mode="atomic")
    assert failure(refused) == (0, 400, "invalid_arguments")
    assert refused.body["data"]["details"][0]["path"] == "requests[0].idempotency_key"
    assert dump_state(walk.data) == before


async def test_the_previews_of_a_batch_share_their_work(walk: Walk) -> None:
    """Others wait to write while they are made, so the work is bounded for all parts and not for each."""
    one, other = ("\n".join(f"{side}{n}\nsame {n}" for n in range(300)) for side in "ab")
    page = (await walk.rest("POST", "/pages", {"title": "Long", "content": one})).body["id"]
    parts = [part("PATCH", f"/pages/{page}", content=text) for text in (other, one) * 5]
    planned = bodies(await batch(walk, *parts, dry_run=True))
    alone = await walk.rest("PATCH", f"/pages/{page}", {"content": other, "dry_run": True})
    compared = ["Too large to compare" not in plan["changes"][0]["fields"][0]["diff"] for plan in planned]
    assert planned[0]["changes"][0]["fields"] == alone.body["changes"][0]["fields"]
    assert compared == sorted(compared, reverse=True)
    assert 1 <= compared.count(True) < len(parts) / 2
