"""Notes of the built-in site. They have a table of their own, so that nothing that shows comments can show one."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from sitehand.errors import not_found
from sitehand.hosts.builtin.items import STATUS_OF_ITEM
from sitehand.hosts.builtin.paging import select_page
from sitehand.hosts.builtin.rendering import render_comment
from sitehand.hosts.builtin.tables import metadata
from sitehand.site.comments import bound_contents
from sitehand.site.content import Listing, Rendered
from sitehand.site.kinds import NOTE
from sitehand.site.notes import (
    ANSWERS,
    HINT,
    Note,
    NoteQuery,
    NoteStatus,
    View,
    check_no_reply,
    check_replies,
    refuse_absent,
    refuse_post,
)
from sitehand.site.values import MAX_ID, iso
from sitehand.store.database import Database
from sitehand.store.prepared import Prepared
from sitehand.store.revision import name_state
from sitehand.store.sqlite import next_id_of
from sitehand.store.tracked import Tracked, name_columns, track
from sitehand.store.verification import verify_row

notes = Table(
    "notes",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("post", ForeignKey("items.id", ondelete="CASCADE"), nullable=False),
    Column("parent", ForeignKey("notes.id"), comment="The note that it replies to."),
    Column("status", String(20), nullable=False, comment="Of a reply: what it did to the note."),
    Column("author_name", Text, nullable=False),
    Column("date", String(20), nullable=False),
    Column("content", Text, nullable=False),
    Index("ix_notes_date", "date", "id"),
    Index("ix_notes_post", "post", "date", "id"),
    Index("ix_notes_status", "status", "date", "id"),
    Index("ix_notes_parent", "parent"),
    sqlite_autoincrement=True,
)
NOTE_STATE = ("post", "parent", "status", "author_name", "content")
"""What the revision of a note stands for."""
track(Tracked(notes, (NOTE,), label="{row}.author_name", revision=name_columns(NOTE_STATE)))
MINE = notes.c.id == bindparam("note_id")
SELECT, INSERT, DELETE = (
    Prepared(select(notes).where(MINE)),
    Prepared(insert(notes)),
    Prepared(delete(notes).where(MINE)),
)
UPDATE = Prepared(update(notes).where(MINE))
REPLIES = notes.c.parent == bindparam("note_id")
COUNT_REPLIES = Prepared(select(func.count()).select_from(notes).where(REPLIES))
DELETE_REPLIES = Prepared(delete(notes).where(REPLIES))
NEXT_ID = next_id_of("notes")
Row = Mapping[str, Any]


class BuiltinNotes:
    """Implements `site.notes.NoteStore`. `max_answer_bytes` bounds the texts in one list."""

    def __init__(self, database: Database, clock: Callable[[], datetime], max_answer_bytes: int) -> None:
        self._database = database
        self._clock = clock
        self._max_answer_bytes = max_answer_bytes

    async def find(self, query: NoteQuery) -> Listing[Note]:
        """One page of the list; past its end an empty one, with the right total."""
        conditions = list(_list_conditions(query))
        page = select_page(select(notes).where(*conditions), query, query.order, notes.c.date, notes.c.id)
        count = select(func.count()).select_from(notes).where(*conditions)

        def read(connection: Connection) -> tuple[list[Row], int]:
            rows: list[Row] = [*connection.execute(page).mappings()]
            return rows, int(connection.execute(count).scalar_one())

        rows, total = await self._database.read(read)
        build = partial(self._build_all, rows, raw=query.context == "edit")
        return Listing(await asyncio.to_thread(build), total, query.page, query.per_page)

    async def get(self, note_id: int, context: View) -> Note:
        """One note or reply."""
        row = await self._database.read(lambda connection: _read(connection, note_id))
        return await asyncio.to_thread(_build, row, raw=context == "edit")

    async def foresee(self) -> int:
        """The id that the next note gets, if nobody makes one before."""
        return await self._database.read(lambda connection: int(NEXT_ID.scalar(connection)))

    async def create(self, post: int, content: str, by: str) -> Note:
        """Add a note to an item."""
        new = {"post": post, "parent": None, "status": "open", "author_name": by, "content": content}

        def work(connection: Connection) -> Row:
            _check_item(connection, post)
            return self._insert(connection, new)

        return await self._write(work)

    async def reply(self, note_id: int, content: str, by: str) -> Note:
        """Reply to a note."""

        def work(connection: Connection) -> Row:
            note = _read_head(connection, note_id)
            return self._insert(connection, _answer(note, by, content=content))

        return await self._write(work)

    async def set_status(self, note_id: int, status: NoteStatus, by: str) -> Note:
        """Resolve a note or open it again; a reply without words says who did it."""

        def work(connection: Connection) -> Row:
            note = _read_head(connection, note_id)
            if note["status"] == status:
                return note
            UPDATE.run(connection, {"status": status, "note_id": note_id})
            verify_row(connection, notes, {"id": note_id}, {"status": status})
            self._insert(connection, _answer(note, by, status=ANSWERS[status]))
            return {**note, "status": status}

        return await self._write(work)

    async def delete(self, note_id: int) -> Note:
        """Remove a note with the replies to it, or one reply."""

        def work(connection: Connection) -> Row:
            row = _read(connection, note_id)
            check_replies(note_id, COUNT_REPLIES.scalar(connection, {"note_id": note_id}))
            DELETE_REPLIES.run(connection, {"note_id": note_id})  # first: they refer to the note
            DELETE.run(connection, {"note_id": note_id})
            verify_row(connection, notes, {"id": note_id}, None)
            return row

        return await self._write(work)

    def _insert(self, connection: Connection, values: Mapping[str, Any]) -> Row:
        row = {**values, "id": int(NEXT_ID.scalar(connection)), "date": iso(self._clock())}
        INSERT.run(connection, row)
        verify_row(connection, notes, {"id": row["id"]}, row)
        return row

    async def _write(self, work: Callable[[Connection], Row]) -> Note:
        return await asyncio.to_thread(_build, await self._database.transact(work), raw=True)

    def _build_all(self, rows: list[Row], *, raw: bool) -> list[Note]:
        return bound_contents((_build(row, raw=raw) for row in rows), self._max_answer_bytes)


def _list_conditions(query: NoteQuery) -> Iterator[ColumnElement[bool]]:
    if query.post:
        yield notes.c.post.in_(query.post)
    if query.parent:
        replies = notes.c.parent.in_(query.parent)
        yield or_(replies, notes.c.parent.is_(None)) if 0 in query.parent else replies
    if query.status != "all":
        yield notes.c.status == query.status
        yield notes.c.parent.is_(None)


def _read(connection: Connection, note_id: int) -> Row:
    row = SELECT.first(connection, {"note_id": note_id}) if note_id <= MAX_ID else None
    if row is None:
        raise not_found("note", note_id, HINT)
    return row


def _read_head(connection: Connection, note_id: int) -> Row:
    row = _read(connection, note_id)
    check_no_reply(note_id, row["parent"] or 0)
    _check_item(connection, row["post"])
    return row


def _check_item(connection: Connection, item_id: int) -> None:
    status = STATUS_OF_ITEM.scalar(connection, {"item_id": item_id})
    if status is None:
        raise refuse_absent(item_id)
    if status == "trash":
        raise refuse_post(f"The item {item_id} is in the trash.")


def _answer(note: Row, by: str, *, content: str = "", status: str = "") -> dict[str, Any]:
    """The row of a reply."""
    return {"post": note["post"], "parent": note["id"], "status": status, "author_name": by, "content": content}


def _build(row: Row, *, raw: bool) -> Note:
    """A note in the port's shape. Who writes here is a key or the owner, and no author of the site."""
    content = Rendered(rendered=render_comment(row["content"]).html)
    if raw:
        content["raw"] = row["content"]
    return Note(
        id=row["id"],
        post=row["post"],
        parent=row["parent"] or 0,
        status=row["status"],
        author=0,
        author_name=row["author_name"],
        date=row["date"],
        content=content,
        untrusted=[],
        revision=name_state(row[name] for name in NOTE_STATE),
    )
