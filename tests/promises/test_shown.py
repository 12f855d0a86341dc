"""What is approved is what was shown: whatever a proposal refers to may change, and then it is refused."""

from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from sitehand.errors import Problem
from sitehand.operation.policy import Rule
from tests.promises.dumps import dump_state
from tests.promises.test_approvals import as_owner
from tests.promises.test_batches import create, part
from tests.promises.walk import Reply, Walk, let_wait, open_walk, run_sql

RAW = {"$ref": "#0.content.raw"}


@pytest.fixture
async def walk(tmp_path: Path) -> AsyncIterator[Walk]:
    """A service where an editor's writes wait, and some of an admin's when a test says so."""
    async with open_walk(tmp_path) as opened:
        await let_wait(opened.service.settings, Rule(role="editor"))
        yield opened


async def make(walk: Walk, kind: str = "post", role: str = "admin", **fields: Any) -> int:
    """A page or post that is there; its id."""
    made = await walk.rest("POST", f"/{kind}s", fields, role=role)
    assert made.status == 201, made.body
    return int(made.body["id"])


async def propose(walk: Walk, method: str, path: str, body: Mapping[str, Any], role: str = "editor") -> int:
    """A write that waits; the proposal's id."""
    waiting = await walk.rest(method, path, body, role=role)
    assert waiting.status == 202, waiting.body
    return int(waiting.body["pending"]["id"])


async def propose_batch(walk: Walk, *parts: Mapping[str, Any], role: str = "editor") -> int:
    """An atomic batch that waits."""
    return await propose(walk, "POST", "/batch", {"mode": "atomic", "requests": parts}, role)


async def approve(walk: Walk, pending: int) -> Reply:
    """As the admin."""
    return await walk.rest("POST", f"/pending/{pending}/approve")


def dump_site(walk: Walk) -> dict[str, Any]:
    """The state of the site but for its settings, where the service notes the time by itself."""
    return {name: rows for name, rows in dump_state(walk.data).items() if name != "settings"}


async def assert_refused(walk: Walk, pending: int) -> None:
    """Approving it fails with 409, and nothing is otherwise than before."""
    before = dump_site(walk)
    refused = await approve(walk, pending)
    assert (refused.status, refused.code) == (409, "revision_conflict"), refused.body
    assert dump_site(walk) == before
    assert (await walk.rest("GET", f"/pending/{pending}")).body["state"] == "waiting"


async def assert_done(walk: Walk, pending: int) -> None:
    """Approving it does it."""
    done = await approve(walk, pending)
    assert done.status == 200, done.body
    assert (await walk.rest("GET", f"/pending/{pending}")).body["state"] == "approved"


def read(draft: int) -> dict[str, Any]:
    """A part that reads a post as it is stored."""
    return part("GET", f"/posts/{draft}?context=edit")


async def test_no_other_text_is_published_than_was_shown(walk: Walk) -> None:
    """A new page whose content is a reference to a draft, which is changed before the approval."""
    draft = await make(walk, content="<p>nice words</p>", title="Nice")
    pending = await propose_batch(walk, read(draft), create("News", content=RAW, status="publish"))
    await walk.rest("PATCH", f"/posts/{draft}", {"content": "<p>EVIL</p>"})
    await assert_refused(walk, pending)
    await walk.rest("PATCH", f"/posts/{draft}", {"content": "<p>nice words</p>"})
    await assert_done(walk, pending)


async def test_no_live_page_gets_another_text_than_was_shown(walk: Walk) -> None:
    """The page itself is as it was, and the draft that its new content comes from is not."""
    draft = await make(walk, title="Nice", content="<p>nice words</p>")
    page = await make(walk, "page", title="Live", status="publish", content="<p>Old.</p>")
    pending = await propose_batch(walk, read(draft), part("PATCH", f"/pages/{page}", content=RAW))
    await walk.rest("PATCH", f"/posts/{draft}", {"content": "<p>EVIL</p>"})
    await assert_refused(walk, pending)


async def test_no_other_path_is_called_than_was_shown(walk: Walk) -> None:
    """A reference in a path, that leads from one page to another."""
    first, second = [await make(walk, "page", title=title) for title in ("First", "Second")]
    draft = await make(walk, title=str(first))
    pending = await propose_batch(walk, read(draft), part("DELETE", "/pages/{#0.title.raw}"))
    await walk.rest("PATCH", f"/posts/{draft}", {"title": str(second)})
    await assert_refused(walk, pending)


async def test_no_key_gets_another_role_than_was_shown(walk: Walk) -> None:
    """A created key whose role is a reference; the owner approves."""
    draft = await make(walk, title="author")
    await let_wait(walk.service.settings, Rule(role="admin", operation="create_api_key"))
    key = part("POST", "/api-keys", label="Helper", role={"$ref": "#0.title.raw"})
    pending = await propose_batch(walk, read(draft), key, role="admin")
    await walk.rest("PATCH", f"/posts/{draft}", {"title": "admin"})
    before = dump_site(walk)
    with pytest.raises(Problem, match="The preview is stale") as refused:
        await as_owner(walk, "approve_change", {"id": pending})
    assert refused.value.code == "revision_conflict"
    assert dump_site(walk) == before


