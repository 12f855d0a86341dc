"""A noun takes few places; each that is forgotten is named by an import or a check. The recipe lists exactly these."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import pytest

from sitehand.hosts.builtin.host import build_host as build_site
from sitehand.hosts.builtin.schema import SITE
from sitehand.hosts.builtin.tables import metadata as site_metadata
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.host import WordPressHost
from sitehand.hosts.wordpress.host import build_host as build_wordpress
from sitehand.operation.catalog import collect
from sitehand.operations.modules import OPERATION_MODULES
from sitehand.site.host import Host
from sitehand.site.kinds import KINDS
from sitehand.store.database import Database
from sitehand.store.ledger_schema import LEDGER
from sitehand.store.schema import Schema
from sitehand.store.tables import metadata as ledger_metadata
from tests.recipe import operations, samples
from tests.recipe.builtin import build_host
from tests.recipe.checks import (
    check_kinds,
    check_migrations,
    check_readers,
    check_resources,
    check_samples,
    check_stores,
    check_tracked,
    join_metadata,
)
from tests.recipe.kinds import SNIPPET
from tests.recipe.places import MOST, left_out, read_places
from tests.recipe.snippets import metadata
from tests.recipe.test_recipe import SNIPPETS

OPERATIONS = {each.name: each for each in collect(OPERATION_MODULES)}
METADATA = join_metadata(ledger_metadata, site_metadata, metadata)
DECLARED = {each.name: each for each in collect([operations])}
URL = "http://127.0.0.1:9"


def extend(**more: Any) -> Schema:
    """The schema of the site with snippets; `more` instead of what they have."""
    return SITE.extended(replace(SNIPPETS, **more))


def build_plain(folder: Path) -> Host:
    """The built-in site without snippets."""
    return build_site(Database(folder, SITE), URL, lambda: datetime.now(UTC))


def build_remote(folder: Path) -> WordPressHost:
    """A WordPress that nobody asks."""
    return build_wordpress(Client(URL, "user", "password"), Database(folder, LEDGER), "secret")


def forget(module: str, needed_by: str) -> Callable[[Path], object]:
    """The file is not there when another of the recipe is imported."""

    def run(_folder: Path) -> None:
        with left_out(module):
            import_module(f"tests.recipe.{needed_by}")

    return run


def forget_field(folder: Path) -> None:
    """The kind says where its objects are read, and `Host` has no such field."""
    host = build_plain(folder)
    check_stores(replace(host, kinds=host.kinds.extended(SNIPPET)))


def forget_filling(folder: Path) -> None:
    """`Host` has the field, and nothing is in it."""
    host = build_plain(folder)
    check_stores(replace(build_host(host, Database(folder, SITE)), snippets=cast(Any, None)))


def forget_store(folder: Path) -> None:
    """A WordPress has nothing to fill the field with."""
    host = build_remote(folder)
    check_stores(replace(host, kinds=host.kinds.extended(SNIPPET)))


EVERYWHERE: Mapping[str, Callable[[Path], object]] = {
    "site/<noun>.py": forget("site", "operations"),
    "site/kinds.py": forget("kinds", "snippets"),
    "site/host.py": forget_field,
    "operations/<category>/<noun>.py": lambda _: check_readers(KINDS.extended(SNIPPET), OPERATIONS),
    "tests/samples/<category>/<noun>.py": lambda _: check_samples(DECLARED, {}),
}
"""What happens when a place is forgotten."""
PLACES: Mapping[str, Mapping[str, Callable[[Path], object]]] = {
    "the built-in site": {
        **EVERYWHERE,
        "hosts/builtin/<noun>.py": forget("snippets", "builtin"),
        "hosts/builtin/host.py": forget_filling,
        "hosts/builtin/migrations/versions/": lambda folder: check_migrations(folder, extend(chains=()), METADATA),
    },
    "a WordPress": {
        **EVERYWHERE,
        "hosts/wordpress/<noun>.py": forget_store,
        "hosts/wordpress/host.py": forget_store,
    },
}
CASES = [(on, place) for on, places in PLACES.items() for place in places]


@pytest.mark.parametrize("on", PLACES)
def test_a_noun_takes_few_places(on: str) -> None:
    """Those that the recipe lists, and that are left out here: no more."""
    assert read_places(on).keys() == PLACES[on].keys()
    assert len(PLACES[on]) <= MOST


@pytest.mark.parametrize(("on", "place"), CASES)
def test_a_forgotten_place_is_named(on: str, place: str, tmp_path: Path) -> None:
    """By what the recipe says: the import of it, or a check."""
    with pytest.raises((ImportError, AssertionError)) as named:
        PLACES[on][place](tmp_path)
    told = "import" if isinstance(named.value, ImportError) else named.traceback[-1].name
    assert told == read_places(on)[place]
    assert re.search("snippet|tests.recipe", str(named.value))


def test_nothing_is_named_when_all_is_there(tmp_path: Path) -> None:
    """The same checks over the whole recipe."""
    plain = build_plain(tmp_path)
    host = build_host(plain, Database(tmp_path, SITE))
    check_stores(host)
    check_kinds(extend(), host.kinds)
    check_readers(host.kinds, {**OPERATIONS, **DECLARED})
    check_samples(DECLARED, samples.SAMPLES)
    check_tracked(extend(), METADATA.tables)
    check_migrations(tmp_path, extend(), METADATA)


def test_a_kind_that_the_host_does_not_have_is_named() -> None:
    """What is tracked would be unknown: held back, hidden and not restored."""
    with pytest.raises(AssertionError, match="Kind for snippet"):
        check_kinds(extend(), KINDS)


def test_a_table_that_nobody_tracks_is_named() -> None:
    """Its changes would not be journaled."""
    with pytest.raises(AssertionError, match="Track snippets"):
        check_tracked(extend(tracked=()), METADATA.tables)


def test_a_kind_of_two_tables_is_named() -> None:
    """An undo would look for its rows in one of them."""
    twice = replace(SNIPPETS.tracked[0], table=site_metadata.tables["menus"])
    with pytest.raises(AssertionError, match="rows of the kind snippet"):
        check_tracked(extend(tracked=(*SNIPPETS.tracked, twice)), METADATA.tables)


def test_a_table_that_only_its_migration_makes_is_named(tmp_path: Path) -> None:
    """The migration makes what no table says."""
    with pytest.raises(AssertionError, match=r"Write a migration for .*remove_table.*snippets"):
        check_migrations(tmp_path, extend(), join_metadata(ledger_metadata, site_metadata))


def test_operations_that_are_gone_are_named() -> None:
    """Their samples are still there."""
    with pytest.raises(AssertionError, match="no operation create_snippet"):
        check_samples({}, samples.SAMPLES)


def test_a_forgotten_resource_is_named(tmp_path: Path) -> None:
    """Each that a store of a WordPress writes through."""
    host = build_remote(tmp_path)
    known = host.transactions.settling.resources
    check_resources(host, known)
    for kind in known:
        with pytest.raises(AssertionError, match=r"Add \w+ \(of \w+"):
            check_resources(host, {name: each for name, each in known.items() if name != kind})
