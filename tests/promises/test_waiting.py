"""A write that waits for a person is proposed once, however often it is sent with the same idempotency key."""

import asyncio
from pathlib import Path

import httpx2
import pytest

from tests.promises.dumps import dump_journal, dump_stored
from tests.promises.walk import Reply, open_second, open_walk
from tests.samples.table import WRITES

KEY = {"idempotency_key": "proposed once"}


@pytest.mark.parametrize("door", ["rest", "tool"])
async def test_a_write_that_waits_is_proposed_once_for_each_idempotency_key(tmp_path: Path, door: str) -> None:
    """Sent at once to two workers, after a restart, and after its approval: one proposal, one answer, one post."""

    async def call(http: httpx2.AsyncClient, title: str = "Waiting") -> Reply:
        return await walk.call(WRITES["create_post"], {"title": title, **KEY}, door, role="author", http=http)

    async with open_walk(tmp_path) as walk, open_second(walk.service.settings) as second:
        replies = await asyncio.gather(*(call(http) for http in (walk.service.http, second) * 4))
    stored = dump_stored(walk.data)
    async with open_second(walk.service.settings) as restarted:
        replies.append(await call(restarted))
        assert dump_stored(walk.data) == stored
        (waiting,) = stored["pending_changes"]
        approved = await walk.rest("POST", f"/pending/{waiting['id']}/approve", http=restarted)
        assert approved.status == 200, approved.body
        replies.append(await call(restarted))
        mismatched = await call(restarted, "Another")
    first = replies[0]
    assert [(reply.status, reply.body) for reply in replies] == [(first.status, first.body)] * len(replies)
    assert first.status == (202 if door == "rest" else 200), first.body
    assert first.body.get("result", first.body)["pending"]["id"] == waiting["id"]
    assert (mismatched.status, mismatched.code) == (422, "idempotency_mismatch")
    assert [post["title"] for post in dump_stored(walk.data)["items"]] == ["Waiting"]
    assert [entry["outcome"] for entry in dump_journal(walk.data)[-2:]] == ["pending", "approved"]
