"""An approval rule of the owner: which writes need approval."""

from typing import Literal

from pydantic import Field

from sitehand.operation.caller import Category, Role, TokenRole
from sitehand.site.values import Input

Transition = Literal["any", "public", "unpublish", "delete"]
"""What a write does to content: show it to visitors (or change what they see), take it from them, remove it."""
TRANSITIONS: dict[Transition, str] = {
    "any": "",
    "public": " that publish content",
    "unpublish": " that unpublish content",
    "delete": " that delete content",
}
MAX_RULES = 100


class Rule(Input):
    """Which writes need approval. An omitted field means any. A rule matches when every given field does."""

    role: Role | TokenRole | None = None
    key_id: int | None = None
    category: Category | None = None
    operation: str | None = Field(None, max_length=100)
    transition: Transition = "any"

    def describe(self) -> str:
        """The rule in words: "changes by authors that publish content"."""
        whose = f" by key {self.key_id}" if self.key_id else f" by {self.role}s" if self.role else ""
        kind = f"{self.category} changes" if self.category else "changes" if whose else "all changes"
        what = f"calls to {self.operation}" if self.operation else kind
        return f"{what}{whose}{TRANSITIONS[self.transition]}"
