"""Files that callers have sent and nothing uses yet: each under its sender and a name that only the sender knows.

A file comes in pieces and goes to the disk as it comes. It stays for a day, and longer while a write that needs
approval names it.
"""

import asyncio
import hashlib
import os
import re
import secrets
from collections.abc import AsyncIterable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO

from sitehand.errors import Code, Problem, not_found
from sitehand.store.faults import explained
from sitehand.store.files import is_older

FOLDER = "uploads"
SCHEME = "sitehand-file:"
NAME = re.compile(r"[0-9a-f]{16}-[0-9a-f]{64}")
DRAFT = ".draft."
PIECE_BYTES = 1024 * 1024
"""Written at once."""
HINT = "Send the file first: create_upload says where to."


@dataclass(slots=True)
class Draft:
    """A file that is being received."""

    path: Path
    opened: BinaryIO
    size: int = 0
    digest: Any = field(default_factory=hashlib.sha256)

    def add(self, piece: bytes) -> None:
        """Write a piece."""
        self.opened.write(piece)
        self.digest.update(piece)
        self.size += len(piece)


class StagedFiles:
    """The files of one data folder; the folder for them is made with the first."""

    def __init__(self, data: Path) -> None:
        self.folder = data / FOLDER

    async def receive(self, pieces: AsyncIterable[bytes], max_bytes: int, name: Callable[[str], str]) -> str:
        """Keep a file under the name that follows from its SHA-256; its URI.

        Raises Problem: body_too_large, storage_full, and whatever `pieces` raises; then nothing is left.
        """
        with explained():
            draft = await asyncio.to_thread(self._open)
            try:
                async for piece in _gather(pieces):
                    await asyncio.to_thread(draft.add, piece)
                    _check_size(draft.size, max_bytes)
                return SCHEME + await asyncio.to_thread(self._keep, draft, name(draft.digest.hexdigest()))
            finally:
                draft.opened.close()
                draft.path.unlink(missing_ok=True)

    def get(self, uri: str) -> Path:
        """The file of a URI. Raises Problem(not_found)."""
        name = uri.removeprefix(SCHEME)
        path = self.folder / name
        if not NAME.fullmatch(name) or not path.is_file():
            raise not_found("uploaded file", uri, HINT)
        return path

    def list_old(self, before: float) -> Iterator[Path]:
        """Files, whole or not, and folders that were written before that moment, in epoch seconds."""
        for path in sorted(self.folder.glob("*")):
            if is_older(path, before):
                yield path

    @contextmanager
    def work_folder(self) -> Iterator[Path]:
        """A folder to work on a file in. It lies here so that what a killed process leaves of it is cleared too.

        Raises Problem(storage_full).
        """
        with explained():
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            # A thread of a call that was cancelled may still be writing.
            with TemporaryDirectory(prefix=DRAFT, dir=self.folder, ignore_cleanup_errors=True) as name:
                yield Path(name)

    def _open(self) -> Draft:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self.folder / f"{DRAFT}{secrets.token_hex(16)}"
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        return Draft(path, os.fdopen(handle, "wb", buffering=0))

    def _keep(self, draft: Draft, name: str) -> str:
        os.fsync(draft.opened.fileno())
        draft.path.replace(self.folder / name)
        return name


def tag(caller: str) -> str:
    """How the names of a caller's files begin."""
    return hashlib.sha256(caller.encode()).hexdigest()[:16]


def check_sender(uri: str, caller: str) -> None:
    """Raises Problem(not_found) for a file that somebody else has sent."""
    if not uri.startswith(f"{SCHEME}{tag(caller)}-"):
        raise not_found("uploaded file", uri, HINT)


async def _gather(pieces: AsyncIterable[bytes]) -> AsyncIterable[bytes]:
    """Small pieces as larger ones, so that few threads are asked."""
    gathered = bytearray()
    async for piece in pieces:
        gathered += piece
        if len(gathered) >= PIECE_BYTES:
            yield bytes(gathered)
            gathered.clear()
    yield bytes(gathered)


def _check_size(size: int, max_bytes: int) -> None:
    if size > max_bytes:
        message = f"The file is larger than {max_bytes:,} bytes."
        raise Problem(Code.BODY_TOO_LARGE, message, hint="Send a smaller file.")
