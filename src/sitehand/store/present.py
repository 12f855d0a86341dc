"""What the database that a restore replaces says of what has ended: the second witness beside `endings.jsonl`."""

from collections.abc import Collection, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row, delete, select, update

from sitehand.guard.switches import OPERATIONS_OFF, PAUSED
from sitehand.store.choices import POLICY
from sitehand.store.endings import BROKER, PASSWORD
from sitehand.store.settings import read_setting, write_settings
from sitehand.store.sqlite.files import open_read_only
from sitehand.store.tables import api_keys, retired_secrets, settings

KEYS = "SELECT id, created, secret_sha256, first_characters, revoked FROM api_keys"
TURNS = "SELECT key, count(*) AS turns FROM key_makers WHERE act = 'rotated' GROUP BY key"


@dataclass(frozen=True, slots=True)
class CurrentKey:
    """A key as it is now, and how often its value was replaced."""

    secret_sha256: str
    first_characters: str
    revoked: str | None
    turns: int


@dataclass(frozen=True, slots=True)
class Present:
    """The present database: its keys by id and moment of creation, former values that still work, and settings."""

    keys: Mapping[tuple[int, str], CurrentKey]
    retired: frozenset[str]
    settings: Mapping[str, str]


def read_present(path: Path) -> Present | None:
    """What the database says now. None when there is none; raises sqlite3.Error when it cannot be read."""
    if not path.exists():
        return None
    with closing(open_read_only(path)) as connection:
        turns = dict(connection.execute(TURNS))
        keys = {
            (key_id, created): CurrentKey(secret, first, revoked, turns.get(f"key:{key_id}", 0))
            for key_id, created, secret, first, revoked in connection.execute(KEYS)
        }
        retired = frozenset(row[0] for row in connection.execute("SELECT secret_sha256 FROM retired_secrets"))
        return Present(keys, retired, dict(connection.execute("SELECT name, value FROM settings")))


def apply_present(connection: Connection, present: Present, now: str, same_site: bool) -> int:
    """End in an older database what has ended in the present one; returns how much that was.

    The enrollment and the password are those of the present one when both are of one site: when `same_site` says so,
    or they have a key in common.
    """
    turns = {row.key: row.turns for row in connection.exec_driver_sql(TURNS)}
    ended = 0
    for key in connection.execute(select(api_keys)).all():
        if (is_now := present.keys.get((key.id, key.created))) is None:
            continue
        same_site = True
        if key.revoked is None:
            ended += _end_key(connection, key, turns.get(f"key:{key.id}", 0), is_now, present.retired, now)
    return ended + (_end_settings(connection, present) if same_site else 0)


def compare_choices(connection: Connection, present: Present) -> list[str]:
    """Pause writes when they are paused now, and say what the owner had chosen otherwise in the present database."""
    said = []
    if present.settings.get(PAUSED) == "yes" and read_setting(connection, PAUSED) != "yes":
        write_settings(connection, {PAUSED: "yes"})
        said.append("Writes are still paused (admin screens, Tools).")
    if present.settings.get(POLICY, "[]") != (read_setting(connection, POLICY) or "[]"):
        said.append("The approval rules changed to those of the backup. Check them (Approvals).")
    if present.settings.get(OPERATIONS_OFF, "[]") != (read_setting(connection, OPERATIONS_OFF) or "[]"):
        said.append("The switched-off operations changed to those of the backup. Check them (Tools).")
    return said


def _end_key(
    connection: Connection, key: Row[Any], turns: int, is_now: CurrentKey, working: Collection[str], now: str
) -> bool:
    """End a key that is revoked now, or its values that were replaced; whether there was anything to end."""
    of_key = update(api_keys).where(api_keys.c.id == key.id)
    if is_now.revoked:
        connection.execute(of_key.values(revoked=now))
        connection.execute(delete(retired_secrets).where(retired_secrets.c.key_id == key.id))
        return True
    # A value that was replaced less often than the backup's is an older one, of a backup restored in between.
    replaced = is_now.secret_sha256 != key.secret_sha256 and is_now.turns >= turns
    if replaced:
        became = {"secret_sha256": is_now.secret_sha256, "first_characters": is_now.first_characters}
        connection.execute(of_key.values(became))
    former = (retired_secrets.c.key_id == key.id, retired_secrets.c.secret_sha256.not_in(working))
    return connection.execute(delete(retired_secrets).where(*former)).rowcount > 0 or replaced


def _end_settings(connection: Connection, present: Present) -> int:
    ended = 0
    if (stored := read_setting(connection, BROKER)) is not None and stored != present.settings.get(BROKER):
        connection.execute(delete(settings).where(settings.c.name == BROKER))
        ended += 1
    password = present.settings.get(PASSWORD)
    if password is not None and password != read_setting(connection, PASSWORD):
        write_settings(connection, {PASSWORD: password})
        ended += 1
    return ended
