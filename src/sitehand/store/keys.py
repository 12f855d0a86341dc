"""API keys in the database."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, cast

from sqlalchemy import ColumnElement, Connection, Label, Row, String, delete, func, insert, literal, or_, select, update

from sitehand.guard.call import current_call
from sitehand.guard.keys import StoredKey
from sitehand.guard.limits import PLAN_LIMITS
from sitehand.operation.grants import Grants
from sitehand.operation.keys import KeyRecord
from sitehand.store.committed import Committed
from sitehand.store.database import Database
from sitehand.store.numbered import insert_numbered
from sitehand.store.reading import list_rows
from sitehand.store.revision import name_state
from sitehand.store.tables import api_keys, key_makers, retired_secrets
from sitehand.store.tracked import KEY_STATE
from sitehand.store.verification import verify_row

LIMIT_OF_PLAN = " ".join(f"WHEN '{plan}' THEN {limit}" for plan, limit in PLAN_LIMITS.items())
COLUMNS = f"""
       k.unfiltered_html, k.drafts_only, k.no_publish, k.max_changes_per_hour, k.without, k.locales,
       COALESCE(k.requests_per_minute,
                (SELECT CAST(value AS INTEGER) FROM settings WHERE name = 'requests_per_minute'),
                CASE (SELECT value FROM settings WHERE name = 'plan') {LIMIT_OF_PLAN} ELSE {PLAN_LIMITS["free"]} END)
"""  # noqa: S608 - names and numbers of ours
FIND = f"""
SELECT k.id, k.label, k.role, :secret, k.last_used, k.expires, k.revoked, NULL, {COLUMNS}
FROM api_keys AS k WHERE k.secret_sha256 = :secret
"""  # noqa: S608 - names and numbers of ours
FIND_RETIRED = f"""
SELECT k.id, k.label, k.role, :secret, k.last_used, k.expires, k.revoked, s.valid_until, {COLUMNS}
FROM retired_secrets AS s JOIN api_keys AS k ON k.id = s.key_id WHERE s.secret_sha256 = :secret
"""  # noqa: S608 - names and numbers of ours
MAX_READ = 256
"""Keys that are kept as they were read."""
TOUCH = """
UPDATE api_keys SET last_used = :now
WHERE id = :id AND (last_used IS NULL OR last_used <= :not_since OR last_used > :now)
"""
STORED = [name for name in KeyRecord.__annotations__ if name in api_keys.c and name != "id"]
ACTS = ("created", "rotated")


def _find_maker(act: str) -> Label[str | None]:
    """Who did that to a key last, beside the key's other columns."""
    its_own = key_makers.c.key == literal("key:") + api_keys.c.id.cast(String)
    query = select(key_makers.c.maker).where(its_own, key_makers.c.act == act)
    return query.order_by(key_makers.c.id.desc()).limit(1).scalar_subquery().label(f"{act}_by")


SHOWN = [*(api_keys.c[name] for name in ("id", *STORED, "secret_sha256")), *map(_find_maker, ACTS)]


