"""The owner's policy on abilities: which are open, as which category, from which role on. All others are closed."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from sitehand.errors import Code, Problem
from sitehand.operation.caller import Caller, Category, Role
from sitehand.site.abilities import HINT
from sitehand.site.values import Input

ALL = "/*"
MAX_RULES = 200
RANKS: tuple[Role, ...] = ("author", "designer", "editor", "admin")
"""Roles from the least to the most. A role has to have the category too."""


class AbilityPattern(Input):
    """An ability by its name, or all abilities of a namespace as `acme/*`."""

    ability: Annotated[str, Field(max_length=200, pattern=r"^[a-z0-9-]+/(\*|[a-z0-9-]+)$")]


class AbilityRule(AbilityPattern):
    """Opens abilities to callers that have the category, from this role on. Access tokens count as editors."""

    category: Category
    role: Role = "admin"

    def describe(self) -> str:
        """The rule in words: "acme/*: content, from editor"."""
        return f"{self.ability}: {self.category}, from {self.role}"

    def admits(self, caller: Caller, categories: Collection[str]) -> bool:
        """Whether a caller with these categories may use what the rule opens."""
        role = "editor" if caller.kind == "token" else caller.role
        return self.category in categories and role in RANKS[RANKS.index(self.role) :]


@dataclass(frozen=True, slots=True)
class AbilityPolicy:
    """The rules. One for an ability counts before one for its namespace."""

    rules: tuple[AbilityRule, ...] = ()

    def find(self, name: str) -> AbilityRule | None:
        """The rule for an ability; None for one that is closed."""
        by_name = {rule.ability: rule for rule in self.rules}
        return by_name.get(name) or by_name.get(name.partition("/")[0] + ALL)

    def admits(self, name: str, caller: Caller, categories: Collection[str]) -> bool:
        """Whether a caller with these categories may use an ability."""
        rule = self.find(name)
        return rule is not None and rule.admits(caller, categories)

    def admits_anywhere(self, caller: Caller, categories: Collection[str]) -> bool:
        """Whether there may be any ability that a caller with these categories may use."""
        return any(rule.admits(caller, categories) for rule in self.rules)

    def check(self, name: str, caller: Caller, categories: Collection[str]) -> None:
        """Raise Problem(ability_not_open), whether there is such an ability or not."""
        if not self.admits(name, caller, categories):
            raise Problem(
                Code.ABILITY_NOT_OPEN,
                f"The ability {name} is not open to this key.",
                hint=f"{HINT} The owner opens others (admin screens, Abilities).",
            )
