"""The ledger: what is written down of a write in the transaction of the write, or right after it."""

from collections.abc import Sequence

from sqlalchemy import Connection

from sitehand.guard.attribution import Attribution
from sitehand.site.changes import ObjectChange
from sitehand.site.transactions import Terms
from sitehand.store.capture import merge_changes, take_changes, write_unnoted
from sitehand.store.journal import write_entry
from sitehand.store.replays import Replay, store_replay


class DatabaseLedger:
    """Implements `guard.records.Ledger`."""

    def write_entry(self, opened: Connection, by: Attribution, objects: Sequence[ObjectChange]) -> int | None:
        """Journal the objects, and what was written since they were read; the entry's id, None when that is nothing."""
        later = take_changes(opened)
        found = list(merge_changes([*objects, *later]).values()) if later else objects
        return write_unnoted(opened, lambda: write_entry(opened, by, found)) if found else None

    def keep_answer(self, opened: Connection, terms: Terms, answer: bytes) -> None:
        """Keep the answer for whoever sends the same idempotency key again."""
        store_replay(opened, Replay(terms.key, terms.fingerprint), answer)
