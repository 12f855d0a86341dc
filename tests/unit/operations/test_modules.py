"""Operations are found, not listed."""

import importlib
from pathlib import Path

import pytest

from sitehand.operation.catalog import collect
from sitehand.operations.modules import OPERATION_MODULES, OWNER_MODULES, find_modules


def test_a_new_module_is_found_wherever_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the package, or in a folder of it: nobody has to name it."""
    inner = tmp_path / "nouns" / "category"
    inner.mkdir(parents=True)
    for file in (tmp_path / "nouns" / "__init__.py", inner / "__init__.py", inner / "noun.py"):
        file.write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    found = [module.__name__ for module in find_modules(importlib.import_module("nouns"))]
    assert found == ["nouns.category", "nouns.category.noun"]


def test_what_the_owner_alone_may_do_stands_in_its_folder() -> None:
    """And nothing else does."""
    assert {each.access for each in collect(OWNER_MODULES)} == {"owner"}
    assert "owner" not in {each.access for each in collect(OPERATION_MODULES)}
