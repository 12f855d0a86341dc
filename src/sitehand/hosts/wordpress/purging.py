"""Has the companion clear caches of pages that visitors still get as they were."""

from collections.abc import Sequence

from sitehand.errors import Problem
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.locks import Locks

ROUTE = "/sitehand/v1/purge"


class Purging:
    """Asks the companion, where `locks` knows that it is there: core's hooks run again, and those of the owner."""

    def __init__(self, client: Client, locks: Locks) -> None:
        self._client = client
        self._locks = locks

    async def purge(self, ids: Sequence[int]) -> bool:
        """Whether the companion did it."""
        if not self._locks.told:
            return False
        try:
            await self._client.write("POST", ROUTE, {"include": list(ids)})
        except Problem:
            return False  # an older companion, or a cache that fails: visitors get the page when it has expired
        return True
