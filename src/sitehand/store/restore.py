"""Brings a backup back: prepared beside the database, then put in its place at once, with no log of the old one left.

A write-ahead log belongs to the database that it was written for; SQLite would play it into whatever file has the
name. Source: https://sqlite.org/howtocorrupt.html#_unlinking_or_renaming_a_database_file_while_in_use
"""

import asyncio
import os
import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, select, update

from sitehand.errors import Code, Problem
from sitehand.guard.attribution import Attribution
from sitehand.store.archive import DATABASE, FILE_PART, SECRETS, Archive, Manifest, Report, open_archive, unreadable
from sitehand.store.backup import check_database
from sitehand.store.capture import take_changes
from sitehand.store.chain import NewerDatabase
from sitehand.store.database import FILE_NAME, Database
from sitehand.store.endings import BROKER, FILE, PASSWORD, Position, UnknownEndings, read_endings, read_name
from sitehand.store.faults import BUSY, code_of, explained, storage_full
from sitehand.store.file_store import FULL, FileStore
from sitehand.store.files import replace_file, sync_file, sync_folder
from sitehand.store.journal import write_entry
from sitehand.store.journal_end import End, forget_end, read_newest, write_end
from sitehand.store.media_files import MediaFiles
from sitehand.store.migration import upgrade
from sitehand.store.occupancy import occupied_alone
from sitehand.store.owner import SECRET as SESSION
from sitehand.store.passphrase import unseal
from sitehand.store.present import Present, apply_present, compare_choices, read_present
from sitehand.store.schema import Schema
from sitehand.store.settings import write_settings
from sitehand.store.sqlite.driver import DriverFault
from sitehand.store.sqlite.files import refuse_others
from sitehand.store.tables import api_keys, pending_changes, retired_secrets, settings

Choose = Callable[[Path], Schema]
KEPT = "sitehand.db.before-restore"
"""The database that was there before."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What was brought back. `ended` is how many endings since then were applied; `unknown` is why nobody knows all
    of them, None when they are known. Then every key was ended with the enrollment, unless the owner wanted to keep
    them. `notices` are sentences on what else is otherwise than in the backup, or than before.
    """

    manifest: Manifest
    ended: int
    unknown: UnknownEndings | None
    notices: Sequence[str]


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of what has ended since the backup: the file's lines, or why not, and the present database."""

    endings: Sequence[Mapping[str, Any]]
    unknown: UnknownEndings | None
    present: Present | None
    same_site: bool
    notices: Sequence[str]


@dataclass(frozen=True, slots=True)
class RestoreOptions:
    """How to restore a backup: by whom, with which passphrase for its secrets (None: without them), whether
    keys stay of which nobody knows whether they have ended since, and where the files go (None: the data folder).
    """

    by: Attribution
    at: str
    passphrase: str | None
    keep_keys: bool
    files: FileStore | None = None


def restore_backup(folder: Path, file: Path, options: RestoreOptions, report: Report, choose: Choose) -> Restored:
    """Put a backup in the place of what the folder has; made when there is none. What was there is kept beside it.

    `choose` says which tables a database should have.

    Raises Problem: conflict when something runs on the folder or the file is no whole backup, verification_failed for
    a damaged database in it, invalid_credential for another passphrase, storage_full, storage_unavailable. Then
    nothing was changed.
    """
    with explained(), open_archive(file) as archive, occupied_alone(folder):
        _refuse_open(folder / FILE_NAME)
        secrets = _open_secrets(archive, options.passphrase, report)
        known = _read_known(folder, archive.manifest.endings)
        with tempfile.TemporaryDirectory(prefix=".restore.", dir=folder) as draft:
            schema = _unpack(archive, Path(draft) / FILE_NAME, report, choose)
            end, ended, notices = asyncio.run(_prepare(Path(draft), schema, options, known))
            _unpack_files(archive, options.files or MediaFiles(folder), Path(draft), report)
            # A crash here leaves no note of the end, rather than the old journal's, which would look like lost entries.
            forget_end(folder)
            _put_in_place(Path(draft) / FILE_NAME, folder / FILE_NAME)
            write_end(folder, end)
        for name, content in secrets.items():
            replace_file(folder / name, content.encode())
        return Restored(archive.manifest, ended, known.unknown, [*known.notices, *notices])


def _read_known(folder: Path, since: Position) -> Known:
    endings: Sequence[Mapping[str, Any]] = ()
    unknown, present, notices = None, None, []
    try:
        endings = read_endings(folder, since)
    except UnknownEndings as fault:
        unknown = fault
    try:
        present = read_present(folder / FILE_NAME)
    except DriverFault as fault:
        notices.append(f"The replaced database cannot be read ({fault}). Revocations come only from {FILE}.")
    return Known(endings, unknown, present, read_name(folder) == since.file, notices)


def _refuse_open(path: Path) -> None:
    """Raise Problem(conflict) when any program has the database open. Its log is worked into it on the way."""
    if not path.exists():
        return
    try:
        refuse_others(path)
    except DriverFault as fault:
        if code_of(fault) in BUSY:
            hint = "Stop the service and every other program that uses it, then try again."
            raise Problem(Code.CONFLICT, f"Another program has {path} open.", hint=hint) from None
        # A damaged database is what the restore replaces.


