"""Jobs in tests: who may work, and a run that nobody else wants."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from sitehand.guard.attribution import Attribution
from sitehand.site.changes import ObjectChange
from sitehand.site.jobs import Progress
from sitehand.store.database import Database

T = TypeVar("T")


class FreePermits:
    """Everybody may do everything."""

    def is_free(self, by: Attribution) -> bool:
        """Nobody is held up."""
        return True

    async def check(self, by: Attribution) -> None:
        """Nothing is refused."""

    async def check_step(self, by: Attribution, objects: Sequence[ObjectChange]) -> None:
        """Nor here."""


class FreeRun:
    """A run of what is no job at the moment: it writes to the database as it is told."""

    def __init__(self, database: Database, arguments: dict[str, Any] | None = None, attempts: int = 1) -> None:
        self.arguments = arguments or {}
        self.attempts = attempts
        self.cursor: Any = None
        self._database = database

    async def transact(self, work: Callable[[Any], T]) -> T:
        """Write."""
        return await self._database.transact(work)

    async def step(self, work: Callable[[Any], Progress]) -> None:
        """Write, and remember where."""
        self.cursor = (await self._database.transact(work)).cursor
