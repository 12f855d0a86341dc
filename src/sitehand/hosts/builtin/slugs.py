"""Slugs: an item's name in its address. Made from titles, unique among siblings, never changed without a word."""

import itertools
import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import unquote

from sqlalchemy import Connection, text

from sitehand.hosts.builtin.locales import is_home
from sitehand.hosts.builtin.type_rules import is_type
from sitehand.site.content import Notice
from sitehand.site.item_kinds import OWN_TYPES
from sitehand.store.prepared import Prepared

MAX_LENGTH = 200
LONGEST_NUMBER = 20
RESERVED = frozenset({"feed", "page", "embed", "healthz", "sitehand"})
"""Addresses at the top level that the site itself answers, wherever its API is."""
OF_ARCHIVES = frozenset({"feed", "page"})
"""What the site answers below the archive of a type."""

TAKEN = Prepared(
    text(
        "SELECT 1 FROM items WHERE type = :type AND slug = :slug AND slug <> '' AND parent = :parent"
        " AND locale = :locale AND id <> :id"
    )
)
_LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "ø": "o", "œ": "oe", "đ": "d", "ð": "d", "ł": "l", "þ": "th", "ı": "i"})
_TAG = re.compile(r"<[a-zA-Z/!][^<>]*+>")
_ENTITY = re.compile(r"&(?:[a-zA-Z][a-zA-Z0-9]{1,31}|#[0-9]{1,7}|#x[0-9a-fA-F]{1,6});")


def make_slug(title: str) -> str:
    """A slug for a title, as WordPress's sanitize_title makes it, but other scripts are kept as they are.

    Lower case; Latin letters lose their accents; whatever is no letter or digit becomes a hyphen, never two in a row.
    """
    plain = unquote(_ENTITY.sub("", _TAG.sub("", title)), errors="ignore")
    letters = "".join(map(_simplify, plain.lower().translate(_LETTERS))).lower()
    words = unicodedata.normalize("NFC", "".join(map(_keep, letters.replace("'", "").replace("’", ""))))
    return re.sub("-{2,}", "-", words)[:MAX_LENGTH].strip("-")


def _simplify(character: str) -> str:
    """A Latin letter without its accents; any other character as it is."""
    first = unicodedata.normalize("NFKD", character)[:1]
    return first if first.isascii() and first.isalnum() else character


def _keep(character: str) -> str:
    return character if character == "_" or unicodedata.category(character)[0] in "LNM" else "-"


def reserve_slugs(paths: Iterable[str]) -> frozenset[str]:
    """What no page at the top level may be called: it, or what is below it, would hide behind one of these paths."""
    return RESERVED | {path.strip("/").partition("/")[0] for path in paths}


def assign_slug(
    connection: Connection, state: dict[str, Any], wanted: str, reserved: frozenset[str] = RESERVED
) -> list[Notice]:
    """Give a state its slug: the wanted one, or one made of its title, or its id; free among its siblings.

    `state` needs `id`, `type`, `parent`, `title`. Says so when the slug is another than the wanted one.
    """
    name = make_slug(wanted) or make_slug(state["title"]) or str(state["id"])
    slug = find_free_slug(connection, state, name, reserved)
    state["slug"] = slug
    asked = wanted or name
    if slug == asked:
        return []
    reason = "is taken" if slug != name else "is not allowed in an address"
    return [Notice(code="slug_changed", message=f'The slug "{asked}" {reason}; it is "{slug}".')]


def find_free_slug(
    connection: Connection, state: Mapping[str, Any], slug: str, reserved: frozenset[str] = RESERVED
) -> str:
    """The slug itself, or with the smallest free number behind it."""
    if not _is_taken(connection, state, slug, reserved):
        return slug
    query = text(
        "SELECT slug FROM items WHERE type = :type AND parent = :parent AND locale = :locale AND id <> :id"
        " AND slug <> '' AND slug >= :first AND slug < :last"
    )
    return number_slug(slug, connection.execute(query, {**_place(state), **span_numbered(slug)}).scalars())


def span_numbered(slug: str) -> dict[str, str]:
    """Where all that a slug could be numbered to lies in alphabetical order, shortened for its number or not."""
    room = MAX_LENGTH - LONGEST_NUMBER
    beginning = f"{slug}-" if len(slug) <= room else slug[:room].rstrip("-")
    return {"first": beginning, "last": beginning + "\U0010ffff"}  # sorts after every ending


def number_slug(slug: str, taken: Iterable[str]) -> str:
    """The slug with the smallest number behind it that is free, from 2 on."""
    known = set(taken)
    return next(name for number in itertools.count(2) if (name := add_ending(slug, f"-{number}")) not in known)


def add_ending(slug: str, ending: str) -> str:
    """A slug with an ending, shortened so that both fit."""
    return slug[: MAX_LENGTH - len(ending)].rstrip("-") + ending


def _is_taken(connection: Connection, state: Mapping[str, Any], slug: str, reserved: frozenset[str]) -> bool:
    if not state["parent"] and _is_kept(connection, state, slug, reserved):
        return True
    return TAKEN.scalar(connection, {**_place(state), "slug": slug}) is not None


def _is_kept(connection: Connection, state: Mapping[str, Any], slug: str, reserved: frozenset[str]) -> bool:
    """Whether the site answers at the address that an item at the top level would have."""
    if state["type"] == "page":
        return slug in reserved or is_type(connection, slug) or (not state.get("locale") and is_home(connection, slug))
    return state["type"] not in OWN_TYPES and slug in OF_ARCHIVES


def _place(state: Mapping[str, Any]) -> dict[str, Any]:
    return {**{name: state[name] for name in ("type", "parent", "id")}, "locale": state.get("locale", "")}
