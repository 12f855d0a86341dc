"""What was found in long texts before, so that nobody reads one twice: the text that a write stores is read before its
transaction begins, and the text that it replaces was the new one once.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Sized
from threading import Lock
from typing import Any, TypeVar

T = TypeVar("T", bound=Sized)
LONG = 1_000
"""Characters; shorter texts are read anew as fast as they are looked up."""
MAX_TEXTS, MAX_FOUND = 1_000, 100_000
"""Texts whose results are kept, and parts that these have in all."""


class Known:
    """Results by what reads the text and the SHA-256 of the text, the most recent ones. Threads share it."""

    def __init__(self) -> None:
        self._found: OrderedDict[tuple[Callable[[str], Any], bytes], Any] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def read(self, read: Callable[[str], T], text: str) -> T:
        """What `read` finds in a text; it must find the same whenever it is asked. Nobody may change what is found."""
        if len(text) < LONG:
            return read(text)
        name = (read, hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest())
        with self._lock:
            if name in self._found:
                self._found.move_to_end(name)
                known: T = self._found[name]
                return known
        found = read(text)
        if len(found) <= MAX_FOUND:
            self._keep(name, found)
        return found

    def _keep(self, name: tuple[Callable[[str], Any], bytes], found: Sized) -> None:
        with self._lock:
            if name in self._found:  # another thread was faster
                return
            self._found[name] = found
            self._size += len(found)
            while len(self._found) > MAX_TEXTS or self._size > MAX_FOUND:
                self._size -= len(self._found.popitem(last=False)[1])


KNOWN = Known()
"""The known texts of this process."""
