"""Where the files of media lie: in the data folder, or in a bucket of an S3-compatible store. One port, two forms."""

import hashlib
import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import IO, NamedTuple, Protocol

from sitehand.settings import Settings

FOLDER = "files"
"""The name of the folder of the files, in the data folder and in a backup."""
FULL = "full"
"""The version that a file is named by."""
NAME = re.compile(r"[0-9a-f]{64}")
VERSION = re.compile(r"[a-z][a-z0-9]{0,31}")
Versions = Mapping[str, bytes | Path]
"""A file and what was made of it, such as its smaller sizes, by the name of each."""


class StoredVersion(NamedTuple):
    """A version of a file: the hash of the file, its own name, and its bytes."""

    file: str
    name: str
    size: int


class FileStore(Protocol):
    """Files that never change, each under the SHA-256 of its bytes.

    Raises Problem: storage_full, storage_unavailable while the store does not answer as it should.
    """

    @property
    def place_name(self) -> str:
        """Where the files are, for the owner to read."""

    async def place(self, versions: Versions) -> str:
        """Keep a file with the versions of it that are not there yet; the hash of `full`, which comes last."""

    async def mark(self, file: str) -> None:
        """Say that a file and its versions are needed from now on, though no row says so yet, as `place` does."""

    async def measure(self, file: str, version: str) -> int | None:
        """The bytes of a version; None when it is not there."""

    async def read(self, file: str, version: str, start: int, end: int) -> bytes:
        """The bytes of a version from `start` to before `end`."""

    def open(self, file: str, version: str) -> AbstractContextManager[IO[bytes]]:
        """A version, to read it from its beginning. Raises FileNotFoundError for one that is not there."""

    def list_all(self, before: float) -> Iterator[str]:
        """The names of files that nobody has placed since that moment, in epoch seconds."""

    def list_versions(self) -> Iterator[StoredVersion]:
        """Every version of every file."""

    def remove(self, file: str, before: float, only: Collection[str] = ()) -> bool:
        """Remove a file with its versions, unless somebody has placed it since that moment, or it may be another's.

        `only`: these versions, and the file stays.
        """

    def remove_drafts(self, before: float) -> None:
        """Remove what a process left that ended while it wrote."""

    def find_fault(self) -> str:
        """What is wrong with the store, in a sentence; "" when it takes, gives and removes files."""


def open_files(settings: Settings) -> FileStore:
    """The store that the settings name; nothing is asked yet."""
    data = settings.data.resolve()
    if not settings.files_url:
        from sitehand.store.media_files import MediaFiles  # noqa: PLC0415 - one of the two is needed

        return MediaFiles(data)
    from sitehand.store.s3_files import S3Files  # noqa: PLC0415 - its library takes memory, and is an extra

    return S3Files(data, settings.files_url, settings.files_endpoint)


def hash_file(content: bytes | Path) -> str:
    """The name of a file. Takes its time for a long one."""
    if isinstance(content, bytes):
        return hashlib.sha256(content).hexdigest()
    with content.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def is_name(file: str, version: str) -> bool:
    """Whether these can be the names of a file and a version."""
    return bool(NAME.fullmatch(file) and VERSION.fullmatch(version))
