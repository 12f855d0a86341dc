"""Commands for the site as a whole."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO

import typer

from sitehand.cli.parts import Data, act, explaining, read_settings, with_parts
from sitehand.cli.terminal import make_progress, tell
from sitehand.errors import Code, Problem
from sitehand.settings import Settings

if TYPE_CHECKING:
    from sitehand.doctor import Finding
    from sitehand.parts import Parts


# Every other import is in the function that needs it: the server must start fast and stay small, `--help` too.
# ruff: noqa: PLC0415
app = typer.Typer()
INTERRUPTED = 130
"""The exit code of a command that SIGINT has ended, as shells have it."""


@app.command(epilog="Example: sitehand init --data /srv/site")
def init(data: Data = None) -> None:
    """Create the data folder, its database and the owner's first password. Safe to run again."""
    settings = read_settings(data=data)
    password = act(settings, "init", makes_folder=True)["password"]
    folder = settings.data.resolve()
    tell(
        f"Site created in {folder}."
        if password
        else f"There is already a site in {folder}. Its password stays the same."
    )
    if password:
        tell("First password for the admin screens (shown only now):")
        typer.echo(password)
    tell(f"Next: sitehand key create --role admin --label me --data {settings.data}")
    tell(f"      sitehand serve --data {settings.data}")


@app.command(
    "import",
    epilog="Examples: sitehand import export.xml --data site\n\n"
    "sitehand import --from-wordpress https://old.example --data site   (opens the browser)",
)
def import_content(
    file: Annotated[
        Path | None,
        typer.Argument(exists=True, dir_okay=False, help="WordPress export (WXR), or Elementor template (.json)."),
    ] = None,
    data: Data = None,
    media: Annotated[bool, typer.Option("--media/--no-media", help="Fetch the files of attachments.")] = True,
    from_wordpress: Annotated[
        str | None,
        typer.Option(
            "--from-wordpress",
            metavar="ADDRESS",
            help="Address of a WordPress to move in from; or a data folder that is connected with one.",
            show_default=False,
        ),
    ] = None,
    user: Annotated[
        str | None,
        typer.Option(help="WordPress user. Reads its application password from standard input.", show_default=False),
    ] = None,
) -> None:
    """Import a running WordPress, a WordPress export, or one template file of Elementor (.json).

    A site and an export are safe to import twice. A damaged file imports nothing; a damaged item is skipped.

    Others can write during an import. If it is interrupted, what is in stays: run it again for the rest.

    Then the files of attachments are fetched. If that is interrupted, the service or the next import goes on.

    Exit code 1 when there are items and none came in.
    """
    if (file is None) == (from_wordpress is None):
        hint = "sitehand import export.xml, or sitehand import --from-wordpress https://old.example"
        raise Problem(Code.INVALID_ARGUMENTS, "Give either a file or --from-wordpress.", hint=hint)
    settings = read_settings(data=data)
    if from_wordpress is not None:
        import_wordpress(from_wordpress, user, settings, media=media)
    elif file is not None:
        import_file(file, settings, media=media)


def import_wordpress(address: str, user: str | None, settings: Settings, *, media: bool) -> None:
    """Import all content of a WordPress. Raises Problem."""
    from sitehand.cli.moving import sign_in_to
    from sitehand.hosts.wordpress.exporting.exporter import WordPressExporter
    from sitehand.store.folder import check_folder

    check_folder(settings.data)
    site = WordPressExporter(*sign_in_to(address, user))
    run_import(settings, "import_site", {"site": site, "media": media}, site.name)


def import_file(file: Path, settings: Settings, *, media: bool) -> None:
    """Import a file. Raises Problem."""
    refuse_unreadable_name(file)
    if file.suffix.lower() == ".json":
        import_template(file, settings)
        return
    with open_export(file) as stream:
        run_import(settings, "import_export", {"file": file.name, "stream": stream, "media": media}, file.name)


