"""Passwords of pages, and other secrets, in what the journal and the queue tell: named, and never shown."""

import io
import itertools
import json
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from sitehand.app import assemble
from sitehand.hosts.builtin.passwords import hash_password, password_matches
from sitehand.hosts.builtin.tables import items
from sitehand.operation.policy import Rule
from sitehand.site.kinds import KINDS
from sitehand.store.export import Form, Span, export_changes
from tests.promises.dumps import dump_stored
from tests.promises.walk import Walk, let_wait, open_walk

DIRECT, NEXT, PROPOSED, BATCHED, UNDONE = (f"password-{stage}" for stage in ("one", "two", "three", "four", "five"))
FORMS: tuple[Form, ...] = ("jsonl", "csv")


@pytest.fixture
async def walk(tmp_path: Path) -> AsyncIterator[Walk]:
    """A service with an editor whose writes need approval."""
    async with open_walk(tmp_path) as opened:
        await let_wait(opened.service.settings, Rule(role="editor"))
        yield opened


async def collect_answers(walk: Walk) -> str:
    """All that can be read of changes, of what waits and of content, through both doors, by admin and proposer."""
    told: list[Any] = await collect_content(walk)
    for role in ("admin", "editor"):
        changes = (await walk.rest("GET", "/changes?per_page=100", role=role)).body
        pending = (await walk.rest("GET", "/pending", role=role)).body
        told += [changes, pending]
        for noun, name, lines in (("changes", "get_change", changes), ("pending", "get_pending", pending)):
            for line in lines:
                told.append((await walk.rest("GET", f"/{noun}/{line['id']}", role=role)).body)
                told.append(await walk.service.tool(name, {"id": line["id"]}, role=role))
        told.append(await walk.service.tool("list_changes", {"per_page": 100}, role=role))
        told.append(await walk.service.tool("list_pending", role=role))
    return json.dumps(told)


async def collect_content(walk: Walk) -> list[Any]:
    """Pages and posts as every read of them has them: in lists, one by one, by name, in batches, as resources."""
    told: list[Any] = []
    for role, noun in itertools.product(("admin", "editor"), ("page", "post")):
        lists = [
            (await walk.rest("GET", f"/{noun}s?status=any,trash&per_page=100&context={query}", role=role)).body
            for query in ("edit", "view", "edit&detail=summary", "edit&_fields=id,password,content")
        ]
        told += lists
        for secret in (DIRECT, NEXT, PROPOSED, BATCHED, UNDONE):
            found = (await walk.rest("GET", f"/{noun}s?search={secret}&context=edit", role=role)).body
            assert found == [], "a password is no word to search for"
        for item in lists[0]:
            path = f"/{noun}s/{item['id']}?context=edit"
            paths = (path, f"{path}&_fields=password")
            batch = {"requests": [{"method": "GET", "path": each} for each in paths]}
            told.append((await walk.rest("GET", path, role=role)).body)
            told.append((await walk.rest("POST", "/batch", batch, role=role)).body)
            told.append(await walk.service.tool(f"get_{noun}", {"id": item["id"], "context": "edit"}, role=role))
            resource = {"uri": f"sitehand://{noun}s/{item['id']}"}
            told.append(await walk.service.rpc("resources/read", resource, role=role))
        told.append(await walk.service.tool(f"list_{noun}s", {"context": "edit", "detail": "full"}, role=role))
    return told


async def collect_exports(walk: Walk) -> str:
    """The journal as files of both kinds."""
    parts = assemble(walk.service.settings)
    try:
        texts = []
        for form in FORMS:
            out = io.StringIO(newline="")
            write = partial(export_changes, out=out, form=form, span=Span(), report=lambda *_: None, kinds=KINDS)
            await parts.database.read(write, long=True)
            texts.append(out.getvalue())
        return "".join(texts)
    finally:
        await parts.close()


async def check_hidden(walk: Walk, *secrets: str) -> tuple[str, str]:
    """The answers and the exports, in which no secret stands, and nothing of those that are stored as hashes."""
    answers, exports = await collect_answers(walk), await collect_exports(walk)
    stored = dump_stored(walk.data)
    for secret in secrets:
        assert secret not in answers, secret
        assert secret not in exports, secret
        kept = {name for name, rows in stored.items() if secret in str(rows)}
        assert kept <= {"pending_changes", "changed_objects"}, "only what waits is kept as it was sent"
    for hashed in re.findall("sha256:[0-9a-f]{32}:[0-9a-f]{64}", str(stored)):
        assert hashed not in answers + exports
    return answers, exports


