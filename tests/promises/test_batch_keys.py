"""The idempotency key of a batch whose parts are done each on its own: it stands for all of this very batch."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.promises.dumps import dump_state, dump_stored
from tests.promises.test_batches import batch, bodies, create, part, statuses
from tests.promises.walk import Walk, open_walk, run_sql


@pytest.fixture
async def walk(tmp_path: Path) -> AsyncIterator[Walk]:
    """A service with an admin, an editor, and an author whose writes wait."""
    async with open_walk(tmp_path) as opened:
        yield opened


def forget_whole(walk: Walk) -> None:
    """Leave the answers of parts alone, as a version before this one did: the key of the whole was kept first."""
    run_sql(walk.data, "DELETE FROM replays WHERE rowid = (SELECT min(rowid) FROM replays)")


@pytest.mark.parametrize("length", [253, 254, 255])
async def test_every_key_that_is_allowed_serves_the_parts_too(walk: Walk, length: int) -> None:
    """However long it is: the parts are done, and once."""
    parts, key = (create("One"), create("Two")), "k" * length
    first = await batch(walk, *parts, idempotency_key=key)
    assert statuses(first) == [201, 201]
    stored = dump_stored(walk.data)
    assert bodies(await batch(walk, *parts, idempotency_key=key)) == bodies(first)
    assert dump_stored(walk.data) == stored


@pytest.mark.parametrize(
    "other",
    [
        [create("Other"), create("Extra")],
        [create("One"), create("Extra")],
        [create("One")],
        [create("One"), create("Two"), create("Three")],
    ],
)
async def test_another_batch_with_its_key_does_nothing(walk: Walk, other: list[dict[str, Any]]) -> None:
    """No part of it, also those that the first one did not have."""
    await batch(walk, create("One"), create("Two"), idempotency_key="same")
    stored = dump_stored(walk.data)
    refused = await batch(walk, *other, idempotency_key="same")
    assert (refused.status, refused.code) == (422, "idempotency_mismatch")
    atomic = await batch(walk, create("One"), create("Two"), idempotency_key="same", mode="atomic")
    assert (atomic.status, atomic.code) == (422, "idempotency_mismatch")
    assert dump_stored(walk.data) == stored


async def test_the_key_of_a_single_call_is_none_of_a_batch(walk: Walk) -> None:
    """Nor the other way round; a list of items that is saved is such a batch too."""
    await walk.rest("POST", "/pages", {"title": "One", "idempotency_key": "single"})
    assert (await batch(walk, create("One"), idempotency_key="single")).code == "idempotency_mismatch"
    await batch(walk, create("Two"), idempotency_key="several")
    single = await walk.rest("POST", "/pages", {"title": "Two", "idempotency_key": "several"})
    assert single.code == "idempotency_mismatch"
    saved = {"type": "page", "idempotency_key": "saved", "items": [{"title": "Three"}]}
    await walk.rest("POST", "/items/bulk", saved)
    other = await walk.rest("POST", "/items/bulk", {**saved, "items": [{"title": "Four"}, {"title": "Five"}]})
    assert (other.status, other.code) == (422, "idempotency_mismatch")


async def test_two_batches_at_once_do_not_share_a_key(walk: Walk) -> None:
    """One of them has it, and all of the other is refused."""
    sent = [batch(walk, create(name), create(f"{name} too"), idempotency_key="both") for name in ("One", "Two")]
    replies = sorted(await asyncio.gather(*sent), key=lambda reply: reply.status)
    assert [reply.status for reply in replies] == [207, 422]
    assert statuses(replies[0]) == [201, 201]
    listed = await walk.rest("GET", "/pages", query={"status": "draft"})
    assert sorted(page["id"] for page in listed.body) == sorted(page["id"] for page in bodies(replies[0]))


async def test_a_batch_of_before_is_not_done_twice(walk: Walk) -> None:
    """Its parts have answers under the names that they had then."""
    first = await batch(walk, create("One"), create("Two"), idempotency_key="before")
    forget_whole(walk)
    state = dump_state(walk.data)
    assert bodies(await batch(walk, create("One"), create("Two"), idempotency_key="before")) == bodies(first)
    assert dump_state(walk.data) == state


async def test_a_key_of_reads_and_of_a_preview_is_free(walk: Walk) -> None:
    """Neither has an answer to keep."""
    await batch(walk, part("GET", "/pages"), idempotency_key="free")
    await batch(walk, create("Tried"), idempotency_key="free", dry_run=True)
    assert statuses(await batch(walk, create("One"), idempotency_key="free")) == [201]


async def test_parts_that_wait_are_asked_for_once(walk: Walk) -> None:
    """The key of the whole waits for nobody, and each part answers with the pending change that it has."""
    first = await batch(walk, create("One"), create("Two"), idempotency_key="waits", role="author")
    assert statuses(first) == [202, 202]
    stored = dump_stored(walk.data)
    assert bodies(await batch(walk, create("One"), create("Two"), idempotency_key="waits", role="author")) == bodies(
        first
    )
    other = await batch(walk, create("One"), create("Three"), idempotency_key="waits", role="author")
    assert (other.status, dump_stored(walk.data)) == (422, stored)
