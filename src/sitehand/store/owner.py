"""The owner of the admin screens: a password, and the secret that signs sessions."""

import asyncio
import secrets

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from sitehand.errors import Code, Problem
from sitehand.store.database import Database
from sitehand.store.settings import SettingsTable

PASSWORD, SECRET = "owner_password", "session_secret"
MIN_LENGTH = 10
MAX_LENGTH = 1000


class Owner:
    """Keeps the password as an Argon2id hash. A new password comes with a new secret, which ends every session."""

    def __init__(self, database: Database) -> None:
        self._settings = SettingsTable(database)
        self._hasher = PasswordHasher()

    async def has_password(self) -> bool:
        """Whether anybody can log in."""
        return bool(await self._settings.get(PASSWORD))

    async def ensure_password(self) -> str | None:
        """Make a first password when none is set, and return it; it cannot be shown again."""
        if await self.has_password():
            return None
        password = secrets.token_urlsafe(12)
        await self.set_password(password)
        return password

    async def set_password(self, password: str) -> None:
        """Replace the password. Raises Problem(invalid_arguments) for one that is too short or too long."""
        if not MIN_LENGTH <= len(password) <= MAX_LENGTH:
            raise Problem(
                Code.INVALID_ARGUMENTS,
                f"The password has {len(password)} characters.",
                hint=f"Choose one of at least {MIN_LENGTH} characters, such as a short sentence.",
            )
        hashed = await asyncio.to_thread(self._hasher.hash, password)
        await self._settings.set({PASSWORD: hashed, SECRET: secrets.token_hex(32)})

    async def check_password(self, password: str) -> bool:
        """Whether the password is right; a hash with outdated parameters is renewed on the way."""
        hashed = (await self._settings.get(PASSWORD)).get(PASSWORD)
        if hashed is None or len(password) > MAX_LENGTH or not await asyncio.to_thread(self._verify, hashed, password):
            return False
        if self._hasher.check_needs_rehash(hashed):
            await self._settings.set({PASSWORD: await asyncio.to_thread(self._hasher.hash, password)})
        return True

    async def session_secret(self) -> str:
        """What sessions are signed with; made when there is none. It changes with the password."""
        stored = await self._settings.get(SECRET)
        if SECRET not in stored:
            await self._settings.set({SECRET: secrets.token_hex(32)})
            stored = await self._settings.get(SECRET)
        return stored[SECRET]

    def _verify(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False