async def propose(walk: Walk, path: str, body: dict[str, Any], method: str = "POST") -> int:
    """The id of a write that waits. Its answer holds none of its passwords."""
    answer = await walk.rest(method, path, body, role="editor")
    assert answer.status == 202, answer.body
    assert not any(secret in json.dumps(answer.body) for secret in (DIRECT, NEXT, PROPOSED, BATCHED, UNDONE))
    return int(answer.body["pending"]["id"])


async def test_a_password_that_was_set_directly_is_hidden(walk: Walk) -> None:
    """Of a new page and of a changed one; that it was changed is told."""
    page = (await walk.rest("POST", "/pages", {"title": "Members", "password": DIRECT})).body["id"]
    changed = await walk.rest("PATCH", f"/pages/{page}", {"password": NEXT})
    answers, exports = await check_hidden(walk, DIRECT, NEXT)
    record = (await walk.rest("GET", f"/changes/{changed.change_id}")).body
    (shown,) = [each for each in record["objects"] if each["kind"] == "page"]
    assert shown["fields"] == [{"field": "password", "secret": "changed"}]
    assert record["arguments"]["password"] == "(hidden)"
    assert '"password": "(hidden)"' in exports
    assert answers.count('"secret"') > 3


async def test_a_read_says_that_an_item_is_protected(walk: Walk) -> None:
    """To those who edit it, instead of the password, which no list of fields brings back, nor its deletion."""
    page = (await walk.rest("POST", "/pages", {"title": "Members", "password": DIRECT})).body
    assert DIRECT not in json.dumps(page)
    read = (await walk.rest("GET", f"/pages/{page['id']}?context=edit")).body
    assert (read["protected"], "password" in read) == (True, False)
    assert (await walk.rest("GET", f"/pages/{page['id']}?context=edit&_fields=password")).body == {}
    assert (await walk.rest("GET", f"/pages?password={DIRECT}")).status == 400
    deleted = (await walk.rest("DELETE", f"/pages/{page['id']}?force=true")).body
    assert (deleted["previous"]["protected"], DIRECT in json.dumps(deleted)) == (True, False)


async def test_a_guess_at_a_password_learns_nothing(walk: Walk) -> None:
    """To write the right one is a change like writing a wrong one, also when it is only tried."""
    page = (await walk.rest("POST", "/pages", {"title": "Members", "password": DIRECT})).body["id"]
    told = []
    for guess in (DIRECT, NEXT):
        plan = (await walk.rest("PATCH", f"/pages/{page}", {"password": guess, "dry_run": True})).body
        fields = plan["changes"][0]["fields"]
        told.append((plan["changed"], fields))
    assert told[0] == told[1]
    assert told[0][0] is True


async def test_a_password_of_an_older_release_comes_back_hashed(walk: Walk) -> None:
    """What the journal of then has in plain is put back so that it opens what it opened, and cannot be read."""
    page = (await walk.rest("POST", "/pages", {"title": "Members"})).body["id"]
    parts = assemble(walk.service.settings)
    await parts.database.transact(lambda connection: connection.execute(update(items).values(password=DIRECT)))
    await parts.close()
    opened = await walk.rest("PATCH", f"/pages/{page}", {"password": ""})
    assert (await walk.rest("POST", "/changes/undo", {"id": opened.change_id})).status == 200
    (row,) = dump_stored(walk.data)["items"]
    assert (password_matches(row["password"], DIRECT), DIRECT in str(row)) == (True, False)


async def test_the_change_of_an_older_release_that_set_a_password_is_undone(walk: Walk) -> None:
    """Its entry has the password in plain, and the item has it sealed since the migration."""
    page = (await walk.rest("POST", "/pages", {"title": "Members"})).body["id"]
    parts = assemble(walk.service.settings)
    await parts.database.transact(lambda connection: connection.execute(update(items).values(password=DIRECT)))
    await parts.close()
    (entry,) = (await walk.rest("GET", "/changes?per_page=1")).body
    with closing(sqlite3.connect(walk.data / "sitehand.db")) as migrated, migrated:
        migrated.execute("UPDATE items SET password = ?", (hash_password(DIRECT),))
    assert (await walk.rest("POST", "/changes/undo", {"id": entry["id"]})).status == 200
    assert not (await walk.rest("GET", f"/pages/{page}?context=edit")).body["protected"]


