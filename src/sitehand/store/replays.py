"""Answers that are given again to whoever sends the same idempotency key, for a day at least.

They are given for as long as they lie here, and go with what else is old (`retention.py`): by a clock that jumped ahead
a call that is repeated would be done twice.

An answer may hold a secret that is shown once, so it is encrypted under a key made from the idempotency key, of
which only a hash is kept. Two calls at once cannot both find nothing: only one transaction can write at a time.
"""

import base64
import hashlib
from dataclasses import dataclass
from datetime import timedelta

from cryptography.fernet import Fernet
from sqlalchemy import Connection, bindparam, insert, select

from sitehand.errors import Code, Problem
from sitehand.site.values import iso, utc_now
from sitehand.store.prepared import Prepared
from sitehand.store.tables import replays

KEPT_FOR = timedelta(hours=24)
FIND = Prepared(select(replays.c.fingerprint, replays.c.answer).where(replays.c.key == bindparam("named")))
KEEP = Prepared(insert(replays))


@dataclass(frozen=True, slots=True)
class Replay:
    """A caller with its idempotency key, and what it is used for."""

    key: str
    fingerprint: str

    @property
    def hashed(self) -> str:
        """What is kept of the key."""
        return hashlib.sha256(self.key.encode()).hexdigest()


def find_replay(connection: Connection, replay: Replay) -> bytes | None:
    """The answer that was kept, None when there is none.

    Raises Problem(idempotency_mismatch) when the key was used for something else.
    """
    row = FIND.first(connection, {"named": replay.hashed})
    if row is None:
        return None
    if row["fingerprint"] != replay.fingerprint:
        raise Problem(
            Code.IDEMPOTENCY_MISMATCH,
            "The idempotency key was already used for a call with other arguments.",
            hint="Use a new key for a new call. Repeat an old call unchanged.",
        )
    return _cipher(replay).decrypt(row["answer"])


def store_replay(connection: Connection, replay: Replay, answer: bytes) -> None:
    """Keep an answer to a call that has none."""
    values = {"key": replay.hashed, "fingerprint": replay.fingerprint, "at": iso(utc_now())}
    KEEP.run(connection, {**values, "answer": _cipher(replay).encrypt(answer)})


def _cipher(replay: Replay) -> Fernet:
    derived = hashlib.sha256(b"sitehand replay\n" + replay.key.encode()).digest()
    return Fernet(base64.urlsafe_b64encode(derived))
