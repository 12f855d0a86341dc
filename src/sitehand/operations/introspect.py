"""The operation that a client calls first: what it may do here."""

import asyncio
from collections.abc import Iterable
from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from sitehand.operation.catalog import CATEGORIES
from sitehand.operation.context import Context
from sitehand.operation.declaration import Operation, answer_whole, operation
from sitehand.operation.schema import input_schema, output_schema
from sitehand.operations.limits import RateLimitState
from sitehand.operations.site import SERVICE_NAME, Product, SiteHost
from sitehand.site.values import Input


class IntrospectQuery(Input):
    """How much to tell of each operation: its name and route, what it is for too, or its schemas too."""

    detail: Literal["brief", "summary", "full"] = "summary"


class OperationLine(TypedDict):
    """One operation: with detail="brief" its name and route alone, with detail="full" its schemas too."""

    name: str
    rest: str
    access: NotRequired[str]
    description: NotRequired[str]
    input_schema: NotRequired[dict[str, Any]]
    output_schema: NotRequired[dict[str, Any]]


class CallerShown(TypedDict):
    """The caller as the service sees it. `changes` says what its writes may change: `own` is what it created itself.

    `unfiltered_html`: it may add scripts and the like. `drafts_only`, `no_publish`, `max_changes_per_hour`: what the
    owner took away. `locales`: it changes only items in these; empty for all.
    """

    kind: str
    label: str
    role: str
    categories: list[str]
    access: list[str]
    changes: Literal["all", "own"]
    unfiltered_html: bool
    drafts_only: bool
    no_publish: bool
    max_changes_per_hour: int | None
    locales: list[str]
    rate_limit: RateLimitState


class Restrictions(TypedDict):
    """What the owner restricts: in words, the writes that need approval (they answer 202); the operations that are
    switched off; whether all writes are paused.
    """

    waiting: list[str]
    switched_off: list[str]
    writes_paused: bool


class Addresses(TypedDict):
    """Where the service is reached."""

    rest: str
    mcp: str


class Capabilities(TypedDict):
    """What this caller can do here. `categories` holds each category with its operations."""

    service: Product
    host: SiteHost
    protocol_versions: list[str]
    caller: CallerShown
    held_back: Restrictions
    addresses: Addresses
    categories: dict[str, list[OperationLine]]
    next: str


@answer_whole
# A model knows from tools/list already what the tools are for.
@operation("GET /introspect", category="site", access="read", everyone=True, mcp_defaults={"detail": "brief"})
async def introspect(ctx: Context, query: IntrospectQuery) -> Capabilities:
    """Call first: what this key can do, by category."""
    operations = ctx.services.gate.visible(ctx.caller)
    by_category = await asyncio.to_thread(_list_lines, operations, query.detail)
    return Capabilities(
        service=Product(name=SERVICE_NAME, version=ctx.services.version),
        host=SiteHost(name=ctx.host.name, version=ctx.host.version, features=list(ctx.host.features)),
        protocol_versions=list(ctx.services.protocol_versions),
        caller=await _caller(ctx),
        held_back=_held_back(ctx),
        addresses=Addresses(rest=ctx.services.address.rest, mcp=ctx.services.address.mcp),
        categories={name: lines for name, lines in by_category.items() if lines},
        next="Call onboard for a briefing on the site itself.",
    )


async def _caller(ctx: Context) -> CallerShown:
    rate = await ctx.services.limits.state(ctx.caller)
    return CallerShown(
        kind=ctx.caller.kind,
        label=ctx.caller.label,
        role=ctx.caller.role,
        categories=list(ctx.services.gate.categories(ctx.caller)),
        access=sorted({operation.access for operation in ctx.services.gate.visible(ctx.caller)}),
        changes="own" if ctx.services.gate.owns_only(ctx.caller) else "all",
        unfiltered_html=ctx.caller.grants.unfiltered_html,
        drafts_only=ctx.caller.grants.drafts_only,
        no_publish=ctx.caller.grants.no_publish,
        max_changes_per_hour=ctx.caller.grants.max_changes_per_hour,
        locales=list(ctx.caller.grants.locales),
        rate_limit=RateLimitState(limit=rate.limit, remaining=rate.remaining, reset=rate.reset),
    )


def _held_back(ctx: Context) -> Restrictions:
    services = ctx.services
    return Restrictions(
        waiting=services.policy.describe(ctx.caller),
        switched_off=list(services.gate.switched_off(ctx.caller)),
        writes_paused=services.gate.paused(ctx.caller),
    )


def _list_lines(operations: Iterable[Operation], detail: str) -> dict[str, list[OperationLine]]:
    """Each category with its operations. Takes long with their schemas."""
    return {name: [_line(each, detail) for each in operations if each.category == name] for name in CATEGORIES}


def _line(operation: Operation, detail: str) -> OperationLine:
    line = OperationLine(name=operation.name, rest=f"{'|'.join(operation.methods)} {operation.path}")
    if detail != "brief":
        line |= {"access": operation.access, "description": operation.description}
    if detail == "full":
        line["input_schema"] = input_schema(operation.input)
        line["output_schema"] = output_schema(operation.output, writes=not operation.reads)
    return line
