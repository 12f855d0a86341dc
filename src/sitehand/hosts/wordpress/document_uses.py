"""Looking through the Elementor documents of a WordPress for what they name: it cannot search them itself.

Content it can search, so that only what has a shortcode of a template is read.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

from sitehand.hosts.wordpress.elementor_fields import DATA, SETTINGS, read_meta
from sitehand.hosts.wordpress.items import ALL, Items
from sitehand.hosts.wordpress.resources import EDIT, Json
from sitehand.hosts.wordpress.transactions import StagedTransactions
from sitehand.site.shared_styles import ItemName, Uses

PER_REQUEST, MAX_REQUESTS = 25, 20
"""Documents that are looked at for uses, of each type: a document may have 500 KB."""
ASKED = {
    **EDIT,
    "_fields": ["id", "status", "title", f"meta._{DATA}", f"meta._{SETTINGS}"],
    "per_page": PER_REQUEST,
    "orderby": "modified",
    "status": ALL,
}
CODED = {
    **ASKED,
    "_fields": ["id", "status", "title", "content"],
    "search": "[elementor-template",
    "search_columns": "post_content",
}
"""Items whose content may have a shortcode of a template."""
Named = Callable[[str], Iterable[str]]
"""Finds the names in a text."""


class Match(NamedTuple):
    """An item of a type whose document has a name."""

    resource: Items
    item: Json
    name: str


def read_document_text(value: Json) -> str:
    """The document of an item, and behind it the settings of its page."""
    fields = read_meta(value.get("meta"))
    return f"{fields.get(DATA, '')}\n{fields.get(SETTINGS, '')}"


def read_content(value: Json) -> str:
    """The content of an item."""
    return str((value.get("content") or {}).get("raw") or "")


class Texts(NamedTuple):
    """Texts of a sort: which items have them, as a query and by their kinds, and the text of one."""

    asked: Json
    kinds: Collection[str]
    read: Callable[[Json], str]


DOCUMENTS = Texts(ASKED, ("page", "post", "elementor_template"), read_document_text)
CONTENTS = Texts(CODED, ("page", "post"), read_content)


class Documents:
    """Texts of the items of some types, as the call sees them: pages, posts and templates."""

    def __init__(self, resources: Sequence[Items], transactions: StagedTransactions) -> None:
        self._resources = resources
        self._transactions = transactions

    async def find_uses(self, names: Collection[str], find_named: Named, texts: Texts = DOCUMENTS) -> Uses:
        """The items whose texts have one of these names, by name: see `find_matches`."""
        found: defaultdict[str, list[ItemName]] = defaultdict(list)
        matches, complete = await self.find_matches(names, find_named, texts)
        for each in matches:
            found[each.name].append(each.resource.name_item(each.item))
        return Uses(found, complete)

    async def find_matches(
        self, names: Collection[str], find_named: Named, texts: Texts = DOCUMENTS
    ) -> tuple[list[Match], bool]:
        """The items whose texts have one of these names, among the five hundred of each type changed last.

        Those in the trash are looked at too: they can come back. False when there were more.
        """
        search = _Search(frozenset(names), find_named, texts)
        looks = [await self._look_at(each, search) for each in self._resources if each.kind in texts.kinds]
        return [each for found, _ in looks for each in found], all(complete for _, complete in looks)

    async def _look_at(self, resource: Items, search: "_Search") -> tuple[list[Match], bool]:
        """The matches among the items of one type; False when there were more items than are read. Holds one answer at
        a time.
        """
        staged = self._transactions.show_written(resource)
        written = [value for value in staged.values() if value is not None]
        found = await asyncio.to_thread(search.list_matches, resource, written)
        for page in range(1, MAX_REQUESTS + 1):
            answer = await resource.read_list(resource.client.read, {**search.texts.asked, "page": page})
            others = [value for value in answer.value if value["id"] not in staged]
            found += await asyncio.to_thread(search.list_matches, resource, others)
            if page >= int(answer.headers["x-wp-totalpages"]):
                return found, True
        return found, False


class _Search(NamedTuple):
    """What is looked for, and where."""

    names: frozenset[str]
    find_named: Named
    texts: Texts

    def list_matches(self, resource: Items, values: Sequence[Json]) -> list[Match]:
        """Each item with each of the names that its text has."""
        return [
            Match(resource, value, each)
            for value in values
            for each in sorted(self.names.intersection(self.find_named(self.texts.read(value))))
        ]
