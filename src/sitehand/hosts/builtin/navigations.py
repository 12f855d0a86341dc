"""Navigations of the built-in site."""

from sitehand.hosts.builtin.content import Content
from sitehand.hosts.builtin.listing import Columns
from sitehand.site.content import ItemFields, ListQuery
from sitehand.site.navigations import NAVIGATION_HINT, Navigation


class Navigations(Content[Navigation, ListQuery, ItemFields]):
    """Implements `site.content.ContentStore` for navigations."""

    noun = "navigation"
    mine = "type = 'navigation'"
    hint = NAVIGATION_HINT

    def _add_own(self, item: Navigation, row: Columns) -> None:
        """Add nothing: a navigation is its title and its blocks."""
