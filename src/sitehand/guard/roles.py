"""The one table of roles, and the one question it answers."""

from collections.abc import Mapping

from sitehand.errors import Code, Problem
from sitehand.operation.caller import Access, Caller, Category
from sitehand.operation.catalog import CATEGORIES
from sitehand.operation.declaration import Operation

ROLES: Mapping[str, frozenset[Category]] = {
    "admin": frozenset(CATEGORIES),
    "editor": frozenset({"content", "elementor", "gutenberg", "media", "taxonomy", "seo"}),
    "designer": frozenset({"elementor", "gutenberg", "media", "site"}),
    "author": frozenset({"content", "media", "taxonomy"}),
}

OWN_ONLY = frozenset({"author"})
"""Roles that change only what their key made; see `ownership.py`."""

TOKEN_ROLES: Mapping[str, frozenset[Access]] = {
    "reader": frozenset({"read"}),
    "writer": frozenset({"read", "write"}),
}
"""Pseudo roles of access tokens, by their scopes: every category, but never what is for administration."""


def knows_role(caller: Caller) -> bool:
    """Whether the caller has a role that there is for its kind."""
    return caller.role in (TOKEN_ROLES if caller.kind == "token" else ROLES)


def categories_of(role: str) -> frozenset[Category]:
    """The categories that a role may use; none for a role that the table does not know."""
    return ROLES.get(role, frozenset())


def categories_for(caller: Caller) -> frozenset[Category]:
    """The categories that a caller may use; none for a role that the tables do not know."""
    if caller.kind == "token":
        return frozenset(CATEGORIES if caller.role in TOKEN_ROLES else ())
    return categories_of(caller.role)


def usable_categories(caller: Caller) -> frozenset[Category]:
    """The categories of the caller's role, without those that the owner left out."""
    return categories_for(caller).difference(caller.grants.without)


def refusal(caller: Caller, operation: Operation) -> Problem | None:
    """Why this caller may not use this operation, or None when it may. Whatever is unknown is refused."""
    if operation.access == "owner":
        return None if caller.kind == "owner" else _owners_alone(operation)
    return _token_refusal(caller, operation) if caller.kind == "token" else _role_refusal(caller, operation)


def _role_refusal(caller: Caller, operation: Operation) -> Problem | None:
    if caller.role not in ROLES:
        return Problem(
            Code.CATEGORY_FORBIDDEN,
            f"The role {caller.role!r} is unknown.",
            hint="Ask the owner for a new key.",
        )
    if operation.access == "admin":
        return None if caller.role == "admin" else _admin_required(caller, operation)
    if operation.access not in ("read", "write"):
        return _admin_required(caller, operation)
    if operation.everyone or operation.categories & categories_of(caller.role):
        return None
    return Problem(
        Code.CATEGORY_FORBIDDEN,
        f"The role {caller.role} cannot use {operation.category} operations such as {operation.name}.",
        hint=f"This key can use: {', '.join(sorted(categories_of(caller.role)))}. Call introspect to see all.",
    )


def insufficient_scope(name: str) -> Problem:
    """The refusal of what an access token's scopes do not cover; the gate says which scope would."""
    return Problem(
        Code.INSUFFICIENT_SCOPE,
        f"The access token's scopes do not allow {name}.",
        hint="Sign in again, and grant the scope that WWW-Authenticate names.",
    )


def _token_refusal(caller: Caller, operation: Operation) -> Problem | None:
    if operation.access not in ("read", "write"):
        return Problem(
            Code.ADMIN_REQUIRED,
            f"{operation.name} needs a key with the role admin. Access tokens cannot use it.",
            hint="Ask the owner to do it in the admin screens, or for an admin key.",
        )
    if operation.access in TOKEN_ROLES.get(caller.role, frozenset()):
        return None
    return insufficient_scope(operation.name)


def _owners_alone(operation: Operation) -> Problem:
    return Problem(
        Code.ADMIN_REQUIRED,
        f"{operation.name} is for the owner only. Keys, access tokens and plugins cannot use it.",
        hint="Ask the owner to do it in the admin screens.",
    )


def _admin_required(caller: Caller, operation: Operation) -> Problem:
    return Problem(
        Code.ADMIN_REQUIRED,
        f"{operation.name} needs a key with the role admin. This key has the role {caller.role}.",
        hint="Ask the owner for an admin key, or to do it in the admin screens.",
    )
