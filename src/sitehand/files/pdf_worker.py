"""Reads the text of a PDF; the arguments after the folder are PAGE OFFSET MAX_BYTES (`bounded.py`).

It begins with that page, counted from 1, after so many characters of its text. `next` is where the next call begins.
"""

import logging
import re
import time
from pathlib import Path
from typing import Any

from pypdf import PageObject, PdfReader
from pypdf.errors import DependencyError, FileNotDecryptedError, LimitReachedError

MAX_PAGES = 100
"""The most pages in one answer: scans have no text that would fill it."""
SECONDS = 4.0
"""Processor time in seconds, after which no further page is begun."""
CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def work(folder: Path, *wanted: str) -> dict[str, Any]:
    """The pages, and how many there are. Raises ValueError with a sentence for what is not readable."""
    page, offset, max_bytes = map(int, wanted)
    logging.disable()
    with (folder / "source").open("rb") as source:
        try:
            reader = PdfReader(source)
            return {"pages": len(reader.pages), **read_pages(reader, page, offset, max_bytes)}
        except (FileNotDecryptedError, DependencyError):
            raise ValueError("The PDF can be opened only with a password.") from None
        except LimitReachedError:
            raise ValueError("The PDF takes too much memory or time to read.") from None


def read_pages(reader: PdfReader, page: int, offset: int, max_bytes: int) -> dict[str, Any]:
    """Pages from that one on, each whole unless it is longer than an answer; `unreadable` are the damaged ones."""
    texts: list[dict[str, Any]] = []
    unreadable, room, last = [], max_bytes, min(len(reader.pages), page + MAX_PAGES - 1)
    while page <= last and (not texts or time.process_time() < SECONDS):
        text = read_page(reader.pages[page - 1])
        unreadable += [page] if text is None else []
        rest = (text or "")[offset:]
        # A character that does not fit whole is left to the next call.
        shown = rest.encode()[:room].decode(errors="ignore")
        if shown != rest and texts:
            break
        texts.append({"page": page, "text": shown})
        if shown != rest:
            offset += len(shown)
            break
        page, offset, room = page + 1, 0, room - len(shown.encode())
    following = {"page": page, "offset": offset} if page <= len(reader.pages) else None
    return {"texts": texts, "unreadable": unreadable, "next": following}


def read_page(page: PageObject) -> str | None:
    """The text of a page, without control characters; None for one that is damaged."""
    try:
        text = page.extract_text()
    except MemoryError:  # bounded.py tells of it
        raise
    except Exception:
        return None
    return CONTROLS.sub("", text.encode(errors="replace").decode()).strip()
