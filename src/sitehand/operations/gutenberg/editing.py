"""How an operation edits the blocks of an item: in the transaction, on the text that is stored there.

Editing a long text takes long, and where a transaction keeps others from writing it is done before (`foresee`), on the
text as it is then. The transaction finds what came of it if the text is still the same, else it edits on the spot: that
an edit is right never depends on what was foreseen.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NotRequired

from typing_extensions import TypedDict

from sitehand.blocks.addresses import show_block
from sitehand.blocks.editor import Edited
from sitehand.blocks.release import Release
from sitehand.errors import Problem
from sitehand.operation.context import Context
from sitehand.operation.declaration import Prepare
from sitehand.operation.markup.known import KNOWN
from sitehand.operation.markup.texts import find_in_text
from sitehand.operations.gutenberg.arguments import OneItem
from sitehand.operations.gutenberg.texts import read_text, release_of, too_deep, work_out
from sitehand.site.content import Item, ItemFields

MAX_TOLD = 100
"""Blocks that one answer names."""
TOLD = ("id", "revision", "changed", "change_id", "notices", "blocks", "around", "replaced")


class NamedBlock(TypedDict):
    """A block that an edit made or changed, as it is called now. `operation` is the number of the edit, from 0."""

    path: str
    fingerprint: str
    name: str
    operation: NotRequired[int]


class EditedItem(Item):
    """An item whose blocks were edited. `around` are blocks around those, whose fingerprints have changed too."""

    blocks: list[NamedBlock]
    around: NotRequired[list[NamedBlock]]
    replaced: NotRequired[int]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an edit makes of a text, and what is told of it."""

    text: str
    told: Mapping[str, Any] = field(default_factory=dict)


Work = Callable[[str, Any, Release], Outcome]
"""An edit: given the text, the arguments of the call and the release. It runs in a thread. Raises Problem."""


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What an edit makes of a text, or why it is refused, before the transaction that will ask."""

    arguments: OneItem
    text: str
    outcome: Outcome | Problem


_foreseen: ContextVar[tuple[Foreseen, ...]] = ContextVar("sitehand_foreseen_edits", default=())


def tell_blocks(result: Mapping[str, Any]) -> dict[str, Any]:
    """The brief form: the new revision, and what the blocks are called now."""
    return {name: result[name] for name in TOLD if name in result}


async def edit_item(ctx: Context, arguments: OneItem, work: Work) -> EditedItem:
    """Edit the blocks of an item. Raises Problem."""
    kind = await ctx.host.items.kind_of(arguments.id)
    edit = Editing(arguments, work, release_of(ctx), _foreseen.get())
    item = await ctx.host.store(kind).rewrite(arguments.id, edit.apply, ctx.caller.id)
    item.update(edit.told)  # the object that the host corrects once it knows more
    return item  # type: ignore[no-any-return]


class Editing:
    """One edit, and what is told of it once it is done."""

    def __init__(self, arguments: OneItem, work: Work, release: Release, foreseen: tuple[Foreseen, ...]) -> None:
        self._arguments = arguments
        self._work = work
        self._release = release
        self._foreseen = foreseen
        self.told: Mapping[str, Any] = {}

    def apply(self, text: str) -> str:
        """The new text. Raises Problem."""
        try:
            outcome = self._find(text) or self._work(text, self._arguments, self._release)
        except RecursionError:
            raise too_deep() from None
        if isinstance(outcome, Problem):
            raise outcome
        self.told = outcome.told
        return outcome.text

    def _find(self, text: str) -> Outcome | Problem | None:
        same = (each for each in self._foreseen if each.text == text and each.arguments == self._arguments)
        return next((each.outcome for each in same), None)


def foresee(work: Work) -> Prepare:
    """What an operation that edits so does before its transaction, where others would wait for it."""

    @asynccontextmanager
    async def prepare(ctx: Context, arguments: OneItem) -> AsyncIterator[None]:
        if ctx.host.transactions.atomic != "all":  # it keeps nobody waiting
            yield
            return
        try:
            stored = await read_text(ctx, arguments.id)
        except Problem:  # which the operation will meet, and tell
            yield
            return
        outcome = await _try(partial(work, stored.text, arguments, stored.release))
        if isinstance(outcome, Problem):
            with _kept(Foreseen(arguments, stored.text, outcome)):
                yield
            return
        await asyncio.to_thread(KNOWN.read, find_in_text, outcome.text)
        coming = ctx.host.store(stored.kind).prepare(ItemFields(content=outcome.text), arguments.id)
        with _kept(Foreseen(arguments, stored.text, outcome)):
            async with coming:
                yield

    return prepare


async def _try(work: Callable[[], Outcome]) -> Outcome | Problem:
    try:
        return await work_out(work)
    except Problem as problem:
        return problem


@contextmanager
def _kept(foreseen: Foreseen) -> Any:
    token = _foreseen.set((*_foreseen.get(), foreseen))
    try:
        yield
    finally:
        _foreseen.reset(token)


def tell(edited: Edited, *, numbered: bool = False) -> dict[str, Any]:
    """What is told of edits: the blocks that they made or changed, and those around, as they are called now."""
    prints = edited.fingerprints
    blocks = [
        {**show_block(prints, entry), **({"operation": number} if numbered else {})}
        for number, entries in enumerate(edited.touched)
        for entry in entries
    ][:MAX_TOLD]
    around = [show_block(prints, entry) for entry in edited.around][:MAX_TOLD]
    return {"blocks": blocks, **({"around": around} if around else {})}
