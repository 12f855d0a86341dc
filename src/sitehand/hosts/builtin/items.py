"""Pages and posts of the built-in site, which share one table and its ids."""

from sitehand.site.items import no_item
from sitehand.site.values import MAX_ID
from sitehand.store.database import Database

TYPE_OF = "SELECT type FROM items WHERE id = :id"


class BuiltinItems:
    """Implements `site.items.Items`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def kind_of(self, item_id: int) -> str:
        """The kind of an item. Raises Problem(not_found)."""
        rows = self._database.glance(TYPE_OF, {"id": item_id}) if item_id <= MAX_ID else []
        if not rows:
            raise no_item(item_id)
        return str(rows[0]["type"])
