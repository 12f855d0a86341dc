"""Pages and posts of a WordPress: reading lists and items, and staging what is written."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Generic, Literal, TypeVar, cast

from sitehand.errors import Code, Detail, Problem, not_found
from sitehand.hosts.wordpress import states
from sitehand.hosts.wordpress.changes import read_there, stage_create, stage_delete, stage_follow, stage_trash
from sitehand.hosts.wordpress.changes import stage_update as stage_changes
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.elementor_fields import take_document, tell_kept
from sitehand.hosts.wordpress.given_answers import GivenAnswer
from sitehand.hosts.wordpress.items import ALL, Items
from sitehand.hosts.wordpress.listing import write_query
from sitehand.hosts.wordpress.members import fill, keep, list_asked
from sitehand.hosts.wordpress.meta_fields import leave_equal, prepare_values, read_values
from sitehand.hosts.wordpress.post_terms import resolve_terms, take_terms
from sitehand.hosts.wordpress.references import check_references
from sitehand.hosts.wordpress.resources import EDIT, Fields, Json
from sitehand.hosts.wordpress.staging import Stage, Step
from sitehand.hosts.wordpress.term_resource import TermResource
from sitehand.hosts.wordpress.transactions import StagedTransactions
from sitehand.site.content import Body, Item, ItemFields, Listing, ListQuery, Notice, Rendered
from sitehand.site.items import NOT_EMPTIED, NOT_RESTORED, check_trashed
from sitehand.site.kinds import KINDS

T = TypeVar("T", bound=Item)
Q = TypeVar("Q", bound=ListQuery)
F = TypeVar("F", bound=ItemFields)
View = Literal["view", "edit"]
PAST_THE_END = "rest_post_invalid_page_number"
COMPLETED = 100
"""The newest items whose ids complete a prefix."""


class Content(ABC, Generic[T, Q, F]):
    """Implements `site.content.ContentStore` for one type of item."""

    def __init__(self, client: Client, items: Items, transactions: StagedTransactions, terms: TermResource) -> None:
        self._client = client
        self._items = items
        self._transactions = transactions
        self._terms = terms

    async def find(self, query: Q, members: Sequence[str] = ()) -> Listing[T]:
        """One page of the list; past its end an empty one, with the right total.

        What the call has staged shows in the items; whether they fit the query is as WordPress knows them.
        """
        asked = self._write_query(query)
        full, raw = query.detail == "full", query.context == "edit"
        items = self._find_items(query)
        part = list_asked(members) if items is self._items else None
        asked["_fields"] = part or items.list_fields(full=full)
        try:
            answer = await items.read_list(self._transactions.ask, asked)
        except Problem as problem:
            if problem.extra.get("upstream", {}).get("code") != PAST_THE_END:
                raise
            return Listing([], await self._count(items, asked), query.page, query.per_page)

        def build(value: Json) -> T:
            if part:
                return cast(T, keep(self._build(fill(value), full=False, raw=raw), members))
            return self._build(value, full=full, raw=raw)

        seen = self._transactions.lay_over(self._items, answer.value)
        found = [self._transactions.show(self._items, value["id"], value, build) for value in seen]
        return Listing(found, int(answer.headers["x-wp-total"]), query.page, query.per_page)

    async def get(self, item_id: int, context: View) -> T:
        """One item, also from the trash."""
        value = await self._transactions.read(self._items, item_id)
        if value is None:
            raise not_found(self._items.kind, item_id, self._items.hint)
        return self._show(item_id, value, raw=context == "edit")

    async def create(self, fields: F, by: str) -> T:
        """Stage a new item, a draft unless the fields say otherwise."""
        async with self._transactions.joined() as stage:
            given = {"status": "draft", **states.take_fields(fields), **self._take_own(fields, None)}
            given |= take_terms(self._choose(fields, None), fields, None)
            given |= await self._take_values(stage, fields, None)
            self._fit(given, None)
            await check_references(stage, self._items, self._client, given, None)
            self._check_status(given, None)
            states.check_password(given, None)
            notices = await resolve_terms(stage, self._choose(fields, None), self._terms, given)
            return self._answer(stage_create(stage, self._items, given), notices)

    async def update(self, item_id: int, fields: F, by: str, *, trashed: bool = False) -> T:
        """Stage the given fields; nothing is staged when nothing would be different.

        Raises Problem(conflict) for an item in the trash, unless a status takes it out again.
        """
        async with self._transactions.joined() as stage:
            before = await read_there(stage, self._items, item_id)
            if trashed:  # looked at once more right before the first request
                check_trashed(item_id, before["status"], NOT_RESTORED)
            given = {**states.take_fields(fields), **take_document(fields), **self._take_own(fields, before)}
            given |= take_terms(self._choose(fields, before), fields, before)
            given |= await self._take_values(stage, fields, before)
            notices = tell_kept(fields, before)
            return await self._change(stage, item_id, before, leave_equal(given, before), notices)

    async def rewrite(self, item_id: int, edit: Callable[[str], str], by: str) -> T:
        """Stage what `edit` makes of the content, as the call sees it."""
        async with self._transactions.joined() as stage:
            before = await read_there(stage, self._items, item_id)
            content = await asyncio.to_thread(edit, before["content"]["raw"])
            return await self._change(stage, item_id, before, {"content": content})

    async def _change(self, stage: Stage, item_id: int, before: Json, given: Fields, told: Sequence[Notice] = ()) -> T:
        if before["status"] == "trash" and "status" not in given:
            hint = "Send a status, such as draft, to take it out of the trash."
            raise Problem(Code.CONFLICT, f"This {KINDS[self._items.kind].singular} is in the trash.", hint=hint)
        self._fit(given, before)
        await check_references(stage, self._items, self._client, given, before)
        self._check_status(given, before)
        states.check_password(given, before)
        notices = [*told, *await resolve_terms(stage, self._list_beside(before), self._terms, given)]
        step = stage_changes(stage, self._items, item_id, before, given)
        return self._answer(step, notices) if step else self._show(item_id, before, raw=False)

    @asynccontextmanager
    async def prepare(self, fields: F, item_id: int | None = None) -> AsyncIterator[None]:
        """Do nothing: WordPress renders by itself."""
        yield

    async def trash(self, item_id: int, by: str) -> T:
        """Stage the way to the trash. Raises Problem(conflict) when it is there already."""
        async with self._transactions.joined() as stage:
            before = await read_there(stage, self._items, item_id)
            if before["status"] == "trash":
                hint = "Delete with force=true to remove it for good."
                raise Problem(
                    Code.CONFLICT, f"This {KINDS[self._items.kind].singular} is already in the trash.", hint=hint
                )
            return self._answer(stage_trash(stage, self._items, item_id, before, states.trash(before)))

    async def delete(self, item_id: int, by: str, *, trashed: bool = False) -> T:
        """Stage the end of an item; WordPress moves pages below it up to its parent."""
        async with self._transactions.joined() as stage:
            before = await read_there(stage, self._items, item_id)
            if trashed:  # looked at once more right before the first request
                check_trashed(item_id, before["status"], NOT_EMPTIED)
            below = await self._read_below(stage, before) if self._has_children(before) else []
            told = self._show(item_id, before, raw=True)
            stage_delete(stage, self._items, item_id, before)
            for child in below:
                stage_follow(stage, self._items, child, {**child, "parent": before["parent"]})
            return told

    async def complete_id(self, prefix: str, limit: int) -> list[str]:
        """Ids that begin with `prefix`, those made last first, without the trash; among the last hundred."""
        if prefix and not (prefix.isascii() and prefix.isdigit()):
            return []
        asked = {**EDIT, "status": "any", "per_page": COMPLETED, "_fields": "id", "orderby": "id", "order": "desc"}
        found = (await self._client.read(self._items.route, asked)).value
        # The item whose id is the prefix itself may be older than these hundred.
        if prefix and len(found) == COMPLETED:
            found += (await self._client.read(self._items.route, {**asked, "include": prefix})).value
        ids = dict.fromkeys(str(value["id"]) for value in found)
        return [each for each in ids if each.startswith(prefix)][:limit]

    async def _count(self, items: Items, asked: dict[str, Any]) -> int:
        answer = await self._client.read(items.route, {**asked, "page": 1, "per_page": 1, "_fields": "id"})
        return int(answer.headers["x-wp-total"])

    def _write_query(self, query: Q) -> dict[str, Any]:
        """A list query in WordPress's words."""
        return write_query(query)

    def _find_items(self, query: Q) -> Items:
        """The items that a list is of."""
        return self._items

    def _choose(self, fields: ItemFields, before: Json | None) -> Items:
        """The items among which one is written. Raises Problem(not_found) for an item of another type."""
        return self._items

    def _has_children(self, value: Json) -> bool:
        return self._items.kind == "page"

    def _take_own(self, fields: ItemFields, before: Json | None) -> Fields:
        """What fields that only this kind has make of an item."""
        return {}

    def _fit(self, given: Fields, before: Json | None) -> None:
        """Leave out what items of this type do not have. Raises Problem for a value of it."""

    async def _read_below(self, stage: Stage, above: Json) -> list[Json]:
        """The items that stand directly below one."""
        item_id, items = above["id"], self._list_beside(above)
        fields = [*items.list_fields(full=True), "_links"]
        asked = {**EDIT, "parent": item_id, "status": ALL, "per_page": 100, "orderby": "id", "order": "asc"}
        answer = await items.read_list(self._client.read, {**asked, "_fields": fields})
        if int(answer.headers["x-wp-total"]) > len(answer.value):
            message = f"More than {len(answer.value)} items stand below item {item_id}."
            raise Problem(Code.CONFLICT, message, hint="Move or delete some of them first.")
        return [value for value in stage.merge(self._items, answer.value) if value.get("parent") == item_id]

    def _list_beside(self, value: Json) -> Items:
        """The items of the type that one has."""
        return self._items

    async def _take_values(self, stage: Stage, fields: ItemFields, before: Json | None) -> Fields:
        """What is sent for custom fields: WordPress has them among its `meta`."""
        values = fields.fields if "fields" in fields.model_fields_set else {}
        if not values:
            return {}
        return {"meta": await prepare_values(self._client, stage.schemas, self._choose(fields, before).route, values)}

    def _check_status(self, given: Fields, before: Json | None) -> None:
        """Raise Problem(invalid_arguments) for an item to schedule without a date."""
        if given.get("status") != "future" or "date" in given:
            return
        if self._items.predict(before, self._items.write_body(given))["status"] != "future":
            detail = Detail(path="date", expected="a date and time to come", got="nothing")
            raise Problem(
                Code.INVALID_ARGUMENTS,
                "The status future needs a date to come.",
                hint="Send date too, such as 2030-01-31T09:00:00Z, or the status publish.",
                details=[detail],
            )

    def _answer(self, step: Step, notices: Sequence[Notice] = ()) -> T:
        """The answer as staged, which is written anew when it is done."""
        step.notices += notices
        item = self._build(step.after or {}, full=True, raw=False)
        step.answers.append(GivenAnswer(cast(dict[str, Any], item), self._builder(raw=False)))
        return item

    def _show(self, item_id: int, value: Json, *, raw: bool) -> T:
        return self._transactions.show(self._items, item_id, value, partial(self._build, full=True, raw=raw))

    def _builder(self, *, raw: bool) -> Any:
        return lambda value: self._build(value, full=True, raw=raw)

    def _build(self, value: Json, *, full: bool, raw: bool) -> T:
        """An object in the port's shape."""
        protected, excerpt = bool(value.get("password")), value.get("excerpt", {})
        item = Item(
            id=value["id"],
            date=states.read_moment(value["date_gmt"]),
            modified=states.read_moment(value["modified_gmt"]),
            slug=value["slug"],
            status=value["status"],
            type=self._items.kind,
            link=value["link"],
            title=Rendered(rendered=value["title"].get("rendered", value["title"]["raw"])),
            author=value.get("author", 0),
            featured_media=value.get("featured_media", 0),
            revision=states.name_revision(self._items.fields(value)),
        )
        if full:
            item["content"] = Body(rendered=value["content"].get("rendered", ""), protected=protected)
            item["excerpt"] = Body(rendered=excerpt.get("rendered", ""), protected=protected)
            if values := read_values(self._items.fields(value).get("meta")):
                item["fields"] = values
        if raw:
            item["title"]["raw"], item["protected"] = value["title"]["raw"], protected
        if full and raw:
            item["content"]["raw"], item["excerpt"]["raw"] = value["content"]["raw"], excerpt.get("raw", "")
        self._add_own(cast(T, item), value)
        return cast(T, item)

    @abstractmethod
    def _add_own(self, item: T, value: Json) -> None:
        """Add the fields that only this type has."""
