"""Pages of a WordPress."""

from sitehand.hosts.wordpress.content import Content
from sitehand.hosts.wordpress.resources import Json
from sitehand.site.content import Page, PageFields, PageQuery


class Pages(Content[Page, PageQuery, PageFields]):
    """Implements `site.content.ContentStore` for pages."""

    def _add_own(self, item: Page, value: Json) -> None:
        item["parent"] = value["parent"]
        item["menu_order"] = value["menu_order"]
        if terms := self._items.tell_terms(value):
            item["terms"] = terms
