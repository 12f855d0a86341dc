"""PostgreSQL takes every statement once the files of one engine have a second form."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.postgres import run_postgres, run_script
from tests.second_form import STATEMENTS_FILE

ROOT = Path(__file__).parents[2]
TESTS = (
    "hosts/builtin/public/rendering",
    "hosts/builtin/public/test_elementor.py",
    "hosts/builtin/public/test_sitemap_images.py",
    "hosts/builtin/test_links.py",
    "hosts/builtin/test_overview.py",
    "hosts/builtin/test_redirects.py",
    "hosts/builtin/test_terms.py",
    "store/test_audit_rules.py",
    "store/test_outer_links.py",
)
"""Tests that run most statements which are put together while a call runs."""
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


def test_another_engine_takes_each_statement_of_a_call(server: Path, tmp_path: Path) -> None:
    """Statements that no module holds whole are noted while other tests run them, and are no words of SQLite either."""
    file = tmp_path / "statements.json"
    ours = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "tests.second_form.listen"]
    run = subprocess.run(
        [*command, *(f"tests/unit/{name}" for name in TESTS)],
        cwd=ROOT,
        env={**ours, STATEMENTS_FILE: str(file)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout
    statements = json.loads(file.read_text())
    ran = {place.rpartition(" ")[0].removeprefix("sitehand.") for place in statements}
    assert ran > {"hosts.builtin.public.rendering.reads.fetch", "store.audit_rules.tell_score"}
    assert _refuse(server, statements) == {}


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
