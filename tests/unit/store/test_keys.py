"""Keys in the database: what a look-up finds, and what the kept look-ups never hide."""

import pytest
from sqlalchemy import delete, update

from sitehand.hosts.builtin.schema import SITE
from sitehand.operation.keys import KeyRecord
from sitehand.store.database import Database
from sitehand.store.keys import KeyTable
from sitehand.store.limits import LimitTable
from sitehand.store.tables import api_keys
from tests.statements import execute

NOW, LATER = "2026-07-28T09:30:00Z", "2026-07-28T09:31:00Z"
OLD, NEW = "a" * 64, "b" * 64


async def insert(table: KeyTable, label: str = "one", secret: str = OLD) -> int:
    """A key with that secret's digest."""
    record = KeyRecord(
        id=0,
        label=label,
        role="author",
        first_characters="sitehand_000000",
        created=NOW,
        last_used=None,
        expires=None,
        revoked=None,
        requests_per_minute=None,
        unfiltered_html=False,
        drafts_only=False,
        no_publish=False,
        max_changes_per_hour=None,
        without=[],
        locales=[],
        revision="",
        created_by=None,
        rotated_by=None,
    )
    return await table.insert(record, secret)


async def test_a_secret_is_found_by_its_digest(database: Database) -> None:
    """With all that the gate must know; another digest finds nothing, also when it was asked for before."""
    table = KeyTable(database)
    assert table.find(OLD) is None
    made = await insert(table)
    found = table.find(OLD)
    assert found
    assert (found.id, found.role, found.secret_sha256, found.valid_until) == (made, "author", OLD, None)
    assert table.find(NEW) is None


async def test_ids_are_never_used_again(database: Database) -> None:
    """A counter or a journal entry of a deleted key must not become another's."""
    table = KeyTable(database)
    made = await insert(table)
    await execute(database, delete(api_keys))
    assert await insert(table) > made


async def test_the_limit_of_a_key_is_the_one_that_holds_now(database: Database) -> None:
    """Its own, else the default that was set, else the plan's; each change is seen at the next look-up."""
    table, limits = KeyTable(database), LimitTable(database)
    made = await insert(table)

    def limit() -> int:
        found = table.find(OLD)
        assert found
        return found.requests_per_minute

    assert limit() == 60
    await limits.set_plan("pro")
    assert limit() == 120
    await limits.set_default(33)
    assert limit() == 33
    await limits.set_own(made, 7)
    assert limit() == 7


async def test_kept_look_ups_see_every_commit(database: Database) -> None:
    """Of this process and of others."""
    table, other = KeyTable(database), Database(database.path.parent, SITE)
    made = await insert(table)
    assert table.find(OLD)
    await execute(other, update(api_keys).values(revoked=LATER))
    found = table.find(OLD)
    assert found
    assert found.revoked == LATER
    await execute(other, delete(api_keys).where(api_keys.c.id == made))
    assert table.find(OLD) is None
    await other.close()


async def test_a_replaced_secret_is_kept_for_its_grace_alone(database: Database) -> None:
    """Without grace it is not stored any more, nor do earlier ones last; a revoked key gets no new secret."""
    table = KeyTable(database)
    made = await insert(table)

    async def replace(secret: str, until: str) -> bool:
        return await table.replace_secret(
            made, secret_sha256=secret, first_characters="sitehand_111111", now=NOW, old_valid_until=until
        )

    assert await replace(NEW, LATER)
    old, new = table.find(OLD), table.find(NEW)
    assert old
    assert new
    assert (old.id, old.valid_until, new.id, new.valid_until) == (made, LATER, made, None)
    assert await replace("c" * 64, NOW)
    assert table.find(NEW) is None
    assert table.find(OLD) is None
    assert await table.revoke(made, NOW)
    assert not await table.revoke(made, NOW)
    assert not await replace("d" * 64, LATER)
    assert table.find("d" * 64) is None


async def test_two_keys_never_share_a_secret(database: Database) -> None:
    """The database itself refuses it."""
    from sqlalchemy.exc import IntegrityError

    table = KeyTable(database)
    await insert(table)
    with pytest.raises(IntegrityError):
        await insert(table, "two")


async def test_a_touch_is_for_one_key_and_one_minute(database: Database) -> None:
    """It moves the moment of the named key, and not when it lies after the given one."""
    table = KeyTable(database)
    first, second = await insert(table), await insert(table, "two", NEW)
    assert table.touch(first, LATER, NOW)
    assert table.touch(first, "2026-07-28T09:31:30Z", "2026-07-28T09:30:30Z")
    records = {record["id"]: record for record in await table.list(include_revoked=False, now=NOW)}
    assert records[first]["last_used"] == LATER
    assert records[second]["last_used"] is None
