"""The connection with a WordPress, as one row of the settings; the secrets in it are encrypted.

A data folder that has one serves that WordPress. After its end the address stays, as keys and the journal do.
How secrets are encrypted: `store/broker.py`.
"""

import json
import logging
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import Connection as Opened
from sqlalchemy import update

from sitehand.guard.attribution import SITE
from sitehand.site.connection import Connection, Facts
from sitehand.store.broker import SecretSeal
from sitehand.store.database import Database
from sitehand.store.settings import SettingsTable, remove_setting, write_settings
from sitehand.store.sites import name_site, site_of
from sitehand.store.sqlite.json import build_array, read_member
from sitehand.store.tables import jobs

NAME = "wordpress"
"""The setting that holds it."""
FORMER = "former_site"
"""The setting with the address of the one that was disconnected last."""
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

    async def last_site(self) -> str:
        """The address of the WordPress that is connected, or was last; empty when none ever was."""
        found = self.current()
        return found.facts.home if found else (await self._settings.get(FORMER)).get(FORMER, "")

    async def save(self, connection: Connection) -> None:
        """Connect, instead of whatever was before."""
        row = asdict(connection)
        sealed = {name: self._seal.close(row[name]) for name in SECRETS}

        def work(opened: Opened) -> None:
            write_settings(opened, {NAME: json.dumps({**row, **sealed})})
            _leave_site(opened, connection.facts.home)

        await self._database.transact(work)

    async def note_facts(self, facts: Facts) -> None:
        """Keep what WordPress says now, when it is something else. The address stays that of the site that somebody
        has connected, whose history is here.
        """
        found = self.current()
        told = replace(facts, home=found.facts.home) if found else facts
        if found is not None and found.password and found.facts != told:
            await self.save(replace(found, facts=told))

    async def remove(self) -> bool:
        """End the connection; False when there is none."""
        found = self.current()
        if found is None:
            return False
        home = found.facts.home

        def work(opened: Opened) -> bool:
            write_settings(opened, {FORMER: home})
            _leave_site(opened, "")
            return remove_setting(opened, NAME)

        return await self._database.transact(work)

    def _read(self, row: dict[str, Any]) -> Connection:
        facts = Facts(**row["facts"])
        secrets = {name: self._seal.open(row[name]) for name in SECRETS}
        if None in secrets.values():
            log.error("the password of the WordPress cannot be decrypted: its encryption key is missing or has changed")
            return Connection(facts, row["since"], "", "")
        return Connection(facts, row["since"], **{name: str(secret) for name, secret in secrets.items()})


def _leave_site(opened: Opened, site: str) -> None:
    """End the jobs that somebody has started on the site before, when another one is served from now on."""
    if (before := site_of(opened)) == site:
        return
    told = f"It was started on {name_site(before)}. The data folder serves {name_site(site)} now."
    left = (jobs.c.state.in_(("pending", "running")), jobs.c.caller != SITE.caller)
    opened.execute(update(jobs).where(*left).values(state="failed", holder="", error=told))
