"""PostgreSQL takes every statement once the files of one engine have a second form."""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.postgres import run_postgres, run_script

ROOT = Path(__file__).parents[2]
COLLATION = "CREATE COLLATION nocase (provider = icu, locale = 'und-u-ks-level2', deterministic = false)"
"""What SQLite has built in, and PostgreSQL makes once."""


@pytest.fixture(scope="module")
def written() -> Mapping[str, Any]:
    """The tables and the statements as PostgreSQL gets them."""
    command = [sys.executable, "-m", "tests.second_form.collect"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    result: Mapping[str, Any] = json.loads(found.stdout)
    return result


@pytest.fixture(scope="module")
def server(written: Mapping[str, Any]) -> Iterator[Path]:
    """A server that has the tables."""
    with run_postgres() as folder:
        assert run_script(folder, ";\n".join([COLLATION, *written["tables"], ""])) == ""
        yield folder


def test_another_engine_takes_each_statement(written: Mapping[str, Any], server: Path) -> None:
    """A real server parses, types and plans each against the same tables: it knows every name, function and type."""
    assert len(written["statements"]) > 300
    assert _refuse(server, written["statements"]) == {}


def test_a_statement_of_one_engine_is_found(server: Path) -> None:
    """What only SQLite takes is refused: other names of functions, hints, a truth that is a number, bare columns."""
    only_sqlite = {
        "json": "SELECT json_group_array(id) FROM items",
        "hint": "SELECT id FROM items INDEXED BY ix_items_id",
        "truth": "SELECT slug FROM content_types WHERE public = 1",
        "group": "SELECT title, max(id) FROM items GROUP BY type",
        "name": "SELECT nothing FROM items",
    }
    assert set(_refuse(server, {**only_sqlite, "plain": "SELECT id FROM items WHERE title = $1"})) == set(only_sqlite)


def _refuse(server: Path, statements: Mapping[str, str]) -> Mapping[str, str]:
    """Why the server does not prepare a statement, by its place."""
    script = "".join(
        f"\\warn #{place}\nPREPARE statement_{number} AS {statement};\n"
        for number, (place, statement) in enumerate(statements.items())
    )
    refused, place = {}, ""
    for line in run_script(server, script).splitlines():
        place = line[1:] if line.startswith("#") else place
        if "ERROR:" in line:
            refused[place] = line
    return refused
