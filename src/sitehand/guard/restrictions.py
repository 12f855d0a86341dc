"""What a caller may not do to objects though it may use the operation: decided from what a write does."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from sitehand.errors import Problem
from sitehand.guard.attribution import Attribution
from sitehand.guard.blocks import NewBlockRule, PolicyReader
from sitehand.guard.frame import check_frame
from sitehand.guard.html import HtmlRule
from sitehand.guard.narrowing import NarrowingRule, Pace
from sitehand.guard.ownership import Creators, Ownership
from sitehand.guard.texts import are_long, list_long_texts
from sitehand.guard.write import Write
from sitehand.operation.block_policy import BlockPolicy
from sitehand.operation.caller import Caller
from sitehand.operation.declaration import Operation
from sitehand.site.changes import ObjectChange
from sitehand.site.content import Notice
from sitehand.site.host import Host
from sitehand.site.values import Input

Check = Callable[[Sequence[ObjectChange]], list[Notice]]
"""What to tell of a write that does this to these objects. Raises Problem for one that may not."""


class _Scope(NamedTuple):
    """What a write is searched for: HTML, and blocks, that it may not add."""

    html: bool
    blocks: bool


class Restrictions:
    """All rules on what a write may do: what an author made, what frames the site, what HTML and which blocks a caller
    may add, and what the owner took from a key.
    """

    def __init__(self, host: Host, creators: Creators, pace: Pace, block_policy: Callable[[], BlockPolicy]) -> None:
        self._kinds = host.kinds
        self._ownership = Ownership(creators, host.kinds)
        self._html = HtmlRule(host.kinds, host.capabilities)
        self._blocks = NewBlockRule(host.kinds, block_policy)
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
        await self._ownership.check(write.by, objects, write.batch.made if write.batch else set())
        notices = await self._check(write.caller, objects, _scope_of(write.operation))
        await self._narrowing.check_lookups(write.caller, objects, write.by.at)
        return notices

    async def check_step(self, caller: Caller, by: Attribution, objects: Sequence[ObjectChange]) -> None:
        """Raise the same for what a step of a job does, which is no call of its own."""
        await self._ownership.check(by, objects, set())
        await self._check(caller, objects, _Scope(html=True, blocks=True))
        await self._narrowing.check_lookups(caller, objects, by.at)

    def find_check(self, write: Write) -> Check | None:
        """What checks all that `check` does, in any thread, by the policy in force now.

        None where something must be looked up: who made an object, or what some narrowed keys may do.
        """
        if self._ownership.needs_lookup(write.by) or self._narrowing.needs_lookup(write.caller):
            return None
        return self._make_check(write.caller, _scope_of(write.operation))

    async def _check(self, caller: Caller, objects: Sequence[ObjectChange], scope: _Scope) -> list[Notice]:
        check = self._make_check(caller, scope)
        return await asyncio.to_thread(check, objects) if are_long(objects) else check(objects)

    def _make_check(self, caller: Caller, scope: _Scope) -> Check:
        return partial(self._check_objects, caller, scope, self._blocks.read_policy())

    def _check_objects(
        self, caller: Caller, scope: _Scope, policy: PolicyReader | Problem, objects: Sequence[ObjectChange]
    ) -> list[Notice]:
        """All that follows from the objects alone."""
        check_frame(self._kinds, caller, objects)
        if scope.html:
            self._html.check(caller, objects)
        notices = self._blocks.check(caller, objects, policy) if scope.blocks else []
        self._narrowing.check(caller, objects)
        return notices


def _scope_of(operation: Operation) -> _Scope:
    """The parts of what is composed were searched before; the blocks of a copy are those of another item."""
    return _Scope(html=not operation.composed, blocks=not (operation.composed or operation.copies))
