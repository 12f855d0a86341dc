"""What must stay ended when an older database comes back: keys, their former values, the broker, a password.

It is a file beside the database that is only ever added to, one line of JSON for each ending, on the disk before the
transaction commits. So an ending may be noted that then did not happen, and none can happen unnoted. Each line has the
hash of itself and the line before, so that one that is damaged, missing or moved is noticed.
"""

import fcntl
import hashlib
import json
import os
import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
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
CHAIN = "chain"
LONGEST_LINE = 4096
LARGEST = 2**40
"""Bytes that no such file reaches."""


@dataclass(frozen=True, slots=True)
class Position:
    """A place in one such file: which file it is, how many bytes of it were written, and the hash of its last line.

    Raises ValueError for what cannot be one.
    """

    file: str
    length: int
    hash: str

    def __post_init__(self) -> None:
        if not (isinstance(self.file, str) and isinstance(self.hash, str) and type(self.length) is int):
            raise ValueError(self)
        if not 0 < self.length <= LARGEST:
            raise ValueError(self)


class UnknownEndings(Exception):
    """Nobody knows what has ended; the message says why. `damaged`: the file is there, and not as it was written."""

    def __init__(self, why: str, damaged: bool) -> None:
        super().__init__(why)
        self.damaged = damaged


def note_endings(connection: Connection, rows: Iterable[ObjectChange]) -> None:
    """Note what the open transaction ends, just before it commits. Raises Problem when that cannot be written."""
    if endings := [ending for row in rows if (ending := _find_ending(connection, row))]:
        _append(Path(str(connection.engine.url.database)).with_name(FILE), endings)


def current_position(folder: Path) -> Position:
    """Where the file ends now. It is begun when there is none, and anew when it is none of ours.

    After a damaged end it goes on with a line that ends nothing: what comes later is known again.
    """
    file = folder / FILE
    _begin(file)
    with _locked(file) as handle:
        name, length = read_name(folder), os.fstat(handle).st_size
        last = _read_last_hash(handle)
    if name is None:
        file.unlink()
        return current_position(folder)
    if last is None:
        _append(file, [{"ended": "nothing"}])
        return current_position(folder)
    return Position(name, length, last)


def read_name(folder: Path) -> str | None:
    """The name that the file of endings gives itself; None when there is no such file, or it is not ours."""
    try:
        with (folder / FILE).open("rb") as opened:
            name = json.loads(opened.readline(LONGEST_LINE))["file"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return name if isinstance(name, str) else None


def read_endings(folder: Path, since: Position) -> list[Mapping[str, Any]]:
    """What was noted since a position. Raises UnknownEndings when the file is missing, another one or damaged."""
    try:
        content = (folder / FILE).read_bytes()
    except FileNotFoundError:
        raise UnknownEndings(f"{FILE} is missing", damaged=False) from None
    except OSError as fault:
        raise UnknownEndings(f"{FILE} cannot be read ({fault.strerror})", damaged=True) from None
    name = read_name(folder)
    if name is None:
        raise UnknownEndings(f"the first line of {FILE} is damaged", damaged=True)
    if name != since.file:
        raise UnknownEndings(f"{FILE} is another one than when the backup was made", damaged=False)
    before, after = content[: since.length], content[since.length :]
    if len(before) < since.length or _hash_of(before.rpartition(b"\n")[0].rpartition(b"\n")[2]) != since.hash:
        raise UnknownEndings(f"{FILE} was cut or changed before the place that the backup names", damaged=True)
    return list(_parse(after, since.hash))


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


def _begin(file: Path) -> None:
    if not file.exists():
        name = secrets.token_hex(16)
        create_file(file, json.dumps({"file": name, CHAIN: name}).encode() + b"\n")


@contextmanager
def _locked(file: Path) -> Iterator[int]:
    """The file to read and to add to, while no other process adds to it."""
    handle = os.open(file, os.O_RDWR | os.O_APPEND)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield handle
    finally:
        os.close(handle)


def _append(file: Path, endings: Iterable[Mapping[str, Any]]) -> None:
    """Add lines. After a damaged end they begin a chain of their own, on a line of their own: the damage stays seen."""
    with explained():
        _begin(file)
        with _locked(file) as handle:
            length, last = os.fstat(handle).st_size, _read_last_hash(handle)
            content = _write_lines(endings, last or "")
            try:
                _write_whole(handle, content if last is not None else b"\n" + content)
            except OSError:  # what a full disk has taken of it would be damage
                os.ftruncate(handle, length)
                raise


def _write_whole(handle: int, content: bytes) -> None:
    while content:  # a disk that fills up takes a part of it first
        content = content[os.write(handle, content) :]
    # The ending must be on the disk before the transaction commits.
    os.fsync(handle)


def _write_lines(endings: Iterable[Mapping[str, Any]], last: str) -> bytes:
    lines = []
    for ending in endings:
        last = _chain(last, ending)
        lines.append(json.dumps({**ending, CHAIN: last}) + "\n")
    return "".join(lines).encode()


def _chain(previous: str, ending: Mapping[str, Any]) -> str:
    return hashlib.sha256(f"{previous}\n{json.dumps(ending, sort_keys=True)}".encode()).hexdigest()


def _read_last_hash(handle: int) -> str | None:
    """The hash of the last line; None when that is not whole."""
    length = os.fstat(handle).st_size
    end = os.pread(handle, LONGEST_LINE, max(0, length - LONGEST_LINE))
    lines = end.split(b"\n")
    return _hash_of(lines[-2]) if len(lines) > 1 and not lines[-1] else None


def _hash_of(line: bytes) -> str | None:
    try:
        found = json.loads(line)[CHAIN]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return found if isinstance(found, str) else None


def _parse(content: bytes, last: str) -> Iterator[Mapping[str, Any]]:
    """The endings of lines that follow on a hash. Raises UnknownEndings at the first that does not."""
    *lines, rest = content.split(b"\n")
    for number, line in enumerate([*lines, rest] if rest else lines, 1):
        ending = _read_line(line, last)
        if ending is None or (number > len(lines)):
            raise UnknownEndings(f"line {number} after the backup is damaged in {FILE}", damaged=True)
        last = ending.pop(CHAIN)
        yield ending


def _read_line(line: bytes, last: str) -> dict[str, Any] | None:
    """An ending with its hash; None for what is none, or does not follow on the line before."""
    try:
        told = json.loads(line)
        ending = {name: value for name, value in told.items() if name != CHAIN}
        whole = told[CHAIN] == _chain(last, ending) and _is_ending(ending)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return told if whole else None


def _is_ending(ending: Mapping[str, Any]) -> bool:
    match ending:
        case {"ended": "key", "secret_sha256": str()} | {"ended": "broker" | "nothing"}:
            return True
        case {"ended": "value", "secret_sha256": str(), "became": {"secret_sha256": str(), **others}}:
            return all(name == "first_characters" and isinstance(value, str) for name, value in others.items())
        case {"ended": "password", "hash": str() | None}:
            return True
    return False
