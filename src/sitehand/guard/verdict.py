"""The decision about a write that was tried: it is shown, it becomes pending, or it is done."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sitehand.site.changes import ObjectChange

Watch = Callable[[Sequence[ObjectChange]], str | None]
"""Why a write that does this to these objects needs a person's approval, or None."""


@dataclass(frozen=True, slots=True)
class Show:
    """The write is a preview: show what it would do, and keep nothing."""


@dataclass(frozen=True, slots=True)
class Wait:
    """A person must approve it first, for this reason."""

    reason: str


@dataclass(frozen=True, slots=True)
class Do:
    """Commit the write."""


Verdict = Show | Wait | Do


def decide(objects: Sequence[ObjectChange], watch: Watch | None, *, dry_run: bool) -> Verdict:
    """What becomes of a write that does this to these objects; `watch` is None for one that a person has approved.

    What changes nothing needs no approval.
    """
    if dry_run:
        return Show()
    reason = watch(objects) if watch and objects else None
    return Wait(reason) if reason else Do()
