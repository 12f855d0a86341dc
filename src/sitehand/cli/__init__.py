"""The command line: parses arguments, calls the app's parts, prints for people on stderr and for scripts on stdout."""

import sys
from typing import Annotated

import typer
from pydantic import ValidationError
from pydantic_settings import SettingsError

from sitehand import __version__
from sitehand.cli import admin, backup, broker, connect, journal, keys, server, site, wordpress
from sitehand.cli.parts import tell_fault
from sitehand.cli.terminal import show_error, tell
from sitehand.errors import Problem

EXAMPLES = {"allowed_hosts": "example.org", "trusted_proxies": "127.0.0.1"}
"""What may be in the lists of settings that have no addresses of the web."""
app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    help="Sitehand lets assistants and scripts run a content site safely: a REST API and an MCP server.",
    epilog="Start with [bold]sitehand demo[/bold], or [bold]sitehand init --data site[/bold].",
)
for each in (server, site, backup):
    app.add_typer(each.app)
for name, each in (("key", keys), ("journal", journal), ("admin", admin), ("broker", broker)):
    app.add_typer(each.app, name=name)
for name, each in (("connect", connect), ("wordpress", wordpress)):
    app.add_typer(each.app, name=name)
app.command(epilog="Example: sitehand disconnect --data site")(connect.disconnect)


def main() -> None:
    """Run the command line; a Problem is one clear message and exit code 1."""
    try:
        app()
    except Problem as problem:
        show_error(problem.message)
        tell(problem.hint)
        for detail in problem.details[1:]:
            tell(f"  {detail['path']}: expected {detail['expected']}, got {detail['got']}")
        sys.exit(1)
    except ValidationError as error:
        for fault in error.errors():
            name = "SITEHAND_" + "_".join(str(part) for part in fault["loc"]).upper()
            show_error(f"setting {name}: {tell_fault(fault['msg'])}")
        sys.exit(2)
    except SettingsError as error:
        name = str(error).partition('"')[2].partition('"')[0]
        example = EXAMPLES.get(name, "https://example.org")
        show_error(f'setting SITEHAND_{name.upper()}: a list is written as JSON, such as ["{example}"]')
        sys.exit(2)
    except OSError as error:
        show_error(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        tell("Check that the path exists, and that the user that runs Sitehand can read and write it.")
        sys.exit(1)


def show_version(value: bool) -> None:
    """Print the version and end."""
    if value:
        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def options(
    _: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Options of every command."""
