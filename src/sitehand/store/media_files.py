"""Files of media in the data folder, each under the SHA-256 of its bytes, with the smaller versions of an image.

A file is written before the transaction that refers to it, and removed when neither a row nor the journal needs it.
"""

import asyncio
import os
import shutil
import tempfile
from collections.abc import Collection, Iterator
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import IO

from sitehand.store.faults import explained
from sitehand.store.file_lock import file_lock
from sitehand.store.file_store import FOLDER, FULL, NAME, VERSION, StoredVersion, Versions, hash_file, is_name
from sitehand.store.files import is_older, sync_file, sync_folder

DRAFT = ".draft."


class MediaFiles:
    """Implements `store.file_store.FileStore`; the folder is made with the first file."""

    place_name = "the data folder"

    def __init__(self, data: Path) -> None:
        self.folder = data / FOLDER

    async def place(self, versions: Versions) -> str:
        """Keep a file with the versions of it that are not there yet; the hash of `full`.

        Raises Problem(storage_full); then nothing is left.
        """
        return await asyncio.to_thread(self._place, versions)

    def _place(self, versions: Versions) -> str:
        name = hash_file(versions[FULL])
        target = self._locate(name)
        with explained(), file_lock(self.folder):
            if missing := {each: content for each, content in versions.items() if not (target / each).is_file()}:
                self._write(target, missing)
            os.utime(target)  # it is needed from now on, though no row says so yet
        return name

    async def mark(self, file: str) -> None:
        """Say that a file is needed from now on, though no row says so yet."""
        await asyncio.to_thread(self._mark, self._locate(file))

    def _mark(self, target: Path) -> None:
        with file_lock(self.folder), suppress(FileNotFoundError):
            os.utime(target)

    async def measure(self, file: str, version: str) -> int | None:
        """The bytes of a version; None when it is not there."""
        path = self.find(file, version)
        return path.stat().st_size if path else None

    async def read(self, file: str, version: str, start: int, end: int) -> bytes:
        """The bytes of a version from `start` to before `end`."""
        with explained():
            return await asyncio.to_thread(_read, self._locate(file) / version, start, end)

    def find(self, file: str, version: str) -> Path | None:
        """The path of a version; None when it is not there."""
        path = self._locate(file) / version
        return path if is_name(file, version) and path.is_file() else None

    def open(self, file: str, version: str) -> AbstractContextManager[IO[bytes]]:
        """A version, to read it from its beginning."""
        return (self._locate(file) / version).open("rb")

    def list_all(self, before: float) -> Iterator[str]:
        """The names of files that nobody has placed since that moment, in epoch seconds."""
        for path in sorted(self.folder.glob("??/*")):
            if NAME.fullmatch(path.name) and is_older(path, before):
                yield path.name

    def list_versions(self) -> Iterator[StoredVersion]:
        """Every version of every file."""
        for path in sorted(self.folder.glob("??/*/*")):
            if NAME.fullmatch(path.parent.name) and VERSION.fullmatch(path.name):
                yield StoredVersion(path.parent.name, path.name, path.stat().st_size)

    def remove(self, file: str, before: float, only: Collection[str] = ()) -> bool:
        """Remove a file with its versions, or `only` these, unless somebody has placed it again since that moment."""
        target = self._locate(file)
        with file_lock(self.folder):
            there = target.stat()
            if there.st_mtime >= before:
                return False
            if not only:
                shutil.rmtree(target)
                return True
            for version in only:
                (target / version).unlink(missing_ok=True)
            os.utime(target, ns=(there.st_atime_ns, there.st_mtime_ns))  # nobody has placed it
            return True

    def remove_drafts(self, before: float) -> None:
        """Remove what a process left that ended while it wrote."""
        for path in self.folder.glob(f"{DRAFT}*"):
            if is_older(path, before):
                shutil.rmtree(path, ignore_errors=True)

    def find_fault(self) -> str:
        """Report no fault: other checks tell whether the data folder can be written."""
        return ""

    def _write(self, target: Path, versions: Versions) -> None:
        """Write what is missing: a file as a whole folder, or further versions of one that is there."""
        with tempfile.TemporaryDirectory(prefix=DRAFT, dir=self.folder) as name:
            draft = Path(name) / "file"
            draft.mkdir(mode=0o700)
            for version, content in versions.items():
                if isinstance(content, Path):
                    shutil.copyfile(content, draft / version)
                else:
                    (draft / version).write_bytes(content)
                sync_file(draft / version)
            sync_folder(draft)
            target.parent.mkdir(exist_ok=True, mode=0o700)
            if target.is_dir():
                for version in versions:
                    (draft / version).replace(target / version)
                sync_folder(target)
            else:
                draft.rename(target)
        sync_folder(target.parent)

    def _locate(self, name: str) -> Path:
        return self.folder / name[:2] / name


def _read(path: Path, start: int, end: int) -> bytes:
    with path.open("rb") as opened:
        return os.pread(opened.fileno(), end - start, start)
