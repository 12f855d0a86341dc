"""The ledger: what is written down of a write in the transaction of the write, or right after it."""

from collections.abc import Sequence

from sqlalchemy import Connection

from sitehand.guard.attribution import Attribution, undoing
from sitehand.site.changes import ObjectChange
from sitehand.site.transactions import Terms
from sitehand.store.capture import Notes, take_changes
from sitehand.store.database import Database
from sitehand.store.journal import write_entry
from sitehand.store.replays import Replay, store_replay


class DatabaseLedger:
    """Implements `guard.records.Ledger`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def write_entry(self, opened: Connection, by: Attribution, objects: Sequence[ObjectChange]) -> int | None:
        """Journal the objects, and what was written since they were read; the entry's id, None when that is nothing."""
        found = _add_changes(objects, take_changes(opened))
        unit = self._database.current_unit()
        return write_entry(opened, undoing(by, unit.undoes) if unit and unit.undoes else by, found) if found else None

    def keep_answer(self, opened: Connection, terms: Terms, answer: bytes) -> None:
        """Keep the answer for whoever sends the same idempotency key again."""
        store_replay(opened, Replay(terms.key, terms.fingerprint), answer)


def _add_changes(objects: Sequence[ObjectChange], later: Sequence[ObjectChange]) -> Sequence[ObjectChange]:
    if not later:
        return objects
    notes = Notes()
    for each in (*objects, *later):
        notes.add(each)
    return notes.changes()
