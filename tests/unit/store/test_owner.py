"""The owner's password and the secret that signs sessions."""

import pytest
from argon2 import PasswordHasher

from sitehand.errors import Code, Problem
from sitehand.store.database import Database
from sitehand.store.owner import MAX_LENGTH, PASSWORD, Owner
from sitehand.store.settings import SettingsTable


async def test_the_first_password_is_made_once(database: Database) -> None:
    """Without a password nobody logs in; the first one is made and shown once; later starts leave it alone."""
    owner = Owner(database)
    assert not await owner.has_password()
    assert not await owner.check_password("")
    first = await owner.ensure_password()
    assert first is not None
    assert len(first) >= 16
    assert await owner.ensure_password() is None
    assert await owner.check_password(first)
    assert not await owner.check_password(first + "x")


async def test_only_a_slow_hash_is_stored(database: Database) -> None:
    """What lies in the database is an Argon2id hash, which does not contain the password."""
    await Owner(database).set_password("correct horse battery")
    stored = (await SettingsTable(database).get(PASSWORD))[PASSWORD]
    assert stored.startswith("$argon2id$")
    assert "horse" not in stored


@pytest.mark.parametrize("password", ["", "ninechars", "x" * (MAX_LENGTH + 1)])
async def test_a_password_has_a_fit_length(database: Database, password: str) -> None:
    """Too short or too long is refused, with a hint, and the old password stays."""
    owner = Owner(database)
    await owner.set_password("the old password")
    with pytest.raises(Problem) as caught:
        await owner.set_password(password)
    assert caught.value.code is Code.INVALID_ARGUMENTS
    assert caught.value.hint
    assert await owner.check_password("the old password")


async def test_a_new_password_changes_the_secret(database: Database) -> None:
    """The secret stays from start to start, and changes with the password, so that every session ends."""
    owner = Owner(database)
    secret = await owner.session_secret()
    assert len(secret) == 64
    assert await Owner(database).session_secret() == secret
    await owner.set_password("quite a new password")
    assert await owner.session_secret() != secret


async def test_an_outdated_hash_is_renewed_by_a_login(database: Database) -> None:
    """A hash with weaker parameters still opens, and is stored anew with those of today; the sessions go on."""
    owner, table = Owner(database), SettingsTable(database)
    await owner.set_password("the right password")
    secret = await owner.session_secret()
    weak = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash("the right password")
    await table.set({PASSWORD: weak})
    assert not await owner.check_password("the wrong password")
    assert (await table.get(PASSWORD))[PASSWORD] == weak
    assert await owner.check_password("the right password")
    renewed = (await table.get(PASSWORD))[PASSWORD]
    assert not PasswordHasher().check_needs_rehash(renewed)
    assert await owner.check_password("the right password")
    assert await owner.session_secret() == secret


async def test_a_damaged_hash_lets_nobody_in(database: Database) -> None:
    """What is no hash is no password."""
    await SettingsTable(database).set({PASSWORD: "the right password"})
    assert not await Owner(database).check_password("the right password")
