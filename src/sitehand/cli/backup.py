"""`sitehand backup` and `sitehand restore`."""

import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sitehand.cli.parts import Data, read_settings
from sitehand.cli.site import show_findings
from sitehand.cli.terminal import make_progress, read_passphrase, show_error, tell

if TYPE_CHECKING:
    from sitehand.store.restore import Restored

# Every other import is in the function that needs it: the server must start fast and stay small, `--help` too.
# ruff: noqa: PLC0415
app = typer.Typer()
BackupFile = Annotated[Path, typer.Argument(dir_okay=False, help="The backup.")]


@app.command(
    epilog="Examples: sitehand backup monday.sitehand --data /srv/site\n\nsitehand backup all.sitehand --with-secrets"
)
def backup(
    file: BackupFile,
    data: Data = None,
    with_secrets: Annotated[
        bool, typer.Option("--with-secrets", help="Include the broker's key, encrypted with a passphrase.")
    ] = False,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace an existing file.")] = False,
) -> None:
    """Back up the site into one checked file. The service can keep running. Exit code 1 if the journal is broken."""
    from sitehand.site.values import utc_now
    from sitehand.store.backup import BackupOptions, make_backup
    from sitehand.store.file_store import open_files

    settings = read_settings(data=data)
    passphrase = read_passphrase(settings.backup_passphrase, confirm=True) if with_secrets else None
    files = open_files(settings)
    with _shown_progress() as show:
        made = make_backup(
            settings.data.resolve(),
            file.resolve(),
            now=utc_now(),
            report=show,
            options=BackupOptions(passphrase, overwrite, files),
        )
    number = sum(name.startswith("files/") and name.endswith("/full") for name in made.manifest.parts)
    tell(f"Backup written to {file} ({file.stat().st_size} bytes). Files of media from {files.place_name}: {number}.")
    if made.broken:
        show_error(f"The journal in this backup is not intact: {made.broken}")
        raise typer.Exit(1)


@app.command(epilog="Example: sitehand restore monday.sitehand --data /srv/site")
def restore(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="The backup.")],
    data: Data = None,
    with_secrets: Annotated[
        bool, typer.Option("--with-secrets", help="Restore the secrets too. Needs the passphrase of the backup.")
    ] = False,
    keep_keys: Annotated[
        bool, typer.Option("--keep-keys", help="Keep keys that may have been revoked since the backup.")
    ] = False,
) -> None:
    """Replace the site with a backup, then check it. Stop the service first.

    The exit code is doctor's, or 1 if revocations since the backup may be lost.
    """
    import asyncio

    from sitehand.doctor import examine
    from sitehand.hosts.choice import choose_schema
    from sitehand.owner import attribute_command
    from sitehand.site.values import iso, utc_now
    from sitehand.store.file_store import open_files
    from sitehand.store.restore import RestoreOptions, restore_backup

    settings = read_settings(data=data)
    passphrase = read_passphrase(settings.backup_passphrase, confirm=False) if with_secrets else None
    by = attribute_command("restore", backup=file.name, keep_keys=keep_keys)
    files = open_files(settings)
    options = RestoreOptions(by, iso(utc_now()), passphrase, keep_keys, files)
    with _shown_progress() as show:
        restored = restore_backup(settings.data.resolve(), file.resolve(), options, show, choose_schema)
    tell(f"The site in {settings.data.resolve()} is as it was on {restored.manifest.created}.")
    for sentence in (_tell_endings(restored, keep_keys, settings.data), *restored.notices):
        tell(sentence)
    found = show_findings(asyncio.run(examine(settings)))
    accepted = restored.unknown is None or (keep_keys and not restored.unknown.damaged)
    raise typer.Exit(found if accepted else 1)


def _tell_endings(restored: "Restored", keep_keys: bool, data: Path) -> str:
    if restored.unknown is None:
        return f"Revocations, rotations and disconnections since then still apply ({restored.ended})."
    why = f"Some revocations since then may be lost: {restored.unknown}."
    if keep_keys:
        return f"{why} Check the keys: sitehand key list --data {shlex.quote(str(data))}"
    return f"{why} So all keys are revoked, and the site is disconnected from its broker."


@contextmanager
def _shown_progress() -> Iterator[Callable[[int, int, str], None]]:
    with make_progress() as progress:
        task = progress.add_task("Reading", total=None)

        def show(done: int, total: int, what: str) -> None:
            progress.update(task, completed=done, total=total or None, description=what)

        yield show
