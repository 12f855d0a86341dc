"""The command line: parses arguments, calls the app's parts, prints for people on stderr and for scripts on stdout."""

import json
import os
import signal
import socket
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import typer
from pydantic import ValidationError
from pydantic_settings import SettingsError

from sitehand import __version__
from sitehand.errors import Code, Problem
from sitehand.settings import Settings

if TYPE_CHECKING:
    from rich.progress import Progress

    from sitehand.app import Parts

# Every other import stands in the function that needs it: the server must start fast and stay small, `--help` too.
# ruff: noqa: PLC0415
T = TypeVar("T")
app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    help="Sitehand lets assistants and scripts run a content site safely: a REST API and an MCP server.",
    epilog="Start with [bold]sitehand demo[/bold], or [bold]sitehand init --data site[/bold].",
)
key_app = typer.Typer(no_args_is_help=True, help="API keys: create, list, rotate, revoke.")
admin_app = typer.Typer(no_args_is_help=True, help="The owner of the admin screens.")
journal_app = typer.Typer(no_args_is_help=True, help="The journal of all changes.")
app.add_typer(key_app, name="key")
broker_app = typer.Typer(no_args_is_help=True, help="The broker whose access tokens open this site.")
app.add_typer(journal_app, name="journal")
app.add_typer(admin_app, name="admin")
app.add_typer(broker_app, name="broker")

Data = Annotated[
    Path | None, typer.Option("--data", help="Folder that holds the site; also SITEHAND_DATA.", show_default="site")
]
MAX_SECRET_BYTES = 64 * 1024
KeyId = Annotated[int, typer.Argument(help="The key's id, as `sitehand key list` shows it.")]


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
            show_error(f"setting {name}: {fault['msg'].removeprefix('Value error, ')}")
        sys.exit(2)
    except SettingsError as error:
        name = str(error).partition('"')[2].partition('"')[0]
        show_error(f'setting SITEHAND_{name.upper()}: a list is written as JSON, such as ["https://example.org"]')
        sys.exit(2)
    except OSError as error:
        show_error(str(error))
        sys.exit(1)


@app.command(epilog="Example: sitehand init --data /srv/site")
def init(data: Data = None) -> None:
    """Make the data folder, its database and the owner's first password. Safe to run again."""
    settings = read_settings(data=data)

    async def prepare(parts: "Parts") -> str | None:
        return await parts.owner.ensure_password()

    password = with_parts(settings, prepare, "init")
    tell(f"The site is in {settings.data.resolve()}.")
    if password:
        tell("The admin screens' first password (shown this once):")
        typer.echo(password)
    tell(f"Next: sitehand key create --role admin --label me --data {settings.data}")
    tell(f"      sitehand serve --data {settings.data}")


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


@key_app.command("create", epilog="Example: KEY=$(sitehand key create --role editor --label newsletter)")
def create_key(
    role: Annotated[str, typer.Option(help="admin, editor, designer or author; fixed for the key's life.")],
    label: Annotated[str, typer.Option(help="What the key is for.")],
    data: Data = None,
) -> None:
    """Create a key and print it, alone, on standard output."""
    if role not in ("admin", "editor", "designer", "author"):
        raise typer.BadParameter("must be admin, editor, designer or author", param_hint="--role")
    from sitehand.operation.schema import parse
    from sitehand.operations.keys import NewKey

    wanted = parse(NewKey, {"label": label, "role": role})

    async def create(parts: "Parts") -> str:
        issued = await parts.keys.create(
            label=wanted.label, role=wanted.role, expires=None, requests_per_minute=None, now=parts.clock()
        )
        return issued["value"]

    named = {"label": wanted.label, "role": wanted.role}
    typer.echo(with_parts(read_settings(data=data), create, "create_api_key", **named))
    tell("Keep it now: it is stored only as a hash.")


@key_app.command("list", epilog="Example: sitehand key list --all")
def list_keys(
    data: Data = None, all_keys: Annotated[bool, typer.Option("--all", help="Ended keys too.")] = False
) -> None:
    """List the keys, never their values."""
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    def show_plain(value: object) -> Text:
        """As it is: what a label holds is neither markup nor for the terminal to obey."""
        text = str(value or "")
        return Text("".join(each if each.isprintable() else ascii(each)[1:-1] for each in text))

    async def read(parts: "Parts") -> Any:
        return await parts.keys.list(include_revoked=all_keys, now=parts.clock())

    names = ("id", "label", "role", "first_characters", "created", "last_used", "expires", "revoked")
    table = Table(box=SIMPLE, padding=0)
    for name in names if all_keys else names[:-1]:
        table.add_column(name.replace("first_characters", "begins with").replace("_", " "), overflow="fold")
    for key in with_parts(read_settings(data=data), read):
        table.add_row(*(show_plain(key[name]) for name in names[: len(table.columns)]))
    # A script's pipe has no width that a line must be broken for.
    Console(width=None if sys.stdout.isatty() else 200).print(table)


