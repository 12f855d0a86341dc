"""What notices a place of the recipe that is forgotten.

The suites run these over the service, `test_recipe` over a noun of which each place in turn is left out.
"""

import re
import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import fields
from pathlib import Path
from typing import Any

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import MetaData, create_engine
from sqlalchemy.pool import NullPool

from sitehand.hosts.wordpress.resources import Resource
from sitehand.operation.declaration import Operation
from sitehand.site.host import Host
from sitehand.site.kind import Kinds
from sitehand.store.metadata import new_metadata
from sitehand.store.migration import upgrade
from sitehand.store.schema import Schema

UNTRACKED = {"changes", "changed_objects", "undone_changes", "revisions", "texts", "replays", "usage", "item_counts"}
UNTRACKED |= {"key_makers", "creators", "item_sizes", "claims", "taxonomy_counts", "address_hits", "jobs", "uploads"}
UNTRACKED |= {"item_field_values", "item_links", "document_images", "document_names", "text_changes", "picture_formats"}
UNTRACKED |= {"file_names", "media_names"}
UNTRACKED |= {"seo_addresses", "seo_audits", "seo_findings", "seo_links", "seo_met_pages", "seo_pages"}
UNTRACKED |= {"seo_alternates", "seo_outer_addresses", "seo_outer_links"}
"""Tables that keep what happened, what is under way, or what follows from others."""
OTHERS = re.compile(r"\w+_fts(_|$)|alembic_|sqlite_|\w+_version$")
"""Tables of SQLite's search and of Alembic."""
COLLATED = re.compile(
    r"ix_(address_hits_hits|authors_name|items_title|media_title|terms_name|terms_order|terms_parent)"
)
"""Alembic does not see the collation or the direction of an index; shapes are compared with it."""


def join_metadata(*some: MetaData) -> MetaData:
    """The tables of all of them."""
    joined = new_metadata()
    for table in (table for each in some for table in each.tables.values()):
        table.to_metadata(joined)
    return joined


def check_tracked(schema: Schema, tables: Collection[str]) -> None:
    """Every table is journaled, or known not to be."""
    tracked = {each.table.name for each in schema.tracked}
    missing = set(tables) - tracked - UNTRACKED
    assert not missing, f"Track {', '.join(sorted(missing))} beside the table, or say here why it is not journaled."
    assert not tracked & UNTRACKED, "A table is journaled or not."
    assert tracked | UNTRACKED <= {*tables}, "These tables are gone."
    twice = [
        name for name, times in Counter(name for each in schema.tracked for name in each.names).items() if times > 1
    ]
    assert not twice, f"Two tables have rows of the kind {', '.join(twice)}: by which are they put back?"


def check_kinds(schema: Schema, kinds: Kinds) -> None:
    """What is journaled has a kind: any other is unknown, which needs approval, is hidden whole and not restored."""
    missing = {*schema.by_kind} - {*schema.part_rows} - {kind.name for kind in kinds}
    assert not missing, f"Add a Kind for {', '.join(sorted(missing))} to site/kinds.py."


def check_stores(host: Host) -> None:
    """A kind that says where its objects are read is read there."""
    named = [(kind.name, kind.collection) for kind in host.kinds if kind.collection]
    missing = [f"{field} (of the kind {name})" for name, field in named if getattr(host, field, None) is None]
    assert not missing, f"Give the host what reads {', '.join(missing)}: a field in Host, filled where it is built."


def check_readers(kinds: Kinds, operations: Collection[str]) -> None:
    """What a host reads, an operation gets by its id."""
    readers = {kind.reader or f"get_{kind.name}": kind.plural for kind in kinds if kind.collection}
    missing = [f"{name} (of {words})" for name, words in readers.items() if name not in operations]
    assert not missing, f"Declare {', '.join(missing)} in operations/<category>/."


def check_resources(host: Host, resources: Mapping[str, Resource]) -> None:
    """What the stores of a WordPress write through, its transactions know: else nothing is sent, found or undone."""
    stores = {each.name: getattr(host, each.name) for each in fields(host)}
    missing = {
        f"{type(resource).__name__} (of {name})"
        for name, store in stores.items()
        for resource in _find_resources(getattr(store, "__dict__", {}).values())
        if resource.kind not in resources
    }
    assert not missing, f"Add {', '.join(sorted(missing))} to `resources` in hosts/wordpress/host.py."


def check_samples(operations: Mapping[str, Operation], samples: Collection[str]) -> None:
    """Every operation has a sample, and no sample is of what is gone."""
    missing = [f"{name} in {place_of(wanted)}" for name, wanted in operations.items() if name not in samples]
    assert not missing, f"Write a sample of {', '.join(missing)}: tests/samples/sample.py says what it holds."
    gone = sorted(set(samples) - operations.keys())
    assert not gone, f"There is no operation {', '.join(gone)}: declare it, or remove its sample."


def check_migrations(folder: Path, schema: Schema, metadata: MetaData) -> None:
    """A migrated database has exactly the tables, columns, constraints and indexes that the tables say."""
    upgrade(folder / "migrated.db", schema)
    engine = create_engine(f"sqlite:///{folder / 'migrated.db'}", poolclass=NullPool)
    with engine.connect() as connection:
        options = {"include_object": _is_compared}
        differences = compare_metadata(MigrationContext.configure(connection, opts=options), metadata)
    assert not differences, f"Write a migration for {', '.join(map(str, differences))}."
    metadata.create_all(create_engine(f"sqlite:///{folder / 'fresh.db'}", poolclass=NullPool))
    assert _shape(folder / "migrated.db") == _shape(folder / "fresh.db")


def place_of(wanted: Operation) -> str:
    """The module of samples that describes an operation: it has the name of the one that declares it."""
    return wanted.handler.__module__.replace("sitehand.operations", "tests.samples")


def _find_resources(values: Iterable[Any]) -> Iterator[Resource]:
    for value in values:
        if Resource in type(value).__mro__:
            yield value
        elif isinstance(value, Mapping | list | tuple):
            yield from _find_resources(value.values() if isinstance(value, Mapping) else value)


def _shape(path: Path) -> set[tuple[str, frozenset[str]]]:
    """Each table and index with its columns and constraints, whose order differs where a column came later."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE type IN ('table', 'index') AND sql <> ''")
        return {
            (name, frozenset(re.split(r" ?, ?(?![^(]*\))", " ".join(sql.split()).removesuffix(")").rstrip())))
            for name, sql in rows
            if not OTHERS.match(name)
        }


def _is_compared(_object: object, name: str, *_: object) -> bool:
    return not OTHERS.match(name) and not COLLATED.match(name)
