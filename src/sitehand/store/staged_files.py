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
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO

from anyio import CancelScope

from sitehand.errors import Code, Problem, not_found
from sitehand.store.faults import explained
from sitehand.store.files import is_older, sync_file

FOLDER = "uploads"
SCHEME = "sitehand-file:"
NAME = re.compile(r"[0-9a-f]{16}-[0-9a-f]{64}")
DRAFT = ".draft."
PIECE_BYTES = 1024 * 1024
"""How many bytes are written at once."""
HINT = "Send the file first: create_upload says where to."


@dataclass(slots=True)
class Draft:
    """A file that is being received."""

    path: Path
    opened: BinaryIO | None = None
    size: int = 0
    digest: Any = field(default_factory=hashlib.sha256)

    def add(self, piece: bytes) -> None:
        """Write a piece, whole: what is buffered raises for one of which the disk takes only a part."""
        if self.opened is None:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            self.opened = os.fdopen(handle, "wb")
        self.opened.write(piece)
        self.opened.flush()
        self.digest.update(piece)
        self.size += len(piece)

    def keep(self, path: Path) -> None:
        """Give the file its name when it is on the disk."""
        sync_file(self.path)
        self.path.replace(path)

    def close(self) -> None:
        """Let go of the file, and of what has no name yet."""
        self.path.unlink(missing_ok=True)
        if self.opened is not None:
            self.opened.close()


class StagedFiles:
    """The files of one data folder; the folder for them is made with the first."""

    def __init__(self, data: Path) -> None:
        self.folder = data / FOLDER

    async def receive(self, pieces: AsyncIterable[bytes], max_bytes: int, name: Callable[[str], str]) -> str:
        """Keep a file under the name that follows from its SHA-256; its URI.

        Raises Problem: body_too_large, storage_full, and whatever `pieces` raises; then nothing is left.
        """
        draft = Draft(self.folder / f"{DRAFT}{secrets.token_hex(16)}")
        with explained(), closing(draft):
            async for piece in _gather(pieces):
                await _finish(draft.add, piece)
                _check_size(draft.size, max_bytes)
            kept = name(draft.digest.hexdigest())
            await _finish(draft.keep, self.folder / kept)
            return SCHEME + kept

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


def tag(caller: str) -> str:
    """How the names of a caller's files begin."""
    return hashlib.sha256(caller.encode()).hexdigest()[:16]


def check_sender(uri: str, caller: str) -> None:
    """Raises Problem(not_found) for a file that somebody else has sent."""
    if not uri.startswith(f"{SCHEME}{tag(caller)}-"):
        raise not_found("uploaded file", uri, HINT)


async def _finish(work: Callable[..., None], *arguments: object) -> None:
    """Do it in a thread. Who is cancelled waits for the thread, so that nobody closes a file that it writes."""
    done = asyncio.ensure_future(asyncio.to_thread(work, *arguments))
    try:
        await asyncio.shield(done)
    except asyncio.CancelledError:
        # A cancelled scope of anyio would cancel this task in each round of the loop.
        with CancelScope(shield=True):
            while not done.done():
                with suppress(asyncio.CancelledError):
                    await asyncio.wait([done])
        done.exception()  # nobody else will look at it
        raise


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
