"""A value that follows from what is committed is read once for each state of the database."""

import pytest

from sitehand.hosts.builtin.schema import SITE
from sitehand.store.committed import Committed
from sitehand.store.database import Database
from sitehand.store.settings import SettingsTable


async def test_it_is_read_again_after_a_commit_and_not_before(database: Database) -> None:
    """Also when another connection to the file has committed."""
    reads: list[str] = []

    def read() -> str:
        rows = database.look_up("SELECT value FROM settings WHERE name = 'plan'", committed=True)
        reads.append(str(rows[0][0]) if rows else "")
        return reads[-1]

    value, other = Committed(database, read), Database(database.path.parent, SITE)
    assert [value.value(), value.value()] == ["", ""]
    try:
        await SettingsTable(other).set({"plan": "pro"})
    finally:
        await other.close()
    assert [value.value(), value.value(), reads] == ["pro", "pro", ["", "pro"]]


async def test_what_cannot_be_read_is_tried_again(database: Database) -> None:
    """Nothing is kept of a failure."""
    faults = [OSError("not now")]

    def read() -> str:
        if faults:
            raise faults.pop()
        return "there"

    value = Committed(database, read)
    with pytest.raises(OSError, match="not now"):
        value.value()
    assert value.value() == "there"
