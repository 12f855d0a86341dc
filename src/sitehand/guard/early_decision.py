"""The decision about a write in the step that does it, which can then commit it.

It is for a write that is simply done. Until the event loop has decided between two steps, the writing thread waits, and
so does every other write. A write that is refused, or needs approval, is decided about there.
"""

from functools import partial
from typing import Any

from sitehand.errors import Problem
from sitehand.guard.answers import add_notices
from sitehand.guard.records import Objects, Records
from sitehand.guard.restrictions import Check
from sitehand.guard.texts import are_long
from sitehand.guard.verdict import Do, decide
from sitehand.guard.write import Write
from sitehand.site.transactions import Record


class EarlyDecision:
    """Decides about one write. Implements `site.transactions.EarlyCommit`."""

    def __init__(self, write: Write, check: Check, records: Records) -> None:
        self._write = write
        self._check = check
        self._records = records
        self.is_recorded = False
        self.answer: Any = None
        """What the caller is told, once the write is recorded."""

    def __call__(self, result: Any, objects: Objects) -> Record[Any] | None:
        """The record to commit the write with; None for one that the event loop decides about."""
        if are_long(objects):
            return None
        try:
            notices = self._check(objects)
        except Problem:  # the event loop checks again and refuses: only one place does
            return None
        if not isinstance(decide(objects, self._write.watch, dry_run=False), Do):
            return None
        add_notices(result, notices)
        return partial(self._record, result)

    def _record(self, result: Any, opened: Any, objects: Objects) -> Any:
        self.answer = self._records.done(self._write, lambda: result, opened, objects)
        self.is_recorded = True
        return self.answer
