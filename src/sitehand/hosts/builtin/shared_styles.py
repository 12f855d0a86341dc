"""Elementor's global classes and variables on the built-in site: a row each."""

import json
from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import lru_cache, partial
from typing import Any

from sqlalchemy import Column, Connection, Integer, Table, Text, bindparam, select, update

from sitehand.elementor.shared.names import find_named
from sitehand.hosts.builtin.elementor_components import elementor_components
from sitehand.hosts.builtin.elementor_templates import elementor_templates
from sitehand.hosts.builtin.tables import item_elementor, items, metadata
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
DOCUMENTS = (
    select(items.c.id, items.c.title, item_elementor.c.elementor_data)
    .join(item_elementor, item_elementor.c.item_id == items.c.id)
    .order_by(items.c.id)
    .execution_options(yield_per=20)
)
KEPT = {"elementor_template": elementor_templates, "elementor_component": elementor_components}
"""Documents that are kept for pages, by their kind."""


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
        """All documents of the site are looked at, those in the trash too, templates and components."""
        return await self._database.read(partial(_find_uses, wanted=frozenset(names)))


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


def _find_uses(connection: Connection, wanted: frozenset[str]) -> Uses:
    found: defaultdict[str, list[ItemName]] = defaultdict(list)
    for row in connection.execute(DOCUMENTS):
        for identifier in wanted.intersection(find_named(row.elementor_data)):
            found[identifier].append(ItemName(id=row.id, title=row.title))
    for kind, table in KEPT.items():
        kept = select(table.c.id, table.c.title, table.c.content).order_by(table.c.id)
        for row in connection.execute(kept.execution_options(yield_per=20)):
            for identifier in wanted.intersection(find_named(row.content)):
                found[identifier].append(ItemName(id=row.id, title=row.title, type=kind))
    return Uses(found)
