"""Taking a file in: from an address, or from a `data:` URL, with the name that it will have."""

import base64
import binascii
import re
import unicodedata
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

from sitehand.errors import Code, Detail, Problem
from sitehand.files.fetching import Fetcher
from sitehand.files.formats import Format
from sitehand.files.inspection import Inspected, Inspector

MAX_BYTES = 20 * 1024 * 1024
"""Of a file that is fetched."""
MAX_DATA_BYTES = 60 * 1024
"""Of a file in a `data:` URL."""
MAX_STEM = 100
DATA_URL = re.compile(r"data:([^,]*),(.*)", re.DOTALL)
SIZED = re.compile(r"-[0-9]+x[0-9]+$")


class Taken(NamedTuple):
    """A file that may be kept; `stem` is its name without the ending, `title` the name as it was given."""

    file: Inspected
    stem: str
    title: str


class Intake:
    """Takes files in."""

    def __init__(self, fetcher: Fetcher | None = None, inspector: Inspector | None = None) -> None:
        self._fetcher = fetcher or Fetcher(MAX_BYTES)
        self._inspector = inspector or Inspector()

    async def take(self, *, url: str | None, data: str | None, filename: str | None) -> Taken:
        """The file of exactly one of an address and a `data:` URL.

        Raises Problem: invalid_arguments, unsupported_media_type, body_too_large.
        """
        if (url is None) == (data is None):
            detail = Detail(path="url", expected="exactly one of url and data", got="both" if url else "neither")
            message = "A file needs url or data, and not both."
            raise Problem(Code.INVALID_ARGUMENTS, message, hint="Send one of them.", details=[detail])
        content, name = (read_data(data), "") if data is not None else await self._fetcher.fetch(url or "")
        file = await self._inspector.inspect(content)
        stem, title = name_file(filename or name, file.format)
        return Taken(file, stem, title)


def read_data(text: str) -> bytes:
    """The bytes of a `data:` URL, whose type is not believed. Raises Problem. Source: RFC 2397."""
    found = DATA_URL.fullmatch(text)
    try:
        if found is None:
            raise ValueError(text)
        packed = found[1].strip().endswith(";base64")
        content = base64.b64decode(found[2], validate=True) if packed else unquote_to_bytes(found[2])
    except (binascii.Error, ValueError):
        expected = "a data: URL, such as data:image/png;base64,..."
        detail = Detail(path="data", expected=expected, got=repr(text[:40]))
        message = "data is not a data: URL."
        raise Problem(Code.INVALID_ARGUMENTS, message, hint=f"Send {expected}", details=[detail]) from None
    if len(content) > MAX_DATA_BYTES:
        message = f"The file has {len(content):,} bytes. A data: URL takes {MAX_DATA_BYTES:,}."
        raise Problem(Code.BODY_TOO_LARGE, message, hint="Send its address as url.")
    return content


def name_file(given: str, found: Format) -> tuple[str, str]:
    """A name for addresses, without its ending, and the title that follows from the given one."""
    base = re.split(r"[/\\]", given)[-1]
    title = base.rpartition(".")[0] or base
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:MAX_STEM].strip("-") or found.mime_type.partition("/")[0]
    # Names of this form are those of smaller versions.
    return f"{stem}-file" if SIZED.search(stem) else stem, title.strip()[:200] or stem
