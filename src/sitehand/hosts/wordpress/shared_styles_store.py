"""Reading and changing Elementor's global classes and variables on a WordPress, and finding what names them."""

from collections.abc import Collection, Sequence

from sitehand.elementor.shared.names import find_named
from sitehand.hosts.wordpress.changes import read_there, stage_update
from sitehand.hosts.wordpress.document_uses import Documents
from sitehand.hosts.wordpress.resources import Json, name_fields
from sitehand.hosts.wordpress.shared_styles import SharedStylesResource
from sitehand.hosts.wordpress.transactions import StagedTransactions
from sitehand.site.shared_styles import IDS, VARIABLES, SharedStyles, Sort, StylesEdit, Uses


class WordPressSharedStyles:
    """Implements `site.shared_styles.SharedStylesStore`."""

    def __init__(
        self,
        resources: Sequence[SharedStylesResource],
        documents: Documents,
        transactions: StagedTransactions,
    ) -> None:
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
                stage.note_invented(resource.kind, set(items) - set(before["items"]))
            step = stage_update(stage, resource, IDS[sort], before, {"items": items, "ranking": list(ranking)})
            return _build(resource, step.after or before if step else before)

    async def find_uses(self, names: Collection[str]) -> Uses:
        """Among the five hundred pages, posts and templates each that were changed last, with those in the trash."""
        return await self._documents.find_uses(names, find_named)


def _build(resource: SharedStylesResource, value: Json) -> SharedStyles:
    return SharedStyles(value["id"], name_fields(resource.fields(value)), value["items"], value["ranking"])
