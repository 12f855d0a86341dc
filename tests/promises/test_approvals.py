"""Who decides on what waits: nobody gets round the owner by keys, undo, labels or floods."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from sitehand.app import assemble, connect
from sitehand.doors.routes import RouteTable
from sitehand.guard.gate import OWNER
from sitehand.hookspecs import hookimpl
from sitehand.operation.caller import Caller
from sitehand.operation.policy import Rule
from tests.promises.dumps import dump_stored
from tests.promises.walk import Reply, Walk, let_wait, open_walk
from tests.service import BASE, open_service

PAGES = Rule(category="content")
"""Every write of content waits, an admin's too."""


@pytest.fixture
async def walk(tmp_path: Path) -> AsyncIterator[Walk]:
    """A service whose owner made an admin's, an editor's and an author's key, and looks at all content first."""
    async with open_walk(tmp_path) as opened:
        await let_wait(opened.service.settings, PAGES)
        yield opened


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


async def make_key(walk: Walk, role: str, by: str = "admin") -> int:
    """A new key, made with another; from now on it may call under the name "key <id>"."""
    made = await walk.rest("POST", "/api-keys", {"label": f"Another {role}", "role": role}, role=by)
    assert made.status == 201, made.body
    walk.service.keys[f"key {made.body['id']}"] = made.body["value"]  # type: ignore[index]
    return int(made.body["id"])


async def propose(walk: Walk, role: str, title: str = "Waiting") -> int:
    """A page that waits; the proposal's id."""
    waiting = await walk.rest("POST", "/pages", {"title": title}, role=role)
    assert waiting.status == 202, waiting.body
    return int(waiting.body["pending"]["id"])


async def decide(walk: Walk, pending: int, role: str, how: str = "approve") -> Reply:
    """POST /pending/{id}/approve or reject."""
    return await walk.rest("POST", f"/pending/{pending}/{how}", role=role)


def count_pages(walk: Walk) -> int:
    """Pages that there are."""
    return len(dump_stored(walk.data)["items"])


@pytest.mark.parametrize("how", ["approve", "reject"])
async def test_no_admin_key_decides_for_an_admin_key(walk: Walk, how: str) -> None:
    """Neither with a key that it made, nor for one; not for its maker, nor for what its maker made besides."""
    first, second = await make_key(walk, "admin"), await make_key(walk, "admin")
    low = await make_key(walk, "admin", f"key {first}")
    for proposer, decider in (
        ("admin", f"key {first}"),
        ("admin", f"key {low}"),
        (f"key {low}", "admin"),
        (f"key {first}", f"key {second}"),
    ):
        pending = await propose(walk, proposer)
        refused = await decide(walk, pending, decider, how)
        assert (refused.status, refused.code) == (403, "admin_required"), refused.body
        assert (await walk.rest("GET", f"/pending/{pending}")).body["state"] == "waiting"
    assert count_pages(walk) == 0
    for pending in range(1, 5):
        await as_owner(walk, "approve_change", {"id": pending})
    assert count_pages(walk) == 4


async def test_no_admin_key_decides_for_what_its_line_made(walk: Walk) -> None:
    """An editor's key that the admin's key, or one that it made, has created."""
    low = await make_key(walk, "admin")
    editor = await make_key(walk, "editor", f"key {low}")
    pending = await propose(walk, f"key {editor}")
    for decider in ("admin", f"key {low}"):
        assert (await decide(walk, pending, decider)).code == "admin_required"
    stranger = await propose(walk, "editor")
    assert (await decide(walk, stranger, "admin")).status == 200


async def test_who_rotates_a_key_does_not_decide_for_it(walk: Walk) -> None:
    """Whoever got its new value may be the one who proposes with it, also when it is rotated again."""
    rotated = (await walk.rest("POST", "/api-keys/2/rotate")).body["value"]
    walk.service.keys["editor"] = rotated  # type: ignore[index]
    pending = await propose(walk, "editor")
    assert (await decide(walk, pending, "admin")).code == "admin_required"
    await as_owner(walk, "rotate_api_key", {"id": 2})
    assert (await decide(walk, pending, "admin")).code == "admin_required"
    told = {key["id"]: key for key in (await walk.rest("GET", "/api-keys")).body}
    assert (told[2]["created_by"], told[2]["rotated_by"]) == ("site", "owner")
    assert (told[1]["created_by"], told[1]["rotated_by"]) == ("site", None)


async def test_a_decision_says_who_decided(walk: Walk) -> None:
    """By id and kind beside the label, in what waited and in the journal."""
    first, second = [await propose(walk, "author", title) for title in ("First", "Second")]
    done = await decide(walk, first, "admin")
    await as_owner(walk, "reject_change", {"id": second, "note": "No."})
    names = ("state", "decided_by", "decided_by_id", "decided_by_kind")
    told = [(await walk.rest("GET", f"/pending/{each}", role="author")).body for each in (first, second)]
    assert [tuple(each[name] for name in names) for each in told] == [
        ("approved", "admin", "key:1", "key"),
        ("rejected", "Owner", "owner", "owner"),
    ]
    entry = (await walk.rest("GET", f"/changes/{done.change_id}")).body
    assert (entry["approved_by"], entry["approved_by_id"]) == ("admin", "key:1")


