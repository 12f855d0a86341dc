"""How an operation edits the blocks of an item: in the transaction, on the text that is stored there.

Editing a long text takes long, and where a transaction keeps others from writing it is done before. That an
edit is right never depends on what was prepared.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any, NotRequired, TypeVar

from typing_extensions import TypedDict

from sitehand.blocks.addresses import show_block
from sitehand.blocks.design.naming import Named, find_unknown, list_named_anywhere
from sitehand.blocks.design.presets import Presets, name_slugs
from sitehand.blocks.editor import Edited
from sitehand.blocks.release import Release
from sitehand.errors import Detail, Problem
from sitehand.operation.context import Context
from sitehand.operation.declaration import Prepare
from sitehand.operation.late import LateWork
from sitehand.operation.markup.blocks import count_blocks
from sitehand.operation.markup.known import KNOWN
from sitehand.operation.markup.texts import find_in_text
from sitehand.operation.prepared_edits import PreparedEdit, PreparedEdits
from sitehand.operations.gutenberg.arguments import OneItem
from sitehand.operations.gutenberg.design import read_presets
from sitehand.operations.gutenberg.texts import (
    check_text,
    find_kind,
    read_text,
    release_of,
    rewrite_text,
    too_deep,
    work_out,
)
from sitehand.site.content import Item, ItemFields
from sitehand.site.templates import Template

T = TypeVar("T")
MAX_TOLD, MAX_UNKNOWN = 100, 10
"""Blocks that one answer names, and presets that are not there."""
TOLD = ("id", "ref", "revision", "changed", "change_id", "notices", "blocks", "around", "replaced", "unknown_presets")


class NamedBlock(TypedDict):
    """A block that an edit made or changed, as it is called now. `operation` is the number of the edit, from 0."""

    path: str
    fingerprint: str
    name: str
    operation: NotRequired[int]


class EditedBlocks(TypedDict):
    """What an edit made of the blocks of a text. `around` are blocks around those, whose fingerprints have changed too.

    `unknown_presets` are those that the edit names and that are not there, each with the nearest one.
    """

    blocks: list[NamedBlock]
    around: NotRequired[list[NamedBlock]]
    unknown_presets: NotRequired[list[Detail]]
    replaced: NotRequired[int]


class EditedItem(Item, EditedBlocks):
    """An item whose blocks were edited."""


class EditedTemplate(Template, EditedBlocks):
    """A template whose blocks were edited."""


EditedContent = EditedItem | EditedTemplate


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an edit makes of a text, what is reported of it, and the presets that it names."""

    text: str
    told: Mapping[str, Any] = field(default_factory=dict)
    named: Sequence[Named] = ()


Work = Callable[[str, Any, Release], Outcome]
"""An edit: given the text, the arguments of the call and the release. It runs in a thread. Raises Problem."""
PREPARED: PreparedEdits[str, Outcome] = PreparedEdits("prepared_blocks", len)


def tell_blocks(result: Mapping[str, Any]) -> dict[str, Any]:
    """The brief form: the new revision, and what the blocks are called now."""
    return {name: result[name] for name in TOLD if name in result}


async def edit_content(ctx: Context, arguments: OneItem, work: Work) -> EditedContent:
    """Edit the blocks of an item or template. Raises Problem."""
    kind = await find_kind(ctx, arguments)
    edit = Editing(arguments, work, await release_of(ctx, kind), ctx.late)
    item = await rewrite_text(ctx, arguments, kind, edit.apply)
    item.update(edit.told)  # the object that the host corrects once it knows more
    if edit.named and (unknown := await asyncio.to_thread(_list_unknown, edit.named, await read_presets(ctx))):
        item["unknown_presets"] = unknown
    return item  # type: ignore[no-any-return]


class Editing:
    """One edit, and what is reported of it once it is done."""

    def __init__(self, arguments: OneItem, work: Work, release: Release, late: LateWork | None) -> None:
        self._arguments = arguments
        self._work = work
        self._release = release
        self._late = late
        self.told: Mapping[str, Any] = {}
        self.named: Sequence[Named] = ()

    def apply(self, text: str) -> str:
        """The new text. Raises Problem."""
        work = partial(self._work, text, self._arguments, self._release)
        try:
            outcome = PREPARED.answer(self._arguments, text, work, self._late)
        except RecursionError:
            raise too_deep() from None
        self.told, self.named = outcome.told, outcome.named
        return outcome.text


def _list_unknown(named: Sequence[Named], presets: Presets) -> list[Detail]:
    return list(islice(find_unknown(named, presets, name_slugs(presets)), MAX_UNKNOWN))


def list_presets_of(arguments: OneItem) -> list[Named]:
    """The presets that an edit names."""
    return list(list_named_anywhere(arguments.model_dump(exclude_unset=True)))


def needs_preparing(ctx: Context) -> bool:
    """Whether others would wait for what is worked out in the transaction: else they wait already, or never do."""
    return ctx.late is None and ctx.host.transactions.atomic == "all"


def prepare_edit(work: Work) -> Prepare:
    """What an operation that edits so does before its transaction, where others would wait for it."""

    @asynccontextmanager
    async def prepare(ctx: Context, arguments: OneItem) -> AsyncIterator[None]:
        check_text(ctx, arguments)
        if not needs_preparing(ctx):
            yield
            return
        stored = await _try(read_text(ctx, arguments))
        text = None if isinstance(stored, Problem) else PREPARED.begin(arguments.id, stored.text)
        if text is None or isinstance(stored, Problem):  # what is wrong the operation will meet, and tell
            yield
            return
        outcome = await _try(work_out(partial(work, text, arguments, stored.release)))
        after = text if isinstance(outcome, Problem) else outcome.text
        await asyncio.to_thread(KNOWN.read, find_in_text, after)
        await asyncio.to_thread(KNOWN.read, count_blocks, after)
        coming = ctx.host.store(stored.kind).prepare(ItemFields(content=after), arguments.id)
        with PREPARED.keep(PreparedEdit(arguments.id, arguments, text, after, outcome)):
            async with coming:
                yield

    return prepare


async def _try(work: Awaitable[T]) -> T | Problem:
    try:
        return await work
    except Problem as problem:
        return problem


def tell(edited: Edited, *, numbered: bool = False) -> dict[str, Any]:
    """What is reported of edits: the blocks that they made or changed, and those around, as they are called now."""
    prints = edited.fingerprints
    touched = ((number, entry) for number, entries in enumerate(edited.touched) for entry in entries)
    blocks = [
        {**show_block(prints, entry), **({"operation": number} if numbered else {})}
        for number, entry in islice(touched, MAX_TOLD)
    ]
    around = [show_block(prints, entry) for entry in edited.around[:MAX_TOLD]]
    return {"blocks": blocks, **({"around": around} if around else {})}
