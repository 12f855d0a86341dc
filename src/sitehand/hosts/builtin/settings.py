"""The built-in site's own settings."""

from typing import cast

from sitehand.site.settings import SiteSettings, SiteSettingsFields
from sitehand.store.database import Database
from sitehand.store.settings import SettingsTable

DEFAULTS = SiteSettings(name="My site", description="", language="en-US", timezone="UTC")


class BuiltinSettings:
    """Implements `site.settings.SettingsStore`."""

    def __init__(self, database: Database) -> None:
        self._table = SettingsTable(database)

    async def get(self) -> SiteSettings:
        """What was set, and the defaults of the rest."""
        stored = await self._table.get(*DEFAULTS)
        return cast(SiteSettings, {**DEFAULTS, **stored})

    async def update(self, fields: SiteSettingsFields) -> SiteSettings:
        """Set the given fields and return all."""
        await self._table.set(fields.model_dump(include=fields.model_fields_set))
        return await self.get()
