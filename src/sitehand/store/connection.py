"""The connection with a WordPress, as one row of the settings; the secrets in it are encrypted.

A data folder that has one serves that WordPress. How secrets are encrypted: `store/broker.py`.
"""

import json
import logging
from dataclasses import asdict, replace
from typing import Any

from sitehand.site.connection import Connection, Facts
from sitehand.store.broker import SecretSeal
from sitehand.store.database import Database
from sitehand.store.settings import SettingsTable
from sitehand.store.sqlite.json import build_array, read_member

NAME = "wordpress"
"""The setting that holds it."""
FIND = "SELECT value FROM settings WHERE name = 'wordpress'"
SEALED = build_array(*(read_member("value", *path) for path in (["since"], ["facts", "root"], ["facts", "user"])))
STAMP = f"SELECT {SEALED} FROM settings WHERE name = 'wordpress'"  # noqa: S608 - names of ours
SECRETS = ("password", "mark")
log = logging.getLogger(__name__)


class ConnectionTable:
    """Implements `site.connection.Connections`."""

    def __init__(self, database: Database, seal: SecretSeal) -> None:
        self._database = database
        self._settings = SettingsTable(database)
        self._seal = seal

    def current(self) -> Connection | None:
        """The connection, as any process has last committed it."""
        rows = self._database.look_up(FIND, committed=True)
        return self._read(json.loads(rows[0][0])) if rows else None

    def stamp(self) -> str:
        """What changes when somebody connects or disconnects, and not with what WordPress says of itself."""
        rows = self._database.look_up(STAMP, committed=True)
        return str(rows[0][0]) if rows else ""

    async def save(self, connection: Connection) -> None:
        """Connect, instead of whatever was before."""
        row = asdict(connection)
        sealed = {name: self._seal.close(row[name]) for name in SECRETS}
        await self._settings.set({NAME: json.dumps({**row, **sealed})})

    async def note_facts(self, facts: Facts) -> None:
        """Keep what WordPress says now, when it is something else."""
        found = self.current()
        if found is not None and found.password and found.facts != facts:
            await self.save(replace(found, facts=facts))

    async def remove(self) -> bool:
        """End the connection; False when there is none."""
        return await self._settings.remove(NAME)

    def _read(self, row: dict[str, Any]) -> Connection:
        facts = Facts(**row["facts"])
        secrets = {name: self._seal.open(row[name]) for name in SECRETS}
        if None in secrets.values():
            log.error("the password of the WordPress cannot be decrypted: its encryption key is missing or has changed")
            return Connection(facts, row["since"], "", "")
        return Connection(facts, row["since"], **{name: str(secret) for name, secret in secrets.items()})
