"""Elementor documents that were rendered, kept in memory by their text and what that names of the site.

Nothing of it is stored.
"""

from hashlib import sha256
from sys import getsizeof
from threading import Lock

from sitehand.elementor.rendering.canvas import References
from sitehand.elementor.rendering.document import RenderedDocument, render_text
from sitehand.guard.result_cache import ResultCache
from sitehand.hosts.builtin.rendering import clean_fragment

MAX_BYTES = 16 * 1024 * 1024
MAX_DOCUMENT_BYTES = MAX_BYTES // 2


class RenderedDocuments:
    """Documents that visitors read lately; threads share them. The least recently read go beyond `max_bytes`.

    Large ones are kept too, up to `MAX_DOCUMENT_BYTES`: they are those that take long to render.
    """

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self._kept = ResultCache(lambda: 0, max_bytes, MAX_DOCUMENT_BYTES)
        self._lock = Lock()

    def find(self, data: str, page_settings: str, references: References) -> RenderedDocument:
        """The document of these texts. Raises Problem for a text that is none."""
        key = _name(data, page_settings, repr(references))
        with self._lock:
            found: RenderedDocument | None = self._kept.find(key, 0)
        if found is None:
            found = render_text(data, page_settings, references, clean)
            with self._lock:
                self._kept.keep(key, 0, found, size=_measure(found))
        return found


def clean(html: str) -> str:
    """Stored HTML as it may be shown."""
    return clean_fragment(html).html if any(mark in html for mark in "<>&\0") else html


def _name(*texts: str) -> bytes:
    return sha256("\0".join(texts).encode("utf-8", "surrogatepass")).digest()


def _measure(document: RenderedDocument) -> int:
    return getsizeof(document.html) + getsizeof(document.css)
