"""A stored file as an answer to a visitor, or the one range of it that was asked for.

Source: RFC 9110, 14 (several ranges at once may be answered as the whole, 14.2).
"""

import re
from collections.abc import AsyncIterator, Mapping
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from sitehand.store.file_store import FileStore

PIECE_BYTES = 256 * 1024
"""Read at once, and held for each visitor, however slow."""
RANGE = re.compile(r"bytes\s*=\s*(\d{0,18})\s*-\s*(\d{0,18})", re.ASCII)


class Stored(NamedTuple):
    """A version of a file, and the bytes that it has."""

    store: FileStore
    file: str
    version: str
    size: int


async def answer_stored(request: Request, stored: Stored, headers: Mapping[str, str]) -> Response:
    """The file, or a range of it. `headers` have its type and its validator.

    Raises Problem(storage_unavailable) before anything is sent.
    """
    found = _read_range(request, headers["ETag"], stored.size)
    start, end = found or (0, stored.size)
    told = {**headers, "Accept-Ranges": "bytes", "Content-Length": str(end - start)}
    if start >= end:
        return Response(status_code=416, headers={"Content-Range": f"bytes */{stored.size}"})
    if found:
        told["Content-Range"] = f"bytes {start}-{end - 1}/{stored.size}"
    status = 206 if found else 200
    if request.method == "HEAD":
        return Response(status_code=status, headers=told)
    first = await _read(stored, start, min(end, start + PIECE_BYTES))
    return StreamingResponse(_go_on(stored, first, start, end), status, told)


async def _go_on(stored: Stored, first: bytes, start: int, end: int) -> AsyncIterator[bytes]:
    yield first
    for place in range(start + PIECE_BYTES, end, PIECE_BYTES):
        yield await _read(stored, place, min(end, place + PIECE_BYTES))


async def _read(stored: Stored, start: int, end: int) -> bytes:
    return await stored.store.read(stored.file, stored.version, start, end)


def _read_range(request: Request, tag: str, size: int) -> tuple[int, int] | None:
    """The range that is asked for, to before its end; None for the whole. An empty one is beyond the file."""
    found = RANGE.fullmatch(request.headers.get("range", "").strip())
    if not found or request.method not in ("GET", "HEAD") or request.headers.get("if-range", tag) != tag:
        return None
    first, last = found.groups()
    if not first:
        return (max(0, size - int(last)), size) if last else None
    if last and int(last) < int(first):
        return None
    return int(first), min(size, int(last) + 1) if last else size
