"""The commands of `sitehand wordpress`."""

import typer

from sitehand.cli.terminal import tell

# Every other import is in the function that needs it: the server must start fast and stay small, `--help` too.
# ruff: noqa: PLC0415
app = typer.Typer(no_args_is_help=True, help="Optional additions to a WordPress.")


@app.command("companion", epilog="Example: sitehand wordpress companion > sitehand-companion.php")
def print_companion() -> None:
    """Print the companion, a small plugin for WordPress, so that Sitehand sees who has a page open in the editor."""
    from sitehand.hosts.wordpress.companion import PLACE, read_plugin

    typer.echo(read_plugin(), nl=False)
    tell(f"Put this file at {PLACE} of the WordPress; it is active at once. Then restart Sitehand.")
    tell("sitehand doctor says whether it is there.")
