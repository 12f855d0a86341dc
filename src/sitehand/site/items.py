"""Items: what shares one id space, such as pages and posts. Some operations name one by its id, whatever its kind."""

from typing import Protocol

from sitehand.errors import Problem, not_found

HINT = "list_pages and list_posts show what there is."


class Items(Protocol):
    """The items of a site, in the trash too."""

    async def kind_of(self, item_id: int) -> str:
        """The kind of an item, such as "page". Raises Problem(not_found)."""


def no_item(item_id: int) -> Problem:
    """The refusal for an id that no item has."""
    return not_found("item", item_id, HINT)
