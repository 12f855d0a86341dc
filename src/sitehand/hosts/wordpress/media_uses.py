"""What of a WordPress uses a file: items, by featured media, text or Elementor document, and the setting `logo`."""

from collections.abc import Iterator, Sequence
from typing import Any

from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.document_uses import Documents
from sitehand.hosts.wordpress.elementor_library import KIND as LIBRARY
from sitehand.hosts.wordpress.items import ALL, Items, name_type
from sitehand.hosts.wordpress.resources import EDIT, Json
from sitehand.hosts.wordpress.transactions import StagedTransactions
from sitehand.site.media import MediaUse, MediaUses
from sitehand.site.media_uses import Naming, gather_uses, name_file, tell_logo

PER_PAGE = 100
MAX_PAGES = 10
"""Pages of a list that are read for featured media, by which WordPress cannot filter."""
LOGO = "site_logo"
TOLD = ("id", "type", "status", "title")
ASKED = {**EDIT, "status": ALL, "per_page": PER_PAGE, "orderby": "id", "order": "asc"}
NAMED = "file"
"""What a document names that shows the file."""


class FileUses:
    """Looks for what uses a file: items of these types, and Elementor documents where there are any."""

    def __init__(self, items: Sequence[Items], transactions: StagedTransactions, documents: Documents | None) -> None:
        self._client = transactions.client
        self._items = items
        self._transactions = transactions
        self._documents = documents

    async def find(self, media_id: int, source_url: str) -> MediaUses:
        """What uses the file with this id and address; the logo too, which everybody may read."""
        naming, complete = name_file(media_id, source_url), True
        index = (await self._client.read("/", {"_fields": LOGO})).value
        found = tell_logo(int(index.get(LOGO) or 0), media_id)
        for items in self._items:
            uses, all_seen = await self._find_among(items, media_id, naming)
            found, complete = [*found, *uses], complete and all_seen
        if self._documents is not None:
            uses, all_seen = await _find_in_documents(self._documents, naming)
            found, complete = [*found, *uses], complete and all_seen
        return gather_uses(found, complete=complete)

    async def _find_among(self, items: Items, media_id: int, naming: Naming) -> tuple[list[MediaUse], bool]:
        """What uses it among the items of a kind, as the call sees them, and whether these are all."""
        pages = [await _search_texts(self._client, each, mark) for each in items.all for mark in naming.marks]
        lists = [await _list_featured(self._client, each, media_id) for each in items.all]
        named, featured = ([value for values, _ in some for value in values] for some in (pages, lists))
        texts = [each for each in self._transactions.merge(items, named) if naming.pattern.search(_read_text(each))]
        shown = [each for each in self._transactions.merge(items, featured) if each.get("featured_media") == media_id]
        uses = [_tell(items, each, "content") for each in texts]
        uses += [_tell(items, each, "featured_media") for each in shown]
        return uses, all(all_seen for _, all_seen in (*pages, *lists))


async def _find_in_documents(documents: Documents, naming: Naming) -> tuple[list[MediaUse], bool]:
    def find_named(text: str) -> Iterator[str]:
        if naming.pattern.search(text.replace("\\/", "/")):  # JSON may write a slash as an escape
            yield NAMED

    found, all_seen = await documents.find_matches([NAMED], find_named)
    return [_tell(each.resource, each.item, "content") for each in found], all_seen


async def _search_texts(client: Client, items: Items, mark: str) -> tuple[list[Json], bool]:
    asked = {**ASKED, "search": mark, "_fields": [*TOLD, "content.raw", "excerpt.raw"]}
    answer = await items.read_list(client.read, asked)
    return answer.value, int(answer.headers["x-wp-totalpages"]) <= 1


async def _list_featured(client: Client, items: Items, media_id: int) -> tuple[list[Json], bool]:
    found: list[Json] = []
    for page in range(1, MAX_PAGES + 1):
        answer = await items.read_list(client.read, {**ASKED, "page": page, "_fields": [*TOLD, "featured_media"]})
        found += [item for item in answer.value if item.get("featured_media") == media_id]
        if page >= int(answer.headers["x-wp-totalpages"]):
            return found, True
    return found, False


def _read_text(item: Json) -> str:
    """The texts of an item; patterns, and some custom types, have no excerpt."""
    return "\n".join((item.get(name) or {}).get("raw") or "" for name in ("content", "excerpt"))


def _tell(items: Items, item: Json, used_as: Any) -> MediaUse:
    """A template has no status: visitors see none, whichever it has."""
    kind, title = name_type(items.kind, item), item["title"]["raw"]
    status = "" if kind == LIBRARY else item["status"]
    return MediaUse(id=item["id"], type=kind, status=status, title=title, used_as=[used_as])
