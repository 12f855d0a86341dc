"""Files on their way in, from whatever door: to the disk as they come, under the name of their sender."""

from collections.abc import AsyncIterable, AsyncIterator

from starlette.datastructures import UploadFile
from starlette.requests import Request

from sitehand.store.staged_files import PIECE_BYTES, StagedFiles, tag

ALLOW = "sitehand.allow_body"
"""The key in the ASGI scope of a function that makes room for a larger body, given bytes and seconds."""
FORM_BYTES = 20 * 64 * 1024
"""Bytes of a form, beside the file in it."""


class FileReceiver:
    """Receives files of at most so many bytes, within so many seconds."""

    def __init__(self, staged: StagedFiles, max_bytes: int, seconds: float) -> None:
        self._staged = staged
        self._max_bytes = max_bytes
        self._seconds = seconds

    def make_room(self, request: Request) -> None:
        """Let the body of a request, of which nothing was read yet, hold a file."""
        make_room(request, self._max_bytes + FORM_BYTES, self._seconds)

    async def receive(self, pieces: AsyncIterable[bytes], caller: str) -> str:
        """Keep a file for this caller; its URI. Raises Problem: body_too_large, storage_full."""
        return await self._staged.receive(pieces, self._max_bytes, lambda digest: f"{tag(caller)}-{digest}")


def make_room(request: Request, max_bytes: int, seconds: float) -> None:
    """Let the body of a request be larger and slower than others."""
    if allow := request.scope.get(ALLOW):
        allow(max_bytes, seconds)


async def read_pieces(file: UploadFile) -> AsyncIterator[bytes]:
    """The file of a form, in pieces."""
    while piece := await file.read(PIECE_BYTES):
        yield piece
