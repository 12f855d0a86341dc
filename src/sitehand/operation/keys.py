"""API keys as operations see them: what is shown of one, and the register."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from typing_extensions import TypedDict

from sitehand.operation.caller import Role
from sitehand.operation.grants import GRANTED, Grants


class KeyRecord(TypedDict):
    """A key as it may be shown: everything but its secret. Moments are UTC.

    `created_by` is the caller that created it ("owner", "key:3"; "unknown" before 3.8), `rotated_by` the one that gave
    it its present value, None for its creator.
    """

    id: int
    label: str
    role: str
    first_characters: str
    created: str
    last_used: str | None
    expires: str | None
    revoked: str | None
    requests_per_minute: int | None
    unfiltered_html: bool
    drafts_only: bool
    no_publish: bool
    max_changes_per_hour: int | None
    without: list[str]
    locales: list[str]
    revision: str
    created_by: str | None
    rotated_by: str | None


def read_grants(key: KeyRecord) -> Grants:
    """What a key may do otherwise than its role says."""
    values = {name: key[name] for name in GRANTED}  # type: ignore[literal-required]
    return Grants(**{**values, "without": tuple(key["without"]), "locales": tuple(key["locales"])})


MAX_GRACE_SECONDS = 7 * 24 * 3600
"""The longest that the old value of a key works after a rotation."""


class IssuedKey(KeyRecord):
    """A key in the one answer that shows its value; after a rotation, how long the old value works."""

    value: str
    previous_valid_until: str | None


class Keys(Protocol):
    """The key register as the admin operations use it. Source: `guard/keys.py`."""

    async def list(
        self, *, include_revoked: bool, now: datetime, search: str = "", limit: int | None = None, offset: int = 0
    ) -> Sequence[KeyRecord]: ...
    async def count(self, *, include_revoked: bool, now: datetime, search: str = "") -> int: ...
    async def create(
        self,
        *,
        label: str,
        role: Role,
        expires: datetime | None,
        requests_per_minute: int | None,
        grants: Grants,
        now: datetime,
    ) -> IssuedKey: ...
    async def get(self, key_id: int, now: datetime) -> KeyRecord | None: ...
    async def rotate(self, key_id: int, *, grace_seconds: int, now: datetime) -> IssuedKey: ...
    async def revoke(self, key_id: int, *, now: datetime) -> KeyRecord: ...
    async def is_active(self, key_id: int, *, now: datetime) -> bool: ...
