"""Operations on the connection with a WordPress."""

import secrets
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import fields
from typing import Any

from pydantic import Field, SecretStr
from typing_extensions import TypedDict

from sitehand.errors import Code, Problem
from sitehand.operation.carried import Carried
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.site.connection import Check, Connection, Facts
from sitehand.site.values import Input, NoArguments, iso

NAMES = tuple(each.name for each in fields(Facts))

MOVED = "Use a new data folder. If the site has moved, tick so on the screen Site, or connect with --replace."
MOVED_SINCE = "Use a new data folder. If the site has moved, run sitehand connect with --replace."


class NewConnection(Input):
    """What WordPress said (`site/connection.py`), and the application password. `replace` leaves another site.

    `exchange`: the password stood in an address, which browsers and proxies keep; a new one is stored in place of it.
    """

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
    taxonomies: dict[str, dict[str, str]] = Field(default_factory=dict)
    password: SecretStr = Field(min_length=1)
    replace: bool = False
    exchange: bool = False


class ConnectionState(TypedDict):
    """The address of the connected WordPress; empty for none."""

    connected: str


class Address(Input):
    """The address of a site, as a person types it."""

    address: str = Field(min_length=1, max_length=2000)


class Finding(TypedDict):
    """One thing that was looked at; `cure` is what to do when it is not good."""

    subject: str
    good: bool
    text: str
    cure: str


class FoundWordPress(TypedDict):
    """What a WordPress says to strangers (`site/connection.py`, Found), and what keeps it from being connected."""

    root: str
    home: str
    name: str
    authorize: str | None
    version: str
    obstacles: list[Finding]


class Findings(TypedDict):
    """What was looked at."""

    findings: list[Finding]


_answer: Carried[Any] = Carried("wordpress_answer", None)
"""What the WordPress answered, before the transaction began."""


@asynccontextmanager
async def _find(ctx: Context, wanted: Any) -> AsyncIterator[None]:
    """A site may take seconds to answer."""
    if wanted.dry_run:
        raise Problem(Code.INVALID_ARGUMENTS, "A look at a site has no preview.", hint="Omit dry_run.")
    with _answer.keep(await ctx.services.owner.inquiry.find(wanted.address)):
        yield


@operation(
    category="site",
    access="owner",
    prepare=_find,
    exempt={"preview": "It changes nothing, and the site would be asked all the same."},
)
async def find_wordpress(_: Context, __: Address) -> FoundWordPress:
    """Look for a WordPress at an address."""
    found, obstacles = _answer.get()
    return FoundWordPress(
        root=found.root,
        home=found.home,
        name=found.name,
        authorize=found.authorize,
        version=found.version,
        obstacles=_list_findings(obstacles),
    )


@asynccontextmanager
async def _examine(ctx: Context, _: Any) -> AsyncIterator[None]:
    """The WordPress may take minutes to answer."""
    with _answer.keep(await ctx.services.owner.inquiry.examine()):
        yield


@operation(category="site", access="owner", prepare=_examine)
async def test_wordpress(_: Context, __: NoArguments) -> Findings:
    """Look at what is between the service and the WordPress that is connected; nothing where none is."""
    return Findings(findings=_list_findings(_answer.get()))


_password: Carried[str] = Carried("wordpress_password", "")
"""The new password, when the given one was exchanged."""


@asynccontextmanager
async def _exchange(ctx: Context, wanted: Any) -> AsyncIterator[None]:
    """WordPress gets a new password, unless the connection is refused anyway; what is not stored is revoked."""
    if not wanted.exchange or wanted.dry_run:
        yield
        return
    await _refuse_other(ctx, wanted)
    password = wanted.password.get_secret_value()
    async with ctx.services.owner.inquiry.exchanged(wanted.root, wanted.user, password) as exchanged:
        with _password.keep(exchanged):
            yield


@operation(
    category="site",
    access="owner",
    prepare=_exchange,
    exempt={"undo": "The journal does not store secrets, so they cannot be restored."},
)
async def connect_wordpress(ctx: Context, wanted: NewConnection) -> ConnectionState:
    """Serve a WordPress from the data folder. A running service goes over to it by itself."""
    await _refuse_other(ctx, wanted)
    before = ctx.services.owner.connections.current()
    is_same = before is not None and before.facts.home == wanted.home
    mark = before.mark if before is not None and is_same else ""
    facts = Facts(**wanted.model_dump(include=set(NAMES)))
    password = _password.get() or wanted.password.get_secret_value()
    connection = Connection(facts, iso(ctx.now), password, mark or secrets.token_hex(16))
    await ctx.services.owner.connections.save(connection)
    return ConnectionState(connected=wanted.home)


@operation(
    category="site",
    access="owner",
    exempt={"undo": "The journal does not store secrets, so they cannot be restored."},
)
async def disconnect_wordpress(ctx: Context, _: NoArguments) -> ConnectionState:
    """Forget the WordPress and its password. WordPress is not asked."""
    await ctx.services.owner.connections.remove()
    return ConnectionState(connected="")


async def _refuse_other(ctx: Context, wanted: NewConnection) -> None:
    """What the folder has is another site's: its content would be hidden, its history would be about other objects."""
    if wanted.replace:
        return
    connections = ctx.services.owner.connections
    before, last = connections.current(), await connections.last_site()
    if last not in ("", wanted.home):
        raise Problem(
            Code.CONFLICT,
            f"The data folder {'is' if before else 'was last'} connected with {last}. Its history is about that site.",
            hint=MOVED if before else MOVED_SINCE,
        )
    number = 0 if before else await _count_items(ctx)
    if number:
        raise Problem(
            Code.CONFLICT,
            f"The data folder has a site of its own. Its items, {number} in all, would no longer be served.",
            hint="Use a new data folder. To hide that site until you disconnect, run sitehand connect with --replace.",
        )


async def _count_items(ctx: Context) -> int:
    """How many items the site has, in whatever status."""
    return sum(sum(states.values()) for states in (await ctx.host.overview.counts()).values())


def _list_findings(checks: Iterable[Check]) -> list[Finding]:
    return [Finding(subject=each.subject, good=each.good, text=each.text, cure=each.cure) for each in checks]
