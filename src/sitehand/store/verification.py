"""Reading back what was written, in the transaction that wrote it."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Table

from sitehand.errors import Code, Problem
from sitehand.store.prepared_rows import read_row


def verify_row(
    connection: Connection, table: Table, key: Mapping[str, Any], expected: Mapping[str, Any] | None
) -> None:
    """Compare the stored row with what was to be stored; None: that there is none.

    Raises Problem(verification_failed), which rolls the transaction back: what differs is never told as success.
    """
    check_row(table, key, read_row(connection, table, key, tuple(expected or key)), expected)


def check_row(
    table: Table, key: Mapping[str, Any], stored: Mapping[str, Any] | None, expected: Mapping[str, Any] | None
) -> None:
    """Compare a row that was read back with what was to be stored. Raises Problem(verification_failed)."""
    if stored is None and expected is None:
        return
    if stored is None or expected is None:
        raise refuse_written(table, key, "whether it is there")
    wrong = [name for name, value in expected.items() if stored[name] != value]
    if wrong:
        raise refuse_written(table, key, ", ".join(wrong))


def refuse_written(table: Table, key: Mapping[str, Any], what: str) -> Problem:
    """The refusal of a write whose row is not as it was sent."""
    name = ", ".join(str(value) for value in key.values())
    return Problem(
        Code.VERIFICATION_FAILED,
        f"The stored data differs from what was sent ({table.name} {name}: {what}). Nothing was changed.",
        hint="Another program changes the data of this site. Tell the owner.",
    )
