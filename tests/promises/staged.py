"""A tiny site without SQL, which stands elsewhere and cannot take anything back, and the host that stages for it.

What a call does is predicted, and the call answers from that. It is sent when the call is committed.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal, TypeVar, cast

from sitehand.errors import Code, Problem, not_found
from sitehand.site.changes import ObjectChange, PastChange
from sitehand.site.content import Body, Listing, Page, PageFields, PageQuery, Rendered
from sitehand.site.items import NOT_RESTORED, check_trashed
from sitehand.site.transactions import EarlyCommit, Record, Superseded, Tell, Terms, Transaction, Transactions
from sitehand.store.revision import name_state

T = TypeVar("T")
Fields = dict[str, Any]
SHOWN = ("title", "content", "excerpt", "status", "slug")
DECIDED = frozenset({"slug"})
FIRST = dict.fromkeys(SHOWN, "") | {"status": "draft"}


class Remote:
    """The site: pages by id, and every request that was sent to change them. It can be made to stall."""

    def __init__(self) -> None:
        self.pages: dict[int, Fields] = {}
        self.requests: list[tuple[str, int]] = []
        self.asked = asyncio.Event()
        """Set when a request has come."""
        self.answers = asyncio.Event()
        """While this is not set, nothing is answered."""
        self.answers.set()

    async def send(self, method: str, page_id: int, fields: Fields | None) -> int:
        """Change a page; the id that it has."""
        self.requests.append((method, page_id))
        self.asked.set()
        await self.answers.wait()
        page_id = page_id if page_id > 0 else max(self.pages, default=0) + 1
        if fields is None:
            del self.pages[page_id]
        else:
            self.pages[page_id] = {**fields, "slug": fields["slug"] or f"page-{page_id}"}
        return page_id


@dataclass(slots=True)
class Staged:
    """A page that is to be sent: what is predicted of it, and the answer that is corrected once it is known."""

    page_id: int
    before: Fields | None
    after: Fields | None
    answer: Page | None

    def tell(self) -> ObjectChange:
        """What becomes of the page."""
        sides = (self.before, self.after)
        old, new = name_of(self.before), name_of(self.after)
        status = (self.after or self.before or FIRST)["status"]
        label = (self.after or self.before or FIRST)["title"]
        return ObjectChange("page", str(self.page_id), label, *differences(*sides), old, new, status)


class Stage:
    """Implements `site.transactions.Transaction`: what one call is about to do to the site.

    Below it is a transaction of the ledger, which is not open while the site is asked.
    """

    def __init__(self, remote: Remote, ledger: Transaction, terms: Terms) -> None:
        self._remote = remote
        self._ledger = ledger
        self._terms = terms
        self.pages: dict[int, Staged] = {}
        self.looks = 0
        """How often the call was shown what becomes of a page."""
        self._restored: dict[int, int] = {}
        """The provisional ids of pages that are created again, by their former ids."""
        self._told: list[Tell] = []

    async def check(self) -> None:
        """The ledger's terms, and the revisions of pages."""
        await self._ledger.check()
        for kind, object_id, expected in self._terms.expected:
            now = await self.revision(kind, object_id)
            if kind == "page" and expected is not None and now not in (None, expected):
                raise Problem(Code.REVISION_CONFLICT, f"The page {object_id} has revision {now} now.")

    async def revision(self, kind: str, object_id: str) -> str | None:
        """The revision that is stored, and not the predicted one."""
        if kind != "page":
            return await self._ledger.revision(kind, object_id)
        return name_of(self._remote.pages.get(int(object_id)))

    async def objects(self) -> Sequence[ObjectChange]:
        """What would become of pages, and what the ledger's own transaction has changed."""
        await self.check()
        return [*(page.tell() for page in self.pages.values()), *await self._ledger.objects()]

    async def restore(self, changes: Sequence[PastChange], tell: Tell) -> None:
        """Stage pages as they were; the service's own objects are the ledger's to restore."""
        pages = [each.kind == "page" for change in changes for each in change.objects]
        if not any(pages):
            return await self._ledger.restore(changes, tell)
        if not all(pages):
            raise one_place_only()
        for change in changes:
            for each in change.objects:
                self._restore(change, each)
        self._told.append(tell)
        return await tell([page.tell() for page in self.pages.values()], [])

    async def commit(self, record: Record[T]) -> T:
        """Send, read back, and let the ledger record it."""
        await self.check()
        if self.pages:
            await self._ledger.commit(claim)
        for page in self.pages.values():
            await self._send(page)
        for tell in self._told:
            await tell([page.tell() for page in self.pages.values()], [])
        return await self._ledger.commit(partial(record_both, record, [page.tell() for page in self.pages.values()]))

    def foretold(self) -> Sequence[frozenset[str]]:
        """The site chooses slugs."""
        return [DECIDED] * self.looks

    def correct(self, answer: Any) -> Any:
        """The same: what is corrected in place is all that names a page."""
        return answer

    async def rollback(self) -> None:
        """Forget what was staged."""
        self.pages.clear()
        await self._ledger.rollback()

    def read(self, page_id: int) -> Fields | None:
        """A page as the call leaves it."""
        staged = self.pages.get(page_id)
        self.looks += staged is not None
        return staged.after if staged else self._remote.pages.get(page_id)

    def put(self, page_id: int, after: Fields | None, answer: Page | None = None) -> None:
        """Stage a page; 0 makes a new one, under a provisional id."""
        page_id = page_id or min([0, *self.pages]) - 1
        before = self._remote.pages.get(page_id)
        self.looks += after is not None
        self.pages[page_id] = Staged(page_id, before, after, answer)

    def _restore(self, change: PastChange, each: ObjectChange) -> None:
        page_id = self._restored.get(int(each.object), int(each.object))
        now, left = self.read(page_id), each.after
        if (now is None) != (left is None) or any(now[name] != left[name] for name in left or () if now and left):
            raise Superseded(change, each)
        if now is None:
            self.put(0, each.before)
            self._restored[int(each.object)] = min(self.pages)
        else:
            self.put(page_id, None if each.before is None else {**now, **each.before})

    async def _send(self, page: Staged) -> None:
        method = "DELETE" if page.after is None else "POST" if page.before is None else "PATCH"
        page.page_id = await self._remote.send(method, page.page_id, page.after)
        page.after = self._remote.pages.get(page.page_id)
        if page.answer is not None and page.after is not None:
            page.answer.update(build_page(page.page_id, page.after))


