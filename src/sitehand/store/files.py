"""Small files beside the database: whole or not at all, on the disk, and for their owner alone."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

from sitehand.errors import Code, Problem


def replace_file(file: Path, content: bytes) -> None:
    """Write a file in place of whatever was there."""
    draft = _write_draft(file, content)
    draft.replace(file)
    sync_folder(file.parent)


def create_file(file: Path, content: bytes) -> None:
    """Write a file where there is none; who comes second finds the first one's."""
    draft = _write_draft(file, content)
    try:
        with suppress(FileExistsError):
            # A link fails where there is a file, which a rename would replace.
            os.link(draft, file)
    finally:
        draft.unlink()
    sync_folder(file.parent)


def check_target(file: Path) -> None:
    """Raise Problem(storage_unavailable) unless a file can be written at that path."""
    folder = file.parent
    if not folder.is_dir():
        raise Problem(
            Code.STORAGE_UNAVAILABLE, f"There is no folder {folder}.", hint="Create it, or choose another place."
        )
    if not os.access(folder, os.W_OK | os.X_OK):
        raise Problem(
            Code.STORAGE_UNAVAILABLE, f"This user cannot write to the folder {folder}.", hint="Choose another place."
        )


def identify_file(file: Path) -> tuple[int, int] | None:
    """The device and inode of the file that a path leads to now; None where it leads to none."""
    try:
        found = os.stat(file)  # noqa: PTH116 - half the time of Path.stat, and each request asks
    except OSError:
        return None
    return found.st_dev, found.st_ino


def is_older(path: Path, before: float) -> bool:
    """Whether a file or folder is there, and was written before that moment, in epoch seconds."""
    try:
        return path.stat().st_mtime < before
    except FileNotFoundError:
        return False


def sync_folder(folder: Path) -> None:
    """Wait until the disk knows which files the folder has."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sync_file(file: Path) -> None:
    """Wait until the disk has what the file holds."""
    with file.open("rb") as opened:
        os.fsync(opened.fileno())


def _write_draft(file: Path, content: bytes) -> Path:
    draft = file.with_name(f"{file.name}.{secrets.token_hex(8)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as target:
            target.write(content)
            target.flush()
            os.fsync(target.fileno())
    except BaseException:
        draft.unlink()
        raise
    return draft
