"""Media of the built-in site: reading lists and files, and writing what is told of them."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import Connection, Text, bindparam, cast, delete, select, text, update

from sitehand.errors import Code, Problem, not_found
from sitehand.hosts.builtin.media_collections import file_media, resolve_collections, resolve_terms
from sitehand.hosts.builtin.media_intake import MediaIntake, insert_media, replace_file
from sitehand.hosts.builtin.media_list import find_media
from sitehand.hosts.builtin.media_uses import find_uses
from sitehand.hosts.builtin.media_view import build_all, build_one
from sitehand.hosts.builtin.picture_formats import with_formats
from sitehand.hosts.builtin.substrings import list_counted
from sitehand.hosts.builtin.tables import items, media
from sitehand.site.content import Listing
from sitehand.site.item_terms import ItemTerms
from sitehand.site.media import (
    FileSource,
    Media,
    MediaFields,
    MediaQuery,
    MediaUses,
    NewMedia,
    View,
    check_picture,
    refuse_item,
    round_point,
)
from sitehand.site.media_text import MediaText, MediaTextQuery
from sitehand.site.values import MAX_ID, iso
from sitehand.store.database import Database
from sitehand.store.prepared import Prepared
from sitehand.store.reading import list_rows
from sitehand.store.verification import verify_row

HINT = "list_media lists the files."
MINE = media.c.id == bindparam("media_id")
STATE = [column for column in media.c if column.name != "import_source"]
SELECT = Prepared(select(*STATE).where(MINE))
UPDATE = Prepared(update(media).where(MINE))
DELETE = Prepared(delete(media).where(MINE))
COUNT_FEATURED = Prepared(
    text(
        "SELECT count(*) FROM"
        " (SELECT 1 FROM items WHERE featured_media = :media_id AND featured_media <> 0 LIMIT :limit) AS counted"
    )
)
MAX_FEATURED = 2_000
FIND_ITEM = Prepared(select(items.c.id).where(items.c.id == bindparam("item_id")))
Row = Mapping[str, Any]


class BuiltinMedia:
    """Implements `site.media.MediaStore`. `max_answer_bytes` bounds the texts in one list."""

    def __init__(
        self,
        database: Database,
        site_url: str,
        clock: Callable[[], datetime],
        max_answer_bytes: int,
        intake: MediaIntake,
    ) -> None:
        self._intake = intake
        self._database = database
        self._site_url = site_url
        self._clock = clock
        self._max_answer_bytes = max_answer_bytes

    async def find(self, query: MediaQuery) -> Listing[Media]:
        """One page of the list; past its end an empty one, with the right total."""
        rows, total = await self._database.read(partial(find_media, query=query))
        build = partial(build_all, rows, query, self._site_url, self._max_answer_bytes)
        return list_counted(await asyncio.to_thread(build), total, query, bounded=bool(query.search.strip()))

    async def get(self, item_id: int, context: View) -> Media:
        """One file."""
        row = await self._database.read(lambda connection: _read(connection, item_id))
        return await self._build(row, context)

    def prepare(self, source: FileSource) -> AbstractAsyncContextManager[None]:
        """Fetch, examine and place a file; while the block runs, `create` and `replace` find it there."""
        return self._intake.prepare(source)

    async def create(self, new: NewMedia) -> Media:
        """Add a file. Its bytes are in the data folder before its row is written."""
        given, now = _take_fields(new), iso(self._clock())
        placed = await self._intake.place(new)
        if new.focal_point is not None:
            check_picture(placed.taken.file.format.mime_type)

        def work(connection: Connection) -> Row:
            _check_item(connection, given.get("parent", 0))
            row = _read(connection, insert_media(connection, placed, given, now))
            return _write(connection, row, resolve_collections(connection, row, new), now)

        return placed.tell(await self._build(await self._database.transact(work), "view"))

    async def update(self, item_id: int, fields: MediaFields) -> Media:
        """Change the given fields; nothing is stored when nothing would be different."""
        given, now = _take_fields(fields), iso(self._clock())
        cropped = await self._crop(item_id, fields)

        def work(connection: Connection) -> Row:
            old = _read(connection, item_id)
            if cropped and cropped != old["sha256"]:
                raise _refuse_replaced(item_id)
            changed = {name: value for name, value in given.items() if value != old[name]}
            _check_item(connection, changed.get("parent", 0))
            return _write(connection, old, {**changed, **resolve_collections(connection, old, fields)}, now)

        return await self._build(await self._database.transact(work), "view")

    async def set_terms(self, item_id: int, terms: ItemTerms) -> Media:
        """Change the collections of a file; nothing is stored when nothing would be different."""
        now = iso(self._clock())

        def work(connection: Connection) -> Row:
            old = _read(connection, item_id)
            return _write(connection, old, resolve_terms(connection, old, terms), now)

        return await self._build(await self._database.transact(work), "view")

    @asynccontextmanager
    async def prepare_update(self, item_id: int, fields: MediaFields) -> AsyncIterator[None]:
        """Make the crop that another focal point needs. What is wrong is told when `update` looks again."""
        with suppress(Problem):
            await self._crop(item_id, fields)
        yield

    async def _crop(self, item_id: int, fields: MediaFields) -> str:
        """The hash of the picture that has its crop now; "" when no focal point is given, or none of our files."""
        if fields.focal_point is None:
            return ""
        row = await self._database.read(lambda connection: _read(connection, item_id))
        check_picture(row["mime_type"])
        if row["sha256"]:
            await self._intake.crop(row, round_point(fields.focal_point))
        return str(row["sha256"])

    async def replace(self, item_id: int, source: FileSource) -> Media:
        """Put another file at the address of this one. Nothing is stored when it is the same."""
        placed, now = await self._intake.place(source), iso(self._clock())

        def work(connection: Connection) -> Row:
            old = _read(connection, item_id)
            return _write(connection, old, replace_file(connection, old, placed), now)

        return placed.tell(await self._build(await self._database.transact(work), "view"))

    async def read_text(self, wanted: MediaTextQuery) -> MediaText:
        """The text of a PDF from one page on."""
        row = await self._database.read(lambda connection: _read(connection, wanted.id))
        return await self._intake.read_text(row, wanted)

    async def delete(self, item_id: int) -> Media:
        """Remove a file for good; no item has it as its featured media any more. Raises Problem(conflict)
        when too many have.
        """

        def work(connection: Connection) -> Row:
            row = _read(connection, item_id)
            _check_featured(connection, item_id)
            DELETE.run(connection, {"media_id": item_id})
            verify_row(connection, media, {"id": item_id}, None)
            return row

        return await self._build(await self._database.transact(work), "edit")

    async def find_uses(self, item_id: int) -> MediaUses:
        """The items that have it as their featured media, or name it in their text; and the logo."""

        def read(connection: Connection) -> MediaUses:
            return find_uses(connection, _read(connection, item_id))

        return await self._database.read(read)

    async def complete_id(self, prefix: str, limit: int) -> list[str]:
        """Ids that begin with `prefix`, newest files first."""
        if prefix and not (prefix.isascii() and prefix.isdigit()):
            return []
        newest = select(media.c.id).order_by(media.c.date.desc(), media.c.id.desc()).limit(limit)
        found = await self._database.read(list_rows(newest.where(cast(media.c.id, Text).startswith(prefix))))
        return [str(row.id) for row in found]

    async def _build(self, row: Row, context: View) -> Media:
        return await asyncio.to_thread(build_one, row, self._site_url, raw=context == "edit")


def _take_fields(fields: MediaFields) -> dict[str, Any]:
    """The fields that were given, as they are stored."""
    columns = MediaFields.model_fields.keys() - {"collections"}
    given: dict[str, Any] = fields.model_dump(include=columns & fields.model_fields_set)
    if "post" in given:
        given["parent"] = given.pop("post")
    if given.pop("focal_point", None):
        given["focal_x"], given["focal_y"] = round_point(fields.focal_point)
    return given


def _check_featured(connection: Connection, item_id: int) -> None:
    """Raise Problem(conflict) for a file of more items than others should wait for: each gets a new revision."""
    if COUNT_FEATURED.scalar(connection, {"media_id": item_id, "limit": MAX_FEATURED + 1}) > MAX_FEATURED:
        message = f"More than {MAX_FEATURED:,} items have media {item_id} as their featured image."
        hint = "Give some of them another one first, or put another file in its place: replace_media."
        raise Problem(Code.CONFLICT, message, hint=hint)


def _refuse_replaced(item_id: int) -> Problem:
    message = f"The file of media {item_id} was replaced meanwhile. Nothing was changed."
    return Problem(Code.CONFLICT, message, hint="Look at the new picture, and send its focal point.")


def _read(connection: Connection, item_id: int) -> Row:
    row = SELECT.first(connection, {"media_id": item_id}) if item_id <= MAX_ID else None
    if row is None:
        raise not_found("media", item_id, HINT)
    return with_formats(connection, row)


def _write(connection: Connection, old: Row, changed: Row, now: str) -> Row:
    """Store what is otherwise: columns, and `collections`; the file as it is then."""
    if not changed:
        return old
    values = {**{name: value for name, value in changed.items() if name in media.c}, "modified": now}
    UPDATE.run(connection, {**values, "media_id": old["id"]})
    verify_row(connection, media, {"id": old["id"]}, values)
    if "collections" in changed:
        file_media(connection, old["id"], changed["collections"])
    return _read(connection, old["id"])


def _check_item(connection: Connection, item_id: int) -> None:
    """A file belongs to an item that is there, or to none."""
    if not item_id or FIND_ITEM.scalar(connection, {"item_id": item_id}) is not None:
        return
    raise refuse_item(item_id)
