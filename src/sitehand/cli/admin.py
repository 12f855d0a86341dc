"""The commands of `sitehand admin`."""

from typing import Annotated, Literal

import typer

from sitehand.cli.parts import Data, act, read_settings
from sitehand.cli.terminal import read_password, tell

app = typer.Typer(no_args_is_help=True, help="The owner of the admin screens.")


@app.command("set-password", epilog="Example: sitehand admin set-password < password.txt")
def set_password(data: Data = None) -> None:
    """Set the owner's password, read from standard input. All admin sessions are signed out."""
    act(read_settings(data=data), "set_password", {"password": read_password()})
    tell("Password set.")


@app.command("clear-rules", epilog="Example: sitehand admin clear-rules block_policy --data /srv/site")
def clear_rules(
    setting: Annotated[
        Literal["block_policy", "ability_policy", "operations_off"], typer.Argument(help="The setting.")
    ],
    data: Data = None,
) -> None:
    """Remove rules that cannot be read. Until then, calls that depend on them are refused. The journal keeps them."""
    act(read_settings(data=data), "clear_rules", {"setting": setting})
    tell(f"{setting} cleared. Nothing is refused by it any more: set your rules again in the admin screens.")
