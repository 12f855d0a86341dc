"""The catalogue: names and routes that clash are a fault of the installation, and the order is fixed."""

from dataclasses import replace
from types import ModuleType
from typing import Any, cast

import pytest

from sitehand.operation.catalog import CATEGORIES, Catalog, collect
from sitehand.operations.content import pages
from sitehand.operations.modules import OPERATION_MODULES

OURS = collect(OPERATION_MODULES)
GET_PAGE = next(item for item in OURS if item.name == "get_page")


def test_the_order_does_not_depend_on_where_operations_came_from() -> None:
    """What everyone may use first, the admin operations last, the categories in their order in between."""
    forward, backward = list(Catalog(OURS)), list(Catalog(reversed(OURS)))
    assert forward == backward
    kinds = [(item.access == "admin", not item.everyone, CATEGORIES.index(item.category)) for item in forward]
    assert kinds == sorted(kinds)


def test_an_operation_is_found_by_its_name() -> None:
    """An unknown name finds nothing."""
    catalog = Catalog(OURS)
    assert len(catalog) == len(OURS) == len(list(catalog))
    assert catalog.get("get_page") is GET_PAGE
    assert catalog.get("get_pag") is None
    assert catalog.get("") is None


@pytest.mark.parametrize(
    ("clashing", "said"),
    [
        ({"path": "/other"}, "share a name: get_page"),
        ({"name": "read_page"}, "share a route: GET /pages/{id}"),
        ({"name": "read_page", "path": "/x", "category": cast(Any, "shop")}, "unknown category: shop"),
    ],
)
def test_a_clash_stops_the_start(clashing: dict[str, Any], said: str) -> None:
    """Rather than that one operation hides another."""
    with pytest.raises(ValueError, match=said.replace("{", "\\{")):
        Catalog([*OURS, replace(GET_PAGE, **clashing)])


def test_what_a_module_imports_is_not_its_own() -> None:
    """Else an operation would be registered twice."""
    module = ModuleType("elsewhere")
    vars(module)["get_page"] = GET_PAGE
    assert collect([module]) == []
    assert GET_PAGE in collect([pages])


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"access": "owner"}, "every operation has a route but the owner's"),
        ({"path": "", "methods": ()}, "every operation has a route but the owner's"),
        ({"access": "owner", "path": "", "everyone": True}, "cannot be open to others"),
        ({"access": "owner", "path": "", "public": True}, "cannot be open to others"),
    ],
)
def test_what_is_the_owners_alone_cannot_be_opened(wrong: dict[str, Any], said: str) -> None:
    """Neither by a route nor by a mark; nobody can declare it so, nor make it so of another."""
    with pytest.raises(TypeError, match=said):
        replace(GET_PAGE, **wrong)
