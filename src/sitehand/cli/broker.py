"""The commands of `sitehand broker`."""

from typing import TYPE_CHECKING, Annotated

import typer

from sitehand.cli.parts import Data, act, read_settings, with_parts
from sitehand.cli.terminal import read_secret, tell

if TYPE_CHECKING:
    from sitehand.parts import Parts


# Every other import is in the function that needs it: the server must start fast and stay small, `--help` too.
# ruff: noqa: PLC0415
app = typer.Typer(no_args_is_help=True, help="The sign-in broker of this site.")
SAME_ADDRESS = (
    "The MCP address follows SITEHAND_URL, or SITEHAND_HOST and SITEHAND_PORT."
    " If you serve with --url, --host or --port, set these to the same for this command."
)


@app.command(
    "enroll", epilog="Example: sitehand broker enroll --issuer https://broker.example --client-id site < secret.txt"
)
def enroll_site(
    issuer: Annotated[str, typer.Option(help="The broker's issuer, exactly as in its metadata.")],
    client_id: Annotated[
        str | None, typer.Option(help="The client id that the broker issued.", show_default=False)
    ] = None,
    register: Annotated[
        bool, typer.Option("--register", help="Read a registration token from standard input.")
    ] = False,
    resource: Annotated[
        str | None, typer.Option(help="Resource identifier of this site.", show_default="the MCP address")
    ] = None,
    data: Data = None,
) -> None:
    """Enroll the site with a broker. Reads the secret from standard input."""
    from sitehand.owner import perform

    if (client_id is None) != register:
        raise typer.BadParameter("give either --client-id or --register", param_hint="--client-id")
    given = {"issuer": issuer, "client_id": client_id, "secret": read_secret(), "resource": resource}
    wanted = {name: value for name, value in given.items() if value is not None}

    async def enroll(parts: "Parts") -> list[tuple[str, str]]:
        await perform(parts, "enroll_site", wanted)
        return parts.broker.enrolling.describe()

    _show(with_parts(read_settings(data=data), enroll))
    tell("Site enrolled. A running server uses this at once.")


@app.command("status", epilog="Example: sitehand broker status --data /srv/site")
def show_broker(data: Data = None) -> None:
    """Show the enrollment and make a test call. Exit code 1 if the broker cannot be used."""

    from sitehand.owner import perform

    async def ask(parts: "Parts") -> tuple[list[tuple[str, str]], str]:
        found = parts.broker.enrolling.describe()
        return found, (await perform(parts, "test_broker"))["fault"] if found else ""

    found, fault = with_parts(read_settings(data=data), ask)
    _show(found or [("Enrolled", "no")])
    if found:
        typer.echo(f"Test call: {fault or 'the broker works'}")
    raise typer.Exit(1 if fault else 0)


@app.command("disconnect", epilog="Example: sitehand broker disconnect --data /srv/site")
def disconnect_broker(data: Data = None) -> None:
    """Disconnect the site at once, also in a running server. API keys keep working."""
    ended = act(read_settings(data=data), "disconnect_site")["changed"]
    tell("Site disconnected. Access tokens no longer work." if ended else "The site is not enrolled.")


def _show(lines: list[tuple[str, str]]) -> None:
    from sitehand.broker.enrolling import SERVED_HERE

    for name, text in lines:
        typer.echo(f"{name}: {text}")
    if any(text.endswith(SERVED_HERE) for _, text in lines):
        tell(SAME_ADDRESS)
