"""Undo and approval hold where they meet: nothing gets round the owner, and an undo says what it did."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from sitehand.app import assemble, connect
from sitehand.doors.routes import RouteTable
from sitehand.errors import Problem
from sitehand.guard.attribution import Attribution, Origin
from sitehand.guard.call import in_call
from sitehand.guard.gate import OWNER
from sitehand.operation.policy import Rule
from sitehand.operations import changes
from sitehand.site.content import PageFields
from sitehand.store import undo as undoing
from tests.promises.dumps import dump_state
from tests.promises.walk import Reply, Walk, let_wait, open_walk

EVERYTHING = "2000-01-01T00:00:00Z"


@pytest.fixture
async def walk(tmp_path: Path) -> AsyncIterator[Walk]:
    """A service with an admin, an editor, and an author whose writes wait."""
    async with open_walk(tmp_path) as opened:
        yield opened


async def undo(walk: Walk, role: str = "admin", **choice: Any) -> Reply:
    """POST /changes/undo."""
    return await walk.rest("POST", "/changes/undo", choice, role=role)


async def as_owner(walk: Walk, name: str, arguments: dict[str, Any]) -> Any:
    """An operation as the admin screens call it."""
    parts = assemble(walk.service.settings)
    try:
        gate, _ = connect(parts, RouteTable(parts.catalog))
        wanted = parts.catalog.get(name)
        assert wanted is not None
        return await gate.perform(OWNER, wanted, arguments)
    finally:
        await parts.close()


async def set_paused(walk: Walk, *, paused: bool) -> None:
    """Pause writes, as the owner does in the admin screens."""
    parts = assemble(walk.service.settings)
    try:
        with in_call(by=Attribution(OWNER.id, OWNER.label, OWNER.role, "pause_writes", Origin("admin"))):
            await parts.choices.set_paused(paused)
    finally:
        await parts.close()


def fields(title: str, **more: Any) -> dict[str, Any]:
    """Of a page that visitors see."""
    return {"title": title, "status": "publish", **more}


@pytest.mark.parametrize("rule", [Rule(role="editor", category="content", transition="public"), Rule(operation="x")])
async def test_an_undo_passes_no_rule(walk: Walk, rule: Rule) -> None:
    """What would wait when it is written waits when an undo brings it back, whatever operation the rule is about."""
    page = (await walk.rest("POST", "/pages", {"title": "Seen", "status": "publish"}, role="editor")).body["id"]
    hidden = await walk.rest("PATCH", f"/pages/{page}", {"status": "draft"}, role="editor")
    await walk.rest("PATCH", f"/pages/{page}", {"title": "Unseen"}, role="editor")
    await let_wait(walk.service.settings, rule)
    undone = await undo(walk, "editor", id=hidden.change_id)
    assert undone.status == 202, undone.body
    assert (await walk.rest("GET", f"/pages/{page}")).body["status"] == "draft"


async def test_what_waits_is_shown_to_who_asked(walk: Walk) -> None:
    """The 202 has the preview, and the same when it is asked again under its idempotency key."""
    headers = {"Idempotency-Key": "once"}
    asked = [await walk.rest("POST", "/posts", {"title": "Mine"}, role="author", headers=headers) for _ in range(2)]
    assert [reply.status for reply in asked] == [202, 202]
    assert asked[0].body == asked[1].body
    (change,) = asked[0].body["preview"]["changes"]
    assert (change["kind"], change["action"]) == ("post", "create")
    assert {"field": "title", "after": "Mine"} in change["fields"]


async def test_an_undo_says_what_it_did(walk: Walk) -> None:
    """Its objects have the revisions that they really have now, and a preview of it says the same."""
    page = (await walk.rest("POST", "/pages", {"title": "One", "status": "publish"})).body["id"]
    changed = await walk.rest("PATCH", f"/pages/{page}", {"title": "Two"})
    planned = await undo(walk, id=changed.change_id, dry_run=True)
    done = await undo(walk, id=changed.change_id)
    (line,) = done.body["objects"]
    now = (await walk.rest("GET", f"/pages/{page}", query={"context": "edit"})).body
    assert line["revision_after"] == now["revision"]
    (plan,) = planned.body["changes"]
    assert plan["fields"] == line["fields"]
    assert (plan["label"], plan["action"]) == (line["label"], line["action"])


async def test_an_undo_that_comes_to_nothing_names_nothing(walk: Walk) -> None:
    """A thing that was made and taken away again: all of it undone is no change."""
    page = (await walk.rest("POST", "/pages", {"title": "Brief"})).body["id"]
    await walk.rest("DELETE", f"/pages/{page}", query={"force": "true"})
    entries = (await walk.rest("GET", "/changes", query={"object": f"page:{page}"})).body
    assert len(entries) == 2
    since = min(change["at"] for change in entries)
    before = dump_state(walk.data)
    done = await undo(walk, changes_since=since)
    assert (done.status, done.body["changed"], done.body["objects"]) == (200, False, [])
    assert dump_state(walk.data) == before


async def test_an_admin_key_takes_nothing_of_the_owner_back(walk: Walk) -> None:
    """Switches and policy are the owner's: an admin key is refused, the owner is not."""
    await set_paused(walk, paused=True)
    await set_paused(walk, paused=False)
    (last, *_) = (await walk.rest("GET", "/changes", query={"caller": "owner"})).body
    refused = await undo(walk, id=last["id"])
    assert (refused.status, refused.code) == (403, "admin_required")
    assert "the owner" in refused.body["message"]
    await as_owner(walk, "undo_change", {"id": last["id"]})
    assert (await walk.rest("POST", "/pages", {"title": "Held up"})).code == "writes_paused"


