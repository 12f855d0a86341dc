"""Claims keep a key and objects for one call, in all processes."""

from functools import partial
from pathlib import Path

from sqlalchemy import Connection

from sitehand.store.claims import (
    KEPT_FOR,
    Claim,
    Taken,
    end_claim,
    find_claim,
    hash_key,
    leave_claim,
    list_claims,
    name_pending,
    note_progress,
    note_undo,
    settle_claim,
    take_claim,
)
from sitehand.store.database import Database
from sitehand.store.holders import Holder


async def take(database: Database, *objects: str, key: str = "") -> Taken:
    """Claim objects and a key."""
    wanted = Claim("holder", hash_key(key), objects, {"caller": "key:1"}, ({"kind": "page", "sent": {"title": "ä"}},))
    return await database.transact(lambda connection: take_claim(connection, wanted))


def make_old(connection: Connection) -> None:
    """Let all claims be from long ago."""
    connection.exec_driver_sql("UPDATE claims SET at = '2026-01-01T00:00:00Z'")


async def test_what_is_claimed_is_nobody_elses_until_it_ends(database: Database) -> None:
    """By object and by key; the one in the way is told, with what it is about to send."""
    first = await take(database, "page:1", "page:2", key="a")
    assert first.ours
    for objects, key in ((["page:2"], "b"), ([], "a")):
        assert await take(database, *objects, key=key) == Taken(first.claim, ours=False)
    assert (await take(database, "page:3", key="c")).ours
    assert (await take(database)).ours
    assert first.claim.steps == ({"kind": "page", "sent": {"title": "ä"}},)
    await database.transact(lambda connection: end_claim(connection, first.claim.id))
    assert (await take(database, "page:2", key="a")).ours


async def test_a_settled_claim_answers_for_its_key_alone(database: Database) -> None:
    """Until it is old: then it goes with the next one that is settled."""
    first = (await take(database, "page:1", key="a")).claim
    await database.transact(lambda connection: note_progress(connection, first.id, [7, 8]))
    await database.transact(lambda connection: leave_claim(connection, first.id))
    left = (await take(database, "page:1")).claim
    assert (left.state, left.done, left.ids) == ("unknown", 2, (7, 8))
    await database.transact(lambda connection: settle_claim(connection, first.id, "It was done.", 5))
    second = await take(database, "page:1")
    assert second.ours
    found = await database.read(lambda connection: find_claim(connection, hash_key("a")))
    assert found is not None
    assert (found.state, found.report, found.change_id, found.steps) == ("settled", "It was done.", 5, ())
    assert not (await take(database, key="a")).ours
    old = f"UPDATE claims SET at = '2026-01-01T00:00:00Z' WHERE id = {first.id}"
    await database.transact(lambda connection: connection.exec_driver_sql(old) and None)
    await database.transact(lambda connection: settle_claim(connection, second.claim.id, "", None))
    assert (await take(database, key="a")).ours
    assert KEPT_FOR.days == 7
    listed = await database.read(lambda connection: list_claims(connection, "settled"))
    assert [claim.id for claim in listed] == [second.claim.id]


async def test_a_claim_says_that_its_call_is_undone(database: Database) -> None:
    """From when the undo begins, also when nobody could end it."""
    claim = (await take(database, "page:1")).claim
    old = f"UPDATE claims SET at = '2026-01-01T00:00:00Z' WHERE id = {claim.id}"
    await database.transact(lambda connection: connection.exec_driver_sql(old) and None)
    steps = [{**step, "left": {"id": 1}} for step in claim.steps]
    await database.transact(lambda connection: note_undo(connection, claim.id, steps))
    await database.transact(lambda connection: leave_claim(connection, claim.id))
    left = (await take(database, "page:1")).claim
    assert (claim.is_undone, left.is_undone, left.steps, left.at >= claim.at) == (False, True, tuple(steps), True)


async def test_a_claim_says_when_its_call_sent_something_last(database: Database) -> None:
    """With each step that was done, and when nobody waits for it any more: since then the site may be at a request."""
    claim = (await take(database, "page:1")).claim
    for note in (partial(note_progress, claim_id=claim.id, ids=[7]), partial(leave_claim, claim_id=claim.id)):
        await database.transact(make_old)
        await database.transact(note)
        assert (await take(database, "page:1")).claim.at >= claim.at


async def test_a_claim_of_an_approved_call_keeps_the_pending_change(database: Database) -> None:
    """No other call of the same change goes on, and the claim says which change it was."""
    first = await take(database, "page:1", *name_pending(7))
    assert (first.ours, first.claim.pending_id) == (True, 7)
    assert await take(database, *name_pending(7)) == Taken(first.claim, ours=False)
    other = await take(database, *name_pending(8))
    plain = await take(database, "page:2", *name_pending(None))
    assert (other.ours, plain.claim.pending_id) == (True, None)


def test_a_holder_lives_as_long_as_its_process_holds_it(tmp_path: Path) -> None:
    """Another one sees it; when it has left, or its file is gone, it lives no more, and nothing is left behind."""
    one, other = Holder(tmp_path), Holder(tmp_path)
    name = one.name
    assert (one.name, one.is_alive(name), other.is_alive(name)) == (name, True, True)
    one.leave()
    assert not other.is_alive(name)
    assert one.name != name
    (tmp_path / "holders" / "gone").touch()
    assert not other.is_alive("gone")
    assert {path.name for path in (tmp_path / "holders").iterdir()} == {one.name}
    one.leave()
