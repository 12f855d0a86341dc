"""A rule of the owner's policy: which writes wait until a person has approved them."""

from typing import Literal

from pydantic import Field

from sitehand.operation.context import Category, Role, TokenRole
from sitehand.site.values import Input

Transition = Literal["any", "public", "unpublish", "delete"]
"""What a write does to content: show it to visitors (or change what they see), take it from them, remove it."""
TRANSITIONS: dict[Transition, str] = {
    "any": "",
    "public": " that make content public",
    "unpublish": " that take content from the public",
    "delete": " that remove content",
}
MAX_RULES = 100


class Rule(Input):
    """Which writes wait. A field that is left out means any; every field that is given must fit."""

    role: Role | TokenRole | None = None
    key_id: int | None = None
    category: Category | None = None
    operation: str | None = Field(None, max_length=100)
    transition: Transition = "any"

    def describe(self) -> str:
        """The rule in words: "writes by role author that make content public"."""
        whose = f" by key {self.key_id}" if self.key_id else f" by role {self.role}" if self.role else ""
        what = self.operation or (f"{self.category} writes" if self.category else "writes")
        return f"{what}{whose}{TRANSITIONS[self.transition]}"
