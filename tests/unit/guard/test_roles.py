"""The table of roles, held against the specification's; unknown roles, categories and access levels are refused."""

from dataclasses import replace
from typing import Any, cast, get_args

import pytest

from sitehand.errors import Code
from sitehand.guard.roles import ROLES, categories_of, refusal
from sitehand.operation.caller import Access, Caller, Category, Role
from sitehand.operation.catalog import CATEGORIES, collect
from sitehand.operation.declaration import Operation
from sitehand.operations.modules import OPERATION_MODULES

BY_NAME = {item.name: item for item in collect(OPERATION_MODULES)}


def caller(role: str) -> Caller:
    """Somebody of that role."""
    return Caller("key", "key:1", "one", role)


def make(access: str, category: str = "content", **more: Any) -> Operation:
    """An operation with that access and category."""
    return replace(BY_NAME["get_page"], access=cast(Access, access), category=cast(Category, category), **more)


def code(role: str, operation: Operation) -> str | None:
    """The code of the refusal."""
    refused = refusal(caller(role), operation)
    return refused.code.value if refused else None


def test_the_table_has_every_role_and_category() -> None:
    """The types, the catalogue and the table name the same ones."""
    assert set(ROLES) == set(get_args(Role))
    assert set(CATEGORIES) == set(get_args(Category)) == set(ROLES["admin"])


@pytest.mark.parametrize("category", CATEGORIES)
@pytest.mark.parametrize("access", ["read", "write"])
@pytest.mark.parametrize(
    ("role", "letters"), [("admin", "cegmtsS"), ("editor", "cegmts"), ("designer", "egmS"), ("author", "cmt")]
)
def test_roles_use_their_categories(role: str, letters: str, access: str, category: str) -> None:
    """Reading and writing alike; letters are the categories' first, with S for site."""
    allowed = ("S" if category == "site" else category[0]) in letters
    assert code(role, make(access, category)) == (None if allowed else "category_forbidden")


@pytest.mark.parametrize("role", sorted(ROLES))
def test_admin_operations_need_an_admin(role: str) -> None:
    """Whatever the category, and also when the operation says that it is for everyone."""
    for category in CATEGORIES:
        for everyone in (False, True):
            expected = None if role == "admin" else "admin_required"
            assert code(role, make("admin", category, everyone=everyone)) == expected


@pytest.mark.parametrize("role", ["", "owner", "Admin", "admin ", "editor,admin"])
def test_an_unknown_role_is_refused(role: str) -> None:
    """Everything, also what is for everyone; it has no category."""
    assert categories_of(role) == frozenset()
    for access in ("read", "write", "admin"):
        for everyone in (False, True):
            assert code(role, make(access, everyone=everyone)) == "category_forbidden"


def test_what_is_unknown_in_an_operation_is_refused() -> None:
    """An access level or category that the table does not know is never open."""
    assert code("editor", make("", everyone=True)) == "admin_required"
    assert code("editor", make("list")) == "admin_required"
    assert code("admin", make("read", "shop")) == "category_forbidden"


def test_a_refusal_says_what_is_allowed() -> None:
    """The hint names the categories, so that a model need not try them."""
    refused = refusal(caller("author"), make("read", "seo"))
    assert refused
    assert refused.code is Code.CATEGORY_FORBIDDEN
    assert "content, media, taxonomy" in refused.hint
