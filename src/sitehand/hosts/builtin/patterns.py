"""Patterns of the built-in site."""

from sitehand.hosts.builtin.content import Content
from sitehand.hosts.builtin.listing import Columns
from sitehand.site.content import ListQuery
from sitehand.site.patterns import PATTERN_HINT, Pattern, PatternFields


class Patterns(Content[Pattern, ListQuery, PatternFields]):
    """Implements `site.content.ContentStore` for patterns."""

    noun = "pattern"
    mine = "type = 'pattern'"
    hint = PATTERN_HINT

    def _add_own(self, item: Pattern, row: Columns) -> None:
        item["synced"] = True
