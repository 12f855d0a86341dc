"""SEO settings of the built-in site, as one row of the settings."""

import json

from sqlalchemy import Connection

from sitehand.site.seo_settings import SeoSettings, SeoSettingsFields, merge_settings, show_settings
from sitehand.store.database import Database
from sitehand.store.revision import name_state
from sitehand.store.settings import read_setting, write_settings

NAME = "seo"
NONE = "{}"
FIND = f"SELECT value FROM settings WHERE name = '{NAME}'"  # noqa: S608 - a name of ours


class BuiltinSeoSettings:
    """Implements `site.seo_settings.SeoSettingsStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self) -> SeoSettings:
        """What was set, and the defaults of the rest."""
        return _show([row["value"] for row in self._database.look_up(FIND)])

    async def update(self, fields: SeoSettingsFields) -> SeoSettings:
        """Change the given settings; nothing is stored when nothing would be different."""

        def work(connection: Connection) -> SeoSettings:
            old = read_setting(connection, NAME) or NONE
            new = json.dumps(merge_settings(json.loads(old), fields), ensure_ascii=False, sort_keys=True)
            if new != old:
                write_settings(connection, {NAME: new})
            return _show([new] if new != NONE else [])

        return await self._database.transact(work)


class VisitorSeoSettings:
    """The settings as they are committed, kept for as long as nothing is committed to the database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._state = -1
        self._settings = _show([])

    def get(self) -> SeoSettings:
        """The settings, which nobody writes into."""
        state = self._database.state()
        if state != self._state:
            self._settings = _show([row["value"] for row in self._database.look_up(FIND, committed=True)])
            self._state = state
        return self._settings


def _show(stored: list[str]) -> SeoSettings:
    return show_settings(json.loads(stored[0]) if stored else {}, name_state(stored))