stage: ContextVar[Stage | None] = ContextVar("stage", default=None)


@dataclass(frozen=True, slots=True)
class StagedTransactions:
    """Implements `site.transactions.Transactions` over those of the ledger; this site takes one write at a time."""

    remote: Remote
    ledger: Transactions
    atomic: Literal["compensated"] = field(default="compensated")

    def prepare_restore(self, changes: Sequence[PastChange]) -> AbstractAsyncContextManager[None]:
        """Nothing takes long here."""
        return nullcontext()

    @asynccontextmanager
    async def open(
        self,
        terms: Terms = Terms(),  # noqa: B008 - frozen
        early: EarlyCommit | None = None,
    ) -> AsyncIterator[Transaction]:
        """A stage. The ledger checks what is its own: the key, and revisions of what is no page."""
        own = [each for each in terms.expected if each[0] != "page"]
        async with self.ledger.open(replace(terms, expected=own)) as opened:
            current = Stage(self.remote, opened, terms)
            token = stage.set(current)
            try:
                yield current
            finally:
                stage.reset(token)


@dataclass(frozen=True, slots=True)
class RemotePages:
    """Implements `site.content.ContentStore`: reads what is staged first, and writes only to the stage."""

    remote: Remote

    async def find(self, query: PageQuery) -> Listing[Page]:
        """All pages."""
        found = [build_page(page_id, fields) for page_id, fields in self.remote.pages.items()]
        return Listing(found, len(found), 1, query.per_page)

    async def get(self, item_id: int, context: Literal["view", "edit"]) -> Page:
        """One page, as the call would leave it."""
        return build_page(item_id, self._read(item_id))

    async def create(self, fields: PageFields, by: str) -> Page:
        """Stage a page; its id is provisional."""
        return self._stage(0, None, {**FIRST, **take(fields)})

    async def update(self, item_id: int, fields: PageFields, by: str, *, trashed: bool = False) -> Page:
        """Stage a change."""
        old = self._read(item_id, trashed=trashed)
        return self._stage(item_id, old, {**old, **take(fields)})

    def prepare(self, fields: PageFields, item_id: int | None = None) -> AbstractAsyncContextManager[None]:
        """Nothing takes long here."""
        return nullcontext()

    async def trash(self, item_id: int, by: str) -> Page:
        """Stage the status."""
        old = self._read(item_id)
        return self._stage(item_id, old, {**old, "status": "trash"})

    async def delete(self, item_id: int, by: str, *, trashed: bool = False) -> Page:
        """Stage the removal."""
        old = self._read(item_id, trashed=trashed)
        opened().put(item_id, None)
        return build_page(item_id, old)

    async def complete_id(self, prefix: str, limit: int) -> list[str]:
        """Ids that begin so."""
        return [str(page_id) for page_id in self.remote.pages if str(page_id).startswith(prefix)][:limit]

    def _stage(self, page_id: int, old: Fields | None, new: Fields) -> Page:
        answer = build_page(page_id, new)
        if old != new:
            opened().put(page_id, new, answer)
        return answer

    def _read(self, page_id: int, *, trashed: bool = False) -> Fields:
        current = stage.get()
        found = current.read(page_id) if current else self.remote.pages.get(page_id)
        if found is None:
            raise not_found("page", page_id, "")
        if trashed:
            check_trashed(page_id, found["status"], NOT_RESTORED)
        return found


