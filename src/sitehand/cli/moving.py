"""Signing in to the WordPress that `sitehand import --from-wordpress` moves in from."""

from pathlib import Path
from typing import TYPE_CHECKING

from sitehand.cli.parts import read_settings, with_parts
from sitehand.cli.terminal import tell
from sitehand.errors import Code, Problem

if TYPE_CHECKING:
    from sitehand.parts import Parts
    from sitehand.site.connection import Connection, Facts

# Every other import is in the function that needs it: the server must start fast and stay small, `--help` too.
# ruff: noqa: PLC0415


def sign_in_to(place: str, user: str | None) -> "tuple[Facts, str]":
    """What a WordPress says of itself, and a password that it takes; `place` is its address, or a data folder that is
    connected with it. Raises Problem.
    """
    import asyncio

    from sitehand.cli.connect import sign_in

    if Path(place).is_dir():
        return read_connection(Path(place))
    signed_in = asyncio.run(sign_in(place, user))
    tell("Sitehand signs in with an application password. Revoke it in WordPress (Users, Profile) once you have moved.")
    return signed_in


def read_connection(folder: Path) -> "tuple[Facts, str]":
    """The WordPress that a data folder is connected with, and its password. Raises Problem."""

    async def read(parts: "Parts") -> "Connection | None":
        return parts.connections.current()

    connection = with_parts(read_settings(data=folder), read)
    if connection is None:
        hint = "Give the address of the WordPress, or the data folder of: sitehand connect wordpress."
        raise Problem(Code.CONFLICT, f"{folder} is not connected with a WordPress.", hint=hint)
    return connection.facts, connection.password
