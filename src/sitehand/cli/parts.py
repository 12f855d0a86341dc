"""What every command works with: the settings, and the parts of the service over a data folder."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
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


@contextmanager
def explaining(settings: Settings) -> Iterator[None]:
    """Turn what SQLite refuses in the block into a Problem that names the data folder and what to do."""
    from sitehand.store.folder import explain_fault, find_fault

    try:
        yield
    except Exception as error:
        if (fault := find_fault(error)) is None:
            raise
        raise explain_fault(settings.data, fault) from None


def with_parts(
    settings: Settings,
    use: "Callable[[Parts], Awaitable[T]]",
    operation: str = "",
    *,
    makes_folder: bool = False,
    **arguments: object,
) -> T:
    """Run `use` over the parts of a migrated data folder, and close them.

    Raises Problem(storage_unavailable) when the folder or its database cannot be used; `makes_folder` makes it first
    when it is missing. The journal has what it writes as the owner's doing, by that operation and with these arguments:
    no secrets.
    """
    import asyncio

    from sitehand.app import assemble
    from sitehand.guard.call import in_call
    from sitehand.store.folder import check_folder
    from sitehand.store.migration import migrate

    by = attribute_command(operation, arguments)

    async def run() -> T:
        parts = assemble(settings)
        try:
            await migrate(parts.database)
            with in_call(by=by):
                return await use(parts)
        finally:
            await parts.close()

    if not makes_folder:
        check_folder(settings.data)
    with explaining(settings):
        return asyncio.run(run())


def attribute_command(operation: str, arguments: Mapping[str, object]) -> "Attribution":
    """What a command writes is the owner's doing."""
    from uuid import uuid4

    from sitehand.guard.attribution import Attribution, Origin
    from sitehand.guard.gate import OWNER

    origin = Origin("cli", f"sitehand/{__version__}")
    return Attribution(OWNER.id, OWNER.label, OWNER.role, operation, origin, arguments, uuid4().hex)
