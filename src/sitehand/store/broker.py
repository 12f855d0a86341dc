"""The enrollment with a broker, as one row of the settings; the secret in it is encrypted.

The key is apart from the database, so that a copy of that alone gives nothing away: in a file beside it that only its
owner may read, or in the environment. Source: https://cryptography.io/en/latest/fernet/
"""

import json
import logging
from dataclasses import asdict
from pathlib import Path
from typing import Any, get_args

from cryptography.fernet import Fernet, InvalidToken

from sitehand.guard.broker import Authentication, Enrollment
from sitehand.store.committed import Committed
from sitehand.store.database import Database
from sitehand.store.files import create_file
from sitehand.store.settings import SettingsTable

NAME = "broker"
KEY_FILE = "broker.key"
FIND = "SELECT value FROM settings WHERE name = 'broker'"

log = logging.getLogger("sitehand.broker")


class SecretSeal:
    """Encrypts and decrypts with the key of the environment, or with the one in the data folder."""

    def __init__(self, folder: Path, key: str) -> None:
        self._file = folder / KEY_FILE
        self._key = key.encode()

    def close(self, secret: str) -> str:
        """The secret, encrypted. The key is made when there is none."""
        if not self._key and not self._file.exists():
            create_file(self._file, Fernet.generate_key())
        return Fernet(self._read_key()).encrypt(secret.encode()).decode()

    def open(self, sealed: str) -> str | None:
        """The secret; None when the key is not there, or is another."""
        try:
            return Fernet(self._read_key()).decrypt(sealed.encode()).decode()
        except (OSError, ValueError, InvalidToken):
            return None

    def _read_key(self) -> bytes:
        return self._key or self._file.read_bytes().strip()


class EnrollmentTable:
    """Implements `guard.broker.enrollment.Enrollments`."""

    def __init__(self, database: Database, seal: SecretSeal) -> None:
        self._database = database
        self._settings = SettingsTable(database)
        self._seal = seal
        self._found: Enrollment | None = None
        self._found_row = ""
        self._committed = Committed(database, self._find)

    def current(self) -> Enrollment | None:
        """The enrollment, as any worker has last committed it."""
        return self._committed.value()

    async def save(self, enrollment: Enrollment) -> None:
        """Enroll, instead of whatever was before."""
        row = {**asdict(enrollment), "secret": self._seal.close(enrollment.secret or "")}
        await self._settings.set({NAME: json.dumps(row)})

    async def remove(self) -> bool:
        """End the enrollment; False when there is none."""
        return await self._settings.remove(NAME)

    def _find(self) -> Enrollment | None:
        """What is stored. A row that is the same as before is not decrypted again."""
        rows = self._database.look_up(FIND, committed=True)
        row = str(rows[0][0]) if rows else ""
        # A secret that could not be decrypted is tried again: the key may be back.
        if row != self._found_row or (self._found is not None and self._found.secret is None):
            self._found, self._found_row = self._read(row), row
        return self._found

    def _read(self, row: str) -> Enrollment | None:
        """The row as an enrollment; one that nobody can read is none, so that no token is let in by it."""
        if not row:
            return None
        try:
            fields: dict[str, Any] = json.loads(row)
            enrollment = Enrollment(
                **{**fields, "secret": self._seal.open(fields["secret"]), "algorithms": tuple(fields["algorithms"])}
            )
        except (ValueError, TypeError, KeyError):
            log.exception("the stored enrollment with the broker cannot be read")
            return None
        if enrollment.authentication not in get_args(Authentication):
            return None
        if enrollment.secret is None:
            log.error(
                "the broker's secret cannot be decrypted: the key is missing or has changed; enroll the site again"
            )
        return enrollment
