"""The built-in site's own settings."""

from typing import cast

from sqlalchemy import Connection

from sitehand.hosts.builtin.locale_rules import check_locales
from sitehand.hosts.builtin.locales import LANGUAGE, split_locales
from sitehand.hosts.builtin.slugs import RESERVED
from sitehand.site.settings import SiteSettings, SiteSettingsFields
from sitehand.store.database import Database
from sitehand.store.settings import SettingsTable, write_settings

DEFAULTS = SiteSettings(name="My site", description="", language=LANGUAGE, locales=[], timezone="UTC", logo=0)


class BuiltinSettings:
    """Implements `site.settings.SettingsStore`. `reserved` are the first parts of paths that the service answers."""

    def __init__(self, database: Database, reserved: frozenset[str] = RESERVED) -> None:
        self._database = database
        self._reserved = reserved
        self._table = SettingsTable(database)

    async def get(self) -> SiteSettings:
        """What was set, and the defaults of the rest."""
        stored = await self._table.get(*DEFAULTS)
        locales = list(split_locales(stored.get("locales", "")))
        return cast(SiteSettings, {**DEFAULTS, **stored, "locales": locales, "logo": int(stored.get("logo", 0))})

    async def update(self, fields: SiteSettingsFields) -> SiteSettings:
        """Set the given fields and return all. Raises Problem(conflict)."""
        given = fields.model_dump(include=fields.model_fields_set)
        if "locales" in given:
            given["locales"] = " ".join(given["locales"])
        if "logo" in given:
            given["logo"] = str(given["logo"])

        def work(connection: Connection) -> None:
            if {"language", "locales"} & given.keys():
                check_locales(connection, given, self._reserved)
            write_settings(connection, given)

        await self._database.transact(work)
        return await self.get()
