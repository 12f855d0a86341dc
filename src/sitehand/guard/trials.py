"""What a pending write would leave: it runs in a transaction that is rolled back, and is read meanwhile."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import Any, TypeVar

from sitehand.errors import Code, Problem, not_found
from sitehand.guard.call import UNTOLD, in_call
from sitehand.guard.gate import OWNER, Gate
from sitehand.operation.context import Context, Services
from sitehand.operation.write import WriteOptions
from sitehand.site.kind import Kinds
from sitehand.site.previews import ChangedItem

T = TypeVar("T")
Plan = Mapping[str, Any]
NO_LINK = "Ask who sent the link for a new one."


class Trials:
    """Tries pending writes, as the owner's approval would run them."""

    def __init__(self, gate: Gate, services: Services, clock: Callable[[], datetime]) -> None:
        self._gate = gate
        self._services = services
        self._clock = clock

    async def look(self, pending_id: int, see: Callable[[Plan], Awaitable[T]]) -> T:
        """What `see` finds in the site as it would be; it is given what the write does.

        Raises Problem: whatever the write would be refused with.
        """
        operation = self._gate.catalog.get("approve_change")
        if operation is None:
            raise not_found("operation", "approve_change", "introspect lists the operations.")

        async def run() -> T:
            return await see(await self._services.decisions.approve(pending_id, OWNER, "", dry_run=True))

        ctx = Context(OWNER, self._clock(), self._services)
        # What takes long is worked out first: while the transaction is open, others wait to write.
        async with await self._services.decisions.prepare(pending_id, OWNER):
            result: T = await self._gate.together(ctx, operation, WriteOptions(dry_run=True), run, dry_run=True)
        return result

    async def look_unseen(self, pending_id: int, at: str, item: ChangedItem, see: Callable[[int], Awaitable[T]]) -> T:
        """What `see` finds, for somebody who has a link to one item of what was requested at that moment: no log says
        that the owner called. It is given the id that the item has in this run.

        Raises Problem(not_found) too when the number is another request's by now, as after a restored backup, and when
        the write does nothing to that item.
        """
        pending = await self._services.decisions.get(pending_id, OWNER)
        if pending["at"] != at:
            raise not_found("pending change", pending_id, NO_LINK)
        if pending["state"] != "waiting":
            raise Problem(
                Code.CONFLICT,
                f"Change {pending_id} is no longer pending.",
                hint="Look at the item itself: the change was decided on.",
            )
        with in_call(trace=UNTOLD):
            return await self.look(pending_id, lambda plan: see(find_changed(plan, item, self._services.host.kinds)))


def find_changed(plan: Plan, item: ChangedItem, kinds: Kinds) -> int:
    """The id that an item has in this run. Raises Problem(not_found) when the write does nothing to it."""
    for each in plan.get("changes", ())[item.place : item.place + 1]:
        if kinds[each["kind"]].previewed and (each["action"] == "create" or each["id"] == str(item.id)):
            return int(each["id"])
    raise not_found("item", item.id, NO_LINK)
