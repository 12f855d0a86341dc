"""Services that many tests share, each for some: what dumps a site costs as much as all that was done on it."""

from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path

import httpx2

from tests.promises.walk import Walk, open_second, open_walk
from tests.wordpress.reset import empty_site, visit
from tests.wordpress.site import WordPress

SHARED = 30
"""Tests that one service is for."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A service, and a client of another worker on its folder."""

    walk: Walk
    second: httpx2.AsyncClient


@dataclass(slots=True)
class Visits:
    """One service after the other, each in a folder of its own below this one."""

    folder: Path
    wordpress: WordPress | None
    taken: int = 0
    present: Visit | None = None
    opened: AsyncExitStack = field(default_factory=AsyncExitStack)

    async def take(self) -> Visit:
        """The present service, or the next when enough tests had it."""
        if self.present is None or self.taken % SHARED == 0:
            await self.close()
            self.present = await self._open()
        self.taken += 1
        return self.present

    async def _open(self) -> Visit:
        if self.wordpress:
            empty_site(self.wordpress)
            visit(self.wordpress)
        walk = await self.opened.enter_async_context(open_walk(self.folder / str(self.taken), self.wordpress))
        return Visit(walk, await self.opened.enter_async_context(open_second(walk.service.settings)))

    async def close(self) -> None:
        """Stop the present service."""
        await self.opened.aclose()
