"""Taking a file in: from an address, a `data:` URL or what was sent before, with the name that it will have."""

import asyncio
import base64
import binascii
import re
import unicodedata
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractContextManager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol
from urllib.parse import unquote_to_bytes

from sitehand.errors import Code, Detail, Problem
from sitehand.files.children import Children
from sitehand.files.formats import Format
from sitehand.files.inspection import MAX_BYTES, SVG_OFF, Inspected, Inspector, Size
from sitehand.files.pdf_text import read_pdf
from sitehand.site.media import FileSource, Focus
from sitehand.site.media_text import MediaText, MediaTextQuery

if TYPE_CHECKING:
    from sitehand.files.fetching import Fetcher

MAX_DATA_BYTES = 60 * 1024
"""Limit on a file in a `data:` URL."""
MAX_STEM = 100
Load = Callable[[], Awaitable[bytes]]
SOURCES = ("url", "data", "file")
DATA_URL = re.compile(r"data:([^,]*),(.*)", re.DOTALL)
SIZED = re.compile(r"-[0-9]+x[0-9]+$")


class Staged(Protocol):
    """Files that were sent before, and room to work on them. Source: `store/staged_files.py`."""

    def get(self, uri: str) -> Path: ...
    def work_folder(self) -> AbstractContextManager[Path]: ...


class Taken(NamedTuple):
    """A file that may be kept; `stem` is its name without the ending, `title` the name as it was given."""

    file: Inspected
    stem: str
    title: str


class Intake:
    """Takes files in, and reads those that are kept; `beside`: images in WebP and AVIF too.

    `refuse_svg` is as in `Inspector`.
    """

    def __init__(
        self, staged: Staged, fetcher: "Fetcher | None" = None, *, beside: bool = True, refuse_svg: str = SVG_OFF
    ) -> None:
        self._staged = staged
        self._given_fetcher = fetcher
        self._children = Children(staged.work_folder)
        self._turn = asyncio.Lock()
        self._inspector = Inspector(self._children, beside=beside, refuse_svg=refuse_svg)

    async def take(self, new: FileSource) -> Taken:
        """The file of exactly one of an address, a `data:` URL and a file that was sent before.

        Raises Problem: invalid_arguments, unsupported_media_type, body_too_large, not_found.
        """
        given = [name for name in SOURCES if getattr(new, name) is not None]
        if len(given) != 1:
            detail = Detail(
                path="url", expected=f"exactly one of {', '.join(SOURCES)}", got=" and ".join(given) or "none"
            )
            message = "A file needs exactly one of url, data and file."
            raise Problem(Code.INVALID_ARGUMENTS, message, hint="Send one of them.", details=[detail])
        file, name = await self._inspect(new)
        stem, title = name_file(new.suggest_name() or name, file.format)
        return Taken(file, stem, title)

    async def crop(self, content: bytes, focus: Focus) -> Mapping[str, Size]:
        """The crop of an image that was taken in before, around that point."""
        return await self._inspector.crop(content, focus)

    async def encode(self, content: bytes, wanted: Format) -> bytes | None:
        """An image that was taken in before in another format; None where that is no smaller. Raises Problem."""
        return await self._inspector.encode(content, wanted)

    async def read_pdf(self, load: Load, wanted: MediaTextQuery) -> MediaText:
        """The text of a PDF, from the page that is wanted. Raises Problem.

        One at a time, which is loaded when its turn comes: those that wait take no memory, and readers leave a place
        for who adds files.
        """
        async with self._turn:
            return await read_pdf(self._children, await load(), wanted)

    @cached_property
    def _fetcher(self) -> "Fetcher":
        from sitehand.files.fetching import Fetcher  # noqa: PLC0415 - most files are sent, and it takes an HTTP client

        return self._given_fetcher or Fetcher(MAX_BYTES)

    async def _inspect(self, new: FileSource) -> tuple[Inspected, str]:
        if new.file is not None:
            return await self._inspector.inspect_file(self._staged.get(new.file), new.suggest_focus()), ""
        content, name = (read_data(new.data), "") if new.data is not None else await self._fetcher.fetch(new.url or "")
        return await self._inspector.inspect(content, new.suggest_focus()), name


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
