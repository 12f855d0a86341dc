"""How much each caller does: counts in memory, which somebody takes away every few seconds."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sitehand.operation.caller import Caller

DayOfCaller = tuple[str, str]
"""A day in UTC ("2026-07-28") and a caller's id ("key:3")."""


@dataclass(slots=True)
class Count:
    """What a caller did on a day: requests that were let in, writes that changed something, and writes that did not."""

    label: str
    calls: int = 0
    changes: int = 0
    no_ops: int = 0

    def add(self, other: "Count") -> None:
        """Add another count of the same day and caller; its label is the newer one."""
        self.label = other.label
        self.calls += other.calls
        self.changes += other.changes
        self.no_ops += other.no_ops


Counts = dict[DayOfCaller, Count]


class Usage:
    """Counts in one process. Nothing here waits, for it is on the way of every request."""

    def __init__(self) -> None:
        self._counts: Counts = {}

    def count_call(self, caller: Caller, now: datetime) -> None:
        """Count a request that was let in."""
        self._of(caller, now).calls += 1

    def count_write(self, caller: Caller, now: datetime, result: Any) -> None:
        """Count a write by its answer; one that was not done (a preview, or a pending change) counts for none."""
        # A dict is found at once; an ABC asks around.
        changed = result.get("changed") if isinstance(result, (dict, Mapping)) else None
        if changed is True:
            self._of(caller, now).changes += 1
        elif changed is False:
            self._of(caller, now).no_ops += 1

    def take(self) -> Counts:
        """What was counted since the last time, which is forgotten here."""
        taken, self._counts = self._counts, {}
        return taken

    def put_back_counts(self, taken: Counts) -> None:
        """Count again what could not be stored."""
        for key, count in taken.items():
            self._counts.setdefault(key, Count(count.label)).add(count)

    def _of(self, caller: Caller, now: datetime) -> Count:
        key = (now.date().isoformat(), caller.id)
        count = self._counts.get(key)
        if count is None:
            count = self._counts[key] = Count(caller.label)
        return count
