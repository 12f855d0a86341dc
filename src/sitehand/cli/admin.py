"""`sitehand admin`."""

from typing import TYPE_CHECKING

import typer

from sitehand.cli.parts import Data, read_settings, with_parts
from sitehand.cli.terminal import read_password, tell

if TYPE_CHECKING:
    from sitehand.app import Parts


# Every other import stands in the function that needs it: the server must start fast and stay small, `--help` too.
app = typer.Typer(no_args_is_help=True, help="The owner of the admin screens.")


@app.command("set-password", epilog="Example: sitehand admin set-password < password.txt")
def set_password(data: Data = None) -> None:
    """Set the owner's password, read from standard input; every admin session ends."""
    password = read_password()

    async def change(parts: "Parts") -> None:
        await parts.owner.set_password(password)

    with_parts(read_settings(data=data), change, "set_password")
    tell("The password is set.")
