"""Writes all statements of the service as PostgreSQL would get them, as JSON: `python -m tests.second_form.collect`.

In a process of its own, since the fragments are replaced before anything is imported that is made of them.
"""

import importlib
import json
import pkgutil
import re
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from sqlalchemy import ClauseElement, MetaData, SelectBase, TextClause, UpdateBase, text
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateIndex, CreateTable

from tests.second_form import full_text, hints, trees
from tests.second_form import json as json_form

STORE, SITE = "sitehand.store.sqlite", "sitehand.hosts.builtin.sqlite"
SECOND = {f"{STORE}.json": json_form, f"{STORE}.hints": hints, f"{SITE}.full_text": full_text, f"{SITE}.trees": trees}
NOT_OF_THE_DATABASE = ("sitehand.store.counters", "sitehand.store.joint_chain")
"""The counters are a file of SQLite whatever the database; the joint chain parts an old file of SQLite."""
FIRST = (f"{STORE}.triggers", f"{STORE}.connections", f"{SITE}.triggers")
"""What is of SQLite altogether, and no part of other statements; modules that use it have it by its name."""
PREPARED = re.compile(r"\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b")
TEMPLATE = re.compile(r"(?<!')\{\w*\}|(?:AND|WHERE)\s*$")
EXPANDING = re.compile(r"\(__\[POSTCOMPILE_\w+\]\)")
DIALECT = postgresql.dialect(paramstyle="numeric_dollar")  # type: ignore[no-untyped-call]


def replace() -> None:
    """Put the second form in place of the first."""
    from tests.second_form import statements

    sys.modules.update(SECOND)
    package = importlib.import_module(STORE)
    for name in statements.__all__:
        setattr(package, name, getattr(statements, name))


def list_modules() -> Iterator[ModuleType]:
    """The modules of the store and the built-in site, but migrations and the first form."""
    for package in map(importlib.import_module, ("sitehand.store", "sitehand.hosts.builtin")):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not re.search(r"\.(?:migrations|sqlite)\b", found.name) and found.name not in NOT_OF_THE_DATABASE:
                yield importlib.import_module(found.name)


def write(statement: ClauseElement) -> str:
    """A statement in PostgreSQL's words. Raises CompileError for one that it has no words for."""
    return EXPANDING.sub("(NULL)", str(statement.compile(dialect=DIALECT)))


def find(place: str, value: Any) -> Iterator[tuple[str, str]]:
    """The statements that a module holds by a name: whole ones, no parts of others and no templates."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from find(f"{place}[{name}]", each)
    elif isinstance(value, str):
        if PREPARED.match(value) and not TEMPLATE.search(value):
            yield place, write(text(value))
    elif isinstance(value, TextClause | SelectBase | UpdateBase):
        if PREPARED.match(written := write(value)):
            yield place, written
    elif type(value).__name__ == "Prepared":  # its module is imported once the second form is in place
        yield place, write(value.statement)


def build() -> Iterator[tuple[str, str]]:
    """Statements that are made for a query."""
    from tests.second_form import queries

    for place, statement in queries.build():
        yield place, write(text(statement))


def collect() -> dict[str, Any]:
    """The tables, and each statement by its place."""
    replace()
    modules = [*list_modules()]
    tables = {id(each): each for module in modules for each in vars(module).values() if isinstance(each, MetaData)}
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    every = [table for metadata in tables.values() for table in metadata.sorted_tables]
    made = [str(CreateTable(table).compile(dialect=dialect)) for table in every]
    made += [str(CreateIndex(index).compile(dialect=dialect)) for table in every for index in table.indexes]
    first = {id(value) for name in FIRST for value in vars(importlib.import_module(name)).values()}
    found = {
        place: statement
        for module in modules
        for name, value in [*vars(module).items()]
        if id(value) not in first
        for place, statement in find(f"{module.__name__}.{name}", value)
    }
    return {"tables": [*made, *full_text.TABLES], "statements": {**found, **dict(build())}}


if __name__ == "__main__":
    json.dump(collect(), sys.stdout)
