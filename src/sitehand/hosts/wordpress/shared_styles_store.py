"""Reading and changing Elementor's global classes and variables on a WordPress, and finding what names them."""

import asyncio
from collections import defaultdict
from collections.abc import Collection, Sequence

from sitehand.elementor.shared.names import find_named
from sitehand.hosts.wordpress.changes import read_there, stage_update
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.items import ALL, Items
from sitehand.hosts.wordpress.resources import EDIT, Json, name_fields
from sitehand.hosts.wordpress.shared_styles import SharedStylesResource
from sitehand.hosts.wordpress.transactions import StagedTransactions
from sitehand.site.shared_styles import IDS, VARIABLES, ItemName, SharedStyles, Sort, StylesEdit, Uses

PER_REQUEST, MAX_REQUESTS = 25, 20
"""Documents that are looked at for uses, of each type: a document may have 500 KB."""
ASKED = {
    **EDIT,
    "_fields": ["id", "title", "meta._elementor_data"],
    "per_page": PER_REQUEST,
    "orderby": "modified",
    "status": ALL,
}


class WordPressSharedStyles:
    """Implements `site.shared_styles.SharedStylesStore`."""

    def __init__(
        self,
        client: Client,
        resources: Sequence[SharedStylesResource],
        documents: Sequence[Items],
        transactions: StagedTransactions,
    ) -> None:
        self._client = client
        self._resources = {each.sort: each for each in resources}
        self._documents = documents
        self._transactions = transactions

    async def get(self, sort: Sort) -> SharedStyles:
        """What Elementor has."""
        resource = self._resources[sort]
        return _build(resource, await self._transactions.read(resource, IDS[sort]) or {})

    async def change(self, sort: Sort, change: StylesEdit) -> SharedStyles:
        """Stage what a change makes of it."""
        resource = self._resources[sort]
        async with self._transactions.joined() as stage:
            before = await read_there(stage, resource, IDS[sort])
            items, ranking = change(_build(resource, before))
            if sort == VARIABLES:
                stage.note_unsettled(resource.kind, set(items) - set(before["items"]))
            step = stage_update(stage, resource, IDS[sort], before, {"items": items, "ranking": list(ranking)})
            return _build(resource, step.after or before if step else before)

    async def find_uses(self, names: Collection[str]) -> Uses:
        """The documents of the five hundred pages, and as many posts, that were changed last, those in the trash too.

        Templates of Elementor are not looked at: REST does not show their documents.
        """
        found: defaultdict[str, list[ItemName]] = defaultdict(list)
        looks = [await self._look_at(resource, frozenset(names), found) for resource in self._documents]
        return Uses(found, all(looks))

    async def _look_at(self, resource: Items, names: frozenset[str], found: dict[str, list[ItemName]]) -> bool:
        """Add the items of one type by what they name; whether all were looked at. One answer is held at a time."""
        for page in range(1, MAX_REQUESTS + 1):
            answer = await self._client.read(resource.route, {**ASKED, "page": page})
            for item, named in await asyncio.to_thread(_find_named, answer.value, names):
                for each in named:
                    found[each].append(item)
            if page >= int(answer.headers["x-wp-totalpages"]):
                return True
        return False


def _find_named(values: Sequence[Json], ids: frozenset[str]) -> list[tuple[ItemName, frozenset[str]]]:
    """Items, and which of the ids the document of each names."""
    texts = [(value, str((value.get("meta") or {}).get("_elementor_data"))) for value in values]
    return [
        (ItemName(id=value["id"], title=value["title"]["raw"]), ids.intersection(find_named(text)))
        for value, text in texts
    ]


def _build(resource: SharedStylesResource, value: Json) -> SharedStyles:
    return SharedStyles(value["id"], name_fields(resource.fields(value)), value["items"], value["ranking"])