async def undo_of_removal(walk: Walk) -> tuple[int, dict[str, str]]:
    """A proposal to undo all that the admin did from now on, one deletion; and the arguments of a second deletion."""
    first, second = [await make(walk, "page", title=title, status="publish") for title in ("First", "Second")]
    gone = await walk.rest("DELETE", f"/pages/{first}", {"force": True})
    since = (await walk.rest("GET", f"/changes/{gone.change_id}")).body["at"]
    run_sql(walk.data, f"UPDATE changes SET at = '2020-01-01T00:00:00Z' WHERE id < {gone.change_id}")
    choice = {"changes_since": since, "caller": "key:1"}
    await let_wait(walk.service.settings, Rule(role="admin", operation="undo_change"))
    return second, choice


async def test_no_more_is_undone_than_was_shown(walk: Walk) -> None:
    """Another deletion, which changes_since finds at the approval only: what would come back has no revision."""
    second, choice = await undo_of_removal(walk)
    pending = await propose(walk, "POST", "/changes/undo", choice, "admin")
    assert (await walk.rest("DELETE", f"/pages/{second}", {"force": True})).status == 200
    before = dump_site(walk)
    with pytest.raises(Problem, match="The preview is stale") as refused:
        await as_owner(walk, "approve_change", {"id": pending})
    assert refused.value.code == "revision_conflict"
    assert dump_site(walk) == before


async def test_an_undo_that_finds_nothing_new_is_done(walk: Walk) -> None:
    """The same with nothing in between."""
    _, choice = await undo_of_removal(walk)
    pending = await propose(walk, "POST", "/changes/undo", choice, "admin")
    await as_owner(walk, "approve_change", {"id": pending})
    assert (await walk.rest("GET", f"/pending/{pending}")).body["state"] == "approved"


@pytest.mark.parametrize("status", ["draft", "publish"])
async def test_what_gets_another_id_is_the_same(walk: Walk, status: str) -> None:
    """A new page, alone or as the parent of another, when others were made and time has passed in between."""
    pending = await propose(walk, "POST", "/pages", {"title": "Alone", "status": status, "password": "hidden words"})
    child = create("Child", status=status, parent={"$ref": "#0.id"})
    family = await propose_batch(
        walk, create("Parent", status=status), child, part("PATCH", "/pages/{#0.id}", title="P")
    )
    await make(walk, "page", title="Other")
    await assert_done(walk, pending)
    await assert_done(walk, family)


async def test_changes_of_what_is_there_are_done(walk: Walk) -> None:
    """An update, a deletion for good, and an undo of one change."""
    first, second, third = [await make(walk, title=title) for title in ("First", "Second", "Third")]
    changed = await walk.rest("PATCH", f"/posts/{third}", {"title": "Changed"})
    waiting = [
        await propose(walk, "PATCH", f"/posts/{first}", {"status": "publish", "password": "hidden words"}),
        await propose(walk, "DELETE", f"/posts/{second}", {"force": True}),
    ]
    for pending in waiting:
        await assert_done(walk, pending)
    await let_wait(walk.service.settings, Rule(role="admin", operation="undo_change"))
    pending = await propose(walk, "POST", "/changes/undo", {"id": changed.change_id}, "admin")
    await as_owner(walk, "approve_change", {"id": pending})
    assert (await walk.rest("GET", f"/posts/{third}")).body["title"]["rendered"] == "Third"


async def test_keys_are_made_and_rotated(walk: Walk) -> None:
    """Though each run makes another value."""
    rules = [Rule(role="admin", operation=name) for name in ("create_api_key", "rotate_api_key")]
    await let_wait(walk.service.settings, *rules)
    made = await propose(walk, "POST", "/api-keys", {"label": "New", "role": "author"}, "admin")
    rotated = await propose(walk, "POST", "/api-keys/3/rotate", {"grace_seconds": 600}, "admin")
    for pending in (made, rotated):
        done = await as_owner(walk, "approve_change", {"id": pending})
        assert done["result"]["value"]


async def test_a_proposal_of_before_is_done_unless_it_refers(walk: Walk) -> None:
    """Without a digest: what names its objects is done, and what looks them up is refused."""
    draft, post = await make(walk, title="Draft"), await make(walk, title="Post")
    await let_wait(walk.service.settings)
    await make(walk, role="editor", title="Of the editor")
    await let_wait(walk.service.settings, Rule(role="editor"))
    plain = await propose(walk, "PATCH", f"/posts/{post}", {"title": "Changed"})
    refers = await propose_batch(walk, read(draft), create({"$ref": "#0.title.raw"}))
    looks_up = await propose(walk, "POST", "/changes/undo", {"changes_since": "2020-01-01"})
    run_sql(walk.data, "UPDATE pending_changes SET digest = NULL")
    await assert_refused(walk, refers)
    await assert_refused(walk, looks_up)
    await assert_done(walk, plain)
