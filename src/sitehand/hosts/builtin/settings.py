"""The built-in site's own settings."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import cast

from sqlalchemy import Connection

from sitehand.hosts.builtin.front_page import FRONT, NAMES, POSTS, read_chosen
from sitehand.hosts.builtin.locale_rules import check_locales
from sitehand.hosts.builtin.locales import LANGUAGE, split_locales
from sitehand.hosts.builtin.places import SELECT, fetch_path, fetch_place, move_to_place
from sitehand.hosts.builtin.redirect_rules import follow_move
from sitehand.hosts.builtin.slugs import RESERVED
from sitehand.site.settings import SiteSettings, SiteSettingsFields
from sitehand.site.values import iso, utc_now
from sitehand.store.database import Database
from sitehand.store.settings import SettingsTable, write_settings

DEFAULTS = SiteSettings(
    name="My site",
    description="",
    language=LANGUAGE,
    locales=[],
    timezone="UTC",
    logo=0,
    show_on_front="posts",
    page_on_front=0,
    page_for_posts=0,
)
IDS = ("logo", FRONT, POSTS)


class BuiltinSettings:
    """Implements `site.settings.SettingsStore`. `reserved` are the first parts of paths that the service answers."""

    def __init__(
        self,
        database: Database,
        reserved: frozenset[str] = RESERVED,
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        self._database = database
        self._reserved = reserved
        self._clock = clock
        self._table = SettingsTable(database)

    async def get(self) -> SiteSettings:
        """What was set, and the defaults of the rest."""
        stored = await self._table.get(*DEFAULTS)
        locales = list(split_locales(stored.get("locales", "")))
        ids = {name: int(stored.get(name, 0)) for name in IDS}
        return cast(SiteSettings, {**DEFAULTS, **stored, **ids, "locales": locales})

    async def update(self, fields: SiteSettingsFields) -> SiteSettings:
        """Set the given fields and return all. Raises Problem(conflict)."""
        given = fields.model_dump(include=fields.model_fields_set)
        if "locales" in given:
            given["locales"] = " ".join(given["locales"])
        given |= {name: str(given[name]) for name in IDS if name in given}

        def work(connection: Connection) -> None:
            if {"language", "locales"} & given.keys():
                check_locales(connection, given, self._reserved)
            if given.keys().isdisjoint(NAMES):
                write_settings(connection, given)
            else:
                set_front(connection, given, iso(self._clock()))

        await self._database.transact(work)
        return await self.get()


def set_front(connection: Connection, given: Mapping[str, str], at: str) -> None:
    """Set these settings, the front page among them: it comes to `/`, the one before goes back to its own address."""
    before = read_chosen(connection)
    write_settings(connection, given)
    for page in dict.fromkeys((before.front, read_chosen(connection).front)):
        _move_page(connection, page, at)


def _move_page(connection: Connection, page: int, at: str) -> None:
    state, path = SELECT.first(connection, {"id": page}), fetch_path(connection, page)
    if state is not None and move_to_place(connection, page):
        state = {**state, "place": fetch_place(connection, page)}
        follow_move(connection, {**state, "path": path}, {**state, "path": fetch_path(connection, page)}, at)
