"""Collections of files on the screen Media: those that there are, and what a form does with the ticked files."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sitehand.admin.visit import Visit
from sitehand.site.media import TYPE

VERBS = {"add": "add_terms", "remove": "remove_terms"}
"""What each button says to `assign_terms`."""


class Collection(NamedTuple):
    """A collection to choose; `words` are its name, behind a dash for each collection that it is below."""

    taxonomy: str
    id: int
    words: str


async def list_collections(visit: Visit) -> list[Collection]:
    """Collections of every taxonomy of files, each in tree order, up to 1,000 of each; none where files have no
    taxonomy.
    """
    host = visit.services.operations.host
    if not host.capabilities().offers("terms"):
        return []
    kinds = [each for each in await host.terms.taxonomies() if TYPE in each["types"]]
    found = []
    for kind in kinds:
        of = f" ({kind['name']})" if len(kinds) > 1 else ""
        tree = await host.terms.tree(kind["slug"], 0)
        found += [Collection(kind["slug"], e["id"], f"{'– ' * e['depth']}{e['name']}{of}") for e in tree["items"]]
    return found


def find_collection(collections: Sequence[Collection], given: str) -> Collection | None:
    """The one with that id."""
    return next((each for each in collections if str(each.id) == given), None)


def write_assignment(ids: Sequence[int], collection: Collection, form: Mapping[str, str]) -> dict[str, Any]:
    """What the form asks of `assign_terms`: to add the files to the collection, or to remove them from it."""
    return {"type": TYPE, "include": ids, VERBS[form["action"]]: {collection.taxonomy: [collection.id]}}
