"""Named values that the owner changes while the service runs."""

import pytest
from sqlalchemy import Connection

from sitehand.hosts.builtin.schema import SITE
from sitehand.store.database import Database
from sitehand.store.settings import SettingsTable, write_settings


async def test_only_what_is_set_is_found(database: Database) -> None:
    """Names without a value are left out of the answer, and nothing is asked for by accident."""
    table = SettingsTable(database)
    await table.set({"a": "1", "b": "ä\u2028'\\"})
    assert await table.get("a", "b", "c") == {"a": "1", "b": "ä\u2028'\\"}
    assert await table.get("a") == {"a": "1"}
    assert await table.get() == {}


async def test_a_value_is_replaced(database: Database) -> None:
    """And seen by another connection to the same file."""
    table = SettingsTable(database)
    await table.set({"a": "1"})
    other = Database(database.path.parent, SITE)
    assert await SettingsTable(other).get("a") == {"a": "1"}
    await table.set({"a": ""})
    assert await SettingsTable(other).get("a") == {"a": ""}
    await other.close()


async def test_values_are_set_all_or_none(database: Database) -> None:
    """When the transaction that they are part of fails, none of them stays."""
    table = SettingsTable(database)
    await table.set({"a": "1"})

    def fail(connection: Connection) -> None:
        write_settings(connection, {"a": "2", "b": "2"})
        raise RuntimeError

    with pytest.raises(RuntimeError):
        await database.transact(fail)
    assert await table.get("a", "b") == {"a": "1"}
