"""What a key may not do though its role may: decided from the objects of a write, so that no operation is a way round.

A category that is left out is refused with its operations, in the gate.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Protocol

from sitehand.errors import Code, Problem
from sitehand.guard.call import current_call
from sitehand.guard.locale_rule import find_outside
from sitehand.guard.roles import categories_of
from sitehand.operation.caller import Caller
from sitehand.operation.declaration import Operation
from sitehand.site.changes import ObjectChange
from sitehand.site.host import Host
from sitehand.site.kind import NOT_EXPOSED, Exposure, Kind, expose_by_status
from sitehand.site.values import iso

HOUR = timedelta(hours=1)
RETRY_SECONDS = 60
"""Seconds after which a key that has made its changes of the hour may try again."""
HINT = "Call introspect to see what this key may do, or ask the owner for another key."


class Pace(Protocol):
    """How many changes a caller has made. Source: `store/pace.py`."""

    async def count(self, caller: str, since: str, until: str) -> int: ...


class NarrowingRule:
    """Refuses what a narrowed key may not change."""

    def __init__(self, host: Host, pace: Pace) -> None:
        self._host = host
        self._kinds = host.kinds
        self._pace = pace

    def needs_lookup(self, caller: Caller) -> bool:
        """Whether `check_lookups` has anything to check."""
        return bool(caller.grants.locales) or caller.grants.max_changes_per_hour is not None

    def check(self, caller: Caller, objects: Sequence[ObjectChange]) -> None:
        """Raise Problem(key_narrowed) for a write that makes public what this key may not."""
        if caller.grants.drafts_only or caller.grants.no_publish:
            for each in objects:
                self._check_object(caller, each)

    async def check_lookups(self, caller: Caller, objects: Sequence[ObjectChange], at: str) -> None:
        """Raise Problem(key_narrowed) for a write outside of the key's locales, or beyond its changes of the hour."""
        if not objects:
            return
        if caller.grants.locales:
            await self._check_locales(caller, objects)
        if caller.grants.max_changes_per_hour is not None and not current_call().approval:
            await self._check_pace(caller, caller.grants.max_changes_per_hour, at)

    def _check_object(self, caller: Caller, change: ObjectChange) -> None:
        kind = self._kinds[change.kind]
        if caller.grants.drafts_only and not _is_draft(kind, change):
            raise refuse_narrowed(f"This key changes drafts only, and this {kind.singular} is public, or will be.")
        if caller.grants.no_publish and _publishes(kind, change):
            raise refuse_narrowed(f"This key cannot publish, and this would make the {kind.singular} public.")

    async def _check_locales(self, caller: Caller, objects: Sequence[ObjectChange]) -> None:
        outside = await find_outside(self._host, caller, objects)
        if outside is not None:
            kind, locales = self._kinds[outside.kind], ", ".join(caller.grants.locales)
            told = "This one is, or would be, in another locale." if kind.localized else f"A {kind.singular} is none."
            raise refuse_narrowed(f"This key changes only pages and posts in {locales}. {told}")

    async def _check_pace(self, caller: Caller, most: int, at: str) -> None:
        now = datetime.fromisoformat(at)
        # As much ahead counts too: so a clock that is set back gives nothing, and one that was far ahead takes nothing.
        if await self._pace.count(caller.id, iso(now - HOUR), iso(now + HOUR)) >= most:
            message = f"This key has made its {most} changes of the last hour."
            raise refuse_narrowed(message, "Wait, or ask the owner.", retry_after=RETRY_SECONDS)


def leaves_out(role: str, without: Sequence[str], operation: Operation) -> bool:
    """Whether the owner left out of what a key may use every category through which its role has the operation."""
    if operation.everyone or not without:
        return False
    return operation.categories & categories_of(role) <= set(without)


def refuse_category(operation: Operation) -> Problem:
    """The refusal of such an operation."""
    return refuse_narrowed(f"This key has no {operation.category} operations such as {operation.name}.")


def _is_draft(kind: Kind, change: ObjectChange) -> bool:
    """Whether visitors have nothing of an object, before and after."""
    if kind.opaque:
        return False
    if kind.expose is None:
        return kind.authors == "any"
    sides = (_find_exposure(kind, change, side) for side in (change.before, change.after))
    return not any(sides)


def _publishes(kind: Kind, change: ObjectChange) -> bool:
    """Whether visitors have more of an object that has a status than they had."""
    was, now = (_find_exposure(kind, change, side) for side in (change.before, change.after))
    return kind.opaque or not kind.is_known or (kind.expose is expose_by_status and not now <= was)


def _find_exposure(kind: Kind, change: ObjectChange, side: Mapping[str, Any] | None) -> Exposure:
    return NOT_EXPOSED if side is None or kind.expose is None else kind.expose({"status": change.status, **side})


def refuse_narrowed(message: str, hint: str = HINT, **extra: int) -> Problem:
    """The refusal of what the owner took away from a key."""
    return Problem(Code.KEY_NARROWED, message, hint=hint, extra=extra)
