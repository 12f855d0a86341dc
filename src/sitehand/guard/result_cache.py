"""Results of reads, kept for as long as nothing on the site has changed.

A kept result is used only when the host's token of its stored state is the one that held before the result was
made; whoever writes through whatever door, in whatever process, changes the token. So an answer is never older than
the request that it answers.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from sitehand.operation.encoding import encode

MAX_RESULT_BYTES = 256 * 1024
StateToken = Callable[[], Hashable | None]


@dataclass(frozen=True, slots=True)
class _Kept:
    token: Hashable
    result: Any
    size: int


class ResultCache:
    """The least recently used results go when all together exceed `max_bytes` (as JSON); 0 keeps none.

    One that exceeds `max_result_bytes` by itself is not kept: it would push out the others.
    """

    def __init__(self, token: StateToken, max_bytes: int, max_result_bytes: int = MAX_RESULT_BYTES) -> None:
        self._token = token
        self._max_bytes = max_bytes
        self._max_result_bytes = min(max_result_bytes, max_bytes)
        self._size = 0
        self._kept: OrderedDict[Hashable, _Kept] = OrderedDict()

    def token(self) -> Hashable | None:
        """The state that the site is in now; None when that is unknown, or nothing should be kept."""
        return self._token() if self._max_bytes else None

    def find(self, key: Hashable, token: Hashable | None) -> Any:
        """The result that was kept in this very state, or None."""
        kept = self._kept.get(key)
        if kept is None or token is None or kept.token != token:
            return None
        self._kept.move_to_end(key)
        return kept.result

    def keep(self, key: Hashable, token: Hashable | None, result: Any, size: int | None = None) -> None:
        """Keep a result that was made after the token was taken. `size` in bytes; of its JSON when not given."""
        if token is None:
            return
        self._drop(key)
        size = len(encode(result)) if size is None else size
        if size > self._max_result_bytes:
            return
        self._kept[key] = _Kept(token, result, size)
        self._size += size
        while self._size > self._max_bytes:
            self._drop(next(iter(self._kept)))

    def _drop(self, key: Hashable) -> None:
        kept = self._kept.pop(key, None)
        if kept is not None:
            self._size -= kept.size
