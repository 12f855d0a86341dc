"""Edit locks: who has an item open in WordPress's editor, as the companion tells."""

from collections.abc import Sequence

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.companion import NAMESPACE
from sitehand.hosts.wordpress.elementor_fields import NAMES
from sitehand.hosts.wordpress.resources import Json
from sitehand.hosts.wordpress.staging import FIRST_PROVISIONAL, Step
from sitehand.site.content import Notice
from sitehand.site.kinds import KINDS

PER_REQUEST = 100
LOCKED = frozenset(kind.name for kind in KINDS if kind.has_editor)


class Locks:
    """Asks the companion, as long as the site says that it is there (`told`)."""

    def __init__(self, client: Client, *, told: bool) -> None:
        self._client = client
        self.told = told

    async def check(self, steps: Sequence[Step]) -> None:
        """Note at steps that somebody has their item open.

        Raises Problem(being_edited) for one with changes that are not saved: they would be lost, or undo the step; and
        for one whose Elementor document is written: the editor has all of it, and its next save would put it back.
        """
        changed = [step for step in steps if self.told and _is_locked(step)]
        locks = {lock["id"]: lock for lock in await self._read(sorted({step.object_id for step in changed}))}
        for step in changed:
            if step.object_id in locks:
                step.notices.append(_tell(step, locks[step.object_id]))

    async def _read(self, ids: Sequence[int]) -> list[Json]:
        found: list[Json] = []
        for start in range(0, len(ids), PER_REQUEST):
            try:
                answer = await self._client.read(f"/{NAMESPACE}/locks", {"include": ids[start : start + PER_REQUEST]})
            except Problem as problem:
                if problem.extra.get("upstream", {}).get("code") == "rest_no_route":
                    self.told = False
                    return []
                raise
            found += answer.value
        return found


def _is_locked(step: Step) -> bool:
    there = step.before is not None and step.object_id < FIRST_PROVISIONAL
    return there and step.resource.kind in LOCKED and step.action != "follow"


def _tell(step: Step, lock: Json) -> Notice:
    who, what = lock["user"]["name"], f"the {step.resource.kind.replace('_', ' ')} {step.object_id}"
    unsaved = f", with changes of {lock['autosaved_at']} that are not saved" if lock["autosaved_at"] else ""
    if not unsaved and not any(name in step.sent for name in NAMES):
        message = f"{who} has {what} open in WordPress's editor, last active at {lock['active_at']}: tell them."
        return Notice(code="open_in_editor", message=message)
    raise Problem(
        Code.BEING_EDITED,
        f"{who} has {what} open in WordPress's editor{unsaved}.",
        hint="Nothing was changed. Ask them to save and close it, then read it again and repeat the write.",
        extra={"editor": lock},
    )
