"""Files of a WordPress that lack something, by which WordPress cannot filter: they are looked through."""

from collections.abc import Mapping, Sequence
from typing import Any

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.attachments import ROUTE
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.media_types import check_type
from sitehand.site.media import Lack

PER_PAGE = 100
MAX_PAGES = 10
"""Pages of the list that are looked through."""
HINTS: dict[Lack, tuple[str, str]] = {
    "unused": ("find unused files", "list_media_uses tells where one file is used."),
    "duplicates": ("find files with the same bytes", "Compare them by title and size (media_details.filesize)."),
}


async def find_without_alt_text(client: Client, query: dict[str, Any], only: Sequence[Lack]) -> tuple[list[int], bool]:
    """The ids of images without alternative text, in the order of the list; whether these are all.

    Raises Problem: not_supported for another lack, invalid_arguments for a type that WordPress does not know.
    """
    for lack in only:
        if lack in HINTS:
            raise refuse_unsupported(*HINTS[lack])
    images = _narrow(query)
    if images is None:
        return [], True
    asked = {**images, "per_page": PER_PAGE, "_fields": ("id", "alt_text", "mime_type")}
    ids: list[int] = []
    for page in range(1, MAX_PAGES + 1):
        answer = await client.read(ROUTE, {**asked, "page": page})
        check_type(asked, answer.value)
        ids += [value["id"] for value in answer.value if not value["alt_text"].strip()]
        if page >= int(answer.headers["x-wp-totalpages"]):
            return ids, True
    return ids, False


def _narrow(query: Mapping[str, Any]) -> dict[str, Any] | None:
    """The query for images alone; None when it is for other files."""
    wanted = {query[name].partition("/")[0] for name in ("media_type", "mime_type") if name in query}
    if wanted - {"image"}:
        return None
    return dict(query) if wanted else {**query, "media_type": "image"}


def refuse_unsupported(what: str, hint: str) -> Problem:
    """What WordPress's REST API has no request for."""
    return Problem(Code.NOT_SUPPORTED, f"WordPress's REST API cannot {what}.", hint=hint)
