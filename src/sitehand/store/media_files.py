"""Files of media in the data folder, each under the SHA-256 of its bytes, with the smaller versions of an image.

A file is written before the transaction that refers to it, and removed when neither a row nor the journal needs it.
"""

import fcntl
import hashlib
import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from sitehand.store.faults import explained
from sitehand.store.files import is_older, sync_file, sync_folder

FOLDER = "files"
FULL = "full"
NAME = re.compile(r"[0-9a-f]{64}")
VERSION = re.compile(r"[a-z]{1,20}")
DRAFT, LOCK = ".draft.", ".lock"


class MediaFiles:
    """The files of one data folder; the folder for them is made with the first."""

    def __init__(self, data: Path) -> None:
        self.folder = data / FOLDER

    def place(self, versions: Mapping[str, bytes | Path]) -> str:
        """Keep a file and its smaller versions, by the name of each; the hash of `full`.

        Raises Problem(storage_full); then nothing is left.
        """
        name = _hash(versions[FULL])
        target = self._locate(name)
        with explained():
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            with self._alone():
                if not target.is_dir():
                    self._write(target, versions)
                os.utime(target)  # it is needed from now on, though no row says so yet
        return name

    def find(self, name: str, version: str) -> Path | None:
        """The path of a version; None when it is not there."""
        if not NAME.fullmatch(name) or not VERSION.fullmatch(version):
            return None
        path = self._locate(name) / version
        return path if path.is_file() else None

    def list_all(self, before: float) -> Iterator[str]:
        """The names of files that nobody has placed since that moment, in epoch seconds."""
        for path in sorted(self.folder.glob("??/*")):
            if NAME.fullmatch(path.name) and is_older(path, before):
                yield path.name

    def list_versions(self) -> Iterator[tuple[str, Path]]:
        """Every version of every file: the hash of the file, and the path."""
        for path in sorted(self.folder.glob("??/*/*")):
            if NAME.fullmatch(path.parent.name) and VERSION.fullmatch(path.name):
                yield path.parent.name, path

    def remove(self, name: str, before: float) -> bool:
        """Remove a file with its versions, unless somebody has placed it again since that moment."""
        target = self._locate(name)
        with self._alone():
            if target.stat().st_mtime >= before:
                return False
            shutil.rmtree(target)
            return True

    def remove_drafts(self, before: float) -> None:
        """Remove what a process left that ended while it wrote."""
        for path in self.folder.glob(f"{DRAFT}*"):
            if is_older(path, before):
                shutil.rmtree(path, ignore_errors=True)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """No other process places or removes a file meanwhile."""
        with (self.folder / LOCK).open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _write(self, target: Path, versions: Mapping[str, bytes | Path]) -> None:
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
            draft.rename(target)
        sync_folder(target.parent)

    def _locate(self, name: str) -> Path:
        return self.folder / name[:2] / name


def _hash(content: bytes | Path) -> str:
    if isinstance(content, bytes):
        return hashlib.sha256(content).hexdigest()
    with content.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
