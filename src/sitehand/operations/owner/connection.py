"""Operations on the connection with a WordPress."""

import secrets
from dataclasses import fields
from typing import Any

from pydantic import Field, SecretStr
from typing_extensions import TypedDict

from sitehand.errors import Code, Problem
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.site.connection import Connection, Facts
from sitehand.site.values import Input, NoArguments, iso

NAMES = tuple(each.name for each in fields(Facts))


class NewConnection(Input):
    """What WordPress said (`site/connection.py`), and the application password. `replace` leaves another site."""

    root: str = Field(pattern="^https?://")
    home: str = Field(pattern="^https?://")
    name: str
    user: str = Field(min_length=1)
    roles: list[str] = Field(default_factory=list)
    version: str = ""
    rights: list[str] = Field(default_factory=list)
    namespaces: list[str] = Field(default_factory=list)
    seo: list[str] = Field(default_factory=list)
    types: list[dict[str, Any]] = Field(default_factory=list)
    password: SecretStr = Field(min_length=1)
    replace: bool = False


class ConnectionState(TypedDict):
    """The address of the connected WordPress; empty for none."""

    connected: str


@operation(
    category="site",
    access="owner",
    exempt={"undo": "The journal does not store secrets, so they cannot be restored."},
)
async def connect_wordpress(ctx: Context, wanted: NewConnection) -> ConnectionState:
    """Serve a WordPress from the data folder, from the next start on."""
    before = ctx.services.owner.connections.current()
    if not wanted.replace:
        await _refuse_other(ctx, wanted, before)
    is_same = before is not None and before.facts.home == wanted.home
    mark = before.mark if before is not None and is_same else ""
    facts = Facts(**wanted.model_dump(include=set(NAMES)))
    password = wanted.password.get_secret_value()
    connection = Connection(facts, iso(ctx.now), password, mark or secrets.token_hex(16))
    await ctx.services.owner.connections.save(connection)
    return ConnectionState(connected=wanted.home)


@operation(
    category="site",
    access="owner",
    exempt={"undo": "The journal does not store secrets, so they cannot be restored."},
)
async def disconnect_wordpress(ctx: Context, _: NoArguments) -> ConnectionState:
    """Forget the WordPress and its password, from the next start on. WordPress is not asked."""
    await ctx.services.owner.connections.remove()
    return ConnectionState(connected="")


async def _refuse_other(ctx: Context, wanted: NewConnection, before: Connection | None) -> None:
    """What the folder has is another site's: its content would be hidden, its history would be about other objects."""
    if before is not None and before.facts.home != wanted.home:
        raise Problem(
            Code.CONFLICT,
            f"The data folder is connected with {before.facts.home}.",
            hint="Use a new data folder. If the site has moved to another address, connect with --replace.",
        )
    number = 0 if before else await _count_items(ctx)
    if number:
        raise Problem(
            Code.CONFLICT,
            f"The data folder has a site of its own with {number} pages and posts. They would not be served any more.",
            hint="Use a new data folder. To hide that site until you disconnect, connect with --replace.",
        )


async def _count_items(ctx: Context) -> int:
    """How many pages and posts the site has, in whatever status."""
    return sum(sum(states.values()) for states in (await ctx.host.overview.counts()).values())