async def test_a_proposed_password_is_hidden_while_it_waits_and_after(walk: Walk) -> None:
    """In the proposal's arguments, its preview, the change that proposed it, its approval, and both undone."""
    page = (await walk.rest("POST", "/pages", {"title": "Members", "password": DIRECT})).body["id"]
    made = await propose(walk, "/pages", {"title": "Mine", "password": PROPOSED, "status": "publish"})
    await propose(walk, f"/pages/{page}", {"password": NEXT}, "PATCH")
    await check_hidden(walk, DIRECT, NEXT, PROPOSED)
    waiting = (await walk.rest("GET", f"/pending/{made}")).body
    assert waiting["arguments"]["password"] == "(hidden)"
    assert {"field": "password", "secret": "set"} in waiting["preview"]["changes"][0]["fields"]

    tried = await walk.rest("POST", f"/pending/{made}/approve", {"dry_run": True})
    assert (tried.status, PROPOSED in json.dumps(tried.body)) == (200, False)
    approved = await walk.rest("POST", f"/pending/{made}/approve")
    assert approved.status == 200
    await check_hidden(walk, DIRECT, NEXT, PROPOSED)

    tried = await walk.rest("POST", "/changes/undo", {"id": approved.change_id, "dry_run": True})
    undone = await walk.rest("POST", "/changes/undo", {"id": approved.change_id})
    for answer in (tried, undone):
        assert (answer.status, PROPOSED in json.dumps(answer.body)) == (200, False)
    await check_hidden(walk, DIRECT, NEXT, PROPOSED)


async def test_a_withdrawn_proposal_is_hidden(walk: Walk) -> None:
    """When its undo is refused, while it is withdrawn, and afterwards."""
    pending = await propose(walk, "/posts", {"title": "Mine", "password": UNDONE})
    (proposed,) = (await walk.rest("GET", "/changes?per_page=1", role="editor")).body
    for answer in (
        await walk.rest("POST", "/changes/undo", {"id": proposed["id"]}),
        await walk.rest("POST", f"/pending/{pending}/reject", {"dry_run": True}, role="editor"),
        await walk.rest("POST", f"/pending/{pending}/reject", role="editor"),
    ):
        assert UNDONE not in json.dumps(answer.body)
        await check_hidden(walk, UNDONE)
    assert (await walk.rest("GET", f"/pending/{pending}")).body["state"] == "withdrawn"


async def test_a_password_in_a_waiting_batch_is_hidden(walk: Walk) -> None:
    """Deep in the arguments, in a body and in the query of a path, before and after its approval."""
    part = {"method": "POST", "path": "/posts", "body": {"title": "Mine", "password": BATCHED}}
    refused = {"method": "GET", "path": f"/posts?password={BATCHED}"}
    await walk.rest("POST", "/batch", {"requests": [part, refused]})
    batch = await propose(walk, "/batch", {"mode": "atomic", "requests": [part]})
    await check_hidden(walk, BATCHED)
    tried = await walk.rest("POST", f"/pending/{batch}/approve", {"dry_run": True})
    assert (tried.status, BATCHED in json.dumps(tried.body)) == (200, False)
    assert (await walk.rest("POST", f"/pending/{batch}/approve")).status == 200
    await check_hidden(walk, BATCHED)


async def test_the_hashes_of_keys_are_hidden(walk: Walk) -> None:
    """Of a key that was made, rotated with a grace, limited, and whose creation was undone; its value too."""
    key = (await walk.rest("POST", "/api-keys", {"label": "Script", "role": "author"})).body
    rotated = (await walk.rest("POST", f"/api-keys/{key['id']}/rotate", {"grace_seconds": 3600})).body
    limited = await walk.rest("PUT", "/rate-limit", {"key_id": key["id"], "requests_per_minute": 77})
    assert (await walk.rest("POST", "/changes/undo", {"id": limited.change_id})).status == 200
    made = (await walk.rest("POST", "/api-keys", {"label": "Other", "role": "author"})).change_id
    assert (await walk.rest("POST", "/changes/undo", {"id": made})).status == 200
    stored = dump_stored(walk.data)
    hashes = [row["secret_sha256"] for table in ("api_keys", "retired_secrets") for row in stored[table]]
    assert len(hashes) == 6
    answers, exports = await check_hidden(walk)
    for hashed in hashes:
        assert hashed not in answers + exports
    for value in (key["value"], rotated["value"]):
        assert value not in answers + exports + str(stored)


async def test_a_conflict_tells_of_a_password_only_that_it_changed(walk: Walk) -> None:
    """The refusal of a lost update names the field; that of an undo, the change."""
    page = (await walk.rest("POST", "/pages", {"title": "Members", "password": DIRECT})).body
    changed = await walk.rest("PATCH", f"/pages/{page['id']}", {"password": NEXT})
    stale = {"title": "Other", "expected_revision": page["revision"]}
    refused = await walk.rest("PATCH", f"/pages/{page['id']}", stale)
    assert (refused.status, refused.body["data"]["changes"][0]["fields"]) == (409, ["password"])
    await walk.rest("PATCH", f"/pages/{page['id']}", {"password": PROPOSED})
    stands = await walk.rest("POST", "/changes/undo", {"id": changed.change_id})
    assert stands.status == 409
    for answer in (refused, stands):
        assert not any(secret in json.dumps(answer.body) for secret in (DIRECT, NEXT, PROPOSED))
