"""The file that a backup is: a ZIP with parts, and a manifest that names them all with their size and SHA-256."""

import hashlib
import json
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

from sitehand import __version__
from sitehand.errors import Code, Problem
from sitehand.store.endings import Position

FORM, VERSION = "sitehand-backup", 1
MANIFEST, DATABASE, SECRETS = "manifest.json", "sitehand.db", "secrets.sealed"
PARTS = (DATABASE, SECRETS)
FILE_PART = re.compile(r"files/[0-9a-f]{64}/[a-z][a-z0-9]{0,31}")
"""The parts that this version knows, and the names of those that are files. Another one comes from a later version."""
MAX_MANIFEST_BYTES = 256 * 1024 * 1024
"""A version of a file takes some 250 bytes: room for a million of them."""
CHUNK = 1024 * 1024
Report = Callable[[int, int, str], None]
"""Is told how much of how much is done, in bytes, and of what."""


@dataclass(frozen=True, slots=True)
class Part:
    """A file of the archive. Raises ValueError for what cannot be one."""

    bytes: int
    sha256: str

    def __post_init__(self) -> None:
        if type(self.bytes) is not int or self.bytes < 0:
            raise ValueError(self)


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an archive says of itself.

    `created` is a moment, `sitehand` and `schema` are the versions of the program and of the database, `endings` is how
    far the file of endings had come before the copy was made.
    """

    created: str
    schema: str
    endings: Position
    parts: Mapping[str, Part]
    sitehand: str = __version__


class ArchiveWriter:
    """Writes an archive: its parts, then the manifest."""

    def __init__(self, file: zipfile.ZipFile) -> None:
        self._file = file
        self._parts: dict[str, Part] = {}

    def add(self, name: str, content: IO[bytes], size: int, report: Report) -> None:
        """Add a part of that many bytes."""
        # The size is only known at the end, and may pass 2 GiB.
        with self._file.open(name, "w", force_zip64=True) as target:
            self._parts[name] = _copy(content, target, size, lambda done: report(done, size, "Packing"))

    def finish(self, created: str, schema: str, endings: Position) -> Manifest:
        """Write the manifest."""
        manifest = Manifest(created, schema, endings, self._parts)
        self._file.writestr(MANIFEST, json.dumps({"form": FORM, "version": VERSION, **asdict(manifest)}, indent=2))
        return manifest


@contextmanager
def write_archive(path: Path) -> Iterator[ArchiveWriter]:
    """Write an archive where there is none."""
    # A backup has secrets: nobody else may read it, from its first byte on.
    path.touch(0o600)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file:
        yield ArchiveWriter(file)


class Archive:
    """An archive that is read; what it says of itself is `manifest`."""

    def __init__(self, file: zipfile.ZipFile) -> None:
        self._file = file
        self.manifest = _read_manifest(file)

    def extract(self, name: str, target: IO[bytes], report: Report) -> None:
        """Copy a part out. Raises Problem(conflict) when it is not as the manifest has it."""
        part = self.manifest.parts[name]
        with _readable(), self._file.open(name) as content:
            found = _copy(content, target, part.bytes, lambda done: report(done, part.bytes, "Unpacking"))
        if found != part:
            raise unreadable(f"{name} is not as it was written")


@contextmanager
def open_archive(path: Path) -> Iterator[Archive]:
    """Read an archive. Raises Problem(conflict) for what is none, is damaged, or comes from a later version."""
    with _readable():
        file = zipfile.ZipFile(path)
    with file:
        yield Archive(file)


def _read_manifest(file: zipfile.ZipFile) -> Manifest:
    with _readable():
        with file.open(MANIFEST) as opened:
            told: dict[str, Any] = json.loads(opened.read(MAX_MANIFEST_BYTES))
        form, version = told.pop("form"), told.pop("version")
        if form != FORM:
            raise ValueError(form)
        if version != VERSION or not all(name in PARTS or FILE_PART.fullmatch(name) for name in told["parts"]):
            raise unreadable("a later version of Sitehand made it; update the program")
        parts = {name: Part(**part) for name, part in told["parts"].items()}
        manifest = Manifest(**{**told, "parts": parts, "endings": Position(**told["endings"])})
        if sorted(file.namelist()) != sorted([*parts, MANIFEST]) or DATABASE not in parts:
            raise ValueError(file.namelist())
        return manifest


@contextmanager
def _readable() -> Iterator[None]:
    try:
        yield
    except (zipfile.BadZipFile, zipfile.LargeZipFile, ValueError, KeyError, TypeError, EOFError, OSError) as fault:
        # With a number it is a fault of the disk, and says nothing about the archive.
        if isinstance(fault, OSError) and fault.errno:
            raise
        raise unreadable("it is damaged, or not a backup") from fault


def unreadable(why: str) -> Problem:
    """The refusal of a file that is no whole backup of a version that is known."""
    return Problem(
        Code.CONFLICT, f"The backup cannot be restored: {why}. Nothing was changed.", hint="Use another backup."
    )


def _copy(content: IO[bytes], target: IO[bytes], most: int, report: Callable[[int], None]) -> Part:
    """Copy no more than `most` bytes and one, whatever the archive says."""
    hashed, done = hashlib.sha256(), 0
    while chunk := content.read(min(CHUNK, most + 1 - done)):
        target.write(chunk)
        hashed.update(chunk)
        done += len(chunk)
        report(done)
    return Part(done, hashed.hexdigest())
