"""New files of the built-in site: taken in and written down before a transaction begins, named in it."""

import itertools
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, insert, select

from sitehand.errors import Code, Problem
from sitehand.files.formats import Format
from sitehand.files.inspection import MAX_BYTES
from sitehand.files.intake import Intake, Taken
from sitehand.guard.call import current_call
from sitehand.hosts.builtin.media_details import (
    CROPPED,
    PATH,
    describe_file,
    describe_replacement,
    list_beside,
    list_sizes,
    name_stem,
    name_version,
)
from sitehand.hosts.builtin.picture_formats import want_formats
from sitehand.hosts.builtin.tables import media
from sitehand.operation.carried import Carried
from sitehand.site.content import Notice
from sitehand.site.media import CENTRE, FileSource, Focus, Media
from sitehand.site.media_text import MediaText, MediaTextQuery, check_pdf, refuse_large
from sitehand.store.faults import storage_unavailable
from sitehand.store.file_store import FULL, FileStore
from sitehand.store.prepared import Prepared
from sitehand.store.verification import verify_row

Source = tuple[object, ...]
INSERT = Prepared(insert(media))
TAKEN = Prepared(select(media.c.id).where(media.c.source_url == bindparam("source_url"), media.c.sha256 != ""))
NUMBERED = Prepared(
    select(media.c.source_url).where(
        media.c.source_url >= bindparam("first"), media.c.source_url < bindparam("last"), media.c.sha256 != ""
    )
)


class Placed(NamedTuple):
    """A file that is in the data folder, under its hash."""

    taken: Taken
    sha256: str

    def list_notices(self) -> list[Notice]:
        """What was left out of the file."""
        left_out = self.taken.file.left_out
        message = f"Left out of the SVG, of which only what draws is kept: {', '.join(left_out)}."
        return [Notice(code="svg_sanitised", message=message)] if left_out else []

    def tell(self, made: Media) -> Media:
        """The answer to who sent the file."""
        return {**made, "notices": notices} if (notices := self.list_notices()) else made


_placed: Carried[Mapping[Source, Placed | Problem]] = Carried("placed_files", {})


class MediaIntake:
    """Places new files, and makes their rows."""

    def __init__(self, files: FileStore, intake: Intake) -> None:
        self._files = files
        self._intake = intake

    @asynccontextmanager
    async def prepare(self, new: FileSource) -> AsyncIterator[None]:
        """Place a file; while the block runs, `place` finds it, or what is wrong with it."""
        known = {} if _others_wait() else {_source(new): await self._try(new)}
        with _placed.keep({**_placed.get(), **known}):
            yield

    async def place(self, new: FileSource) -> Placed:
        """A file in its place. Raises Problem; then nothing is left of it."""
        placed = _placed.get().get(_source(new))
        if placed is None and _others_wait():
            raise _refuse_late()
        placed = placed or await self._try(new)
        if isinstance(placed, Problem):
            raise placed
        return placed

    async def crop(self, row: Mapping[str, Any], focus: Focus) -> None:
        """Make the crop of a picture that keeps that point, unless it is there or the picture has none."""
        version = name_version(CROPPED, focus)
        if CROPPED not in json.loads(row["details"]).get("sizes", {}):
            return
        await self._files.mark(row["sha256"])  # before it is looked for: from here on it is not cleared
        if await self._files.measure(row["sha256"], version) is not None:
            return
        if _others_wait():
            raise _refuse_late_crop()
        content = await self._read_full(row["sha256"])
        if content is None:
            raise _miss(row)
        made = await self._intake.crop(content, focus)
        await self._files.place({FULL: content, **list_sizes({CROPPED: made[CROPPED]}, focus)})

    async def encode(self, sha256: str, wanted: Format) -> int | None:
        """Place a picture in another format beside it, unless it is there.

        Its bytes; 0 where it is no smaller than the picture, and None when that is gone. Raises Problem.
        """
        version = f"{FULL}{wanted.ending}"
        await self._files.mark(sha256)  # as in `crop`
        if (size := await self._files.measure(sha256, version)) is not None:
            return size
        if (content := await self._read_full(sha256)) is None:
            return None
        if (made := await self._intake.encode(content, wanted)) is None:
            return 0
        await self._files.place({FULL: content, version: made})
        return len(made)

    async def read_text(self, row: Mapping[str, Any], wanted: MediaTextQuery) -> MediaText:
        """The text of a PDF. Raises Problem: invalid_arguments, conflict for a file on another server."""
        check_pdf(wanted.id, row["mime_type"])
        if not row["sha256"]:
            raise _refuse_unread(row)
        if (await self._files.measure(row["sha256"], FULL) or 0) > MAX_BYTES:
            raise refuse_large(wanted.id, MAX_BYTES)

        async def load() -> bytes:
            content = await self._read_full(row["sha256"])
            if content is None:
                raise _miss(row)
            return content

        return await self._intake.read_pdf(load, wanted)

    async def _read_full(self, sha256: str) -> bytes | None:
        size = await self._files.measure(sha256, FULL)
        return None if size is None else await self._files.read(sha256, FULL, 0, size)

    async def _try(self, new: FileSource) -> Placed | Problem:
        try:
            return await self._take(new)
        except Problem as problem:
            return problem

    async def _take(self, new: FileSource) -> Placed:
        taken = await self._intake.take(new)
        file = taken.file
        smaller = {**list_sizes(file.sizes, new.suggest_focus()), **list_beside(FULL, file.beside)}
        versions: dict[str, bytes | Path] = {FULL: file.content, **smaller}
        return Placed(taken, await self._files.place(versions))


