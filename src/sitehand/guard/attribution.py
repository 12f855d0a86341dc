"""Whose doing a change is: what the gate, the screens and the command line say of a write, for the journal."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import Any

from sitehand.guard.secrets import hide_secrets
from sitehand.operation.context import Caller, Context
from sitehand.operation.declaration import Operation
from sitehand.operation.write import dump_asked
from sitehand.site.values import Input, iso

MAX_CLIENT = 200


@dataclass(frozen=True, slots=True)
class Origin:
    """How a request came: through which door ("rest", "mcp", "admin", "cli", "site"), by what program."""

    door: str
    client: str = ""


@dataclass(frozen=True, slots=True)
class Attribution:
    """Who changes something, by which operation and with what; `arguments` are without secrets already.

    `approved_by` is what people call the caller that approved it, whose id is `approved_by_id`.
    `began` is a reading of `time.perf_counter`; `undoes` are the ids of changes that this one takes back.
    """

    caller: str
    label: str
    role: str
    operation: str
    origin: Origin
    arguments: Mapping[str, Any] = field(default_factory=dict)
    request_id: str = "-"
    outcome: str = "done"
    approved_by: str | None = None
    approved_by_id: str | None = None
    undoes: tuple[int, ...] = ()
    at: str = ""
    began: float = field(default_factory=time.perf_counter)


SITE = Attribution("site", "The site itself", "", "", Origin("site"))
"""Writes that nobody asked for at that moment: scheduled publication, housekeeping."""
origin: ContextVar[Origin] = ContextVar("sitehand_origin", default=SITE.origin)
"""How the request that is being served came; set by the doors."""
current: ContextVar[Attribution] = ContextVar("sitehand_attribution", default=SITE)
"""Whose doing the writes are that follow."""


@contextmanager
def attributed(attribution: Attribution) -> Iterator[None]:
    """Ascribe the writes inside the block."""
    token = current.set(attribution)
    try:
        yield
    finally:
        current.reset(token)


def attribute(
    ctx: Context, operation: Operation, arguments: Input, request_id: str, approved_by: Caller | None
) -> Attribution:
    """Whose doing a write is that was asked for."""
    return Attribution(
        caller=ctx.caller.id,
        label=ctx.caller.label,
        role=ctx.caller.role,
        operation=operation.name,
        origin=origin.get(),
        arguments=hide_secrets(dump_asked(arguments)),
        request_id=request_id,
        outcome="approved" if approved_by else "done",
        approved_by=approved_by.label if approved_by else None,
        approved_by_id=approved_by.id if approved_by else None,
        at=iso(ctx.now),
    )


def undoing(by: Attribution, changes: Sequence[int]) -> Attribution:
    """The same doing, told as the taking back of changes."""
    return replace(by, outcome="undo", undoes=tuple(changes))
