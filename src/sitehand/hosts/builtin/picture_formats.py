"""Formats of large pictures that are made later: which are asked for, and which there are.

They belong to a file and not to the rows that name it: what is undone or replaced meanwhile makes none of it wrong.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    Index,
    Integer,
    String,
    Table,
    bindparam,
    delete,
    func,
    null,
    select,
    text,
    update,
)

from sitehand.files.formats import Format
from sitehand.hosts.builtin.media_details import SOURCES
from sitehand.hosts.builtin.tables import metadata
from sitehand.store.prepared import Prepared
from sitehand.store.sqlite import upsert

picture_formats = Table(
    "picture_formats",
    metadata,
    Column("sha256", String(64), primary_key=True),
    Column("mime_type", String(20), primary_key=True),
    Column("size", Integer, comment="Bytes. NULL: to be made; 0: no smaller than the picture, and not kept."),
    Index("ix_picture_formats_waiting", "sha256", "mime_type", sqlite_where=text("size IS NULL")),
    comment="Formats of files that are large pictures, which a job makes: of the file, whichever rows name it.",
)
OF_FILE = picture_formats.c.sha256 == bindparam("file")
THIS = OF_FILE & (picture_formats.c.mime_type == bindparam("format"))
WAITS = text("size IS NULL")
ASK = upsert(picture_formats).on_conflict_do_update(index_elements=["sha256", "mime_type"], set_={"size": null()})
WANT = Prepared(ASK)
LIST = Prepared(select(picture_formats.c.mime_type, picture_formats.c.size).where(OF_FILE, picture_formats.c.size > 0))
NEXT = Prepared(select(picture_formats.c.sha256, picture_formats.c.mime_type).where(WAITS).limit(1))
ANY_WANTED = "SELECT 1 FROM picture_formats WHERE size IS NULL LIMIT 1"
COUNT = Prepared(select(func.count()).select_from(picture_formats).where(WAITS))
KEEP = Prepared(update(picture_formats).where(THIS).values(size=bindparam("bytes")))
DROP = Prepared(delete(picture_formats).where(THIS))
FORGET = Prepared(delete(picture_formats).where(OF_FILE, picture_formats.c.size.is_not(None)))
Row = Mapping[str, Any]


def want_formats(connection: Connection, sha256: str, formats: Iterable[Format]) -> None:
    """Ask for formats of a file. Those that are in the store already, the job finds there."""
    WANT.run_each(connection, ({"sha256": sha256, "mime_type": each.mime_type} for each in formats))


def find_wanted(connection: Connection) -> Row | None:
    """A format that is still to be made, by `sha256` and `mime_type`; None when there is none."""
    return NEXT.first(connection)


def count_wanted(connection: Connection) -> int:
    """How many are still to be made."""
    return int(COUNT.scalar(connection))


def keep_format(connection: Connection, wanted: Row, size: int | None) -> None:
    """Write down how many bytes a format has: 0 for one that is not kept, None when the file itself is gone."""
    this = {"file": wanted["sha256"], "format": wanted["mime_type"]}
    if size is None:
        DROP.run(connection, this)
    else:
        KEEP.run(connection, {**this, "bytes": size})


def forget_formats(connection: Connection, files: Iterable[str]) -> None:
    """Forget what was made of files that are gone. What is asked for stays: the file may have come back."""
    FORGET.run_each(connection, ({"file": each} for each in files))


def with_formats(connection: Connection, row: Row) -> Row:
    """A row of a file, with the formats that were made later as `sources`."""
    if not row["sha256"] or not row["mime_type"].startswith("image/"):
        return row
    made = LIST.all(connection, {"file": row["sha256"]})
    return {**row, SOURCES: name_sources(made)} if made else row


def name_sources(made: Iterable[Any]) -> dict[str, Any]:
    """Formats as `media_details` names them."""
    return {each["mime_type"]: {"filesize": each["size"]} for each in made}
