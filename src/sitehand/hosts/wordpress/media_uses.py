"""What of a WordPress uses a file: items, by featured media, text or Elementor document, and the setting `logo`."""

from collections.abc import Iterator, Sequence
from typing import Any

from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.document_uses import Documents
from sitehand.hosts.wordpress.elementor_library import KIND as LIBRARY
from sitehand.hosts.wordpress.items import ALL, Items, name_type
from sitehand.hosts.wordpress.resources import EDIT, Json
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

    def __init__(self, client: Client, items: Sequence[Items], documents: Documents | None) -> None:
        self._client = client
        self._items = items
        self._documents = documents

    async def find(self, media_id: int, source_url: str) -> MediaUses:
        """What uses the file with this id and address; the logo too, which everybody may read."""
        naming, complete = name_file(media_id, source_url), True
        index = (await self._client.read("/", {"_fields": LOGO})).value
        found = tell_logo(int(index.get(LOGO) or 0), media_id)
        for items in (each for some in self._items for each in some.all):
            for mark in naming.marks:
                uses, all_seen = await _find_in_texts(self._client, items, mark, naming)
                found, complete = [*found, *uses], complete and all_seen
            uses, all_seen = await _find_featured(self._client, items, media_id)
            found, complete = [*found, *uses], complete and all_seen
        if self._documents is not None:
            uses, all_seen = await _find_in_documents(self._documents, naming)
            found, complete = [*found, *uses], complete and all_seen
        return gather_uses(found, complete=complete)


async def _find_in_documents(documents: Documents, naming: Naming) -> tuple[list[MediaUse], bool]:
    def find_named(text: str) -> Iterator[str]:
        if naming.pattern.search(text.replace("\\/", "/")):  # JSON may write a slash as an escape
            yield NAMED

    found, all_seen = await documents.find_matches([NAMED], find_named)
    return [_tell(each.resource, each.item, "content") for each in found], all_seen


async def _find_in_texts(client: Client, items: Items, mark: str, naming: Naming) -> tuple[list[MediaUse], bool]:
    asked = {**ASKED, "search": mark, "_fields": [*TOLD, "content.raw", "excerpt.raw"]}
    answer = await items.read_list(client.read, asked)
    uses = [_tell(items, item, "content") for item in answer.value if naming.pattern.search(_read_text(item))]
    return uses, int(answer.headers["x-wp-totalpages"]) <= 1


async def _find_featured(client: Client, items: Items, media_id: int) -> tuple[list[MediaUse], bool]:
    uses: list[MediaUse] = []
    for page in range(1, MAX_PAGES + 1):
        answer = await items.read_list(client.read, {**ASKED, "page": page, "_fields": [*TOLD, "featured_media"]})
        uses += [
            _tell(items, item, "featured_media") for item in answer.value if item.get("featured_media") == media_id
        ]
        if page >= int(answer.headers["x-wp-totalpages"]):
            return uses, True
    return uses, False


def _read_text(item: Json) -> str:
    """The texts of an item; patterns, and some custom types, have no excerpt."""
    return "\n".join((item.get(name) or {}).get("raw") or "" for name in ("content", "excerpt"))


def _tell(items: Items, item: Json, used_as: Any) -> MediaUse:
    """A template has no status: visitors see none, whichever it has."""
    kind, title = name_type(items.kind, item), item["title"]["raw"]
    status = "" if kind == LIBRARY else item["status"]
    return MediaUse(id=item["id"], type=kind, status=status, title=title, used_as=[used_as])
