"""Routes: a method and a path lead to one operation."""

import itertools
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitehand.doors.routes import RouteTable
from sitehand.errors import Code, Problem
from sitehand.operation.catalog import collect
from sitehand.operation.declaration import Operation, arguments_in
from sitehand.operations.modules import OPERATION_MODULES

OURS = collect(OPERATION_MODULES)
TABLE = RouteTable(OURS)
GET_PAGE = next(item for item in OURS if item.name == "get_page")


@pytest.mark.parametrize("wanted", OURS, ids=lambda wanted: wanted.name)
def test_every_route_leads_to_its_operation(wanted: Operation) -> None:
    """By each of its methods and paths, with the arguments of the path as text, and those that the path stands for."""
    for method, (path, fixed) in itertools.product(wanted.methods, wanted.paths.items()):
        found, arguments = TABLE.resolve(method, re.sub(r"{\w+}", "7 b", path))
        assert found is wanted
        assert arguments == {**dict.fromkeys(arguments_in(path), "7 b"), **fixed}


def test_a_head_is_a_get() -> None:
    """As HTTP wants it, and slashes at the ends do not matter."""
    assert TABLE.resolve("HEAD", "/pages/7")[0] is GET_PAGE
    assert TABLE.resolve("GET", "pages/7/") == (GET_PAGE, {"id": "7"})


@pytest.mark.parametrize("path", ["", "/", "/page", "/pages/", "/pages//", "/pages/1/2", "/Pages", "/pages/1//", "//1"])
def test_what_leads_nowhere(path: str) -> None:
    """route_not_found, but for a list with a slash at its end."""
    if path.strip("/") == "pages":
        assert TABLE.resolve("GET", path)[0].name == "list_pages"
        return
    if path == "/pages/1//":
        assert TABLE.resolve("GET", path)[0] is GET_PAGE
        return
    with pytest.raises(Problem) as refused:
        TABLE.resolve("GET", path)
    assert refused.value.code is Code.ROUTE_NOT_FOUND


def test_a_wrong_method_is_told_the_right_ones() -> None:
    """405 with what the path takes."""
    with pytest.raises(Problem) as refused:
        TABLE.resolve("POST", "/pages/7")
    assert refused.value.code is Code.METHOD_NOT_ALLOWED
    assert refused.value.extra["allow"] == ["DELETE", "GET", "PATCH", "PUT"]


@given(st.text(max_size=10), st.text(max_size=60))
def test_any_path_is_found_or_refused(method: str, path: str) -> None:
    """Nothing else is ever raised, and no message repeats an endless path."""
    try:
        TABLE.resolve(method, path * 50)
    except Problem as problem:
        assert problem.code in (Code.ROUTE_NOT_FOUND, Code.METHOD_NOT_ALLOWED)
        assert len(problem.message) < 400


def test_one_place_of_a_path_has_one_name() -> None:
    """Else the second operation would be called without its argument."""
    with pytest.raises(ValueError, match="id and slug"):
        RouteTable([*OURS, replace(GET_PAGE, name="find_page", path="/pages/{slug}/text")])