async def test_a_tree_gets_its_addresses_back(walk: Walk) -> None:
    """Moved or deleted as one, and undone, the pages below stand where they stood, with their links."""
    top, other = [(await walk.rest("POST", "/pages", fields(title))).body["id"] for title in ("Top", "Other")]
    middle = (await walk.rest("POST", "/pages", fields("Middle", parent=top))).body["id"]
    low = (await walk.rest("POST", "/pages", fields("Low", parent=middle))).body["id"]

    async def read_links() -> list[str]:
        pages = (await walk.rest("GET", "/pages", query={"orderby": "id"})).body
        return sorted(page["link"] for page in pages)

    before = await read_links()
    moved = await walk.rest("PATCH", f"/pages/{middle}", {"parent": other})
    assert await read_links() != before
    await undo(walk, id=moved.change_id)
    assert await read_links() == before
    parts = [{"method": "DELETE", "path": f"/pages/{each}?force=true"} for each in (low, middle, top)]
    gone = await walk.rest("POST", "/batch", {"requests": parts, "mode": "atomic"})
    assert await read_links() != before
    await undo(walk, id=gone.change_id)
    assert await read_links() == before
    turns: list[dict[str, Any]] = [
        {"method": "PATCH", "path": f"/pages/{top}", "body": {"title": "Below now"}},
        {"method": "PATCH", "path": f"/pages/{middle}", "body": {"parent": 0}},
        {"method": "PATCH", "path": f"/pages/{top}", "body": {"parent": middle}},
    ]
    turned = await walk.rest("POST", "/batch", {"requests": turns, "mode": "atomic"})
    assert await read_links() != before
    await undo(walk, id=turned.change_id)
    assert await read_links() == before


async def test_a_refused_undo_takes_nothing_back(walk: Walk) -> None:
    """Of two changes only the newer can be undone: neither is, and the refusal is kept for whoever asks again."""
    page = (await walk.rest("POST", "/pages", {"title": "One"}, role="editor")).body["id"]
    stood_on = await walk.rest("PATCH", f"/pages/{page}", {"title": "Two"}, role="editor")
    await walk.rest("PATCH", f"/pages/{page}", {"title": "Three"})
    await walk.rest("PATCH", f"/pages/{page}", {"excerpt": "New."}, role="editor")
    since = (await walk.rest("GET", f"/changes/{stood_on.change_id}")).body["at"]
    before = dump_state(walk.data)
    for _ in range(2):
        refused = await undo(walk, "editor", changes_since=since, idempotency_key="all")
        assert (refused.status, refused.code) == (409, "conflict")
        assert dump_state(walk.data) == before


