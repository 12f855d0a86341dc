"""The places of a noun, as the recipe in docs/architecture.md lists them, and modules that are not there."""

import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

RECIPE = Path(__file__).parents[2] / "docs/architecture.md"
MOST = 8
"""The most places that a noun may take on one host."""
HEAD = "| Place on {on} | If missing, found by |\n| --- | --- |\n"
ROW = re.compile(r"\| `([^`]+)`:[^|]* \| `([^`]+)`")
PACKAGE = "tests.recipe"


def read_places(on: str) -> Mapping[str, str]:
    """The files that a noun takes on a host, and what names each that is forgotten."""
    _, found, rest = RECIPE.read_text("utf-8").partition(HEAD.format(on=on))
    assert found, f"{RECIPE.name} has no table of the places on {on}."
    rows = rest.partition("\n\n")[0].splitlines()
    places = {match[1]: match[2] for row in rows if (match := ROW.match(row))}
    assert len(places) == len(rows), "Each row names one file, what is written there, and what names it."
    return places


@contextmanager
def left_out(module: str) -> Iterator[None]:
    """As if a module of the recipe had never been written: what imports it is imported anew, and fails."""
    names = [name for name in sys.modules if name.startswith(f"{PACKAGE}.")]
    kept = {name: sys.modules.pop(name) for name in names}
    sys.modules[f"{PACKAGE}.{module}"] = None  # type: ignore[assignment] # which has imports of it fail
    try:
        yield
    finally:
        for name in [name for name in sys.modules if name.startswith(f"{PACKAGE}.")]:
            del sys.modules[name]
        sys.modules.update(kept)