@key_app.command("rotate", epilog="Example: sitehand key rotate 3 --grace-seconds 3600")
def rotate_key(
    key_id: KeyId,
    data: Data = None,
    grace_seconds: Annotated[int, typer.Option(min=0, help="How long the old value still works.")] = 0,
) -> None:
    """Give a key a new value and print it, alone, on standard output."""
    from sitehand.operation.schema import parse
    from sitehand.operations.keys import KeyRotation

    wanted = parse(KeyRotation, {"id": key_id, "grace_seconds": grace_seconds})

    async def rotate(parts: "Parts") -> str:
        return (await parts.keys.rotate(wanted.id, grace_seconds=wanted.grace_seconds, now=parts.clock()))["value"]

    named = {"id": wanted.id, "grace_seconds": wanted.grace_seconds}
    typer.echo(with_parts(read_settings(data=data), rotate, "rotate_api_key", **named))


@key_app.command("revoke", epilog="Example: sitehand key revoke 3")
def revoke_key(key_id: KeyId, data: Data = None) -> None:
    """End a key at once, also in a server that is running."""
    from sitehand.operation.schema import parse
    from sitehand.operations.keys import KeyId as WantedKey

    wanted = parse(WantedKey, {"id": key_id})

    async def revoke(parts: "Parts") -> None:
        await parts.keys.revoke(wanted.id, now=parts.clock())

    with_parts(read_settings(data=data), revoke, "revoke_api_key", id=wanted.id)
    tell(f"Key {wanted.id} is revoked.")


@admin_app.command("set-password", epilog="Example: echo 'a long sentence' | sitehand admin set-password")
def set_password(data: Data = None) -> None:
    """Set the owner's password, read from standard input; every admin session ends."""
    password = read_password()

    async def change(parts: "Parts") -> None:
        await parts.owner.set_password(password)

    with_parts(read_settings(data=data), change, "set_password")
    tell("The password is set.")


@broker_app.command(
    "enroll", epilog="Example: sitehand broker enroll --issuer https://broker.example --client-id site < secret.txt"
)
def enroll_site(
    issuer: Annotated[str, typer.Option(help="The broker's issuer, as its metadata write it.")],
    client_id: Annotated[str | None, typer.Option(help="What the broker calls this site.", show_default="")] = None,
    register: Annotated[bool, typer.Option("--register", help="Standard input is a registration token.")] = False,
    resource: Annotated[
        str | None, typer.Option(help="Resource identifier of this site.", show_default="the MCP address")
    ] = None,
    data: Data = None,
) -> None:
    """Enroll the site with a broker, with the secret from standard input; show what was found."""
    from sitehand.broker import EnrollmentWish

    if (client_id is None) != register:
        raise typer.BadParameter("give either --client-id or --register", param_hint="--client-id")
    wish = EnrollmentWish(issuer, client_id or "", read_secret(), resource)

    async def enroll(parts: "Parts") -> list[tuple[str, str]]:
        await parts.broker.desk.enroll(wish)
        return parts.broker.desk.describe()

    for name, text in with_parts(read_settings(data=data), enroll, "enroll_site", issuer=issuer):
        typer.echo(f"{name}: {text}")
    tell("The site is enrolled. A server that runs follows at once.")


@broker_app.command("status", epilog="Example: sitehand broker status --data /srv/site")
def show_broker(data: Data = None) -> None:
    """Show the enrollment, and make a test call. Exit code 1 when the broker cannot be used."""

    async def ask(parts: "Parts") -> tuple[list[tuple[str, str]], str]:
        found = parts.broker.desk.describe()
        return found, await parts.broker.desk.test() if found else ""

    found, fault = with_parts(read_settings(data=data), ask)
    for name, text in found or [("Enrolled", "no")]:
        typer.echo(f"{name}: {text}")
    if found:
        typer.echo(f"Test call: {fault or 'the broker answers as it should'}")
    raise typer.Exit(1 if fault else 0)


@broker_app.command("disconnect", epilog="Example: sitehand broker disconnect --data /srv/site")
def disconnect_broker(data: Data = None) -> None:
    """End the enrollment at once, also in a server that is running. The broker is not asked; API keys stay."""

    async def end(parts: "Parts") -> bool:
        return await parts.broker.desk.disconnect()

    ended = with_parts(read_settings(data=data), end, "disconnect_site")
    tell("The site is disconnected: no access token opens it." if ended else "The site is not enrolled.")


@app.command("import", epilog="Example: sitehand import export.xml --data site")
def import_file(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="A WordPress export (WXR).")],
    data: Data = None,
) -> None:
    """Import a WordPress export. Safe to run twice; a damaged file imports nothing."""
    from sitehand.hosts.builtin.importing import ImportReport, import_export

    refuse_unreadable_name(file)
    with make_progress() as progress:
        task = progress.add_task("Reading", total=None)

        def show(done: int, total: int, message: str) -> None:
            progress.update(task, completed=done, total=total, description=message)

        async def run(parts: "Parts") -> ImportReport:
            return await import_export(
                parts.database, file, report_progress=show, now=parts.clock(), reserved=parts.reserved
            )

        report = with_parts(read_settings(data=data), run, "import", file=file.name)
    for line in report.lines():
        typer.echo(line)


