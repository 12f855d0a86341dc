"""What a caller may not do to objects though it may use the operation: decided from what a write does."""

from collections.abc import Callable, Sequence

from sitehand.guard.attribution import Attribution
from sitehand.guard.blocks import NewBlockRule
from sitehand.guard.frame import check_frame
from sitehand.guard.html import HtmlRule
from sitehand.guard.narrowing import NarrowingRule, Pace
from sitehand.guard.ownership import Creators, Ownership
from sitehand.guard.texts import list_long_texts
from sitehand.guard.write import Write
from sitehand.operation.block_policy import BlockPolicy
from sitehand.operation.caller import Caller
from sitehand.site.changes import ObjectChange
from sitehand.site.content import Notice
from sitehand.site.host import Host
from sitehand.site.values import Input


class Restrictions:
    """All of them: what an author made, what frames the site, what HTML and which blocks a caller may add, and what the
    owner took from a key.
    """

    def __init__(self, host: Host, creators: Creators, pace: Pace, block_policy: Callable[[], BlockPolicy]) -> None:
        self._kinds = host.kinds
        self._ownership = Ownership(creators, host.kinds)
        self._html = HtmlRule(host.kinds, host.capabilities)
        self._blocks = NewBlockRule(host, block_policy)
        self._narrowing = NarrowingRule(host, pace)

    async def prepare(self, caller: Caller, arguments: Input) -> None:
        """Read long texts of a call before its transaction, where nobody waits for that."""
        if texts := list_long_texts(arguments):
            await self._html.prepare(caller, texts)
            await self._blocks.prepare(caller, texts)

    async def check(self, write: Write, objects: Sequence[ObjectChange]) -> list[Notice]:
        """What to tell of a write. Raises Problem for one that may not do this.

        not_own_object, category_forbidden, html_not_allowed, block_not_allowed, key_narrowed.
        """
        notices: list[Notice] = []
        await self._ownership.check(write.by, objects, write.batch.made if write.batch else set())
        check_frame(self._kinds, write.caller, objects)
        if not write.operation.composed:  # its parts were looked at
            await self._html.check(write.caller, objects)
            if not write.operation.copies:
                notices = await self._blocks.check(write.caller, objects)
        await self._narrowing.check(write.caller, objects, write.by.at)
        return notices

    async def check_step(self, caller: Caller, by: Attribution, objects: Sequence[ObjectChange]) -> None:
        """Raise the same for what a step of a job does, which is no call of its own."""
        await self._ownership.check(by, objects, set())
        check_frame(self._kinds, caller, objects)
        await self._html.check(caller, objects)
        await self._blocks.check(caller, objects)
        await self._narrowing.check(caller, objects, by.at)