async def test_only_what_was_shown_is_approved(walk: Walk) -> None:
    """An undo that waits would by now take back more than a person saw: it is refused, and both pages stay."""
    first = (await walk.rest("POST", "/pages", {"title": "First"}, role="editor")).body
    await let_wait(walk.service.settings, Rule(role="author"), Rule(role="admin", transition="delete"))
    choice = {"changes_since": EVERYTHING, "caller": "key:2"}
    waiting = await undo(walk, **choice)
    assert waiting.status == 202, waiting.body
    second = (await walk.rest("POST", "/pages", {"title": "Second"}, role="editor")).body
    with pytest.raises(Problem, match="The preview is stale"):
        await as_owner(walk, "approve_change", {"id": waiting.body["pending"]["id"]})
    for page in (first, second):
        assert (await walk.rest("GET", f"/pages/{page['id']}")).status == 200


async def test_an_undo_of_ones_own_can_be_approved(walk: Walk) -> None:
    """What waits is no part of what it takes back."""
    made = (await walk.rest("POST", "/pages", {"title": "Mine"}, role="editor")).body
    await let_wait(walk.service.settings, Rule(role="editor"))
    waiting = await undo(walk, "editor", changes_since=EVERYTHING)
    assert waiting.status == 202, waiting.body
    approved = await walk.rest("POST", f"/pending/{waiting.body['pending']['id']}/approve")
    assert approved.status == 200, approved.body
    assert (await walk.rest("GET", f"/pages/{made['id']}")).status == 404


