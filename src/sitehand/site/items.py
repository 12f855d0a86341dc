"""Items: what shares one id space, such as pages and posts. Some operations name one by its id, whatever its kind."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from sitehand.errors import Code, Problem, not_found

HINT = "list_pages and list_posts show what there is."
NOT_RESTORED = "It can be changed as it is."
NOT_EMPTIED = "To empty the rest of the trash, call empty_trash again."


MAX_COUNTED = 1_000
"""Items of one kind, or of all, whose texts one count looks at."""


@dataclass(frozen=True, slots=True)
class Counted:
    """An item, and how often its text has what was counted."""

    id: int
    type: str
    status: str
    title: str
    count: int


@dataclass(frozen=True, slots=True)
class Count:
    """The items that have it, by id. Not complete where more texts might have it than were looked at."""

    items: Sequence[Counted]
    complete: bool


class Items(Protocol):
    """The items of a site, in the trash too."""

    async def kind_of(self, item_id: int) -> str:
        """The kind of an item, such as "page". Raises Problem(not_found)."""

    async def find_locales(self, item_ids: Sequence[int]) -> Mapping[int, str]:
        """The locale of each page and post as it is stored, "" for the language of the site; none of a WordPress."""

    async def count(self, marks: Sequence[str], number: Callable[[str], int]) -> Count:
        """Count something in the texts of items that are not in the trash.

        Every text that has it has one of the marks. `number` tells how often a text has it; it runs in a thread.
        """


def no_item(item_id: int) -> Problem:
    """The refusal for an id that no item has."""
    return not_found("item", item_id, HINT)


def check_trashed(item_id: int, status: str, hint: str) -> None:
    """Raise Problem(conflict) for an item that is not in the trash, or no longer."""
    if status != "trash":
        raise Problem(Code.CONFLICT, f"Item {item_id} is not in the trash. Nothing was changed.", hint=hint)
