"""Preview links of the built-in site: what a link shows is signed, so that nothing is stored and none can be made up.

A link names a revision of an item, by its number and its token: numbers come again when a backup is restored. It is
signed with the secret of the owner's sessions, so that a new password ends all links.
"""

import hashlib
import hmac
import re
from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, NamedTuple

import orjson
from itsdangerous import BadSignature, Signer, URLSafeSerializer
from itsdangerous.encoding import base64_encode

from sitehand.errors import Code, Problem
from sitehand.hosts.builtin.listing import Columns
from sitehand.hosts.builtin.paths import UNLISTED_STATUSES
from sitehand.hosts.builtin.type_table import IS_NO_PART
from sitehand.site.approvals import PendingLine
from sitehand.site.items import no_item
from sitehand.site.previews import DEFAULT_SECONDS, ChangedItem, PendingLink, PreviewLink
from sitehand.site.values import MAX_ID, iso
from sitehand.store.database import Database
from sitehand.store.owner import SECRET
from sitehand.store.sqlite.json import build_array

PREFIX = "preview_"
"""The beginning of tokens, by which logs recognize what to leave out."""
ROUND_SECONDS = 3600
"""Links in answers expire on the hour, so that answers stay the same for as long."""
PENDING = "pending"
"""What the token of a link to a pending change begins with; that of another begins with a number."""
FORM = re.compile(r"preview_[A-Za-z0-9_-]{1,300}\.[A-Za-z0-9_-]{43}")
FIND_SECRET = f"SELECT value FROM settings WHERE name = '{SECRET}'"  # noqa: S608 - a name of ours
NEWEST = (
    f"(SELECT {build_array('newest.id', 'newest.revision', f'({FIND_SECRET})')} FROM revisions AS newest"  # noqa: S608 - likewise
    " WHERE newest.item_id = items.id ORDER BY newest.id DESC LIMIT 1) AS newest"
)
"""A column of a query on items: number and token of the newest revision, and what signs links; NULL for none."""
FIND_NEWEST = (
    f"SELECT items.id, items.status, items.path, {NEWEST} FROM items"  # noqa: S608 - a column
    f" WHERE items.id = :id AND {IS_NO_PART}"
)


class Previewed(NamedTuple):
    """What a link shows: a revision of an item, until a moment in epoch seconds."""

    item: int
    number: int
    revision: str
    expires: int


class PreviewedPending(NamedTuple):
    """What a link to a pending change shows: an item as that change, requested at a moment, would leave it.

    `place` and `item` are those of a `ChangedItem`.
    """

    pending: int
    at: str
    place: int
    item: int
    expires: int


class BuiltinPreviewLinks:
    """Implements `site.previews.PreviewLinks`. `path` is where links lead, below `site_url`; no slash at its end."""

    def __init__(self, database: Database, site_url: str, path: str, clock: Callable[[], datetime]) -> None:
        self.path = path
        self._url = site_url + path
        self._database = database
        self._clock = clock

    async def create(self, item_id: int, seconds: int) -> PreviewLink:
        """A link to the newest revision of an item. Raises Problem: not_found; conflict for one in the trash, or of a
        type that has no pages.
        """
        rows = self._database.look_up(FIND_NEWEST, {"id": item_id}) if item_id <= MAX_ID else []
        if not rows or not rows[0]["newest"]:
            raise no_item(item_id)
        if rows[0]["status"] == "trash":
            message = f"Item {item_id} is in the trash."
            raise Problem(Code.CONFLICT, message, hint="Restore it first: POST /trash/{id}/restore.")
        if not rows[0]["path"]:
            message = f"Item {item_id} has no page: its type is not public."
            raise Problem(Code.CONFLICT, message, hint="Read it with get_content.")
        expires = self._now() + seconds
        url = self._write(rows[0], expires)
        return PreviewLink(id=item_id, preview_link=url, expires_at=iso(datetime.fromtimestamp(expires, UTC)))

    def link_pending(self, pending: PendingLine, item: ChangedItem) -> PendingLink | None:
        """A link to an item as a pending change would leave it, until that change expires; a day at most."""
        rows = self._database.look_up(FIND_SECRET, committed=True)
        if not rows:
            return None
        end = int(datetime.fromisoformat(pending["expires"]).timestamp())
        previewed = PreviewedPending(pending["id"], pending["at"], *item, min(end, self._now() + DEFAULT_SECONDS))
        token = _serializer(rows[0]["value"]).dumps([PENDING, *previewed])
        expires = iso(datetime.fromtimestamp(previewed.expires, UTC))
        return PendingLink(preview_link=f"{self._url}/{PREFIX}{token}", expires_at=expires)

    def link(self, row: Columns) -> str:
        """The link in an answer about an item, which lasts about a day; empty when the item has a public address, or
        none at all.

        The row has the item's `id`, `status` and `path`, and the column `newest`.
        """
        if row["status"] not in UNLISTED_STATUSES or not row["path"] or not row["newest"]:
            return ""
        return self._write(row, self.period() + DEFAULT_SECONDS + ROUND_SECONDS)

    def period(self) -> int:
        """When the present hour began, in epoch seconds: as long as it lasts, answers have the same links."""
        return self._now() // ROUND_SECONDS * ROUND_SECONDS

    def read(self, token: str) -> Previewed | PreviewedPending | None:
        """What a token shows, also after its end; None for one that is not ours."""
        secret = self._database.look_up(FIND_SECRET, committed=True)
        if not FORM.fullmatch(token) or not secret:
            return None
        try:
            first, *rest = _serializer(secret[0]["value"]).loads(token.removeprefix(PREFIX))
            return PreviewedPending(*rest) if first == PENDING else Previewed(first, *rest)
        except (BadSignature, TypeError):
            return None

    def is_over(self, previewed: Previewed | PreviewedPending) -> bool:
        """Whether the link has expired."""
        return self._now() >= previewed.expires

    def _write(self, row: Columns, expires: int) -> str:
        """The link to the newest revision of an item; empty when there is nothing yet to sign it with."""
        number, revision, secret = orjson.loads(row["newest"])
        previewed = Previewed(row["id"], number, revision, expires)
        return f"{self._url}/{PREFIX}{_serializer(secret).dumps(list(previewed))}" if secret else ""

    def _now(self) -> int:
        return int(self._clock().timestamp())


class _Serializer(URLSafeSerializer):
    """With one signer for all links: its key is derived once, and OpenSSL looks for HMAC and SHA-256 once.

    And without zlib: it makes so short a text no shorter, and takes four times as long as all the rest.
    """

    def __init__(self, secret: str) -> None:
        super().__init__(secret)
        own = Signer(secret, salt="sitehand.preview", key_derivation="hmac", digest_method=hashlib.sha256)
        key = own.derive_key()
        self._signer = Signer(key, key_derivation="none", digest_method=hashlib.sha256)
        self._keyed = hmac.new(key, digestmod=hashlib.sha256)

    def dumps(self, obj: Any, salt: str | bytes | None = None) -> str:
        """What the class itself writes, without its many steps."""
        payload, mac = base64_encode(orjson.dumps(obj)), self._keyed.copy()
        mac.update(payload)
        return f"{payload.decode()}.{base64_encode(mac.digest()).decode()}"

    def make_signer(self, salt: str | bytes | None = None) -> Signer:
        return self._signer


_serializer = lru_cache(1)(_Serializer)


Links = BuiltinPreviewLinks | None
"""The links to previews; None where the pages for visitors are not served."""