def run_import(settings: Settings, operation: str, given: dict[str, object], name: str) -> None:
    """Run an import with a progress bar, and print its report. Raises Problem."""
    from sitehand.owner import finish_job, perform

    with explaining_interruption(), make_progress() as progress:
        task = progress.add_task("Reading", total=None)

        async def show(done: int, total: int, message: str) -> None:
            progress.update(task, completed=done, total=total, description=message)

        async def run(parts: "Parts") -> Any:
            done = await perform(parts, operation, given, report=show)
            return {**done, "report": [*done["report"], *await finish_job(parts, done["job"], show)]}

        imported = with_parts(settings, run)
    typer.echo("\n".join(imported["report"]))
    if imported["in_file"] and not imported["came_in"]:
        raise Problem(
            Code.INVALID_ARGUMENTS,
            f"None of the {imported['in_file']} items in {name} were imported.",
            hint="See the report above. Export all content of the site and import that file.",
        )


@contextmanager
def explaining_interruption() -> Iterator[None]:
    """Say what an import leaves when somebody ends it with Ctrl-C."""
    try:
        yield
    except KeyboardInterrupt:
        tell("Interrupted. What is in stays. Run the same import again for the rest, or undo it in Activity.")
        raise typer.Exit(INTERRUPTED) from None


def import_template(file: Path, settings: Settings) -> None:
    """Add a template file of Elementor, and tell under which id. Raises Problem."""
    from sitehand.elementor.template_file import MAX_FILE, read_file_text
    from sitehand.owner import perform

    with open_export(file) as stream:
        text = read_file_text(stream.read(MAX_FILE + 1))

    async def run(parts: "Parts") -> Any:
        return await perform(parts, "create_elementor_template", {"file": text})

    made = with_parts(settings, run)
    typer.echo(f"Imported Elementor template {made['id']}: {made['title']} ({made['type']})")
    for notice in made.get("notices", ()):
        typer.echo(notice["message"])


def open_export(file: Path) -> BinaryIO:
    """The file, opened. Raises Problem(invalid_arguments)."""
    try:
        return file.open("rb")
    except OSError as error:
        raise Problem(
            Code.INVALID_ARGUMENTS,
            f"{file.name}: The file cannot be read ({error.strerror}). Nothing was imported.",
            hint="Give the path of a file that you can read.",
        ) from error


def refuse_unreadable_name(file: Path) -> None:
    """Raise Problem(invalid_arguments) for a path whose bytes are not UTF-8: the XML parser opens none such."""
    try:
        str(file).encode()
    except UnicodeEncodeError:
        raise Problem(
            Code.INVALID_ARGUMENTS,
            f"The name of the file or of its folder is not UTF-8: {str(file)!a}.",
            hint="Rename it, for example to export.xml, and try again.",
        ) from None


@app.command(epilog="Example: sitehand openapi > openapi.json")
def openapi(data: Data = None) -> None:
    """Print the OpenAPI document."""
    from sitehand.app import build_openapi

    typer.echo(build_openapi(read_settings(data=data)))


@app.command(epilog="Examples: sitehand doctor --data /srv/site; sitehand doctor --compact --data /srv/site")
def doctor(
    data: Data = None,
    compact: Annotated[bool, typer.Option("--compact", help="Compact the database first.")] = False,
) -> None:
    """Check the installation and say how to fix problems. Exit code 1 if there is a problem."""
    import asyncio

    from sitehand.doctor import examine

    settings = read_settings(data=data)
    if compact:
        compact_file(settings)
    with explaining(settings):
        findings = asyncio.run(examine(settings))
    raise typer.Exit(show_findings(findings))


def show_findings(findings: "Sequence[Finding]") -> int:
    """Print what was found; the exit code, 1 when something is wrong."""
    for finding in findings:
        mark = typer.style("ok  ", fg="green") if finding.good else typer.style("bad ", fg="red")
        tell(f"{mark} {finding.subject}: {finding.text}")
        if not finding.good:
            tell(f"      {finding.cure}")
    return 0 if all(finding.good for finding in findings) else 1


def compact_file(settings: Settings) -> None:
    """Make the database file as small as it can be, and tell by how much. Raises Problem on a full disk."""
    from sitehand.store.space import Compacted, compact

    with make_progress() as progress:
        task = progress.add_task("Opening", total=None)

        async def run(parts: "Parts") -> Compacted:
            return await compact(parts.database, lambda doing: progress.update(task, description=doing))

        sizes = with_parts(settings, run)
    tell(f"The database file had {sizes.before:,} bytes and has {sizes.after:,} now.")
