"""What access tokens may do: every category by their scopes, and nothing for administration."""

from dataclasses import replace
from typing import Any, cast

import pytest

from sitehand.guard.roles import ROLES, TOKEN_ROLES, categories_for, knows_role, refusal
from sitehand.operation.caller import Access, Caller, Category
from sitehand.operation.catalog import CATEGORIES, collect
from sitehand.operation.declaration import Operation
from sitehand.operations.modules import OPERATION_MODULES

GET_PAGE = next(item for item in collect(OPERATION_MODULES) if item.name == "get_page")


def token(role: str) -> Caller:
    """The holder of a token with that pseudo role."""
    return Caller("token", "token:1", "anna via assistant", role)


def make(access: str, **more: Any) -> Operation:
    """An operation with that access; the owner's have no route."""
    route: dict[str, Any] = {"methods": (), "path": ""} if access == "owner" else {}
    return replace(GET_PAGE, access=cast(Access, access), **route, **more)


def code(caller: Caller, operation: Operation) -> str | None:
    """The code of the refusal."""
    refused = refusal(caller, operation)
    return refused.code.value if refused else None


@pytest.mark.parametrize("category", CATEGORIES)
@pytest.mark.parametrize("everyone", [True, False])
def test_scopes_reach_every_category(category: Category, everyone: bool) -> None:
    """To read, or to read and write; what is for everyone needs the scope as well."""
    for role, may in (("reader", ["read"]), ("writer", ["read", "write"])):
        for access in ("read", "write"):
            expected = None if access in may else "insufficient_scope"
            assert code(token(role), make(access, category=category, everyone=everyone)) == expected
        assert categories_for(token(role)) == frozenset(CATEGORIES)


@pytest.mark.parametrize("role", ["reader", "writer", "", "admin", "editor", "owner", "Writer"])
@pytest.mark.parametrize("access", ["admin", "owner", "", "READ"])
def test_no_token_reaches_administration_or_what_is_unknown(role: str, access: str) -> None:
    """Whatever its role is called, and also when the operation is for everyone, which the owner's cannot be."""
    for everyone in (True, False) if access != "owner" else (False,):
        assert code(token(role), make(access, everyone=everyone)) == "admin_required"


@pytest.mark.parametrize("role", ["", "admin", "editor", "owner", "Writer", "reader "])
def test_a_token_with_an_unknown_role_reaches_nothing(role: str) -> None:
    """The roles of keys are not those of tokens."""
    assert not knows_role(token(role))
    assert categories_for(token(role)) == frozenset()
    assert {code(token(role), make(access)) for access in ("read", "write")} == {"insufficient_scope"}


def test_a_key_has_no_role_of_tokens() -> None:
    """A stored key with such a role is unknown."""
    for role in TOKEN_ROLES:
        key = Caller("key", "key:1", "one", role)
        assert not knows_role(key)
        assert categories_for(key) == frozenset()
        assert code(key, make("read", everyone=True)) == "category_forbidden"
    assert not set(TOKEN_ROLES) & set(ROLES)
