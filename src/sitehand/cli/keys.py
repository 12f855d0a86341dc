"""The commands of `sitehand key`."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sitehand.cli.parts import Data, act, read_settings, with_parts
from sitehand.cli.terminal import tell

if TYPE_CHECKING:
    from sitehand.parts import Parts


# Every other import is in the function that needs it: the server must start fast and stay small, `--help` too.
# ruff: noqa: PLC0415
app = typer.Typer(no_args_is_help=True, help="API keys: create, list, rotate, revoke.")
KEYS_PER_PAGE = 100
KeyId = Annotated[int, typer.Argument(help="The key's id, as `sitehand key list` shows it.")]


@app.command("create", epilog="Example: KEY=$(sitehand key create --role editor --label newsletter)")
def create_key(
    role: Annotated[str, typer.Option(help="admin, editor, designer or author; fixed for the key's life.")],
    label: Annotated[str, typer.Option(help="What the key is for.")],
    data: Data = None,
    unfiltered_html: Annotated[bool, typer.Option(help="The key may add scripts, iframes and forms.")] = False,
) -> None:
    """Create a key and print only its value on standard output."""
    if role not in ("admin", "editor", "designer", "author"):
        raise typer.BadParameter("must be admin, editor, designer or author", param_hint="--role")
    key = {"label": label, "role": role, **({"unfiltered_html": True} if unfiltered_html else {})}
    typer.echo(act(read_settings(data=data), "create_api_key", key)["value"])
    tell("Copy the key now. Only a hash of it is stored.")


@app.command("list", epilog="Example: sitehand key list --all")
def list_keys(
    data: Data = None,
    all_keys: Annotated[bool, typer.Option("--all", help="Include expired and revoked keys.")] = False,
) -> None:
    """List the keys without their values."""
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    def show_plain(value: object) -> Text:
        """A value as plain text, control characters escaped: a label must neither style nor control the terminal."""
        text = str(value or "")
        return Text("".join(each if each.isprintable() else ascii(each)[1:-1] for each in text))

    async def read(parts: "Parts") -> list[Any]:
        return await read_all_keys(parts, ["revoked"] if all_keys else [])

    names = ("id", "label", "role", "first_characters", "created", "last_used", "expires", "revoked")
    table = Table(box=SIMPLE, padding=0)
    for name in names if all_keys else names[:-1]:
        table.add_column(name.replace("first_characters", "begins with").replace("_", " "), overflow="fold")
    for key in with_parts(read_settings(data=data), read):
        table.add_row(*(show_plain(key[name]) for name in names[: len(table.columns)]))
    # A script's pipe has no width that a line must be broken for.
    Console(width=None if sys.stdout.isatty() else 200).print(table)


async def read_all_keys(parts: "Parts", include: Sequence[str]) -> list[Any]:
    """Every key, newest first, page by page."""
    from sitehand.owner import perform

    keys: list[Any] = []
    while True:
        page = len(keys) // KEYS_PER_PAGE + 1
        wanted = {"include": include, "page": page, "per_page": KEYS_PER_PAGE}
        found = await perform(parts, "list_api_keys", wanted)
        keys += found.items
        if len(found.items) < KEYS_PER_PAGE:
            return keys


@app.command("rotate", epilog="Example: sitehand key rotate 3 --grace-seconds 3600")
def rotate_key(
    key_id: KeyId,
    data: Data = None,
    grace_seconds: Annotated[int, typer.Option(min=0, help="How long the old value keeps working.")] = 0,
) -> None:
    """Rotate a key and print only the new value on standard output."""
    typer.echo(act(read_settings(data=data), "rotate_api_key", {"id": key_id, "grace_seconds": grace_seconds})["value"])


@app.command("revoke", epilog="Example: sitehand key revoke 3")
def revoke_key(key_id: KeyId, data: Data = None) -> None:
    """Revoke a key at once, also in a running server."""
    act(read_settings(data=data), "revoke_api_key", {"id": key_id})
    tell(f"Key {key_id} revoked.")
