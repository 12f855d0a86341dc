"""`sitehand connect` and `sitehand disconnect`."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sitehand.cli.parts import Data, act, read_settings
from sitehand.cli.terminal import read_secret, tell
from sitehand.settings import Settings

if TYPE_CHECKING:
    from sitehand.site.connection import Facts

# Every other import is in the function that needs it: the server must start fast and stay small, `--help` too.
# ruff: noqa: PLC0415
app = typer.Typer(no_args_is_help=True, help="Connect the data folder with a site that you have.")


@app.command(
    "wordpress",
    epilog="Examples: sitehand connect wordpress https://example.org --data site   (opens the browser)\n\n"
    'printf %s "$PASSWORD" | sitehand connect wordpress https://example.org --user sitehand --data site',
)
def connect_wordpress(
    address: Annotated[str, typer.Argument(help="The site's address.")],
    user: Annotated[
        str | None,
        typer.Option(help="WordPress user. Reads its application password from standard input.", show_default=False),
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Leave the site that the data folder served so far.")
    ] = False,
    data: Data = None,
) -> None:
    """Serve a WordPress from the data folder, through its own REST API. Nothing is installed in it.

    Without --user you sign in to WordPress in the browser and allow it there.
    """
    import asyncio

    settings = read_settings(data=data)
    facts, password = asyncio.run(sign_in(address, user))
    is_new = is_empty(settings)  # there is nothing that would be hidden
    owners = act(settings, "init", makes_folder=True, connecting=is_new)["password"]
    wanted = {**asdict(facts), "password": password, "replace": replace or is_new}
    act(settings, "connect_wordpress", wanted, connecting=is_new)
    tell_connected(settings, facts, owners)


def disconnect(data: Data = None) -> None:
    """Disconnect the data folder from its WordPress, and forget the password. Keys, limits and the journal stay."""
    settings = read_settings(data=data)
    refuse_running(settings.data)
    ended = act(settings, "disconnect_wordpress")["changed"]
    tell("Disconnected. Revoke the application password in WordPress too." if ended else "Not connected.")


async def sign_in(address: str, user: str | None) -> "tuple[Facts, str]":
    """What the WordPress says, and the password that it takes. Raises Problem."""
    from sitehand.hosts.wordpress.authorizing import ask_in_browser
    from sitehand.hosts.wordpress.connecting import refuse_plain, try_connection
    from sitehand.hosts.wordpress.discovery import discover

    found = await discover(address)
    refuse_plain(found.root)
    name, password = (user, read_secret()) if user is not None else await ask_in_browser(found, tell)
    return await try_connection(found, name, password), password


def refuse_running(folder: Path) -> None:
    """Raise Problem(conflict) while a service runs on the folder: its calls would end up at the site before."""
    from sitehand.store.occupancy import occupied_alone

    if folder.is_dir():
        with occupied_alone(folder):
            pass


def is_empty(settings: Settings) -> bool:
    """Whether the data folder has neither a site of its own nor the history of one that it was connected with."""
    from sitehand.store.database import FILE_NAME
    from sitehand.store.folder import has_site, read_connected, was_connected

    path = settings.data.resolve() / FILE_NAME
    return not (has_site(path) or read_connected(path) or was_connected(path))


def tell_connected(settings: Settings, facts: "Facts", password: str | None) -> None:
    """What was connected, and what to do next."""
    roles = ", ".join(facts.roles) or "no role"
    tell(f"Connected with {facts.name} ({facts.home}), WordPress {facts.version or 'of unknown version'}.")
    tell(f"Sitehand works there as {facts.user} ({roles}).")
    if password:
        tell("First password for the admin screens (shown only now):")
        typer.echo(password)
    tell(f"Next: sitehand doctor --data {settings.data}")
    tell(f"      sitehand key create --role admin --label me --data {settings.data}")
    tell(f"      sitehand serve --data {settings.data}")
