"""`sitehand key`."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sitehand.cli.parts import Data, read_settings, with_parts
from sitehand.cli.terminal import tell

if TYPE_CHECKING:
    from sitehand.app import Parts


# Every other import stands in the function that needs it: the server must start fast and stay small, `--help` too.
# ruff: noqa: PLC0415
app = typer.Typer(no_args_is_help=True, help="API keys: create, list, rotate, revoke.")
KeyId = Annotated[int, typer.Argument(help="The key's id, as `sitehand key list` shows it.")]


@app.command("create", epilog="Example: KEY=$(sitehand key create --role editor --label newsletter)")
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

    settings = read_settings(data=data)
    typer.echo(with_parts(settings, create, "create_api_key", label=wanted.label, role=wanted.role))
    tell("Keep it now: it is stored only as a hash.")


@app.command("list", epilog="Example: sitehand key list --all")
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


@app.command("rotate", epilog="Example: sitehand key rotate 3 --grace-seconds 3600")
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

    settings, grace = read_settings(data=data), wanted.grace_seconds
    typer.echo(with_parts(settings, rotate, "rotate_api_key", id=wanted.id, grace_seconds=grace))


@app.command("revoke", epilog="Example: sitehand key revoke 3")
def revoke_key(key_id: KeyId, data: Data = None) -> None:
    """End a key at once, also in a server that is running."""
    from sitehand.operation.schema import parse
    from sitehand.operations.keys import KeyId as WantedKey

    wanted = parse(WantedKey, {"id": key_id})

    async def revoke(parts: "Parts") -> None:
        await parts.keys.revoke(wanted.id, now=parts.clock())

    with_parts(read_settings(data=data), revoke, "revoke_api_key", id=wanted.id)
    tell(f"Key {wanted.id} is revoked.")
