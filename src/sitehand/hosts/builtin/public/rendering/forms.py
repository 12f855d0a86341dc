"""Forms of texts that were read lately, kept in memory: a form follows from its text alone."""

from collections.abc import Container, Iterator
from hashlib import sha256
from threading import Lock

from sitehand.guard.result_cache import ResultCache
from sitehand.hosts.builtin.public.rendering.form import build_form
from sitehand.hosts.builtin.public.rendering.slots import Form, Slot

MAX_BYTES = 8 * 1024 * 1024
CHARACTER_BYTES, SLOT_BYTES = 4, 2_000
"""What a character takes at most in the memory of Python, and what a slot takes about, with its attributes."""


class Forms:
    """Finds the form of a text; threads share it. The least recently read go when they exceed `MAX_BYTES`."""

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self._kept = ResultCache(lambda: 0, max_bytes)
        self._lock = Lock()

    def find(self, raw: str, dynamic: Container[str]) -> Form:
        """The form of a text."""
        key = sha256(raw.encode("utf-8", "surrogatepass")).digest()
        with self._lock:
            form: Form | None = self._kept.find(key, 0)
        if form is None:
            form = build_form(raw, dynamic)
            with self._lock:
                self._kept.keep(key, 0, form, size=measure(form))
        return form


def measure(form: Form) -> int:
    """About how many bytes a form takes in memory."""
    return sum(len(part) * CHARACTER_BYTES if isinstance(part, str) else SLOT_BYTES for part in _walk(form))


def _walk(form: Form) -> Iterator[str | Slot]:
    for part in form:
        yield part
        if isinstance(part, Slot):
            yield from _walk(part.inner)
