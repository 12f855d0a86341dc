"""Commands that serve."""

import json
import os
import signal
import socket
import sys
from pathlib import Path
from typing import Annotated

import typer

from sitehand.cli.parts import Data, read_settings, with_parts
from sitehand.cli.terminal import tell
from sitehand.errors import Code, Problem
from sitehand.settings import Settings

# Every other import stands in the function that needs it: the server must start fast and stay small, `--help` too.
# ruff: noqa: PLC0415
app = typer.Typer()


@app.command(epilog="Example: sitehand demo --port 8080")
def demo(
    data: Data = None,
    host: Annotated[str | None, typer.Option(help="Address to listen on.", show_default="127.0.0.1")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on.", show_default="8000")] = None,
) -> None:
    """Start a site with sample content, and print how to reach it."""
    from sitehand.demo import prepare_demo

    settings = read_settings(data=data or Path("demo-site"), host=host, port=port)
    refuse_taken_port(settings)
    access = with_parts(settings, prepare_demo, "demo")
    mcp = f"{settings.site_url}{settings.path}/mcp"
    typer.echo(f"Site:   {settings.site_url}/")
    typer.echo(f"Admin:  {settings.site_url}{settings.admin_path}/   password: {access.password}")
    typer.echo(f"Key:    {access.key}   (role admin)")
    typer.echo(f'        claude mcp add --transport http sitehand {mcp} --header "X-API-Key: {access.key}"')
    tell("Ctrl-C stops the server.")
    run_server(settings)


@app.command(epilog="Example: sitehand serve --data /srv/site --port 8080 --workers 4")
def serve(
    data: Data = None,
    host: Annotated[str | None, typer.Option(help="Address to listen on.", show_default="127.0.0.1")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on.", show_default="8000")] = None,
    workers: Annotated[int | None, typer.Option(help="Processes that serve.", show_default="1")] = None,
    url: Annotated[str | None, typer.Option(help="Public address, when it is another.", show_default="")] = None,
    log: Annotated[str | None, typer.Option(help="off, text or json.", show_default="text")] = None,
) -> None:
    """Serve the site, the API, MCP and the admin screens. Ctrl-C finishes the running requests, then stops."""
    settings = read_settings(data=data, host=host, port=port, workers=workers, url=url, log=log)
    tell(f"Site     {settings.site_url}/")
    tell(f"Admin    {settings.site_url}{settings.admin_path}/")
    tell(f"MCP      {settings.site_url}{settings.path}/mcp")
    run_server(settings)


def run_server(settings: Settings) -> None:
    """Serve until a signal; workers read the same settings from the environment."""
    import uvicorn

    refuse_taken_port(settings)
    if settings.counters_url:
        from sitehand.store.limits import open_counters

        # Here it is one message; in the workers it would be one traceback after the other.
        open_counters(settings.data, settings.counters_url)

    # uvicorn raises the signal once more when it has finished; to a supervisor that would look like a failure.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    for name, value in settings.model_dump(mode="json", exclude_unset=True).items():
        os.environ[f"SITEHAND_{name.upper()}"] = value if isinstance(value, str) else json.dumps(value)
    uvicorn.run(
        "sitehand.app:from_environment",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        lifespan="on",
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=10,
    )


def refuse_taken_port(settings: Settings) -> None:
    """Raise Problem(conflict) when another program listens where this one is to: before anything is changed for it."""
    try:
        socket.create_server((settings.host, settings.port), family=_family(settings.host)).close()
    except OSError as fault:
        raise Problem(
            Code.CONFLICT,
            f"Nothing can listen on {settings.host}, port {settings.port}: {fault.strerror}.",
            hint="Stop what runs there, or choose another port with --port.",
        ) from None


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET
