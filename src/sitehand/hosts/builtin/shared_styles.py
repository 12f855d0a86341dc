"""Elementor's global classes and variables on the built-in site: a row each."""

import json
from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import lru_cache, partial
from typing import Any

from sqlalchemy import Column, Connection, Integer, Table, Text, bindparam, select, update

from sitehand.hosts.builtin.document_uses import find_uses
from sitehand.hosts.builtin.tables import metadata
from sitehand.site.kinds import ELEMENTOR_CLASSES, ELEMENTOR_VARIABLES
from sitehand.site.shared_styles import IDS, ItemName, SharedStyles, Sort, StylesEdit, Uses
from sitehand.store.database import Database
from sitehand.store.prepared import Prepared
from sitehand.store.revision import name_state
from sitehand.store.tracked import Tracked, name_columns, track
from sitehand.store.verification import verify_row

shared_styles = Table(
    "shared_styles",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("items", Text, nullable=False, server_default="{}", comment="JSON: entries by id."),
    Column("ranking", Text, nullable=False, server_default="[]", comment="JSON: their ids in order."),
)
track(
    Tracked(
        shared_styles,
        (ELEMENTOR_CLASSES, ELEMENTOR_VARIABLES),
        "{row}.kind",
        label="CASE {row}.id WHEN 1 THEN 'Global classes' ELSE 'Variables' END",
        revision=name_columns(("items", "ranking")),
        left_out=frozenset({"kind"}),
    )
)
MINE = shared_styles.c.id == bindparam("shared_id")
SELECT, UPDATE = Prepared(select(shared_styles).where(MINE)), Prepared(update(shared_styles).where(MINE))


class BuiltinSharedStyles:
    """Implements `site.shared_styles.SharedStylesStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, sort: Sort) -> SharedStyles:
        """What is stored."""
        return await self._database.read(partial(read_shared, sort=sort))

    async def change(self, sort: Sort, change: StylesEdit) -> SharedStyles:
        """Store what a change makes of it."""
        return await self._database.transact(partial(_change, sort=sort, change=change))

    async def find_uses(self, names: Collection[str]) -> Uses:
        """Pages, those in the trash too, templates and components."""
        return await self._database.read(partial(_find_uses, wanted=names))


def read_shared(connection: Connection, sort: Sort) -> SharedStyles:
    """The entries of one sort."""
    row: Mapping[str, Any] = SELECT.first(connection, {"shared_id": IDS[sort]}) or {}
    return build_shared(IDS[sort], row["items"], row["ranking"])


@lru_cache(maxsize=8)
def build_shared(number: int, entries: str, ranking: str) -> SharedStyles:
    """The object of a stored row."""
    return SharedStyles(number, name_state((entries, ranking)), json.loads(entries), json.loads(ranking))


def _change(connection: Connection, sort: Sort, change: StylesEdit) -> SharedStyles:
    old = read_shared(connection, sort)
    changed, ranking = change(old)
    row = {"items": _write(dict(changed)), "ranking": _write(list(ranking))}
    new = build_shared(old.id, row["items"], row["ranking"])
    if new.revision != old.revision:
        UPDATE.run(connection, {**row, "shared_id": old.id})
        verify_row(connection, shared_styles, {"id": old.id}, row)
    return new


def _write(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _find_uses(connection: Connection, wanted: Collection[str]) -> Uses:
    found: defaultdict[str, list[ItemName]] = defaultdict(list)
    for name, item in find_uses(connection, wanted):
        found[name].append(item)
    return Uses(found)
