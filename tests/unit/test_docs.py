"""The docs keep up with the code: every code, category, setting and link is there."""

import re
import tomllib
from pathlib import Path

import pytest

from docs import reference
from docs.error_guide import GUIDE
from sitehand.doors.wire import JSON_RPC
from sitehand.errors import STATUS, Code
from sitehand.operation.catalog import CATEGORIES
from sitehand.settings import Settings

ROOT = Path(__file__).parents[2]
PAGES = [
    *ROOT.glob("*.md"),
    *ROOT.glob("docs/**/*.md"),
    *(page for page in ROOT.glob("examples/*/*.md")),
]
COMMANDS = re.compile(r"^```(?:sh|shell|bash|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TEST = re.compile(r"^(?:async )?def (test_\w+)(.*?)(?=^[^\s)]|\Z)", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(?:#([\w-]+))?\)")


def test_every_place_names_the_oldest_python_that_is_enough() -> None:
    """README, CONTRIBUTING, Makefile and the example name the Python that the package asks for."""
    projects = [ROOT / "pyproject.toml", *ROOT.glob("examples/*/pyproject.toml")]
    asked = {tomllib.loads(file.read_text("utf-8"))["project"]["requires-python"] for file in projects}
    assert len(asked) == 1
    oldest = asked.pop().removeprefix(">=")
    for name in ("README.md", "CONTRIBUTING.md", "Makefile"):
        assert f"Python {oldest} or later" in (ROOT / name).read_text("utf-8"), name
    make = (ROOT / "Makefile").read_text("utf-8")
    assert f"version_info < ({oldest.replace('.', ', ')})" in make
    assert f"--python-version {oldest} " in make


def test_every_error_code_is_described_and_has_a_status() -> None:
    """An error code that a caller can meet has a status on the wire and an entry in the guide."""
    assert set(GUIDE) == set(Code) == set(STATUS) == set(JSON_RPC)
    table = reference.error_table()
    assert all(f"| `{code}` | {STATUS[code]} |" in table for code in Code)


def test_every_category_with_operations_has_a_page() -> None:
    """The pages in docs/tools are the table of all tools, and one of each category that has operations."""
    used = {item.category for item in reference.CATALOG}
    assert {page.stem for page in (ROOT / "docs" / "tools").glob("*.md")} == {"README", *used}
    assert used <= set(CATEGORIES)


def test_the_tool_table_names_every_operation_once() -> None:
    """The table of all tools has one row for each operation."""
    rows = reference.tool_table().splitlines()[2:]
    assert [re.findall(r"\[`(\w+)`\]", row) for row in rows] == [[item.name] for item in reference.CATALOG]


def test_every_setting_says_what_it_does() -> None:
    """No setting is without a description in the generated table."""
    rows = reference.settings_table().splitlines()[2:]
    assert len(rows) == len(Settings.model_fields)
    assert all(row.split(" | ")[-1].strip(" |") for row in rows)


def test_every_hook_is_listed_with_its_signature() -> None:
    """The hooks page shows each hook of hookspecs.py."""
    page = reference.hook_list()
    names = ["skip_key_validation", "register_operations", "operation_done"]
    assert all(f"## {name}\n" in page and f"def {name}(" in page for name in names)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_files_lead_somewhere(page: Path) -> None:
    """Every relative link names a file that is there, and every anchor a heading in it."""
    for target, anchor in LINK.findall(page.read_text("utf-8")):
        file = (page.parent / target).resolve() if target else page
        assert file.exists(), f"{page.name} links to {target}, which is missing"
        if anchor:
            assert anchor in _anchors(file), f"{page.name} links to {target}#{anchor}, which has no such heading"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_command_has_a_key_in_it(page: Path) -> None:
    """A shell would keep it in its history: commands take it from the environment."""
    for block in COMMANDS.findall(page.read_text("utf-8")):
        assert not re.search(r"(X-API-Key: *+|Bearer |api_key=)(?!\$)", block), block


def _anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


def test_every_difference_between_hosts_has_its_test() -> None:
    """Each row of the table names tests that there are, and a test that expects two things of hosts is in a row."""
    page = (ROOT / "docs" / "hosts.md").read_text()
    table = page[page.index("| What differs") :].partition("\n\n")[0].splitlines()[2:]
    named = {name for row in table for name in re.findall(r"`(test_\w+)`", row)}
    assert all("`test_" in row for row in table)
    files = [file for name in ("contract", "promises", "wordpress") for file in ROOT.glob(f"tests/{name}/test_*.py")]
    tests = {name: body for file in files for name, body in TEST.findall(file.read_text())}
    assert named <= tests.keys()
    assert {name for name, body in tests.items() if "by_host(" in body} <= named
