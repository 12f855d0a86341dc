"""Patterns: blocks that are kept under a title. A reference to one shows it on a page, and follows its changes.

Source: WordPress's post type `wp_block`, and the block `core/block`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from sitehand.errors import Problem, not_found
from sitehand.site.content import ContentStore, Item, ItemFields, ListQuery
from sitehand.site.values import UNSET

PATTERN_HINT = "list_patterns shows the patterns of the site."
REGISTERED_HINT = "list_patterns with source registered shows those of the theme and its plugins."


class Pattern(Item):
    """A pattern of the site. One that is not `synced` is inserted as a copy of its blocks."""

    synced: bool


class PatternFields(ItemFields):
    """What may be written to a pattern. A host that has only synced patterns leaves `synced` out."""

    synced: bool = UNSET


PatternStore = ContentStore[Pattern, ListQuery, PatternFields]


@dataclass(frozen=True, slots=True)
class RegisteredPattern:
    """A pattern that the theme, a plugin or the system brings with it, in block markup."""

    name: str
    title: str
    description: str
    categories: Sequence[str]
    content: str


class RegisteredPatterns(Protocol):
    """The patterns that a site has besides its own."""

    async def all(self) -> Sequence[RegisteredPattern]: ...


class NoPatterns:
    """The patterns of a site that has none but its own."""

    async def all(self) -> Sequence[RegisteredPattern]:
        """List no patterns."""
        return ()


NO_PATTERNS = NoPatterns()


def no_registered(name: str) -> Problem:
    """The refusal for a name that no registered pattern has."""
    return not_found("registered pattern", name, REGISTERED_HINT)
