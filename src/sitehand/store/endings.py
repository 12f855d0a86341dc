"""What must stay ended when an older database comes back: keys, their former values, the broker, a password.

It is a file beside the database that is only ever added to, one line of JSON for each ending, on the disk before the
transaction commits. So an ending may be noted that then did not happen, and none can happen unnoted.
"""

import json
import os
import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select

from sitehand.site.changes import ObjectChange
from sitehand.store.faults import explained
from sitehand.store.files import create_file
from sitehand.store.tables import api_keys, settings

FILE = "endings.jsonl"
PASSWORD, BROKER = "owner_password", "broker"


@dataclass(frozen=True, slots=True)
class Position:
    """A place in one such file: which file it is, and how many bytes of it were written."""

    file: str
    length: int


def note_endings(connection: Connection, rows: Iterable[ObjectChange]) -> None:
    """Note what the open transaction ends, just before it commits. Raises Problem when that cannot be written."""
    if endings := [ending for row in rows if (ending := _find_ending(connection, row))]:
        _append(Path(str(connection.engine.url.database)).with_name(FILE), endings)


def current_position(folder: Path) -> Position:
    """Where the file ends now. It is begun when there is none, and anew when it is none of ours."""
    file = folder / FILE
    _begin(file)
    found = _find_position(file)
    if found is None:
        file.unlink()
        return current_position(folder)
    return found


def read_endings(folder: Path, since: Position) -> list[Mapping[str, Any]] | None:
    """What was noted since a position; None when the file is not there, or another one, so that nobody knows."""
    now = _find_position(folder / FILE)
    if now is None or now.file != since.file or now.length < since.length:
        return None
    return list(_parse((folder / FILE).read_bytes()[since.length :]))


def _find_ending(connection: Connection, row: ObjectChange) -> dict[str, Any] | None:
    """What a changed row has ended: a key, one value of it, the enrollment, or the password. None: nothing."""
    if row.before is None:
        return None
    if row.kind == "setting" and row.object == BROKER:
        return {"ended": "broker"}
    if row.kind == "setting" and row.object == PASSWORD:
        return {"ended": "password", "hash": _read_password(connection)}
    return _find_end_of_key(connection, row, row.before, row.after) if row.kind == "key" else None


def _find_end_of_key(
    connection: Connection, row: ObjectChange, before: Mapping[str, Any], after: Mapping[str, Any] | None
) -> dict[str, Any] | None:
    if after is None:
        return {"ended": "key", "secret_sha256": before["secret_sha256"]}
    if "secret_sha256" in before:
        became = {name: after[name] for name in ("secret_sha256", "first_characters") if name in after}
        return {"ended": "value", "secret_sha256": before["secret_sha256"], "became": became}
    if after.get("revoked"):
        return {"ended": "key", "secret_sha256": _read_secret(connection, int(row.object))}
    return None


def _read_password(connection: Connection) -> str | None:
    return connection.execute(select(settings.c.value).where(settings.c.name == PASSWORD)).scalar()


def _read_secret(connection: Connection, key_id: int) -> str:
    return str(connection.execute(select(api_keys.c.secret_sha256).where(api_keys.c.id == key_id)).scalar_one())


def _find_position(file: Path) -> Position | None:
    try:
        with file.open("rb") as opened:
            return Position(str(json.loads(opened.readline())["file"]), file.stat().st_size)
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return None


def _begin(file: Path) -> None:
    if not file.exists():
        create_file(file, json.dumps({"file": secrets.token_hex(16)}).encode() + b"\n")


def _append(file: Path, endings: Iterable[Mapping[str, Any]]) -> None:
    """Add lines. Each begins with a line break of its own: what a crash has cut off spoils no other line."""
    content = "".join(f"\n{json.dumps(ending)}\n" for ending in endings).encode()
    with explained():
        _begin(file)
        handle = os.open(file, os.O_WRONLY | os.O_APPEND)
        try:
            while content:  # a disk that fills up takes a part of it first
                content = content[os.write(handle, content) :]
            os.fsync(handle)
        finally:
            os.close(handle)


def _parse(content: bytes) -> Iterator[Mapping[str, Any]]:
    """The endings; a line that was cut off is of a transaction that never committed."""
    for line in content.split(b"\n"):
        try:
            ending = json.loads(line or b"null")
        except ValueError:
            continue
        if ending:
            yield ending
