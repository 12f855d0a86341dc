"""No undo puts a key's value back to life: whatever is undone, in whatever way, and however often."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.promises.dumps import dump_stored
from tests.promises.walk import Reply, Walk, open_walk, run_sql
from tests.service import BASE


@pytest.fixture
async def walk(tmp_path: Path) -> AsyncIterator[Walk]:
    """A service with an admin."""
    async with open_walk(tmp_path) as opened:
        yield opened


async def make_key(walk: Walk) -> dict[str, Any]:
    """A new author's key, with its value."""
    made = await walk.rest("POST", "/api-keys", {"label": "Script", "role": "author"})
    assert made.status == 201, made.body
    return dict(made.body)


async def opens(walk: Walk, value: str) -> bool:
    """Whether a value lets its bearer in."""
    answer = await walk.service.http.get(f"{BASE}/site-info", headers={"X-API-Key": value})
    return answer.status_code == 200


async def undo(walk: Walk, **choice: Any) -> Reply:
    """POST /changes/undo."""
    return await walk.rest("POST", "/changes/undo", choice)


async def last_change(walk: Walk) -> dict[str, Any]:
    """The newest entry of the journal."""
    (line,) = (await walk.rest("GET", "/changes", query={"per_page": 1})).body
    return dict(line)


WAYS: dict[str, Callable[[Walk, dict[str, Any]], Awaitable[Reply]]] = {
    "id": lambda walk, change: undo(walk, id=change["id"]),
    "request": lambda walk, change: undo(walk, request_id=change["request_id"]),
    "since": lambda walk, change: undo(walk, changes_since=change["at"]),
}
each_way = pytest.mark.parametrize("way", WAYS)


@each_way
async def test_a_revoked_key_stays_revoked(walk: Walk, way: str) -> None:
    """The undo of its revocation is refused, and says what stays."""
    key = await make_key(walk)
    await walk.rest("DELETE", f"/api-keys/{key['id']}")
    run_sql(walk.data, "UPDATE changes SET at = '2099-01-01T00:00:00Z' WHERE id = (SELECT max(id) FROM changes)")
    before = dump_stored(walk.data)
    refused = await WAYS[way](walk, await last_change(walk))
    assert (refused.status, refused.code) == (409, "conflict"), refused.body
    assert f"The key {key['id']} stays revoked." in refused.body["message"]
    assert not await opens(walk, key["value"])
    assert dump_stored(walk.data) == before


@each_way
@pytest.mark.parametrize("grace", [0, 3600])
async def test_a_rotated_away_value_stays_dead(walk: Walk, way: str, grace: int) -> None:
    """The new value stays the one that works, and a grace is neither begun nor ended."""
    key = await make_key(walk)
    rotated = (await walk.rest("POST", f"/api-keys/{key['id']}/rotate", {"grace_seconds": grace})).body
    run_sql(walk.data, "UPDATE changes SET at = '2099-01-01T00:00:00Z' WHERE id = (SELECT max(id) FROM changes)")
    refused = await WAYS[way](walk, await last_change(walk))
    assert (refused.status, refused.code) == (409, "conflict"), refused.body
    assert f"The key {key['id']} keeps its new value" in refused.body["message"]
    assert (await opens(walk, key["value"]), await opens(walk, rotated["value"])) == (grace > 0, True)


async def test_an_undone_creation_is_a_revocation(walk: Walk) -> None:
    """The key stays in the list, revoked; neither an undo of that nor one of both brings it back."""
    key = await make_key(walk)
    created = await last_change(walk)
    undone = await undo(walk, id=created["id"])
    assert (undone.status, [notice["code"] for notice in undone.body["notices"]]) == (200, ["not_put_back"])
    assert not await opens(walk, key["value"])
    listed = {each["id"]: each for each in (await walk.rest("GET", "/api-keys", query={"include": "revoked"})).body}
    assert listed[key["id"]]["revoked"] is not None
    again = await undo(walk, id=undone.change_id)
    assert (again.status, again.code) == (409, "conflict"), again.body
    assert not await opens(walk, key["value"])


