"""Comments of the built-in site: reading and moderating them, and replies by the site itself."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, insert, select, text, update

from sitehand.errors import not_found
from sitehand.hosts.builtin.comment_list import find_comments, is_bounded, with_item
from sitehand.hosts.builtin.comment_view import build_comment
from sitehand.hosts.builtin.items import STATUS_OF_ITEM
from sitehand.hosts.builtin.states import DEFAULTS
from sitehand.hosts.builtin.substrings import list_counted
from sitehand.hosts.builtin.tables import authors, comments
from sitehand.site.comments import (
    HINT,
    Comment,
    CommentFields,
    CommentQuery,
    NewComment,
    View,
    bound_contents,
    refuse_many,
    refuse_parent,
    refuse_post,
)
from sitehand.site.content import Listing
from sitehand.site.values import MAX_ID, iso
from sitehand.store.database import Database
from sitehand.store.prepared import Prepared
from sitehand.store.sqlite import next_id_of
from sitehand.store.verification import verify_row

MINE = comments.c.id == bindparam("comment_id")
SELECT = Prepared(with_item(comments).where(MINE, comments.c.type == "comment"))
INSERT, UPDATE, DELETE = (
    Prepared(insert(comments)),
    Prepared(update(comments).where(MINE)),
    Prepared(delete(comments).where(MINE)),
)
NAME_OF_AUTHOR = Prepared(select(authors.c.name).where(authors.c.id == DEFAULTS["author"]))
COUNT_REPLIES = Prepared(select(func.count()).select_from(comments).where(comments.c.parent == bindparam("comment_id")))
MOVE_UP = Prepared(text("UPDATE comments SET parent = :parent WHERE parent = :comment_id"))
NEXT_ID = next_id_of("comments")
MAX_REPLIES = 2_000
"""Replies to a comment that its deletion changes, while others wait to write."""
REFUSED_ITEMS = {"draft": "is a draft", "trash": "is in the trash"}
Row = Mapping[str, Any]


class BuiltinComments:
    """Implements `site.comments.CommentStore`. `max_answer_bytes` bounds the texts in one list."""

    def __init__(self, database: Database, site_url: str, clock: Callable[[], datetime], max_answer_bytes: int) -> None:
        self._database = database
        self._site_url = site_url
        self._clock = clock
        self._max_answer_bytes = max_answer_bytes

    async def find(self, query: CommentQuery) -> Listing[Comment]:
        """One page of the list; past its end an empty one, with the right total."""
        rows, total = await self._database.read(partial(find_comments, query=query))
        build = partial(self._build_all, rows, raw=query.context == "edit")
        return list_counted(await asyncio.to_thread(build), total, query, bounded=is_bounded(query))

    async def get(self, comment_id: int, context: View) -> Comment:
        """One comment."""
        row = await self._database.read(lambda connection: _read(connection, comment_id))
        return await self._build(row, context)

    async def create(self, new: NewComment) -> Comment:
        """Add a comment by the site's first author."""
        now = iso(self._clock())

        def work(connection: Connection) -> Row:
            _check_place(connection, new)
            row = _begin(connection, new, now)
            INSERT.run(connection, row)
            verify_row(connection, comments, {"id": row["id"]}, row)
            return _read(connection, row["id"])

        return await self._build(await self._database.transact(work), "edit")

    async def update(self, comment_id: int, fields: CommentFields) -> Comment:
        """Change the given fields; nothing is stored when nothing would be different."""
        given = fields.model_dump(include={*CommentFields.model_fields} & fields.model_fields_set)

        def work(connection: Connection) -> Row:
            old = _read(connection, comment_id)
            changed = {name: value for name, value in given.items() if value != old[name]}
            if changed:
                UPDATE.run(connection, {**changed, "comment_id": comment_id})
                verify_row(connection, comments, {"id": comment_id}, changed)
            return {**old, **changed}

        return await self._build(await self._database.transact(work), "edit")

    async def delete(self, comment_id: int) -> Comment:
        """Remove a comment permanently; replies to it become replies to what it replied to."""

        def work(connection: Connection) -> Row:
            row = _read(connection, comment_id)
            if COUNT_REPLIES.scalar(connection, {"comment_id": comment_id}) > MAX_REPLIES:
                raise refuse_many(comment_id, MAX_REPLIES)
            MOVE_UP.run(connection, {"parent": row["parent"], "comment_id": comment_id})
            DELETE.run(connection, {"comment_id": comment_id})
            verify_row(connection, comments, {"id": comment_id}, None)
            return row

        return await self._build(await self._database.transact(work), "edit")

    def _build_all(self, rows: Sequence[Row], *, raw: bool) -> list[Comment]:
        built = (build_comment(row, self._site_url, raw=raw) for row in rows)
        return bound_contents(built, self._max_answer_bytes)

    async def _build(self, row: Row, context: View) -> Comment:
        return await asyncio.to_thread(build_comment, row, self._site_url, raw=context == "edit")


def _read(connection: Connection, comment_id: int) -> Row:
    row = SELECT.first(connection, {"comment_id": comment_id}) if comment_id <= MAX_ID else None
    if row is None:
        raise not_found("comment", comment_id, HINT)
    return row


def _check_place(connection: Connection, new: NewComment) -> None:
    """A comment is on an item that visitors may come to see, and replies to one on the same item."""
    status = STATUS_OF_ITEM.scalar(connection, {"item_id": new.post})
    if status is None:
        raise refuse_post(new.post, f"There is no page or post {new.post}.")
    if status in REFUSED_ITEMS:
        raise refuse_post(new.post, f"The item {new.post} {REFUSED_ITEMS[status]}.")
    parent = SELECT.first(connection, {"comment_id": new.parent}) if new.parent else None
    if new.parent and (parent is None or parent["post"] != new.post):
        raise refuse_parent(new.parent, new.post)


def _begin(connection: Connection, new: NewComment, now: str) -> dict[str, Any]:
    """The row of a new comment, signed with the name of the site's first author."""
    return {
        "id": int(NEXT_ID.scalar(connection)),
        "post": new.post,
        "parent": new.parent,
        "type": "comment",
        "status": new.status or "approved",
        "author": DEFAULTS["author"],
        "author_name": NAME_OF_AUTHOR.scalar(connection),
        "author_url": "",
        "date": now,
        "content": new.content,
    }
