"""Operations are found, not listed."""

import importlib
import re
from pathlib import Path
from typing import get_origin

import pytest

from sitehand.operation.catalog import collect
from sitehand.operations.modules import OPERATION_MODULES, OWNER_MODULES, find_modules
from sitehand.site.content import Listing


def test_a_new_module_is_found_wherever_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the package, or in a folder of it: nobody has to name it."""
    inner = tmp_path / "nouns" / "category"
    inner.mkdir(parents=True)
    for file in (tmp_path / "nouns" / "__init__.py", inner / "__init__.py", inner / "noun.py"):
        file.write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    found = [module.__name__ for module in find_modules(importlib.import_module("nouns"))]
    assert found == ["nouns.category", "nouns.category.noun"]


DECISION = Path(__file__).parents[3] / "docs/decisions/0227-six-lists-have-no-pages.md"
"""It names the lists that have no pages, and says why."""


def test_every_list_has_pages_or_a_decision_says_why_not() -> None:
    """All others answer an array with totals over REST, and `items`, `total`, `page` and `pages` as tools."""
    lists = {each.name: each for each in collect(OPERATION_MODULES) if each.name.startswith("list_")}
    without = {name for name, each in lists.items() if get_origin(each.output) is not Listing}
    rows = [line for line in DECISION.read_text().splitlines() if line.startswith("| `")]
    assert without == {name for row in rows for name in re.findall(r"`(list_\w+)`", row.split("|")[1])}
    assert {"list_pages", "list_blueprints", "list_media_uses"} <= lists.keys() - without


def test_what_the_owner_alone_may_do_stands_in_its_folder() -> None:
    """And nothing else does."""
    assert {each.access for each in collect(OWNER_MODULES)} == {"owner"}
    assert "owner" not in {each.access for each in collect(OPERATION_MODULES)}
