"""What of a WordPress uses a file: items, as their featured media or in their text, and the setting `logo`."""

from collections.abc import Sequence
from typing import Any

from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.items import ALL, Items
from sitehand.hosts.wordpress.resources import EDIT, Json
from sitehand.site.media import MediaUse, MediaUses
from sitehand.site.media_uses import Naming, gather_uses, name_file, tell_logo

PER_PAGE = 100
MAX_PAGES = 10
"""Pages of a list that are read for featured media, by which WordPress cannot filter."""
LOGO = "site_logo"
TOLD = ("id", "type", "status", "title")
ASKED = {**EDIT, "status": ALL, "per_page": PER_PAGE, "orderby": "id", "order": "asc"}


async def find_uses(client: Client, types: Sequence[Items], media_id: int, source_url: str) -> MediaUses:
    """What uses the file with this id and address: items of these types, and the logo, which everybody may read."""
    naming, complete = name_file(media_id, source_url), True
    index = (await client.read("/", {"_fields": LOGO})).value
    found = tell_logo(int(index.get(LOGO) or 0), media_id)
    for items in types:
        for mark in naming.marks:
            uses, all_seen = await _find_in_texts(client, items, mark, naming)
            found, complete = [*found, *uses], complete and all_seen
        uses, all_seen = await _find_featured(client, items, media_id)
        found, complete = [*found, *uses], complete and all_seen
    return gather_uses(found, complete=complete)


async def _find_in_texts(client: Client, items: Items, mark: str, naming: Naming) -> tuple[list[MediaUse], bool]:
    asked = {**ASKED, "search": mark, "_fields": [*TOLD, "content.raw", "excerpt.raw"]}
    answer = await items.read_list(client.read, asked)
    uses = [_tell(item, "content") for item in answer.value if naming.pattern.search(_read_text(item))]
    return uses, int(answer.headers["x-wp-totalpages"]) <= 1


async def _find_featured(client: Client, items: Items, media_id: int) -> tuple[list[MediaUse], bool]:
    uses: list[MediaUse] = []
    for page in range(1, MAX_PAGES + 1):
        answer = await items.read_list(client.read, {**ASKED, "page": page, "_fields": [*TOLD, "featured_media"]})
        uses += [_tell(item, "featured_media") for item in answer.value if item.get("featured_media") == media_id]
        if page >= int(answer.headers["x-wp-totalpages"]):
            return uses, True
    return uses, False


def _read_text(item: Json) -> str:
    return f"{item['content']['raw']}\n{item['excerpt']['raw']}"


def _tell(item: Json, used_as: Any) -> MediaUse:
    title: str = item["title"]["raw"]
    return MediaUse(id=item["id"], type=item["type"], status=item["status"], title=title, used_as=[used_as])