async def test_a_preview_tells_what_stays(walk: Walk) -> None:
    """A dry run of the undo of a batch warns of the key, and the undo then does the rest alone."""
    key = await make_key(walk)
    parts = [
        {"method": "POST", "path": "/pages", "body": {"title": "Beside"}},
        {"method": "PUT", "path": "/rate-limit", "body": {"key_id": key["id"], "requests_per_minute": 77}},
        {"method": "DELETE", "path": f"/api-keys/{key['id']}"},
        {"method": "POST", "path": "/api-keys", "body": {"label": "Second", "role": "author"}},
    ]
    batch = await walk.rest("POST", "/batch", {"mode": "atomic", "requests": parts})
    second = batch.body["responses"][3]["body"]
    planned = await undo(walk, id=batch.change_id, dry_run=True)
    told = [f"The key {key['id']} stays revoked.", f"The key {second['id']} is revoked, and stays in the list."]
    assert [warning["message"] for warning in planned.body["warnings"]] == told
    undone = await undo(walk, id=batch.change_id)
    assert (undone.status, [notice["message"] for notice in undone.body["notices"]]) == (200, told)
    assert dump_stored(walk.data)["items"] == []
    assert [await opens(walk, each["value"]) for each in (key, second)] == [False, False]
    redone = await undo(walk, id=undone.change_id)
    assert (redone.status, len(dump_stored(walk.data)["items"])) == (200, 1)
    assert [await opens(walk, each["value"]) for each in (key, second)] == [False, False]
    limits = {row["id"]: row["requests_per_minute"] for row in dump_stored(walk.data)["api_keys"]}
    assert limits[key["id"]] == 77


async def test_a_key_that_was_erased_before_stays_away(walk: Walk) -> None:
    """Entries of 3.7, whose undo of a creation deleted the row, bring no key back."""
    key = await make_key(walk)
    created = await last_change(walk)
    await undo(walk, id=created["id"])
    erased = await last_change(walk)
    run_sql(walk.data, f"DELETE FROM api_keys WHERE id = {key['id']}")
    run_sql(
        walk.data,
        'UPDATE changed_objects SET before = (SELECT "after" FROM changed_objects WHERE change_id = '
        f'{created["id"]}), "after" = NULL WHERE change_id = {erased["id"]}',
    )
    refused = await undo(walk, id=erased["id"])
    assert (refused.status, refused.code) == (409, "conflict"), refused.body
    assert f"The key {key['id']} stays removed." in refused.body["message"]
    assert not await opens(walk, key["value"])


async def test_a_limit_is_still_put_back(walk: Walk) -> None:
    """It is no secret, and changed by admins alone, who may undo it."""
    key = await make_key(walk)
    limited = await walk.rest("PUT", "/rate-limit", {"key_id": key["id"], "requests_per_minute": 77})
    undone = await undo(walk, id=limited.change_id)
    assert (undone.status, "notices" in undone.body) == (200, False)
    assert {row["id"]: row["requests_per_minute"] for row in dump_stored(walk.data)["api_keys"]}[key["id"]] is None
    assert await opens(walk, key["value"])


async def test_a_creation_is_undone_whatever_became_of_the_key(walk: Walk) -> None:
    """Rotated since, it is revoked all the same; revoked since, it keeps the moment of that."""
    rotated, revoked = await make_key(walk), await make_key(walk)
    (second, first) = (await walk.rest("GET", "/changes", query={"per_page": 2})).body
    value = (await walk.rest("POST", f"/api-keys/{rotated['id']}/rotate")).body["value"]
    await walk.rest("DELETE", f"/api-keys/{revoked['id']}")
    moment = "2026-01-01T00:00:00Z"
    run_sql(walk.data, f"UPDATE api_keys SET revoked = '{moment}' WHERE id = {revoked['id']}")
    assert (await undo(walk, id=first["id"])).status == 200
    assert not await opens(walk, value)
    refused = await undo(walk, id=second["id"])
    assert (refused.status, f"The key {revoked['id']} stays revoked." in refused.body["message"]) == (409, True)
    assert {row["id"]: row["revoked"] for row in dump_stored(walk.data)["api_keys"]}[revoked["id"]] == moment