def opened() -> Stage:
    """The stage of the call."""
    current = stage.get()
    assert current is not None, "a write outside a transaction"
    return current


def claim(_: Any, objects: Sequence[ObjectChange]) -> None:
    """End the ledger's transaction before the site is asked: it must hold nothing."""
    if objects:
        raise one_place_only()


def one_place_only() -> Problem:
    """The refusal of a call that changes pages and the service's own objects: they are in two places."""
    return Problem(Code.CONFLICT, "One write changes the site or the service's own data, and not both.")


def record_both(record: Record[T], staged: Sequence[ObjectChange], ledger: Any, own: Sequence[ObjectChange]) -> T:
    """The record of what was sent, and of what the ledger changed."""
    return record(ledger, [*staged, *own])


def take(fields: PageFields) -> Fields:
    """The fields that were given."""
    return {name: value for name, value in fields.model_dump(exclude_unset=True).items() if name in SHOWN}


def name_of(fields: Fields | None) -> str | None:
    """The revision of a page."""
    return None if fields is None else name_state([fields[name] for name in SHOWN])


def differences(before: Fields | None, after: Fields | None) -> tuple[Fields | None, Fields | None]:
    """The fields that differ; all of a page that comes or goes."""
    if before is None or after is None:
        return before, after
    names = [name for name in SHOWN if before[name] != after[name]]
    return {name: before[name] for name in names}, {name: after[name] for name in names}


def build_page(page_id: int, fields: Fields) -> Page:
    """The page as callers get it."""
    bodies = {name: Body(rendered=fields[name], protected=False) for name in ("content", "excerpt")}
    title = Rendered(rendered=fields["title"])
    shown = {**fields, **bodies, "id": page_id, "title": title, "type": "page", "revision": name_of(fields)}
    return cast(Page, shown)
