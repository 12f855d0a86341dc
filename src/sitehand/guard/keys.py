"""API keys: their form, how they are made, and the register that lists, creates, rotates and revokes them."""

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol

from sitehand.errors import Code, Detail, Problem, not_found
from sitehand.guard.lineage import claims_owner
from sitehand.operation.caller import Caller, Role
from sitehand.operation.grants import NO_GRANTS, Grants
from sitehand.operation.keys import MAX_GRACE_SECONDS, IssuedKey, KeyRecord
from sitehand.site.lines import LABEL_EXPECTED, is_label
from sitehand.site.values import iso

PREFIX = "sitehand_"
KEY_FORM = re.compile(r"sitehand_[0-9a-f]{48}")
FIRST_CHARACTERS = len(PREFIX) + 6
MAX_SHOWN = 80
NOTE_EVERY = timedelta(seconds=60)
MAX_GRACE = timedelta(seconds=MAX_GRACE_SECONDS)
NOT_FOUND_HINT = "List the keys: GET /api-keys?include=revoked, or `sitehand key list --all`."


@dataclass(frozen=True, slots=True)
class StoredKey:
    """What the look-up of a secret finds: the key, and until when a replaced secret still works.

    `requests_per_minute` is the limit that holds now: the key's own, or the service's default.
    """

    id: int
    label: str
    role: str
    secret_sha256: str
    last_used: str | None
    expires: str | None
    revoked: str | None
    valid_until: str | None
    requests_per_minute: int
    grants: Grants = NO_GRANTS
    caller: Caller = field(init=False)
    """Whoever has the key, as the gate knows callers."""

    def __post_init__(self) -> None:
        limit = self.requests_per_minute
        caller = Caller("key", f"key:{self.id}", self.label, self.role, limit, self.id, self.grants)
        object.__setattr__(self, "caller", caller)


class KeyStore(Protocol):
    """Where keys are kept. Source: `store/keys.py`."""

    def find(self, secret_sha256: str) -> StoredKey | None: ...
    async def list(
        self, *, include_revoked: bool, now: str, search: str = "", limit: int | None = None, offset: int = 0
    ) -> Sequence[KeyRecord]: ...
    async def count(self, *, include_revoked: bool, now: str, search: str = "") -> int: ...
    async def get(self, key_id: int) -> KeyRecord | None: ...
    async def insert(self, record: KeyRecord, secret_sha256: str) -> int: ...
    async def replace_secret(
        self, key_id: int, *, secret_sha256: str, first_characters: str, now: str, old_valid_until: str
    ) -> bool: ...
    async def revoke(self, key_id: int, now: str) -> bool: ...
    def touch(self, key_id: int, now: str, not_since: str) -> bool: ...


def new_key() -> str:
    """A fresh key: 192 bits from the operating system's random source."""
    return PREFIX + secrets.token_hex(24)


def digest(value: str) -> str:
    """What is stored of a key or another random secret. 192 random bits need no slow hash."""
    return hashlib.sha256(value.encode()).hexdigest()


