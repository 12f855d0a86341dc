"""Looking through the Elementor documents of a WordPress for what they name: it cannot search them itself."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence

from sitehand.hosts.wordpress.items import ALL, Items
from sitehand.hosts.wordpress.resources import EDIT, Json
from sitehand.site.shared_styles import ItemName, Uses

PER_REQUEST, MAX_REQUESTS = 25, 20
"""Documents that are looked at for uses, of each type: a document may have 500 KB."""
ASKED = {
    **EDIT,
    "_fields": ["id", "title", "meta._elementor_data"],
    "per_page": PER_REQUEST,
    "orderby": "modified",
    "status": ALL,
}
Named = Callable[[str], Iterable[str]]
"""What a document names."""


class Documents:
    """The documents of the items of some types: pages, posts and templates."""

    def __init__(self, resources: Sequence[Items]) -> None:
        self._resources = resources

    async def find_uses(self, names: Collection[str], find_named: Named) -> Uses:
        """Which documents have one of these names, among the five hundred of each type that were changed last.

        Those in the trash are looked at too: they can come back.
        """
        wanted = frozenset(names)
        found: defaultdict[str, list[ItemName]] = defaultdict(list)
        looks = [await _look_at(resource, wanted, find_named, found) for resource in self._resources]
        return Uses(found, all(looks))


async def _look_at(resource: Items, names: frozenset[str], find_named: Named, found: dict[str, list[ItemName]]) -> bool:
    """Add the items of one type by what they name; whether all were looked at. One answer is held at a time."""
    for page in range(1, MAX_REQUESTS + 1):
        answer = await resource.read_list(resource.client.read, {**ASKED, "page": page})
        named = await asyncio.to_thread(_list_named, answer.value, names, find_named)
        for value, each in named:
            found[each].append(resource.name_item(value))
        if page >= int(answer.headers["x-wp-totalpages"]):
            return True
    return False


def _list_named(values: Sequence[Json], names: frozenset[str], find_named: Named) -> list[tuple[Json, str]]:
    """Each item with each of the names that its document has."""
    texts = ((value, str((value.get("meta") or {}).get("_elementor_data"))) for value in values)
    return [(value, each) for value, text in texts for each in sorted(names.intersection(find_named(text)))]
