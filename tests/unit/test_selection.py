"""Which tests a quick run has on a WordPress."""

from itertools import product
from types import SimpleNamespace

import pytest

from sitehand.operation.declaration import Operation
from tests.samples.table import WRITES
from tests.selection import choose, name_row

WAYS = ("rest", "tool", "batch", "worker")


def make_row(parent: pytest.Module, operation: Operation, way: str) -> pytest.Item:
    """A test of an operation on the WordPress."""
    name = f"test_something[wordpress-{operation.name}-{way}]"
    row: pytest.Function = pytest.Function.from_parent(parent, name=name, callobj=make_row)
    row.callspec = SimpleNamespace(params={"host": "wordpress", "operation": operation, "way": way})  # type: ignore[assignment]
    return row


def test_a_new_operation_changes_nothing_of_which_rows_others_have(request: pytest.FixtureRequest) -> None:
    """Each operation has one row, not always the same way, whatever other operations there are."""
    module = request.node.parent
    rows = [make_row(module, *each) for each in product(WRITES.values(), WAYS)]
    chosen = choose(rows)
    assert sorted(name_row(row) for row in chosen) == sorted(WRITES)
    assert len({row.name.rsplit("-")[-1] for row in chosen}) == len(WAYS)
    newest = name_row(rows[0])
    assert choose([row for row in rows if name_row(row) != newest]) == {
        row for row in chosen if name_row(row) != newest
    }
