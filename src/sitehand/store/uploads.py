"""Addresses to which a file may be sent once, in the ledger: of each token only its SHA-256 is kept."""

import asyncio
import secrets
import shutil
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import cast

from sqlalchemy import ColumnElement, Connection, insert, select, text, update

from sitehand.errors import Code, Problem, not_found
from sitehand.guard.keys import digest
from sitehand.operation.caller import Caller
from sitehand.site.uploads import NewUpload, Ticket, UploadAddress
from sitehand.site.values import iso
from sitehand.store.database import Database
from sitehand.store.files import is_older
from sitehand.store.prepared import Prepared
from sitehand.store.reading import list_rows
from sitehand.store.staged_files import HINT, SCHEME, StagedFiles, check_sender, tag
from sitehand.store.tables import uploads

LIFE = timedelta(minutes=15)
METHOD = "PUT"
KEPT_FOR = timedelta(days=1).total_seconds()
"""How long a file stays that was sent and is not added."""
OF_PENDING = Prepared(
    text("SELECT 1 FROM pending_changes WHERE state = 'waiting' AND arguments LIKE '%' || :name || '%' LIMIT 1")
)
FILENAME = "SELECT filename FROM uploads WHERE name = :name"
TICKET = [uploads.c[name] for name in Ticket.__annotations__]
PREFIX = "upload_"
"""The beginning of tokens, by which logs recognize what to leave out."""


class UploadTable:
    """Implements `operation.beside.Uploads`. `url` is where the tokens are, `max_bytes` the most for one file."""

    def __init__(self, database: Database, clock: Callable[[], datetime], url: str, max_bytes: int) -> None:
        self._database = database
        self._clock = clock
        self._url = url
        self._max_bytes = max_bytes

    async def create(self, new: NewUpload, caller: Caller) -> UploadAddress:
        """A new address. Raises Problem(body_too_large)."""
        if new.size > self._max_bytes:
            message = f"A file has at most {self._max_bytes:,} bytes."
            raise Problem(Code.BODY_TOO_LARGE, message, hint="The owner can raise SITEHAND_MAX_UPLOAD_BYTES.")
        token, name, now = PREFIX + secrets.token_hex(32), f"{tag(caller.id)}-{secrets.token_hex(32)}", self._clock()
        row = {
            **{"token_sha256": digest(token), "name": name, "expires": iso(now + LIFE)},
            **{"caller": caller.id, "label": caller.label, "role": caller.role},
            **{"filename": new.filename, "mime_type": new.mime_type, "size": new.size},
        }
        await self._database.transact(lambda connection: connection.execute(insert(uploads).values(row)))
        url = f"{self._url}/{token}"
        return UploadAddress(
            upload_url=url,
            method=METHOD,
            headers={"Content-Type": new.mime_type},
            expires_at=iso(now + LIFE),
            max_bytes=new.size,
            curl=f"curl -fsS -X {METHOD} -H 'Content-Type: {new.mime_type}' --upload-file FILE '{url}'",
            file_uri=f"{SCHEME}{name}",
        )

    async def find(self, token: str) -> Ticket | None:
        """What a token was made for, while it may still be used."""
        found = select(*TICKET).where(uploads.c.token_sha256 == digest(token), *self._usable())
        rows = await self._database.read(list_rows(found))
        return cast(Ticket, rows[0]._asdict()) if rows else None

    async def claim(self, token: str) -> bool:
        """Use a token; False when somebody was faster."""
        use = update(uploads).where(uploads.c.token_sha256 == digest(token), *self._usable())
        used = use.values(used=iso(self._clock()))
        return await self._database.transact(lambda connection: connection.execute(used).rowcount == 1)

    async def put_back(self, token: str) -> None:
        """Let a token be used again, since the transfer has failed."""
        unused = update(uploads).where(uploads.c.token_sha256 == digest(token)).values(used=None)
        await self._database.transact(lambda connection: connection.execute(unused))

    def check_sender(self, uri: str, caller: Caller) -> None:
        """Raises Problem(not_found) for a file that another caller has sent."""
        check_sender(uri, caller.id)

    def name_file(self, uri: str) -> str:
        """The name that was given for a file. Raises Problem(not_found)."""
        rows = self._database.look_up(FILENAME, {"name": uri.removeprefix(SCHEME)})
        if not rows:
            raise not_found("uploaded file", uri, HINT)
        return str(rows[0]["filename"])

    def _usable(self) -> tuple[ColumnElement[bool], ...]:
        """What has not expired. What would last for twice as long as an address was made by a wrong clock."""
        now = self._clock()
        return (uploads.c.used.is_(None), uploads.c.expires > iso(now), uploads.c.expires <= iso(now + 2 * LIFE))


async def clear_staged(database: Database, now: float) -> int:
    """Remove the files that were sent a day ago, unless a write that needs approval names them; how many those were.

    Each by itself: while others are looked at, it may be sent again, or a write may come that names it.
    """
    before, removed = now - KEPT_FOR, 0
    staged = StagedFiles(database.path.parent)
    for path in await asyncio.to_thread(lambda: [*staged.list_old(before)]):
        if not await database.read(partial(_is_named, path=path), long=True):
            removed += await asyncio.to_thread(_remove, path, before)
    return removed


def _is_named(connection: Connection, path: Path) -> bool:
    return OF_PENDING.scalar(connection, {"name": path.name}) is not None


def _remove(path: Path, before: float) -> bool:
    if not is_older(path, before):
        return False
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
    return True
