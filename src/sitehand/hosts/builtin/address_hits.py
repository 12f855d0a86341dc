"""How often visitors asked for addresses that are redirected or missing: counted in memory, stored in rounds.

So no visit writes, and none waits for the lock. What is counted and not yet stored is lost with the process.
"""

from collections import Counter
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from datetime import datetime

from sqlalchemy import Connection, text

from sitehand.hosts.builtin.redirect_rules import name_source
from sitehand.site.values import iso
from sitehand.store.database import Database
from sitehand.store.periodic import repeat
from sitehand.store.prepared import Prepared

INTERVAL_SECONDS = 15
MAX_COUNTED = 1_000
"""Addresses that are counted between two rounds: anybody can invent more."""
MAX_STORED = 2_000
"""Missing addresses that are kept; those go first that were asked for least recently."""
MAX_LENGTH = 500
ADD = Prepared(
    text(
        "INSERT INTO address_hits (path, hits, first, last) VALUES (:path, :hits, :at, :at)"
        " ON CONFLICT (path) DO UPDATE SET hits = address_hits.hits + :hits, last = :at"
    )
)
PRUNE = Prepared(
    text(
        "DELETE FROM address_hits WHERE NOT EXISTS (SELECT 1 FROM redirects WHERE source = path)"
        " AND path NOT IN (SELECT path FROM address_hits ORDER BY last DESC, hits DESC LIMIT :most)"
    )
)


class AddressHits:
    """Counts in one process; all processes add to the same rows."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock
        self._counts: Counter[str] = Counter()

    def count(self, path: str) -> None:
        """Count a visit. Past the bound only addresses that were counted already are."""
        source = name_source(path)[:MAX_LENGTH]
        if source in self._counts or len(self._counts) < MAX_COUNTED:
            self._counts[source] += 1

    async def store(self) -> None:
        """Store what was counted until now; what cannot be stored is counted on."""
        taken, self._counts = self._counts, Counter()
        if not taken:
            return
        try:
            await self._database.transact(lambda connection: _add(connection, taken, iso(self._clock())))
        except BaseException:
            # Counted on, also when the write was cancelled.
            self._counts.update(taken)
            raise

    def run(self) -> AbstractAsyncContextManager[None]:
        """Store in rounds while the block runs."""
        return repeat(self.store, INTERVAL_SECONDS, "Visits of missing addresses could not be stored; trying again.")


def _add(connection: Connection, counts: Counter[str], at: str) -> None:
    ADD.run_each(connection, ({"path": path, "hits": hits, "at": at} for path, hits in counts.items()))
    PRUNE.run(connection, {"most": MAX_STORED})
