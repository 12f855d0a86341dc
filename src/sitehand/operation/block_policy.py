"""The owner's policy on new blocks: which may be added, which are discouraged, and which are refused."""

from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from sitehand.blocks.inner_html import own_html
from sitehand.blocks.outline import Entry
from sitehand.blocks.plain_html import find_plain
from sitehand.site.values import Input

Action = Literal["allow", "warn", "refuse"]
HTML = "core/html"
ALL = "/*"
MAX_RULES = 200
PLAIN_REFUSED = f"{HTML}: refused when it holds only layout or text"


class BlockName(Input):
    """A block by its name, or all blocks of a namespace as `acme/*`."""

    block: Annotated[str, Field(max_length=200, pattern=r"^[a-z][a-z0-9_-]*/(\*|[a-z][a-z0-9_-]*)$")]


class BlockRule(BlockName):
    """What becomes of a write that adds a block; `replacement` is what to send instead."""

    action: Action
    replacement: str = Field("", max_length=200)

    def describe(self) -> str:
        """The rule in words: "core/html: refuse, use core/group instead"."""
        instead = f", use {self.replacement} instead" if self.replacement else ""
        return f"{self.block}: {self.action}{instead}"


class Verdict(NamedTuple):
    """Why a new block is refused or discouraged, and what to send instead."""

    action: Action
    reason: str
    instead: str


@dataclass(frozen=True, slots=True)
class BlockPolicy:
    """The rules. One for a block counts before one for its namespace.

    `core/html` that holds nothing but layout or text is refused, unless the owner has a rule for it.
    """

    rules: tuple[BlockRule, ...] = ()

    def find(self, name: str) -> BlockRule | None:
        """The rule of the owner for a block."""
        by_name = {rule.block: rule for rule in self.rules}
        return by_name.get(name) or by_name.get(name.partition("/")[0] + ALL)

    def concerns(self, name: str) -> bool:
        """Whether a new block of this name may be refused or discouraged."""
        if name == HTML and not self._has(HTML):
            return True
        rule = self.find(name)
        return rule is not None and rule.action != "allow"

    def describe(self, name: str) -> str:
        """What holds for new blocks of this name, in words; "" where they may be added."""
        if name == HTML and not self._has(HTML):
            return PLAIN_REFUSED
        rule = self.find(name)
        return rule.describe() if rule and rule.action != "allow" else ""

    def judge(self, entry: Entry) -> Verdict | None:
        """The verdict on a new block; None when it may be added."""
        name = entry.block.name
        if name == HTML and not self._has(HTML) and (plain := find_plain(own_html(entry))):
            reason = f"This site refuses {HTML} that holds only layout or text, because there are blocks for that."
            return Verdict("refuse", reason, ", ".join(plain.instead))
        rule = self.find(name)
        if rule is None or rule.action == "allow":
            return None
        word = "refuses" if rule.action == "refuse" else "discourages"
        return Verdict(rule.action, f"This site {word} {name}.", rule.replacement)

    def _has(self, name: str) -> bool:
        return any(rule.block == name for rule in self.rules)
