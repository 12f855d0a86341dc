"""How a document is edited: worked out in a thread before the transaction, and found there for the same text.

Parsing 500 KB takes long enough that others would notice.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, nullcontext
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, NotRequired, cast

from sitehand.errors import Problem
from sitehand.operation.brief import tell_outcome
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operation.late import LateWork
from sitehand.operation.markup.known import KNOWN
from sitehand.operation.markup.texts import find_in_json
from sitehand.operation.prepared_edits import PreparedEdit, PreparedEdits
from sitehand.operation.write import item_of
from sitehand.operations.elementor.names import find_components, find_names
from sitehand.operations.elementor.registry import read_known
from sitehand.operations.elementor.works import ElementEdits, NewContent, NewSections, Work, Worked
from sitehand.site.elementor import ElementorDocument, ElementorItem, ElementorStore, complete_document

TOLD = ("visible", "elements", "results", "omitted", "page_settings", "report")
PREPARED: PreparedEdits[ElementorDocument, Worked] = PreparedEdits("prepared_elementor", lambda each: len(each.data))


ReadDocument = Callable[[], Awaitable[str]]
"""Reads the document that a work is for, where what it needs depends on that."""
Complete = Callable[[Context, Work, ReadDocument], Awaitable[Work]]
"""From a work to the same with what it needs of the site."""


async def name_labels(ctx: Context, work: Work, read: ReadDocument) -> Work:
    """Works know the elements of the site; edits also the labels and components that they may name."""
    if not isinstance(work, ElementEdits | NewContent | NewSections):
        return work
    catalogue = (await read_known(ctx)).catalogue
    if isinstance(work, ElementEdits):
        components = await find_components(ctx, work.operations, read)
        catalogue = catalogue._replace(shared=await find_names(ctx, work.operations), components=components)
    return replace(work, catalogue=catalogue)


class EditedItem(ElementorItem):
    """An item after a write: `elements` are the ids of those that were made or changed, `results` the same for each of
    several operations, `omitted` how many ids had no room.
    """

    elements: NotRequired[list[str]]
    results: NotRequired[list[list[str]]]
    omitted: NotRequired[int]
    page_settings: NotRequired[dict[str, Any]]


def get_store(ctx: Context) -> ElementorStore:
    """The documents of the site. Operations that need them say so, and run nowhere else."""
    assert ctx.host.elementor is not None  # noqa: S101 - the gate has checked `needs`
    return ctx.host.elementor


class Documents(NamedTuple):
    """Documents by their ids: what `read`s and `edit`s them, and what is prepared of them."""

    find_store: Callable[[Context], Any]
    prepared: PreparedEdits[ElementorDocument, Worked]


PAGES = Documents(get_store, PREPARED)


class Editing:
    """A write of a document: `read_work` makes its work of the arguments, which have the item as `id`.

    `complete` adds what the work needs of the site; `documents` are those of pages and posts unless said otherwise.
    """

    def __init__(
        self, read_work: Callable[[Any], Work], complete: Complete = name_labels, documents: Documents = PAGES
    ) -> None:
        self._read_work = read_work
        self._complete = complete
        self._documents = documents

    @asynccontextmanager
    async def prepare(self, ctx: Context, arguments: Any) -> AsyncIterator[None]:
        """Work it out on what is stored now; while the block runs, the write finds it."""
        prepared = await self._prepare_edit(ctx, arguments) if ctx.late is None else None
        with self._documents.prepared.keep(prepared) if prepared else nullcontext():
            yield

    async def run(self, ctx: Context, arguments: Any) -> EditedItem:
        """Store it, and tell what it did."""
        edit = _Edit(await self._make_work(ctx, arguments), ctx.late, self._documents.prepared)
        item = await self._documents.find_store(ctx).edit(arguments.id, edit, ctx.caller.id)
        item.update(cast(ElementorItem, edit.told))
        return cast(EditedItem, item)

    async def _make_work(self, ctx: Context, arguments: Any) -> Work:
        async def read() -> str:
            return str((await self._documents.find_store(ctx).read(arguments.id)).document.data)

        return await self._complete(ctx, self._read_work(arguments), read)

    async def _prepare_edit(self, ctx: Context, arguments: Any) -> PreparedEdit[ElementorDocument, Worked] | None:
        try:
            held = await self._documents.find_store(ctx).read(arguments.id)
            work = await self._make_work(ctx, arguments)
        except Problem:  # the write meets it too, where its conditions come first
            return None
        before = self._documents.prepared.begin(arguments.id, held.document)
        if before is None:
            return None
        outcome = await asyncio.to_thread(_try, work, before)
        after = (
            before if isinstance(outcome, Problem) else complete_document(outcome.document, before, held.item["type"])
        )
        return PreparedEdit(arguments.id, work, before, after, outcome)


class _Edit:
    """Implements `site.elementor.Edit`, and remembers what its last run told."""

    def __init__(self, work: Work, late: LateWork | None, prepared: PreparedEdits[ElementorDocument, Worked]) -> None:
        self._work = work
        self._late = late
        self._prepared = prepared
        self.told: dict[str, Any] = {}

    def __call__(self, document: ElementorDocument) -> ElementorDocument:
        found = self._prepared.answer(self._work, document, partial(self._work_now, document), self._late)
        self.told = dict(found.told)
        return found.document

    def _work_now(self, document: ElementorDocument) -> Worked:
        """Work it out on the spot. What comes in, such as a copy of a template, costs as what was there."""
        worked = self._work(document)
        if self._late is not None:
            self._late.spend(max(0, len(worked.document.data) - len(document.data)))
        return worked


def tell_edit(result: Mapping[str, Any]) -> dict[str, Any]:
    """The outcome for the document, and which elements were touched."""
    return {**tell_outcome(result), **{name: result[name] for name in TOLD if name in result}}


def _try(work: Work, document: ElementorDocument) -> Worked | Problem:
    try:
        worked = work(document)
    except Problem as problem:
        return problem
    KNOWN.read(find_in_json, worked.document.data)  # it is asked for within the transaction
    return worked


writes_document = partial(
    operation,
    category="elementor",
    access="write",
    needs="elementor",
    target=item_of(),
    brief=tell_edit,
    stored=True,
)
"""Declares an operation that writes the Elementor document of an item."""