async def test_too_much_to_undo_at_once_is_refused(walk: Walk, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the number, and the way to go on; so that no undo holds all writers up for long."""
    for title in ("One", "Two"):
        await walk.rest("POST", "/pages", {"title": title}, role="editor")
    monkeypatch.setattr(changes, "MAX_UNDONE", 1)
    refused = await undo(walk, "editor", changes_since=EVERYTHING)
    assert (refused.status, refused.code) == (400, "invalid_arguments")
    assert "2 changes" in refused.body["message"]


async def test_no_password_is_put_back(walk: Walk) -> None:
    """The journal has nothing of it, and says so to the owner too."""
    parts = assemble(walk.service.settings)
    await parts.owner.set_password("a long enough password")
    await parts.close()
    (last, *_) = (await walk.rest("GET", "/changes")).body
    with pytest.raises(Problem, match="owner_password cannot be restored"):
        await as_owner(walk, "undo_change", {"id": last["id"]})


async def test_the_owner_approves_while_writes_are_paused(walk: Walk) -> None:
    """An admin key cannot."""
    waiting = (await walk.rest("POST", "/posts", {"title": "Mine"}, role="author")).body["pending"]["id"]
    await set_paused(walk, paused=True)
    assert (await walk.rest("POST", f"/pending/{waiting}/approve")).code == "writes_paused"
    approved = await as_owner(walk, "approve_change", {"id": waiting})
    assert approved["result"]["title"]["rendered"] == "Mine"


@pytest.mark.parametrize(
    ("choice", "path"),
    [
        ({}, "id"),
        ({"id": 1, "request_id": "x"}, "id"),
        ({"id": 1, "changes_since": EVERYTHING}, "id"),
        ({"request_id": "x", "changes_since": EVERYTHING}, "id"),
        ({"id": 1, "caller": "key:1"}, "caller"),
        ({"request_id": "x", "caller": "key:1"}, "caller"),
    ],
)
async def test_what_to_undo_is_said_in_one_way(walk: Walk, choice: dict[str, Any], path: str) -> None:
    """Two ways at once, or none, are refused; so is a caller where it means nothing."""
    refused = await undo(walk, **choice)
    assert (refused.status, refused.code) == (400, "invalid_arguments")
    assert [detail["path"] for detail in refused.body["data"]["details"]] == [path]


async def test_nobody_but_an_admin_takes_back_what_others_did(walk: Walk) -> None:
    """Another's id is refused, and nothing of one's own is taken back in its place."""
    page = (await walk.rest("POST", "/pages", {"title": "Kept"}, role="editor")).body["id"]
    refused = await undo(walk, "editor", changes_since=EVERYTHING, caller="key:1")
    assert (refused.status, refused.code) == (403, "admin_required")
    assert (await walk.rest("GET", f"/pages/{page}")).status == 200


async def test_a_writes_etag_is_the_one_of_a_read(walk: Walk) -> None:
    """A client that wrote has the representation: If-None-Match with the write's ETag of the same view is a 304."""
    page = (await walk.rest("POST", "/pages", {"title": "One"})).body["id"]
    written = await walk.rest("PATCH", f"/pages/{page}", {"title": "Two"})
    headers = {"X-API-Key": walk.service.keys["admin"], "If-None-Match": written.headers["etag"]}
    answer = await walk.service.http.get(f"/sitehand/v1/pages/{page}", headers=headers)
    assert (answer.status_code, answer.content) == (304, b"")


async def test_what_no_request_did_is_no_request(walk: Walk) -> None:
    """All that the site does by itself, such as publishing by schedule, is told with "-": it is undone one by one."""
    pages = [(await walk.rest("POST", "/pages", fields(title))).body["id"] for title in ("One", "Two")]
    parts = assemble(walk.service.settings)
    for page in pages:
        await parts.host.pages.update(page, PageFields(status="draft"), "site")
    await parts.close()
    latest = (await walk.rest("GET", "/changes?per_page=2")).body
    assert {(each["request_id"], each["door"]) for each in latest} == {("-", "site")}
    refused = await undo(walk, request_id="-")
    assert (refused.status, refused.body["code"]) == (404, "not_found") and "its id" in refused.body["data"]["hint"]
    assert (await undo(walk, id=latest[0]["id"])).status == 200
    assert [(await walk.rest("GET", f"/pages/{page}")).body["status"] for page in pages] == ["draft", "publish"]


async def test_undoing_twice_says_that_it_was_done(walk: Walk) -> None:
    """And by which change, so that nobody is led to undo that; after a redo it can be undone again."""
    page = (await walk.rest("POST", "/pages", {"title": "One"})).body
    changed = (await walk.rest("PATCH", f"/pages/{page['id']}", {"title": "Two"})).change_id
    for _ in range(2):
        undone = (await walk.rest("POST", "/changes/undo", {"id": changed})).change_id
        again = await walk.rest("POST", "/changes/undo", {"id": changed})
        assert again.status == 409
        assert again.body["data"]["undone_by"] == undone
        assert f"already undone by change {undone}" in again.body["message"]
        assert (await walk.rest("POST", "/changes/undo", {"id": undone})).status == 200


async def test_several_changes_put_back_only_so_much_text_at_once(walk: Walk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Since all of it is rendered before others have to wait; one change by itself has no such bound."""
    monkeypatch.setattr(undoing, "MAX_RESTORED", 1_000)
    made = [(await walk.rest("POST", "/pages", {"title": "One", "content": "x" * 800})).body["id"] for _ in range(2)]
    began = (await walk.rest("PATCH", f"/pages/{made[0]}", {"title": "Two"})).change_id
    for page in made:
        await walk.rest("DELETE", f"/pages/{page}", query={"force": "true"})
    since = (await walk.rest("GET", f"/changes/{began}")).body["at"]
    refused = await walk.rest("POST", "/changes/undo", {"changes_since": since})
    assert (refused.status, refused.body["code"]) == (409, "conflict")
    assert "more than 1,000 characters" in refused.body["message"]
    monkeypatch.setattr(undoing, "MAX_RESTORED", 1)
    last = (await walk.rest("GET", "/changes", query={"per_page": "1"})).body[0]["id"]
    assert (await walk.rest("POST", "/changes/undo", {"id": last})).status == 200
