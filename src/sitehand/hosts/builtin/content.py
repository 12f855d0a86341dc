"""Pages and posts of the built-in site: reading lists and items, and writing them in one transaction each."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Any, Generic, Literal, TypeVar, cast

from sqlalchemy import Connection, text

from sitehand.errors import not_found
from sitehand.hosts.builtin.changes import (
    NewState,
    Rules,
    begin_item,
    change_item,
    check_lengths,
    lift_children,
    take_fields,
    trash_item,
)
from sitehand.hosts.builtin.cursor import Cursor
from sitehand.hosts.builtin.field_values import add_values, check_where
from sitehand.hosts.builtin.front_page import release_page
from sitehand.hosts.builtin.item_rows import READ_BACK, read_back, read_item, write_query
from sitehand.hosts.builtin.item_view import build_item
from sitehand.hosts.builtin.listing import Columns, Statement, build_statement, prepare_statement, read_list
from sitehand.hosts.builtin.locales import find_locale
from sitehand.hosts.builtin.part_restoring import restore_parts
from sitehand.hosts.builtin.previews import NEWEST, Links
from sitehand.hosts.builtin.renderings import TEXTS, Form, list_changed_forms, prepared
from sitehand.hosts.builtin.states import (
    DEFAULTS,
    State,
    delete_item,
    read_state,
    store_item,
    write_item,
)
from sitehand.hosts.builtin.translations import take_place
from sitehand.site.content import MAX_COUNTED, Item, ItemFields, Listing, ListQuery, LocalizedQuery, Notice
from sitehand.site.item_terms import check_taxonomies, list_taxonomies_of
from sitehand.site.items import NOT_EMPTIED, NOT_RESTORED, check_trashed
from sitehand.site.values import MAX_ID, iso
from sitehand.store.database import Database
from sitehand.store.reading import list_rows

T = TypeVar("T", bound=Item)
Q = TypeVar("Q", bound=ListQuery)
F = TypeVar("F", bound=ItemFields)
View = Literal["view", "edit"]
Clock = Callable[[], datetime]
TEXTS_OF_ONE = f"SELECT {', '.join(TEXTS)} FROM items WHERE id = :id AND "  # noqa: S608 - names of columns


class Content(ABC, Generic[T, Q, F]):
    """Implements `site.content.ContentStore` for one type of item."""

    noun: str
    hint: str
    mine: str
    """What is true of the items of this kind, in SQL."""

    def __init__(self, database: Database, site_url: str, clock: Clock, rules: Rules, links: Links = None) -> None:
        self._database = database
        self._links = links
        self._more = f", {NEWEST}" if links else ""
        self._read_back = self._more + READ_BACK
        self._site_url = site_url
        self._clock = clock
        self._rules = rules

    async def find(self, query: Q, members: Sequence[str] = ()) -> Listing[T]:
        """One page of the list; past its end an empty one, with the right total.

        It stops at a bound in bytes: what has no room comes without its bodies, and says so in `omitted`.
        """
        noun = await self._find_type(query)
        where = await check_where(self._database, noun, query.where)
        locale = find_locale(self._database, query.locale) if isinstance(query, LocalizedQuery) else None
        statement = build_statement(noun, query, self._rules.max_answer_bytes // query.per_page, where, locale)
        rows, fitting = await self._read_list(statement)
        found = await self._build_all(rows[: query.per_page], query)
        page, per_page = statement.page, query.per_page
        if statement.exact or fitting <= MAX_COUNTED:
            return Listing(found, total=fitting, page=page, per_page=per_page)
        following = rows[per_page - 1] if len(rows) > per_page else None
        cursor = Cursor(query.orderby, query.order, following["key"], following["id"], page + 1) if following else None
        return Listing(found, MAX_COUNTED, page, per_page, "at_least", cursor.write() if cursor else "")

    async def _build_all(self, rows: Sequence[Columns], query: ListQuery) -> list[T]:
        raw = query.context == "edit"
        if query.detail == "full":
            return await self._fill(rows, query)
        return [self._build(row, full=False, raw=raw) for row in rows]

    async def _read_list(self, statement: Statement) -> tuple[Sequence[Columns], int]:
        if statement.quick:
            return read_list(statement, lambda sql: self._database.look_up(sql, statement.values))

        def read(connection: Connection) -> tuple[Sequence[Columns], int]:
            def select_rows(sql: str) -> Sequence[Columns]:
                return connection.execute(prepare_statement(sql), statement.values).mappings().all()

            return read_list(statement, select_rows)

        return await self._database.read(read)

    async def _fill(self, rows: Sequence[Columns], query: ListQuery) -> list[T]:
        """The items with their bodies, the large ones as long as there is room."""
        fair, raw = self._rules.max_answer_bytes // query.per_page, query.context == "edit"
        room = self._rules.max_answer_bytes - sum(row["size"] for row in rows if row["size"] <= fair)
        found = []
        for row in rows:
            if row["size"] > fair and row["size"] <= room:
                room -= row["size"]
                large = await self._fetch_large(row["id"], query.context)
                found.append(self._build(large or row, full=large is not None, raw=raw))
            else:
                found.append(self._build(row, full=row["size"] <= fair, raw=raw))
            if "content" not in found[-1]:
                found[-1]["omitted"] = ["content", "excerpt"]
        return found

    async def _fetch_large(self, item_id: int, context: View) -> Columns | None:
        sql, values = self._one(item_id, context)
        rows = await self._database.read(list_rows(prepare_statement(sql), values))
        return rows[0]._mapping if rows else None

    async def get(self, item_id: int, context: View) -> T:
        """One item, also from the trash."""
        rows = self._database.look_up(*self._one(item_id, context)) if item_id <= MAX_ID else []
        return self._only(rows, item_id, context)

    async def create(self, fields: F, by: str) -> T:
        """Store a new item, a draft unless the fields say otherwise."""
        given, now = take_fields(fields), self._now()

        def work(connection: Connection) -> T:
            noun = self._choose_type(connection, fields)
            self._check_given(connection, noun, fields, given)
            placed = given | take_place(connection, fields, {"id": 0, "type": noun})
            change = begin_item(connection, noun, placed, now, self._rules)
            change = self._add_terms(connection, change, fields, now)
            change = add_values(connection, change, None, fields, now)
            return self._store(connection, change, by=by, at=now, action="create")

        return await self._database.transact(work)

    async def update(self, item_id: int, fields: F, by: str, *, trashed: bool = False) -> T:
        """Change the given fields; nothing is stored when nothing would be different."""
        given, now = take_fields(fields), self._now()

        def decide(connection: Connection, old: State) -> NewState:
            if trashed:
                check_trashed(item_id, old["status"], NOT_RESTORED)
            self._check_given(connection, old["type"], fields, given)
            placed = given | take_place(connection, fields, old)
            change = change_item(connection, old, placed, now, self._rules)
            change = self._add_terms(connection, change, fields, now)
            change = add_values(connection, change, old, fields, now)
            return restore_parts(connection, change, fields, now)

        return await self._change(item_id, decide, by, now)

    async def rewrite(self, item_id: int, edit: Callable[[str], str], by: str) -> T:
        """Change the content to what `edit` makes of it as it is stored."""
        now = self._now()

        def decide(connection: Connection, old: State) -> NewState:
            given = {"content": edit(old["content"])}
            self._check_given(connection, old["type"], None, given)
            return change_item(connection, old, given, now, self._rules)

        return await self._change(item_id, decide, by, now)

    async def _change(self, item_id: int, decide: Callable[[Connection, State], NewState], by: str, now: str) -> T:
        def work(connection: Connection) -> T:
            old = self._read(connection, item_id)
            change = decide(connection, old)
            if change.state is old:
                return self._fetch(connection, item_id, "view", change.notices)
            return self._store(connection, change, by=by, at=now, action="update")

        return await self._database.transact(work)

    def prepare(self, fields: F, item_id: int | None = None) -> AbstractAsyncContextManager[None]:
        """Render what a write of these fields is about to need; while the block runs, the write finds it there."""
        return prepared(lambda: self._list_forms(fields, item_id))

    def _list_forms(self, fields: F, item_id: int | None) -> Collection[Form]:
        """What a write of these fields renders. Raises Problem for texts that are too long."""
        given = take_fields(fields)
        old = self._look_up_texts(item_id) if item_id is not None and item_id <= MAX_ID else None
        # Before it is rendered; once more in the transaction, in which the old text may be another.
        check_lengths(given, old or DEFAULTS, self._rules)
        return list_changed_forms({**DEFAULTS, **(old or {}), **given}, old).values()

    async def trash(self, item_id: int, by: str) -> T:
        """Move an item to the trash. Raises Problem(conflict) when it is there already."""
        now = self._now()

        def work(connection: Connection) -> T:
            state = trash_item(connection, self._read(connection, item_id), now)
            return self._store(connection, NewState(state, []), by=by, at=now, action="trash")

        return await self._database.transact(work)

    async def delete(self, item_id: int, by: str, *, trashed: bool = False) -> T:
        """Remove an item for good; pages below it move up to its parent, as in WordPress."""
        now = self._now()

        def work(connection: Connection) -> T:
            state = self._read(connection, item_id)
            if trashed:
                check_trashed(item_id, state["status"], NOT_EMPTIED)
            deleted = self._fetch(connection, item_id, "edit", release_page(connection, item_id))
            delete_item(connection, item_id)  # first: an item below it may have its slug
            for child in lift_children(connection, state, now, self._rules):
                store_item(connection, child, by=by, at=now, action="update")
            return deleted

        return await self._database.transact(work)

    async def complete_id(self, prefix: str, limit: int) -> list[str]:
        """Ids that begin with `prefix`, newest items first, without the trash."""
        if prefix and not (prefix.isascii() and prefix.isdigit()):
            return []
        query = text(
            f"SELECT id FROM items WHERE {self.mine} AND status <> 'trash' AND CAST(id AS TEXT) LIKE :start"  # noqa: S608
            " ORDER BY date DESC, id DESC LIMIT :limit"
        )
        values = {"start": f"{prefix}%", "limit": limit}
        return [str(row.id) for row in await self._database.read(list_rows(query, values))]

    def _look_up_texts(self, item_id: int) -> State | None:
        rows = self._database.look_up(TEXTS_OF_ONE + self.mine, {"id": item_id})
        return dict(rows[0]) if rows else None

    def _now(self) -> str:
        return iso(self._clock())

    def _read(self, connection: Connection, item_id: int) -> State:
        state = read_state(connection, item_id) if item_id <= MAX_ID else None
        if state is None or not self._has(state["type"]):
            raise not_found(self.noun, item_id, self.hint)
        return state

    def _fetch(self, connection: Connection, item_id: int, context: View, notices: list[Notice] | None = None) -> T:
        rows = read_item(connection, self._one(item_id, context)[0], item_id) if item_id <= MAX_ID else []
        return self._only(rows, item_id, context, notices)

    def _one(self, item_id: int, context: View) -> tuple[str, dict[str, Any]]:
        return write_query(self.noun, self.mine, self._more, raw=context == "edit"), {"id": item_id}

    def _only(self, rows: Sequence[Columns], item_id: int, context: View, notices: list[Notice] | None = None) -> T:
        if not rows:
            raise not_found(self.noun, item_id, self.hint)
        item = self._build(rows[0], full=True, raw=context == "edit")
        if self._links and (link := self._links.link(rows[0])):
            item["preview_link"] = link
        if notices:
            item["notices"] = notices
        return item

    async def _find_type(self, query: Q) -> str:
        """The type of the items in a list."""
        return self.noun

    def _choose_type(self, connection: Connection, fields: F) -> str:
        """The type of a new item."""
        return self.noun

    def _has(self, item_type: str) -> bool:
        return item_type == self.noun

    def _check_given(self, connection: Connection, item_type: str, fields: F | None, given: State) -> None:
        """Raise Problem for fields that items of this type cannot be given; most take all."""

    def _add_terms(self, connection: Connection, change: NewState, fields: F, now: str) -> NewState:
        """The change with what the fields make of the item's terms. Raises Problem for those that its type lacks."""
        check_taxonomies(self.noun, [], list_taxonomies_of(fields))
        return change

    def _store(self, connection: Connection, change: NewState, *, by: str, at: str, action: str) -> T:
        """Store an item; the answer about it. One query reads the answer and the row back."""
        stored = write_item(connection, change.state, by=by, at=at, action=action)
        query = write_query(self.noun, self.mine, self._read_back, raw=False)
        rows = read_back(connection, query, stored)
        return self._only(rows, stored.id, "view", [*change.notices, *stored.notices])

    def _build(self, row: Columns, *, full: bool, raw: bool) -> T:
        """An object in WordPress's shape from the columns of `listing.build_columns`."""
        item = build_item(row, self._site_url, full=full, raw=raw)
        self._add_own(cast(T, item), row)
        return cast(T, item)

    @abstractmethod
    def _add_own(self, item: T, row: Columns) -> None:
        """Add the fields that only this type has."""
