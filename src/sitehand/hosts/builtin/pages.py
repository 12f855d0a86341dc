"""Pages of the built-in site."""

from sitehand.hosts.builtin.content import Content
from sitehand.hosts.builtin.listing import Columns
from sitehand.site.content import Page, PageFields, PageQuery


class Pages(Content[Page, PageQuery, PageFields]):
    """Implements `site.content.ContentStore` for pages."""

    noun = "page"
    mine = "type = 'page'"
    hint = "list_pages lists the pages."

    def _add_own(self, item: Page, row: Columns) -> None:
        item["parent"] = row["parent"]
        item["menu_order"] = row["menu_order"]
