"""What a write does to content, as the owner's rules name it."""

from collections.abc import Mapping, Sequence
from typing import Any

from sitehand.operation.policy import Transition
from sitehand.site.changes import ObjectChange
from sitehand.site.kind import NOT_EXPOSED, Expose, Exposure, Kind, Kinds


def makes(transition: Transition, objects: Sequence[ObjectChange], kinds: Kinds) -> bool:
    """Whether a write does that to any object. To one of a kind that nobody knows or sees through, it may."""
    return transition == "any" or any(_makes(transition, kinds[each.kind], each) for each in objects)


def _makes(transition: Transition, kind: Kind, change: ObjectChange) -> bool:
    if kind.opaque or not kind.is_known:
        return True
    if kind.expose is None:
        return False
    if transition == "delete":
        return change.after is None or change.status in kind.removed
    was, now = (_find_exposure(kind.expose, change, side) for side in (change.before, change.after))
    return bool(now) if transition == "public" else not was <= now


def _find_exposure(expose: Expose, change: ObjectChange, side: Mapping[str, Any] | None) -> Exposure:
    """What visitors have of one side. A status that did not change is no field of it."""
    return NOT_EXPOSED if side is None else expose({"status": change.status, **side})