class KeyTable:
    """Implements `guard.keys.KeyStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._found: Committed[dict[str, StoredKey]] = Committed(database, dict)

    def find(self, secret_sha256: str) -> StoredKey | None:
        """The key of a secret, in force or replaced; every worker sees what any has committed.

        What was found is kept while the database is in the same state.
        """
        known = self._found.value()
        found = known.get(secret_sha256)
        if found is None and (rows := self._look_up(secret_sha256)):
            found = known[secret_sha256] = _read_key(tuple(rows[0]))
        return found

    def _look_up(self, secret_sha256: str) -> Sequence[Sequence[Any]]:
        """The key that has a secret, else the one that had it."""
        wanted = {"secret": secret_sha256}
        return self._database.look_up(FIND, wanted) or self._database.look_up(FIND_RETIRED, wanted)

    async def list(
        self, *, include_revoked: bool, now: str, search: str = "", limit: int | None = None, offset: int = 0
    ) -> Sequence[KeyRecord]:
        """Keys, newest first: all, or some at a time; with `search` those that have it in their label."""
        query = select(*SHOWN).where(*_conditions(include_revoked, now, search)).order_by(api_keys.c.id.desc())
        return [_record(row) for row in await self._database.read(list_rows(query.limit(limit).offset(offset)))]

    async def count(self, *, include_revoked: bool, now: str, search: str = "") -> int:
        """How many there are of these."""
        query = select(func.count()).select_from(api_keys).where(*_conditions(include_revoked, now, search))
        return int((await self._database.read(list_rows(query)))[0][0])

    async def get(self, key_id: int) -> KeyRecord | None:
        """One key, revoked or not."""
        rows = await self._database.read(list_rows(select(*SHOWN).where(api_keys.c.id == key_id)))
        return _record(rows[0]) if rows else None

    async def insert(self, record: KeyRecord, secret_sha256: str) -> int:
        """Store a new key and return its id."""
        values = {name: value for name, value in record.items() if name in STORED}
        values |= {"secret_sha256": secret_sha256, "without": " ".join(record["without"])}
        values |= {"locales": " ".join(record["locales"])}
        made = {"maker": current_call().by.caller, "at": record["created"]}

        def work(connection: Connection) -> int:
            key_id = insert_numbered(connection, api_keys, values)
            _note_maker(connection, key_id, "created", made)
            verify_row(connection, api_keys, {"id": key_id}, values)
            return key_id

        return await self._database.transact(work)

    async def replace_secret(
        self, key_id: int, *, secret_sha256: str, first_characters: str, now: str, old_valid_until: str
    ) -> bool:
        """Give an active key a new secret; the old one is kept until it no longer works.

        Without grace the secrets of earlier rotations end too: who grants none expects that only the new one works.
        """
        active = (
            api_keys.c.id == key_id,
            api_keys.c.revoked.is_(None),
            or_(api_keys.c.expires.is_(None), api_keys.c.expires > now),
        )
        values = {"secret_sha256": secret_sha256, "first_characters": first_characters}
        made = {"maker": current_call().by.caller, "at": now}

        def work(connection: Connection) -> bool:
            old = connection.execute(select(api_keys.c.secret_sha256).where(*active)).scalar()
            if old is None:
                return False
            if old_valid_until > now:
                retired = {"secret_sha256": old, "key_id": key_id, "valid_until": old_valid_until}
                connection.execute(insert(retired_secrets).values(retired))
            else:
                connection.execute(delete(retired_secrets).where(retired_secrets.c.key_id == key_id))
            connection.execute(update(api_keys).where(api_keys.c.id == key_id).values(values))
            verify_row(connection, api_keys, {"id": key_id}, values)
            _note_maker(connection, key_id, "rotated", made)
            return True

        return await self._database.transact(work)

    async def revoke(self, key_id: int, now: str) -> bool:
        """Mark an active key as revoked; False when there is none."""
        statement = update(api_keys).where(api_keys.c.id == key_id, api_keys.c.revoked.is_(None)).values(revoked=now)

        def work(connection: Connection) -> bool:
            if connection.execute(statement).rowcount == 0:
                return False
            verify_row(connection, api_keys, {"id": key_id}, {"revoked": now})
            return True

        return await self._database.transact(work)

    async def list_makers(self) -> Sequence[tuple[str, str]]:
        """Every key and who created or rotated it, as ids of callers."""
        rows = await self._database.read(list_rows(select(key_makers.c.key, key_makers.c.maker).distinct()))
        return [(row.key, row.maker) for row in rows]

    def touch(self, key_id: int, now: str, not_since: str) -> bool:
        """Note that the key was used, unless another worker did since `not_since`; False when that must wait."""
        return self._database.unsynced.try_write(TOUCH, {"id": key_id, "now": now, "not_since": not_since})


@lru_cache(MAX_READ)
def _read_key(row: tuple[Any, ...]) -> StoredKey:
    """A row of `FIND`, which each commit has read again, and which is nearly always the same."""
    unfiltered_html, drafts_only, no_publish, max_changes, without, locales, requests_per_minute = row[-7:]
    several = (tuple(without.split()), tuple(locales.split()))
    grants = Grants(bool(unfiltered_html), bool(drafts_only), bool(no_publish), max_changes, *several)
    return StoredKey(*[*row[:-7], requests_per_minute, grants])


def _note_maker(connection: Connection, key_id: int, act: str, made: dict[str, str]) -> None:
    """Write down in whose hands the key's new value is."""
    connection.execute(insert(key_makers).values(key=f"key:{key_id}", act=act, **made))


def _conditions(include_revoked: bool, now: str, search: str) -> Sequence[ColumnElement[bool]]:
    named = [api_keys.c.label.icontains(search, autoescape=True)] if search else []
    if include_revoked:
        return named
    return [*named, api_keys.c.revoked.is_(None), or_(api_keys.c.expires.is_(None), api_keys.c.expires > now)]


def _record(row: Row[Any]) -> KeyRecord:
    """A key as it may be shown: of the secret's hash only what the revision tells."""
    shown = {name: row._mapping[name] for name in ("id", *STORED, *(f"{act}_by" for act in ACTS))}
    shown |= {name: shown[name].split() for name in ("without", "locales")}
    return cast(KeyRecord, {**shown, "revision": name_state(row._mapping[name] for name in KEY_STATE)})
