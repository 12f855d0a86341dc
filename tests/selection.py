"""Which tests run on which host: all on the built-in site; on a WordPress the contract, and of other suites some rows.

A suite that is generated from the operations runs one row of each on the WordPress, which follows from the names of its
rows; `--hosts all` runs them all (`make test-hosts`).
"""

import hashlib
from collections import defaultdict
from pathlib import Path

import pytest

from sitehand.operation.declaration import Operation
from tests.samples.sample import Example, Step
from tests.samples.table import FRESH, SAMPLES

WHOLE = "contract"
"""The folder of the suite that runs on every host."""
LACKING = {
    *("custom_items", "elementor", "elementor_components", "elementor_kit", "elementor_templates", "field_groups"),
    *("file_replacement", "redirects", "seo", "seo_settings", "term_order", "type_registration"),
}
"""What the WordPress of the tests does not offer; access and parity show that it is refused there."""
OLD_LACKING = {"6.1": {"notes"}, "6.8": {"notes"}}
"""What releases before the newest lack beside that; parity and access show it there."""
BUILTIN_LACKING = {"abilities", "templates"}
"""What the built-in site does not offer; tests/wordpress shows the promises to them."""
UNKNOWN_BLOCKS = {"6.1"}
"""Releases whose blocks Sitehand does not know: there they are edited as markup, which tests/wordpress shows."""
FINAL = {"create_media", "delete_media"}
"""Operations that are not undone, or whose undo is not: a WordPress keeps no deleted files. Its own tests show it."""
UNDOING = "test_undo_brings_the_state_back_and_undoing_that_the_change"
Rows = dict[tuple[Path, str], list[pytest.Item]]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Choose between a quick run and a whole one."""
    parser.addoption("--hosts", choices=["quick", "all"], default="quick", help="run every suite on every host")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave rows out that only a whole run has."""
    release = config.getoption("--wordpress")
    kept = {
        item
        for item in items
        if can_run(item, release)
        and (not name_row(item) or is_of(release, find_operation(item)))
        and not (release in UNKNOWN_BLOCKS and name_row(item) and gives_blocks(item))
    }
    if config.getoption("--hosts") != "all":
        kept &= choose([item for item in items if item in kept])
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = [item for item in items if item in kept]


def can_run(item: pytest.Item, release: str) -> bool:
    """Whether the host can have what the test of an operation changes: on a WordPress all that is made by calls."""
    operation = find_operation(item)
    if operation and item.path.parent.name == "promises" and operation.needs in BUILTIN_LACKING:
        return False
    if not operation or not name_row(item) or item.path.parent.name == "access":
        return True
    if item.path.parent.name == "promises" and operation.needs in LACKING | OLD_LACKING.get(release, set()):
        return False
    if operation.name in FINAL and item.name.startswith(UNDOING):
        return False
    return not uses_tables(operation.name)


def is_of(release: str, operation: Operation | None) -> bool:
    """Whether suites have rows of an operation on a release of WordPress."""
    return release not in UNKNOWN_BLOCKS or operation is None or operation.category != "gutenberg"


def gives_blocks(item: pytest.Item) -> bool:
    """Whether a test calls with blocks by name, which only a release with known blocks can make."""
    return any(isinstance(value, Example) and "blocks" in value.arguments for value in read_parameters(item))


def uses_tables(name: str) -> bool:
    """Whether something that is made for the operation is written into the tables of the built-in site."""
    sample = SAMPLES[name]
    fresh = {call.fresh for call in sample.examples} | {write.fresh for write in sample.writes}
    return any(not isinstance(FRESH[each].step, Step) for each in fresh if each)


def choose(items: list[pytest.Item]) -> set[pytest.Item]:
    """The tests of a quick run. A new test changes nothing of which rows of other operations run."""
    rows: Rows = defaultdict(list)
    for item in items:
        if name := name_row(item):
            rows[item.path, name].append(item)
    left_out = {item for some in rows.values() for item in some}
    return set(items) - left_out | {min(some, key=rank_row) for some in rows.values()}


def rank_row(item: pytest.Item) -> bytes:
    """A place among the rows that only the row's own name decides."""
    return hashlib.sha256(item.name.encode()).digest()


def name_row(item: pytest.Item) -> str:
    """The operation that a test of the WordPress is about, or the test itself; "" of all others."""
    if "wordpress" not in read_parameters(item) or item.path.parent.name == WHOLE:
        return ""
    operation = find_operation(item)
    return operation.name if operation else "its other tests"


def find_operation(item: pytest.Item) -> Operation | None:
    """The operation among the parameters of a test."""
    return next((value for value in read_parameters(item) if isinstance(value, Operation)), None)


def read_parameters(item: pytest.Item) -> list[object]:
    """The values that a test runs with."""
    return list(getattr(getattr(item, "callspec", None), "params", {}).values())
