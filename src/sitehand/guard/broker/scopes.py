"""The one table of scopes: which pseudo role a token has, and which scope an operation needs."""

from collections.abc import Collection
from dataclasses import dataclass

from sitehand.operation.caller import Access


@dataclass(frozen=True, slots=True)
class ScopeNames:
    """What the broker calls the two scopes of this site."""

    read: str
    write: str

    @property
    def table(self) -> tuple[tuple[str, str], ...]:
        """Scopes and the roles in `guard.roles.TOKEN_ROLES` that they give, the one that gives more first."""
        return ((self.write, "writer"), (self.read, "reader"))

    def role_of(self, scopes: Collection[str]) -> str:
        """The role of a token with these scopes; empty, which is no role, when it has none of ours."""
        return next((role for scope, role in self.table if scope in scopes), "")

    def needed_for(self, access: Access) -> str:
        """The scope that lets a token use operations of this access."""
        return self.read if access == "read" else self.write

    def __str__(self) -> str:
        return f"{self.read} {self.write}"
