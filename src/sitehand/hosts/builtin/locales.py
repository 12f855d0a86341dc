"""The locales of the built-in site, as its settings have them: its language, and others beside it."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, text

from sitehand.site.locales import find_home, store_locale
from sitehand.store.database import Database
from sitehand.store.prepared import Prepared
from sitehand.store.sqlite.driver import Row

LANGUAGE = "en-US"
"""The language of a site whose owner has set none."""
SETTINGS = "SELECT name, value FROM settings WHERE name IN ('language', 'locales')"
ROWS = Prepared(text(SETTINGS))
LANGUAGE_OF = f"coalesce((SELECT value FROM settings WHERE name = 'language'), '{LANGUAGE}')"  # noqa: S608 - a constant of ours
LOCALE_OF = f"CASE WHEN items.locale = '' THEN {LANGUAGE_OF} ELSE items.locale END"
"""The locale of an item, in a query of items."""


class SiteLocales(NamedTuple):
    """The language of the site, and the locales that it has besides."""

    language: str
    others: tuple[str, ...]


def read_locales(connection: Connection) -> SiteLocales:
    """The locales inside a transaction."""
    return _read(ROWS.all(connection, {}))


def find_locales(database: Database) -> SiteLocales:
    """The locales as a call sees them."""
    return _read(database.look_up(SETTINGS))


def find_locale(database: Database, locale: str | None) -> str | None:
    """A locale that a caller names, as it is stored; None for none. Raises Problem(invalid_arguments)."""
    if locale is None:
        return None
    return store_locale(locale, *find_locales(database))


def _read(rows: Iterable[Row | Mapping[str, Any]]) -> SiteLocales:
    stored = {row["name"]: row["value"] for row in rows}
    return SiteLocales(stored.get("language", LANGUAGE), split_locales(stored.get("locales", "")))


def split_locales(stored: str) -> tuple[str, ...]:
    """The locales that the setting holds."""
    return tuple(stored.split())


def is_home(connection: Connection, slug: str) -> bool:
    """Whether a page of this slug would stand where the addresses of a locale begin."""
    return any(find_home(each) == f"/{slug}/" for each in read_locales(connection).others)
