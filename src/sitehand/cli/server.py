"""Commands that serve."""

import errno
import json
import os
import signal
import socket
import sys
from collections.abc import Callable
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import typer

from sitehand.cli.parts import Data, explaining, read_settings, with_parts
from sitehand.cli.terminal import tell
from sitehand.errors import Code, Problem
from sitehand.settings import Settings

if TYPE_CHECKING:
    from sitehand.demo import DemoAccess

# Every other import is in the function that needs it: the server must start fast and stay small, `--help` too.
# ruff: noqa: PLC0415
app = typer.Typer()
PORT_HINT = "Stop the program that uses the port, or choose another port with --port."
ADDRESS_HINT = "Give an address of this machine with --host, such as 127.0.0.1, or 0.0.0.0 for all."
LISTEN_HINTS = {
    errno.EADDRNOTAVAIL: ADDRESS_HINT,
    errno.EACCES: "Choose a port from 1024 on with --port: this user may not use others.",
}


@app.command(
    epilog="Examples: sitehand demo\n\nsitehand demo --port 8080\n\nsitehand demo --data /tmp/bakery   (a new folder)"
)
def demo(
    data: Annotated[
        Path | None, typer.Option(help="Data folder of the demo (SITEHAND_DATA).", show_default="demo-site")
    ] = None,
    host: Annotated[str | None, typer.Option(help="Address to listen on.", show_default="127.0.0.1")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on.", show_default="8000")] = None,
) -> None:
    """Try Sitehand: start a sample site and print its address, a password and an editor's key.

    The next start goes on with the same site, key and password. Delete the folder to begin anew.

    A demo is for this machine alone: it listens on loopback only. A folder that holds anything else is left alone.
    """
    from sitehand.demo import claim_folder, prepare_demo

    named = data or (None if "SITEHAND_DATA" in os.environ else Path("demo-site"))
    settings = read_settings(data=named, host=host, port=port)
    refuse_public_demo(settings)
    refuse_taken_port(settings)
    claim_folder(settings.data)
    access = with_parts(settings, prepare_demo, makes_folder=True)
    run_server(settings, lambda: tell_demo(settings, access))


def tell_demo(settings: Settings, access: "DemoAccess") -> None:
    """How a demo is reached."""
    mcp = f"{settings.site_url}{settings.path}/mcp"
    typer.echo(f"Site:   {settings.site_url}/")
    password = f"password: {access.password}" if access.password else "(with your password)"
    typer.echo(f"Admin:  {settings.site_url}{settings.admin_path}/   {password}")
    typer.echo(f"Key:    {access.key}   (role editor)")
    typer.echo("        read -rs KEY     # paste the key and press Enter")
    typer.echo(f'        claude mcp add --transport http sitehand {mcp} --header "X-API-Key: $KEY"')
    tell("All content and statistics are sample data. Press Ctrl-C to stop the server.")


@app.command(epilog="Example: sitehand serve --data /srv/site --port 8080 --workers 4")
def serve(
    data: Data = None,
    host: Annotated[str | None, typer.Option(help="Address to listen on.", show_default="127.0.0.1")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on.", show_default="8000")] = None,
    workers: Annotated[int | None, typer.Option(help="Number of worker processes.", show_default="1")] = None,
    url: Annotated[str | None, typer.Option(help="Public address, if it differs.", show_default=False)] = None,
    log: Annotated[str | None, typer.Option(help="off, text or json.", show_default="text")] = None,
) -> None:
    """Serve the site, the API, MCP and the admin screens. Ctrl-C finishes the running requests, then stops."""
    settings = read_settings(data=data, host=host, port=port, workers=workers, url=url, log=log)
    check_site(settings)
    run_server(settings, lambda: tell_addresses(settings))


def tell_addresses(settings: Settings) -> None:
    """Where a site is reached."""
    from sitehand.store.database import FILE_NAME
    from sitehand.store.folder import read_connected

    connected = read_connected(settings.data.resolve() / FILE_NAME)
    tell(f"Site     {connected or settings.site_url}/{' (WordPress)' if connected else ''}")
    tell(f"Admin    {settings.site_url}{settings.admin_path}/")
    tell(f"MCP      {settings.site_url}{settings.path}/mcp")


def check_site(settings: Settings) -> None:
    """Raise Problem for what would keep the service from starting: here one message, in workers one from each."""
    from sitehand.hosts.choice import choose_schema
    from sitehand.store.database import FILE_NAME
    from sitehand.store.folder import check_folder, is_demo
    from sitehand.store.migration import is_newest, upgrade

    check_folder(settings.data)
    with explaining(settings):
        database = settings.data.resolve() / FILE_NAME
        schema = choose_schema(database)
        if not is_newest(database, schema):
            upgrade(database, schema)
    if settings.block_types:
        from sitehand.blocks.dialects import Dialect
        from sitehand.hosts.block_types import read_types

        read_types(settings.block_types, (), Dialect.V7_1)
    if is_demo(settings.data):
        refuse_public_demo(settings)
    refuse_taken_port(settings)
    if settings.counters_url:
        from sitehand.store.limits import open_counters

        open_counters(settings.data, settings.counters_url)


def run_server(settings: Settings, announce: Callable[[], None]) -> None:
    """Serve until a signal; `announce` is called when it answers. Workers read the settings from the environment."""
    import uvicorn

    from sitehand.cli.supervision import serve_application

    # uvicorn raises the signal once more when it has finished; to a supervisor that would look like a failure.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    for name, value in settings.model_dump(mode="json", exclude_unset=True).items():
        os.environ[f"SITEHAND_{name.upper()}"] = value if isinstance(value, str) else json.dumps(value)
    config = uvicorn.Config(
        "sitehand.cli.supervision:make_application",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        http="sitehand.cli.joined_writes:JoinedProtocol",
        lifespan="on",
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=10,
    )
    serve_application(config, announce)


def refuse_public_demo(settings: Settings) -> None:
    """Raise Problem(conflict) when a demo would be reached from elsewhere: its password and key stand in a file."""
    named = urlsplit(settings.site_url).hostname or ""
    if not (is_loopback(settings.host) and is_loopback(named)):
        elsewhere = f"as {settings.site_url}" if is_loopback(settings.host) else f"on {settings.host}"
        raise Problem(
            Code.CONFLICT,
            f"The folder {settings.data.resolve()} is a demo. A demo is served only on loopback, not {elsewhere}.",
            hint="Omit --host and --url, or create your own site: sitehand init --data site",
        )


def is_loopback(host: str) -> bool:
    """Whether a name or address leads to this machine alone."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def refuse_taken_port(settings: Settings) -> None:
    """Raise Problem(conflict) when nothing can listen where this is to, as when another program does.

    That is before anything is changed for it.
    """
    try:
        socket.getaddrinfo(settings.host or None, settings.port)
        socket.create_server((settings.host, settings.port), family=_family(settings.host)).close()
    except (socket.gaierror, UnicodeError):
        raise _cannot_listen(settings, "the host name cannot be resolved", ADDRESS_HINT) from None
    except OSError as fault:
        number = fault.errno or 0
        raise _cannot_listen(settings, os.strerror(number), LISTEN_HINTS.get(number, PORT_HINT)) from None


def _cannot_listen(settings: Settings, why: str, hint: str) -> Problem:
    return Problem(Code.CONFLICT, f"Cannot listen on {settings.host}, port {settings.port}: {why}.", hint=hint)


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET
