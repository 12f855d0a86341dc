"""The commands of `sitehand journal`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from sitehand.cli.parts import Data, read_settings, with_parts
from sitehand.cli.terminal import make_progress, tell

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from sitehand.parts import Parts


# Every other import is in the function that needs it: the server must start fast and stay small, `--help` too.
# ruff: noqa: PLC0415
app = typer.Typer(no_args_is_help=True, help="The journal of all changes.")


@app.command(
    "export",
    epilog="Examples: sitehand journal export changes.jsonl\n\n"
    "sitehand journal export --format csv --since 2026-11-01 --until 2026-12-01T00:00:00Z november.csv",
)
def export_journal(
    file: Annotated[Path | None, typer.Argument(dir_okay=False, help="File to write.", show_default="stdout")] = None,
    data: Data = None,
    form: Annotated[Literal["jsonl", "csv"], typer.Option("--format", help="JSON Lines, or CSV.")] = "jsonl",
    since: Annotated[
        str | None, typer.Option(help="Start, UTC in ISO 8601 (included).", show_default="the first")
    ] = None,
    until: Annotated[str | None, typer.Option(help="End, UTC in ISO 8601 (excluded).", show_default="none")] = None,
) -> None:
    """Export the journal to a file, oldest change first, without secrets. A server can keep running."""
    from sitehand.operation.schema import parse
    from sitehand.store.export import Span, export_changes, open_target

    given = {name: moment for name, moment in (("since", since), ("until", until)) if moment is not None}
    wanted = parse(Span, given)
    with make_progress() as progress:
        task = progress.add_task("Writing changes", total=None)

        def show(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        async def run(parts: "Parts") -> None:
            def write(connection: "Connection") -> None:
                with open_target(file) as out:
                    export_changes(connection, out, form, wanted, show, parts.host.kinds)

            await parts.database.read(write, long=True)

        with_parts(read_settings(data=data), run)
    tell(f"{progress.tasks[task].completed:.0f} changes written.")
