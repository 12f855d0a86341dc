"""What the journal gets of writes to a WordPress that nobody at the gate is waiting for any more."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection

from sitehand.guard.attribution import Attribution, Origin
from sitehand.guard.call import current_call
from sitehand.site.changes import ObjectChange
from sitehand.store.capture import take_changes
from sitehand.store.journal import write_entry

INTERRUPTED = "interrupted"
"""The outcome of an entry about a call that was cut off, and of which something had been done."""


class Journal:
    """Knows whose call is being served, and writes entries."""

    def describe(self) -> dict[str, Any]:
        """Whose call it is, as the ledger keeps it while the call is being sent."""
        by = asdict(current_call().by)
        del by["began"]
        return by

    def enter(self, connection: Connection, objects: Sequence[ObjectChange]) -> int | None:
        """An entry about what the present call has done; None when that is nothing."""
        return write_entry(connection, current_call().by, objects) if objects else None

    def enter_interrupted(
        self, connection: Connection, by: dict[str, Any], objects: Sequence[ObjectChange]
    ) -> int | None:
        """An entry about what was done of a call that was cut off, and what the open transaction has changed of the
        service's own for it; None when that is nothing.
        """
        found = [*objects, *take_changes(connection)]
        if not found:
            return None
        origin, undoes = Origin(**by["origin"]), tuple(by["undoes"])
        known = {**by, "origin": origin, "undoes": undoes, "outcome": INTERRUPTED}
        return write_entry(connection, Attribution(**known), found)
