"""Makes a backup: a copy of the database as it is at one moment, checked, in one file. The service may run meanwhile.

What would open the site to whoever finds the file stays out: free pages with what was deleted, the secret that signs
sessions, and, unless it is sealed by a passphrase, the key of the broker's secret.
"""

import tempfile
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from pathlib import Path

from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from sitehand.errors import Code, Problem
from sitehand.site.values import iso
from sitehand.store.archive import DATABASE, SECRETS, ArchiveWriter, Manifest, Report, write_archive
from sitehand.store.broker import KEY_FILE
from sitehand.store.chain import LEDGER_CHAIN
from sitehand.store.database import FILE_NAME
from sitehand.store.endings import current_position
from sitehand.store.faults import explained
from sitehand.store.file_store import FOLDER, FULL, FileStore
from sitehand.store.files import check_target, sync_file, sync_folder
from sitehand.store.journal import find_break
from sitehand.store.media_files import MediaFiles
from sitehand.store.occupancy import Occupancy
from sitehand.store.passphrase import seal
from sitehand.store.sqlite.files import copy_compact, erase, find_damage


@dataclass(frozen=True, slots=True)
class Backup:
    """What was made; `broken` is where the journal's chain does not hold, which no backup mends."""

    manifest: Manifest
    broken: str | None


@dataclass(frozen=True, slots=True)
class BackupOptions:
    """With a passphrase the key of the broker's secret is in the backup, sealed; `replace`: a target that is there;
    `files`: where the files of media lie, None for the data folder.
    """

    passphrase: str | None = None
    replace: bool = False
    files: FileStore | None = None


PLAIN = BackupOptions()


def make_backup(folder: Path, target: Path, *, now: datetime, report: Report, options: BackupOptions = PLAIN) -> Backup:
    """Write a backup of the folder to the target, which is there whole or not at all.

    Raises Problem: not_found, conflict for a target that is there, verification_failed for a damaged database,
    storage_full, storage_unavailable.
    """
    if not (folder / FILE_NAME).is_file():
        raise Problem(Code.NOT_FOUND, f"There is no site in {folder}.", hint="Name its folder with --data.")
    if target.exists() and not options.replace:
        raise Problem(Code.CONFLICT, f"{target} exists.", hint="Choose another name, or replace it with --overwrite.")
    check_target(target)
    occupancy = Occupancy(folder)
    occupancy.take()
    try:
        with explained(), tempfile.TemporaryDirectory(prefix=f".{target.name}.", dir=target.parent) as draft:
            return _make(folder, target, Path(draft), iso(now), report, options)
    finally:
        occupancy.leave()


def check_database(path: Path) -> str | None:
    """Look through a database that nobody else uses. Returns where the journal's chain does not hold, if anywhere.

    Raises Problem(verification_failed) for a damaged one.
    """
    if damage := find_damage(path):
        raise Problem(
            Code.VERIFICATION_FAILED,
            f"The database is damaged: {damage}.",
            hint="Keep a copy of the folder, and restore the last good backup (docs/backup.md).",
        )
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)
    with engine.connect() as opened:
        return find_break(opened)


def _make(folder: Path, target: Path, draft: Path, now: str, report: Report, options: BackupOptions) -> Backup:
    endings = current_position(folder)  # before the copy: what is noted from here on may be missing in it
    copy, packed = draft / DATABASE, draft / "archive"
    _copy_database(folder / FILE_NAME, copy, report)
    report(0, 0, "Checking")
    broken = check_database(copy)
    with write_archive(packed) as archive:
        with copy.open("rb") as content:
            archive.add(DATABASE, content, copy.stat().st_size, report)
        _add_files(options.files or MediaFiles(folder), archive, report)
        if options.passphrase is not None:
            sealed = seal(_read_secrets(folder), options.passphrase)
            archive.add(SECRETS, BytesIO(sealed), len(sealed), report)
        manifest = archive.finish(now, LEDGER_CHAIN.read_file(copy), endings)
    sync_file(packed)
    packed.replace(target)
    sync_folder(target.parent)
    return Backup(manifest, broken)


def _copy_database(source: Path, copy: Path, report: Report) -> None:
    """Copy what is committed at this moment, without free pages and without the secret of the sessions."""
    copy.touch(0o600)
    copy_compact(source, copy, lambda done, total: report(done, total, "Copying"))
    erase(copy, "DELETE FROM settings WHERE name = 'session_secret'")


def _add_files(files: FileStore, archive: ArchiveWriter, report: Report) -> None:
    """The files of media, after the copy of the database: what that names is there, as nothing new is removed.

    Versions without `full` are what an upload or a removal left that was cut off. They are no file, and no restore
    takes them.
    """
    versions = list(files.list_versions())
    whole = {version.file for version in versions if version.name == FULL}
    for version in versions:
        if version.file in whole:
            try:
                with files.open(version.file, version.name) as content:
                    archive.add(f"{FOLDER}/{version.file}/{version.name}", content, version.size, report)
            except FileNotFoundError:  # the service has cleared it meanwhile, as nothing needs it
                whole.remove(version.file)


def _read_secrets(folder: Path) -> dict[str, str]:
    key = folder / KEY_FILE
    return {KEY_FILE: key.read_text("ascii")} if key.exists() else {}
