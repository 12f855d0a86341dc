"""Answers of a WordPress, kept in memory as long as the version of the site proves that they are current.

Each connection has its own: one site, and one user of it. What a caller may see of an answer is decided after it.
"""

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from itertools import chain

from sitehand.hosts.wordpress.answer import Answer, read_answer
from sitehand.hosts.wordpress.site_version import SiteVersion

MAX_BYTES = 16 * 1024 * 1024
MAX_ENTRY_BYTES = 1024 * 1024
ENTRY_BYTES = 4096
"""What each answer takes beside its bytes."""
MAX_SECONDS = 60.0
"""How old an answer may be, whatever the version says: a database tool changes the site without WordPress."""


@dataclass(frozen=True, slots=True)
class _Kept:
    answer: Answer
    version: str
    at: float
    size: int


class Memory:
    """Bounded in bytes; what was not asked for the longest goes first."""

    def __init__(
        self, version: SiteVersion, max_bytes: int = MAX_BYTES, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._version = version
        self.bytes = 0
        self._max_bytes = max_bytes
        self._clock = clock
        self._kept: OrderedDict[str, _Kept] = OrderedDict()

    async def recall(self, url: str, read: Callable[[], Awaitable[Answer]]) -> Answer:
        """The answer of this address, as it was or read now, which is kept under a version from before that."""
        version, at = await self._version.look(), self._clock()
        kept = self._find(url, version)
        if kept is not None:
            return read_answer(kept.status, kept.headers, kept.body, sent=False)
        answer = await read()
        if version:
            self._keep(url, answer, version, at)
        return answer

    def forget(self) -> None:
        """Keep nothing of what was read until now."""
        self._kept.clear()
        self.bytes = 0

    def _find(self, url: str, version: str) -> Answer | None:
        kept = self._kept.get(url)
        if kept is None or kept.version != version or self._clock() - kept.at > MAX_SECONDS:
            return None
        self._kept.move_to_end(url)
        return kept.answer

    def _keep(self, url: str, answer: Answer, version: str, at: float) -> None:
        size = len(url) + len(answer.body) + sum(map(len, chain(*answer.headers.items()))) + ENTRY_BYTES
        self._drop(url)
        if not answer.body or size > MAX_ENTRY_BYTES:
            return
        kept = Answer(answer.status, answer.headers, None, answer.body)
        self._kept[url] = _Kept(kept, version, at, size)
        self.bytes += size
        while self.bytes > self._max_bytes:
            self._drop(next(iter(self._kept)))

    def _drop(self, url: str) -> None:
        if (kept := self._kept.pop(url, None)) is not None:
            self.bytes -= kept.size
