"""Operations are found, not listed."""

import importlib
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


WHOLE = {
    "list_types": "an object by name, as WordPress answers",
    "list_taxonomies": "an object by name, as WordPress answers",
    "list_widget_areas": "an object by name; a theme has a handful",
    "list_media_uses": "one object: what is looked at, and what uses it, bounded",
    "list_alike_terms": "a report on one taxonomy, bounded",
    "list_blueprints": "a vocabulary of the release",
    "list_widgets": "a vocabulary of the release",
    "list_dynamic_tags": "a vocabulary of the release",
    "list_elementor_classes": "one object with one revision: their order is part of it",
    "list_elementor_variables": "one object with one revision",
}
"""Lists that have no pages, and why."""


def test_every_list_has_pages_or_says_why_not() -> None:
    """All others answer an array with totals over REST, and `items`, `total`, `page` and `pages` as tools."""
    lists = {each.name: each for each in collect(OPERATION_MODULES) if each.name.startswith("list_")}
    without = {name for name, each in lists.items() if get_origin(each.output) is not Listing}
    assert without == WHOLE.keys()
    assert {"list_pages", "list_elementor_components"} <= lists.keys() - without


def test_what_the_owner_alone_may_do_stands_in_its_folder() -> None:
    """And nothing else does."""
    assert {each.access for each in collect(OWNER_MODULES)} == {"owner"}
    assert "owner" not in {each.access for each in collect(OPERATION_MODULES)}