async def test_what_the_owner_decided_only_the_owner_undoes(walk: Walk) -> None:
    """A rejection stands, whoever asks; what was approved is taken back by the owner, and the decision stays."""
    rejected, approved = [await propose(walk, "author", title) for title in ("First", "Second")]
    await as_owner(walk, "reject_change", {"id": rejected})
    await as_owner(walk, "approve_change", {"id": approved})
    decisions = (await walk.rest("GET", "/changes", query={"per_page": 2})).body
    await let_wait(walk.service.settings)
    assert [each["operation"] for each in decisions] == ["create_page", "reject_change"]
    for decision in decisions:
        for role in ("admin", "author"):
            refused = await walk.rest("POST", "/changes/undo", {"id": decision["id"]}, role=role)
            assert (refused.status, refused.code) in [(403, "admin_required"), (404, "not_found")], refused.body
    assert count_pages(walk) == 1
    undone = await as_owner(walk, "undo_change", {"id": decisions[0]["id"]})
    assert [notice["code"] for notice in undone["notices"]] == ["not_put_back"]
    assert count_pages(walk) == 0
    for pending, state in ((rejected, "rejected"), (approved, "approved")):
        assert (await walk.rest("GET", f"/pending/{pending}")).body["state"] == state


async def test_a_proposal_is_withdrawn_and_never_erased(walk: Walk) -> None:
    """Its proposer rejects it as withdrawn, though every write of its waits; an undo of the proposal is refused."""
    await let_wait(walk.service.settings, Rule())
    pending = await propose(walk, "author")
    assert (await decide(walk, pending, "editor", "reject")).code == "not_found"
    (proposed,) = (await walk.rest("GET", "/changes", query={"per_page": 1}, role="author")).body
    for role in ("author", "admin"):
        refused = await walk.rest("POST", "/changes/undo", {"id": proposed["id"]}, role=role)
        assert (refused.status, refused.code) == (409, "conflict"), refused.body
        assert "cannot be undone" in refused.body["message"]
    withdrawn = await decide(walk, pending, "author", "reject")
    assert (withdrawn.status, withdrawn.body["state"], withdrawn.body["decided_by_id"]) == (200, "withdrawn", "key:3")
    assert (await decide(walk, pending, "admin")).code == "conflict"
    assert (await decide(walk, pending, "author", "reject")).code == "conflict"


@pytest.mark.parametrize("label", ["Owner", "ＯＷＮＥＲ", " o w n e r "])
@pytest.mark.parametrize("door", ["rest", "tool", "part"])
async def test_no_key_is_labelled_owner(walk: Walk, label: str, door: str) -> None:
    """In no door, in no case, spacing or form of its letters; the refusal names the place."""
    wanted = walk.service.settings
    parts = assemble(wanted)
    operation = parts.catalog.get("create_api_key")
    await parts.close()
    assert operation is not None
    refused = await walk.call(operation, {"label": label, "role": "author"}, door)
    assert (refused.status, refused.code) == (400, "invalid_arguments")
    assert [detail["path"] for detail in refused.body["data"]["details"]] == ["label"]
    assert len(dump_stored(walk.data)["api_keys"]) == 3


class Link:
    """A plugin that vouches for requests with a header: an admin's and an editor's link."""

    @hookimpl
    def skip_key_validation(self, request: Any) -> Caller | None:
        """The caller that the header names."""
        role = request.headers.get("x-link")
        return Caller("plugin", f"plugin:link:{role}", "Owner", role) if role else None


async def test_an_admin_of_a_plugin_is_an_admin(tmp_path: Path) -> None:
    """It decides neither for admin keys nor for plugins' callers, and no admin key for it; but for an editor's key."""
    async with open_service(tmp_path, roles=["admin", "editor"], plugins=[Link()]) as service:
        await let_wait(service.settings, PAGES)
        walk = Walk(service)

        async def ask(link: str, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
            answer = await service.http.request(method, f"{BASE}{path}", json=body or {}, headers={"x-link": link})
            return answer.json()

        asked = [await ask(link, "POST", "/pages", {"title": "Mine"}) for link in ("admin", "editor")]
        by_link = [answer["pending"]["id"] for answer in asked]
        by_key = [await propose(walk, role) for role in ("admin", "editor")]
        for pending in (by_link[1], by_key[0]):
            assert (await ask("admin", "POST", f"/pending/{pending}/approve"))["code"] == "admin_required"
        assert (await decide(walk, by_link[0], "admin")).code == "admin_required"
        assert (await ask("admin", "POST", f"/pending/{by_key[1]}/approve"))["result"]["changed"] is True
        assert (await decide(walk, by_link[1], "admin")).status == 200
        told = (await walk.rest("GET", f"/pending/{by_key[1]}")).body
        assert (told["decided_by"], told["decided_by_id"], told["decided_by_kind"]) == (
            "Owner",
            "plugin:link:admin",
            "plugin",
        )