@journal_app.command(
    "export",
    epilog="Examples: sitehand journal export changes.jsonl\n\n"
    "sitehand journal export --format csv --since 2026-11-01 --until 2026-12-01T00:00:00Z november.csv",
)
def export_journal(
    file: Annotated[Path | None, typer.Argument(dir_okay=False, help="File to write.", show_default="stdout")] = None,
    data: Data = None,
    form: Annotated[Literal["jsonl", "csv"], typer.Option("--format", help="JSON Lines, or CSV.")] = "jsonl",
    since: Annotated[str | None, typer.Option(help="First moment, UTC in ISO 8601.", show_default="the first")] = None,
    until: Annotated[str | None, typer.Option(help="First moment no more.", show_default="none")] = None,
) -> None:
    """Write the changes that the journal has to a file, oldest first, without secrets. A server may run meanwhile."""
    import asyncio

    from sitehand.operation.schema import parse
    from sitehand.store.export import Span, export_changes, open_target

    given = {name: moment for name, moment in (("since", since), ("until", until)) if moment is not None}
    wanted = parse(Span, given)
    with make_progress() as progress:
        task = progress.add_task("Writing changes", total=None)

        def show(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        def write(parts: "Parts") -> None:
            with parts.database.snapshot() as connection, open_target(file) as out:
                export_changes(connection, out, form, wanted, show)

        async def run(parts: "Parts") -> None:
            await asyncio.to_thread(write, parts)

        with_parts(read_settings(data=data), run)


@app.command(epilog="Example: sitehand openapi > openapi.json")
def openapi(data: Data = None) -> None:
    """Print the OpenAPI document."""
    from sitehand.app import build_openapi

    typer.echo(build_openapi(read_settings(data=data)))


@app.command(epilog="Example: sitehand doctor --data /srv/site")
def doctor(data: Data = None) -> None:
    """Check the installation, and say how to mend what is wrong. Exit code 1 when something is."""
    import asyncio

    from sitehand.doctor import examine

    findings = asyncio.run(examine(read_settings(data=data)))
    for finding in findings:
        mark = typer.style("ok  ", fg="green") if finding.good else typer.style("bad ", fg="red")
        tell(f"{mark} {finding.subject}: {finding.text}")
        if not finding.good:
            tell(f"      {finding.cure}")
    raise typer.Exit(0 if all(finding.good for finding in findings) else 1)


def read_password() -> str:
    """The password that a person types twice, or the first line of standard input. Raises Problem."""
    if sys.stdin.isatty():
        return str(typer.prompt("New password", hide_input=True, confirmation_prompt=True))
    try:
        return sys.stdin.buffer.readline().rstrip(b"\r\n").decode()
    except UnicodeDecodeError:
        raise Problem(Code.INVALID_ARGUMENTS, "The password is not UTF-8.", hint="Send it in UTF-8.") from None


def refuse_unreadable_name(file: Path) -> None:
    """Raise Problem(invalid_arguments) for a path whose bytes are not UTF-8: the XML parser opens none such."""
    try:
        str(file).encode()
    except UnicodeEncodeError:
        raise Problem(
            Code.INVALID_ARGUMENTS,
            f"The name of the file or of its folder is not UTF-8: {str(file)!a}.",
            hint="Rename it, for example to export.xml, and import it again.",
        ) from None


def read_secret() -> str:
    """The broker's secret, typed or from standard input without the end of its last line. Raises Problem."""
    if sys.stdin.isatty():
        return str(typer.prompt("Secret", hide_input=True))
    try:
        return sys.stdin.buffer.read(MAX_SECRET_BYTES).decode().rstrip("\r\n")
    except UnicodeDecodeError:
        raise Problem(Code.INVALID_ARGUMENTS, "The secret is not UTF-8.", hint="Send it in UTF-8.") from None


def make_progress() -> "Progress":
    """A progress bar on standard error."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True))


def tell(text: str) -> None:
    """Say something to a person; standard output is for scripts."""
    typer.echo(text, err=True)


def show_error(text: str) -> None:
    """Say what went wrong."""
    tell(f"{typer.style('Error:', fg='red')} {text}")


def read_settings(**given: Any) -> Settings:
    """The settings of the environment, with the options that were given on the command line instead."""
    return Settings(**{name: value for name, value in given.items() if value is not None})


def with_parts(
    settings: Settings, use: "Callable[[Parts], Awaitable[T]]", operation: str = "", **arguments: object
) -> T:
    """Run `use` over the parts of a migrated data folder, and close them.

    The journal has what it writes as the owner's doing, by that operation and with these arguments: no secrets.
    """
    import asyncio
    from uuid import uuid4

    from sitehand.app import assemble
    from sitehand.guard.attribution import Attribution, Origin, attributed
    from sitehand.guard.gate import OWNER
    from sitehand.store.migration import migrate

    origin = Origin("cli", f"sitehand/{__version__}")
    by = Attribution(OWNER.id, OWNER.label, OWNER.role, operation, origin, arguments, uuid4().hex)

    async def run() -> T:
        parts = assemble(settings)
        try:
            await migrate(parts.database)
            with attributed(by):
                return await use(parts)
        finally:
            await parts.close()

    return asyncio.run(run())


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