def insert_media(connection: Connection, placed: Placed, given: Mapping[str, Any], at: str) -> int:
    """The row of a new file, under an address that is free; its id."""
    described = describe_placed(connection, placed, at)
    told = {
        "title": placed.taken.title,
        "slug": name_stem(described["source_url"]),
        **given,
        "date": at,
        "modified": at,
    }
    row = {**told, **described}
    INSERT.run(connection, row)
    media_id = int(TAKEN.scalar(connection, {"source_url": row["source_url"]}))
    verify_row(connection, media, {"id": media_id}, row)
    return media_id


def describe_placed(connection: Connection, placed: Placed, at: str) -> dict[str, Any]:
    """What a row has of its file: an address that is free, in the folder of that moment, hash, type and details.

    The formats that nobody waited for are asked for.
    """
    file = placed.taken.file
    want_formats(connection, placed.sha256, file.later)
    address = _find_address(connection, f"{PATH}{at[:4]}/{at[5:7]}/{placed.taken.stem}", f".{file.format.ending}")
    return {
        **{"source_url": address, "sha256": placed.sha256, "mime_type": file.format.mime_type},
        "details": json.dumps(describe_file(file, address), ensure_ascii=False),
    }


def replace_file(connection: Connection, old: Mapping[str, Any], placed: Placed) -> dict[str, Any]:
    """The columns that change when a file takes the place of another; none when it is the same file.

    The formats that nobody waited for are asked for.

    Raises Problem: conflict for a file on another server, unsupported_media_type for one of another type.
    """
    file = placed.taken.file
    if not old["sha256"]:
        raise _refuse_elsewhere(old)
    if file.format.mime_type != old["mime_type"]:
        raise _refuse_type(old, file.format.mime_type)
    if placed.sha256 == old["sha256"]:
        return {}
    want_formats(connection, placed.sha256, file.later)
    details = describe_replacement(file, old["source_url"], json.loads(old["details"]))
    centred = {"focal_x": CENTRE.x, "focal_y": CENTRE.y}
    return {**centred, "sha256": placed.sha256, "details": json.dumps(details, ensure_ascii=False)}


def _refuse_elsewhere(old: Mapping[str, Any]) -> Problem:
    message = f"File {old['id']} is on another server, where it cannot be replaced. Nothing was changed."
    return Problem(Code.CONFLICT, message, hint="Add the new file with create_media, and use its address.")


def _refuse_unread(row: Mapping[str, Any]) -> Problem:
    message = f"File {row['id']} is on another server, and its text cannot be read here."
    return Problem(Code.CONFLICT, message, hint="Add the file with create_media, with its address as url.")


def _miss(row: Mapping[str, Any]) -> Problem:
    return storage_unavailable(f"The file of media {row['id']} is missing.")


def _refuse_type(old: Mapping[str, Any], mime_type: str) -> Problem:
    """The address of a file has the ending of its type."""
    message = f"File {old['id']} is {old['mime_type']}, and the new file is {mime_type}. Nothing was changed."
    hint = f"Send {old['mime_type']}, or add the new file with create_media."
    return Problem(Code.UNSUPPORTED_MEDIA_TYPE, message, hint=hint)


def _find_address(connection: Connection, stem: str, ending: str) -> str:
    """The first address that no file has: the name as it is, then with -2, -3 and so on."""
    if TAKEN.scalar(connection, {"source_url": f"{stem}{ending}"}) is None:
        return f"{stem}{ending}"
    span = {"first": f"{stem}-", "last": f"{stem}-\U0010ffff"}
    taken = {row["source_url"] for row in NUMBERED.all(connection, span)}
    return next(name for number in itertools.count(2) if (name := f"{stem}-{number}{ending}") not in taken)


def _others_wait() -> bool:
    """Whether the call is inside a transaction that keeps others from writing."""
    batch = current_call().batch
    return batch is not None and batch.late is not None


def _refuse_late() -> Problem:
    message = "The file of this part is known only when the batch runs, and others would wait while it is fetched."
    return Problem(Code.INVALID_ARGUMENTS, message, hint="Send url and data as they are, or the batch with mode=each.")


def _refuse_late_crop() -> Problem:
    message = "The picture of this part is known only when the batch runs, and others would wait while it is cropped."
    hint = "Give focal_point where the picture is created, or send the batch with mode=each."
    return Problem(Code.INVALID_ARGUMENTS, message, hint=hint)


def _source(new: FileSource) -> Source:
    return new.url, new.data, new.file, new.suggest_name(), new.suggest_focus()
