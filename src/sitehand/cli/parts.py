"""What every command works with: the settings, and the parts of the service over a data folder."""

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from sitehand import __version__
from sitehand.settings import Settings

if TYPE_CHECKING:
    from sitehand.app import Parts
    from sitehand.guard.attribution import Attribution

# Every other import stands in the function that needs it: the server must start fast and stay small, `--help` too.
# ruff: noqa: PLC0415
T = TypeVar("T")
Data = Annotated[
    Path | None, typer.Option("--data", help="Folder that holds the site; also SITEHAND_DATA.", show_default="site")
]


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

    from sitehand.app import assemble
    from sitehand.guard.attribution import attributed
    from sitehand.store.migration import migrate

    by = attribute_command(operation, arguments)

    async def run() -> T:
        parts = assemble(settings)
        try:
            await migrate(parts.database)
            with attributed(by):
                return await use(parts)
        finally:
            await parts.close()

    return asyncio.run(run())


def attribute_command(operation: str, arguments: Mapping[str, object]) -> "Attribution":
    """What a command writes is the owner's doing."""
    from uuid import uuid4

    from sitehand.guard.attribution import Attribution, Origin
    from sitehand.guard.gate import OWNER

    origin = Origin("cli", f"sitehand/{__version__}")
    return Attribution(OWNER.id, OWNER.label, OWNER.role, operation, origin, arguments, uuid4().hex)