class KeyRegister:
    """Creates, lists, rotates and revokes keys, and recognises the key of a request."""

    def __init__(self, store: KeyStore) -> None:
        self._store = store
        self._noted: dict[int, datetime] = {}

    async def identify(self, value: str, now: datetime) -> StoredKey | None:
        """The key that this value is, when it is active; None for anything else.

        Notes its use, at most once a minute. The comparison after the indexed look-up takes constant time.
        """
        if not KEY_FORM.fullmatch(value):
            return None
        hashed = digest(value)
        found = self._store.find(hashed)
        if found is None or not hmac.compare_digest(found.secret_sha256, hashed) or not _is_active(found, now):
            return None
        self._note_use(found.id, now)
        return found

    async def list(
        self, *, include_revoked: bool, now: datetime, search: str = "", limit: int | None = None, offset: int = 0
    ) -> Sequence[KeyRecord]:
        """The active keys, newest first; with `include_revoked` the revoked and expired ones too."""
        return await self._store.list(
            include_revoked=include_revoked, now=iso(now), search=search, limit=limit, offset=offset
        )

    async def count(self, *, include_revoked: bool, now: datetime, search: str = "") -> int:
        """How many `list` has of them."""
        return await self._store.count(include_revoked=include_revoked, now=iso(now), search=search)

    async def get(self, key_id: int, now: datetime) -> KeyRecord | None:
        """One active key."""
        key = await self._store.get(key_id)
        ended = key is None or key["revoked"] or (key["expires"] and key["expires"] <= iso(now))
        return None if ended else key

    async def create(
        self,
        *,
        label: str,
        role: Role,
        expires: datetime | None,
        requests_per_minute: int | None,
        grants: Grants = NO_GRANTS,
        now: datetime,
    ) -> IssuedKey:
        """A new key. Its value is in this answer and nowhere else.

        Raises Problem(invalid_arguments) for an end in the past, and for a label that is hidden or the owner's.
        """
        _check_new(label, expires, now)
        value = new_key()
        record = KeyRecord(
            id=0,
            label=label,
            role=role,
            first_characters=value[:FIRST_CHARACTERS],
            created=iso(now),
            last_used=None,
            expires=iso(expires) if expires else None,
            revoked=None,
            requests_per_minute=requests_per_minute,
            unfiltered_html=grants.unfiltered_html,
            drafts_only=grants.drafts_only,
            no_publish=grants.no_publish,
            max_changes_per_hour=grants.max_changes_per_hour,
            without=list(grants.without),
            locales=list(grants.locales),
            revision="",
            created_by=None,
            rotated_by=None,
        )
        stored = await self._store.get(await self._store.insert(record, digest(value)))
        return IssuedKey(**_require(stored, label), value=value, previous_valid_until=None)

    async def rotate(self, key_id: int, *, grace_seconds: int = 0, now: datetime) -> IssuedKey:
        """A new value for the key; the old one works for `grace_seconds` more."""
        value = new_key()
        until = iso(now + timedelta(seconds=grace_seconds))
        replaced = await self._store.replace_secret(
            key_id,
            secret_sha256=digest(value),
            first_characters=value[:FIRST_CHARACTERS],
            now=iso(now),
            old_valid_until=until,
        )
        record = await self._store.get(key_id)
        if not replaced or record is None:
            raise not_found("active key", key_id, NOT_FOUND_HINT)
        return IssuedKey(**record, value=value, previous_valid_until=until if grace_seconds else None)

    async def revoke(self, key_id: int, *, now: datetime) -> KeyRecord:
        """End the key at once, in every worker."""
        revoked = await self._store.revoke(key_id, iso(now))
        record = await self._store.get(key_id)
        if not revoked or record is None:
            raise not_found("active key", key_id, NOT_FOUND_HINT)
        return record

    async def is_active(self, key_id: int, *, now: datetime) -> bool:
        """Whether the key is active; inside a transaction, as that has left it."""
        record = await self._store.get(key_id)
        return (
            record is not None
            and record["revoked"] is None
            and (record["expires"] is None or iso(now) < record["expires"])
        )

    def _note_use(self, key_id: int, now: datetime) -> None:
        """Write down that the key is in use, unless this process did within the last minute, or another one has.

        While somebody else writes, the next use is soon enough.
        """
        noted = self._noted.get(key_id)
        # The absolute difference: a clock that was set back must not silence the notes for that long.
        if noted is not None and abs(now - noted) < NOTE_EVERY:
            return
        if self._store.touch(key_id, iso(now), iso(now - NOTE_EVERY)):
            self._noted[key_id] = now


def _is_active(key: StoredKey, now: datetime) -> bool:
    """Whether a key works. A replaced value that would work for twice as long as any was replaced by a wrong clock."""
    if key.revoked is not None:
        return False
    return (key.expires is None or iso(now) < key.expires) and (
        key.valid_until is None or iso(now) < key.valid_until <= iso(now + 2 * MAX_GRACE)
    )


def _require(stored: KeyRecord | None, label: str) -> KeyRecord:
    """The key as it was stored. Raises Problem(not_found) for one that is gone by then."""
    if stored is None:
        raise not_found("active key", label, NOT_FOUND_HINT)
    return stored


def _check_new(label: str, expires: datetime | None, now: datetime) -> None:
    """Raise Problem(invalid_arguments) for what no new key can have."""
    if not is_label(label):
        detail = Detail(path="label", expected=LABEL_EXPECTED, got=ascii(label)[:MAX_SHOWN])
        raise Problem(
            Code.INVALID_ARGUMENTS,
            "The label is blank, or contains invisible characters.",
            hint="Use letters, digits, spaces and punctuation.",
            details=[detail],
        )
    if claims_owner(label):
        detail = Detail(path="label", expected="a label that does not look like the owner's", got=label)
        hint = "Say what the key is for: Newsletter script, for example."
        raise Problem(Code.INVALID_ARGUMENTS, "No key can be labelled Owner.", hint=hint, details=[detail])
    if expires is not None and expires <= now:
        detail = Detail(path="expires", expected="a moment in the future", got=iso(expires))
        hint = "Give a later moment, or omit it."
        raise Problem(Code.INVALID_ARGUMENTS, "expires is in the past.", hint=hint, details=[detail])
