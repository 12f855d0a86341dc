"""What every command works with: the settings, and the parts of the service over a data folder."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from pydantic import ValidationError

from sitehand.settings import Settings

if TYPE_CHECKING:
    from sitehand.parts import Parts

# Every other import is in the function that needs it: the server must start fast and stay small, `--help` too.
# ruff: noqa: PLC0415
T = TypeVar("T")
Data = Annotated[
    Path | None, typer.Option("--data", help="Data folder of the site (SITEHAND_DATA).", show_default="site")
]


def read_settings(**given: Any) -> Settings:
    """The settings of the environment, with the options that were given on the command line instead.

    Raises typer.BadParameter for an option that is wrong, ValidationError for a variable.
    """
    options = {name: value for name, value in given.items() if value is not None}
    try:
        return Settings(**options)
    except ValidationError as error:
        for fault in error.errors():
            name = str(fault["loc"][0]) if fault["loc"] else ""
            if name in options:
                raise typer.BadParameter(tell_fault(fault["msg"]), param_hint=f"--{name}") from None
        raise


def tell_fault(message: str) -> str:
    """What pydantic says of a value, to stand behind the name of the value."""
    return message.removeprefix("Value error, ").replace("Input should", "must", 1).partition(", unable to parse")[0]


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
    *,
    makes_folder: bool = False,
    connecting: bool = False,
) -> T:
    """Run `use` over the parts of a migrated data folder, and close them.

    Raises Problem(storage_unavailable) when the folder or its database cannot be used; `makes_folder` makes it first
    when it is missing. `connecting`: a folder without a site gets none, since it will be connected with one.
    """
    import asyncio

    from sitehand.app import assemble
    from sitehand.hosts.choice import choose_schema
    from sitehand.store.database import FILE_NAME
    from sitehand.store.folder import check_folder, refuse_file
    from sitehand.store.migration import migrate

    async def run() -> T:
        parts = assemble(settings, schema=choose_schema(settings.data.resolve() / FILE_NAME, connecting=connecting))
        try:
            await migrate(parts.database)
            return await use(parts)
        finally:
            await parts.close()

    if makes_folder:
        refuse_file(settings.data)
    else:
        check_folder(settings.data)
    with explaining(settings):
        return asyncio.run(run())


def act(
    settings: Settings,
    name: str,
    arguments: Mapping[str, object] | None = None,
    *,
    makes_folder: bool = False,
    connecting: bool = False,
) -> Any:
    """The result of one operation, run by the owner over the data folder; see `with_parts` and `owner.perform`."""
    from sitehand.owner import perform

    async def use(parts: "Parts") -> Any:
        return await perform(parts, name, arguments)

    return with_parts(settings, use, makes_folder=makes_folder, connecting=connecting)
