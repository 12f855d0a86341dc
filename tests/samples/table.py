"""The sample table: the entries of all modules of this package, by operation."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from sitehand.operation.catalog import collect
from sitehand.operation.declaration import Operation
from sitehand.operations.modules import OPERATION_MODULES, OWNER_MODULES
from tests.samples.sample import Example, Fresh, Sample, Write


def _import_samples() -> Iterator[ModuleType]:
    """The modules beside this one that describe operations."""
    folder = Path(__file__).parent
    for file in sorted(folder.rglob("[!_]*.py")):
        name = ".".join(file.relative_to(folder).with_suffix("").parts)
        if name != "table" and not file.name.startswith("test_"):
            module = import_module(f"tests.samples.{name}")
            if hasattr(module, "SAMPLES"):
                yield module


def _merge(modules: list[ModuleType], table: str) -> dict[str, Any]:
    """One dictionary of those that the modules have by that name. Raises ValueError for a name that stands twice."""
    merged: dict[str, Any] = {}
    for module in modules:
        entries = getattr(module, table, {})
        if twice := merged.keys() & entries.keys():
            raise ValueError(f"{', '.join(sorted(twice))} stands twice: remove it from {table} of {module.__name__}.")
        merged |= entries
    return merged


MODULES = list(_import_samples())
SAMPLES: dict[str, Sample] = _merge(MODULES, "SAMPLES")
FRESH: dict[str, Fresh] = _merge(MODULES, "FRESH")
MODULE_OF = {name: module.__name__ for module in MODULES for name in module.SAMPLES}
CATEGORY_OF = {name: module.CATEGORY for module in MODULES for name in module.SAMPLES}
OPERATIONS: dict[str, Operation] = {each.name: each for each in collect(OPERATION_MODULES)}
OWNERS: dict[str, Operation] = {each.name: each for each in collect(OWNER_MODULES)}
WRITES: dict[str, Operation] = {name: each for name, each in OPERATIONS.items() if not each.reads}
EXAMPLES: list[tuple[Operation, int, Example]] = [
    (operation, number, example)
    for name, operation in OPERATIONS.items()
    if name in SAMPLES
    for number, example in enumerate(SAMPLES[name].examples)
]
"""Every call of every operation that is compared between the doors, with its number."""
CASES: list[tuple[Operation, Write]] = [
    (operation, write) for name, operation in WRITES.items() if name in SAMPLES for write in SAMPLES[name].writes
]
"""Every prepared call of every write operation."""
