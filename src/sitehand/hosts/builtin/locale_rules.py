"""Rules on the locales of the built-in site: each item keeps its own, and no page stands where a locale begins."""

from collections.abc import Mapping

from sqlalchemy import Connection, text

from sitehand.errors import Code, Problem
from sitehand.hosts.builtin.locales import SiteLocales, read_locales, split_locales
from sitehand.hosts.builtin.type_table import ALL_TYPES
from sitehand.site.languages import shorten_language
from sitehand.site.locales import find_home
from sitehand.store.prepared import Prepared

USED = Prepared(
    text(f"SELECT id FROM items WHERE type IN {ALL_TYPES} AND locale <> '' AND locale = :locale ORDER BY id LIMIT 1")  # noqa: S608
)
TAGS = "tag"
"""Where the addresses of the lists of tags begin: the only one of its words that could be a locale."""
AT_HOME = Prepared(text("SELECT id FROM items WHERE type = 'page' AND slug = :slug AND parent = 0 AND locale = ''"))
OF_TYPE = Prepared(text("SELECT slug FROM content_types WHERE '/' || slug || '/' = :path"))


def check_locales(connection: Connection, given: Mapping[str, str], reserved: frozenset[str]) -> None:
    """Raise Problem(conflict) for new values of settings that items or addresses of the service do not allow."""
    old = read_locales(connection)
    new = _set(old, given)
    for added in set(new.others) - set(old.others):
        _check_reserved(added, reserved | {TAGS})
    _check_change(connection, old, new)


def check_restored(connection: Connection, replaced: Mapping[str, str]) -> None:
    """Raise Problem(conflict) for settings that an undo has stored and that items do not allow. `replaced` are the
    values before it.
    """
    new = read_locales(connection)
    _check_change(connection, _set(new, replaced), new)


def _set(locales: SiteLocales, given: Mapping[str, str]) -> SiteLocales:
    """The locales with the given values of settings."""
    others = split_locales(given["locales"]) if "locales" in given else locales.others
    return SiteLocales(given.get("language", locales.language), others)


def _check_change(connection: Connection, old: SiteLocales, new: SiteLocales) -> None:
    if shorten_language(new.language).lower() in {each.lower() for each in new.others}:
        message = f"The locale {new.language} is the language of the site already."
        raise Problem(Code.CONFLICT, message, hint="Leave it out of the other locales.")
    for gone in set(old.others) - set(new.others):
        _check_unused(connection, gone)
    for added in set(new.others) - set(old.others):
        _check_free(connection, added)


def _check_unused(connection: Connection, locale: str) -> None:
    item = USED.scalar(connection, {"locale": locale})
    if item is not None:
        message = f"The locale {locale} cannot be removed: item {item} has it. Items in the trash count."
        hint = "Give its items another locale, or delete them permanently."
        raise Problem(Code.CONFLICT, message, hint=hint, extra={"items": [item]})


def _check_reserved(locale: str, reserved: frozenset[str]) -> None:
    if locale.lower() in reserved:
        message = f"The locale {locale} cannot be added: the site itself answers at {find_home(locale)}."
        raise Problem(Code.CONFLICT, message, hint="Choose a locale that is no such address.")


def _check_free(connection: Connection, locale: str) -> None:
    page = AT_HOME.scalar(connection, {"slug": find_home(locale).strip("/")})
    kind = OF_TYPE.scalar(connection, {"path": find_home(locale)})
    if kind is not None:
        message = f"The locale {locale} cannot be added: the type {kind} has its address."
        raise Problem(Code.CONFLICT, message, hint=f"Remove the type first: delete_type with type={kind}.")
    if page is not None:
        message = f"The locale {locale} cannot be added: page {page} has its address."
        raise Problem(Code.CONFLICT, message, hint="Give the page another slug first.", extra={"items": [page]})
