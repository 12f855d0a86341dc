"""`sitehand admin`."""

import typer

from sitehand.cli.parts import Data, act, read_settings
from sitehand.cli.terminal import read_password, tell

app = typer.Typer(no_args_is_help=True, help="The owner of the admin screens.")


@app.command("set-password", epilog="Example: sitehand admin set-password < password.txt")
def set_password(data: Data = None) -> None:
    """Set the owner's password, read from standard input. All admin sessions are signed out."""
    act(read_settings(data=data), "set_password", {"password": read_password()})
    tell("Password set.")