def _open_secrets(archive: Archive, passphrase: str | None, report: Report) -> dict[str, str]:
    if passphrase is None:
        return {}
    if SECRETS not in archive.manifest.parts:
        raise Problem(
            Code.CONFLICT,
            "This backup has no secrets. Nothing was changed.",
            hint="Restore it without --with-secrets, then enroll with the broker again.",
        )
    sealed = BytesIO()
    archive.extract(SECRETS, sealed, report)
    return unseal(sealed.getvalue(), passphrase)


def _unpack(archive: Archive, path: Path, report: Report, choose: Choose) -> Schema:
    """Lay the database down, checked and in today's shape. Returns which that is."""
    if shutil.disk_usage(path.parent).free < archive.manifest.parts[DATABASE].bytes:
        raise storage_full()
    path.touch(0o600)
    with path.open("wb") as target:
        archive.extract(DATABASE, target, report)
    report(0, 0, "Checking")
    check_database(path)
    try:
        upgrade(path, schema := choose(path))
    except NewerDatabase:
        raise Problem(
            Code.CONFLICT,
            "A later version of Sitehand made this backup. Nothing was changed.",
            hint="Update Sitehand and try again.",
        ) from None
    return schema


def _unpack_files(archive: Archive, files: FileStore, draft: Path, report: Report) -> None:
    """Lay the files of media down, before the database that names them. Those that are there stay: a name is a hash."""
    found: dict[str, list[str]] = {}
    for part in archive.manifest.parts:
        if FILE_PART.fullmatch(part):
            found.setdefault(part.split("/")[1], []).append(part)
    for name, parts in found.items():
        versions = {part.rpartition("/")[2]: draft / part.rpartition("/")[2] for part in parts}
        for part, path in zip(parts, versions.values(), strict=True):
            with path.open("wb") as target:
                archive.extract(part, target, report)
        if FULL not in versions or archive.manifest.parts[f"files/{name}/{FULL}"].sha256 != name:
            raise unreadable(f"the file {name} is not as it was written")
        asyncio.run(files.place(versions))


async def _prepare(folder: Path, schema: Schema, options: RestoreOptions, known: Known) -> tuple[End, int, list[str]]:
    """Write into the database what a restore changes, as one entry of its journal, which is then the newest.

    Returns that, how many endings were applied, and what to report about the rest.
    """

    def work(connection: Connection) -> tuple[End, int, list[str]]:
        connection.execute(delete(settings).where(settings.c.name == SESSION))
        ended = _end_known(connection, options, known)
        notices = _expire_proposals(connection, options.at)
        if known.present is not None:
            notices += compare_choices(connection, known.present)
        write_entry(connection, options.by, take_changes(connection))
        return read_newest(connection), ended, notices

    database = Database(folder, schema)
    try:
        return await database.transact(work)
    finally:
        await database.close()


def _end_known(connection: Connection, options: RestoreOptions, known: Known) -> int:
    """End what the file or the present database says has ended, and all keys when the file cannot say it."""
    _apply_endings(connection, known.endings, options.at)
    ended = len([each for each in known.endings if each["ended"] != "nothing"])
    if known.present is not None:
        ended += apply_present(connection, known.present, options.at, known.same_site)
    if known.unknown is not None and not options.keep_keys:
        _end_keys(connection, options.at)
        _end_enrollment(connection)
    return ended


def _expire_proposals(connection: Connection, now: str) -> list[str]:
    """Nobody knows which of the proposals that wait in the backup were rejected since: none waits any more."""
    waiting = (pending_changes.c.state == "waiting", pending_changes.c.expires > now)
    number = connection.execute(update(pending_changes).where(*waiting).values(expires=now)).rowcount
    return [f"Pending changes in the backup have expired: {number}."] if number else []


def _put_in_place(prepared: Path, path: Path) -> None:
    """Rename it to its name. The log of the old database goes first: a crash in between leaves the old one, whole."""
    sync_file(prepared)
    if path.exists():
        path.with_name(KEPT).unlink(missing_ok=True)
        os.link(path, path.with_name(KEPT))
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    sync_folder(path.parent)
    prepared.replace(path)
    sync_folder(path.parent)


def _apply_endings(connection: Connection, endings: Sequence[Mapping[str, Any]], now: str) -> None:
    """End again what was ended, in the order in which it was. Values that keys were given since work on."""
    for each in endings:
        if each["ended"] == "key":
            _end_keys(connection, now, api_keys.c.secret_sha256 == each["secret_sha256"])
        elif each["ended"] == "value":
            _replace_value(connection, each["secret_sha256"], each["became"])
        elif each["ended"] == "password" and each["hash"]:
            write_settings(connection, {PASSWORD: each["hash"]})
        elif each["ended"] == "broker":
            _end_enrollment(connection)


def _end_keys(connection: Connection, now: str, *which: ColumnElement[bool]) -> None:
    active = (api_keys.c.revoked.is_(None), *which)
    connection.execute(
        delete(retired_secrets).where(retired_secrets.c.key_id.in_(select(api_keys.c.id).where(*active)))
    )
    connection.execute(update(api_keys).where(*active).values(revoked=now))


def _replace_value(connection: Connection, old: str, became: Mapping[str, str]) -> None:
    key_id = connection.execute(select(api_keys.c.id).where(api_keys.c.secret_sha256 == old)).scalar()
    connection.execute(delete(retired_secrets).where(retired_secrets.c.key_id == key_id))
    connection.execute(update(api_keys).where(api_keys.c.id == key_id).values(**became))


def _end_enrollment(connection: Connection) -> None:
    connection.execute(delete(settings).where(settings.c.name == BROKER))
