"""Keys as screens list them: some at a time, newest first, or those with a word in their label."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from sitehand.admin.visit import Visit
from sitehand.operation.keys import KeyRecord

PER_PAGE = 50
MAX_SEARCH = 200
MAX_PAGE_DIGITS = 6


@dataclass(frozen=True, slots=True)
class KeyPages:
    """Some of the keys. `newer` and `older` are the queries of the pages beside this one; empty where there is none."""

    keys: Sequence[KeyRecord]
    total: int
    search: str
    newer: str
    older: str

    @property
    def is_long(self) -> bool:
        """Whether these are not all."""
        return bool(self.search or self.newer or self.older)


async def read_keys(visit: Visit, *, include_revoked: bool = False) -> KeyPages:
    """The keys that the address asks for: `search` in their labels, `page` of them, `show` as it is."""
    query, now = visit.request.query_params, visit.services.clock()
    search = query.get("search", "").strip()[:MAX_SEARCH]
    page = _read_page(query.get("page", ""))
    keys = visit.services.keys
    total = await keys.count(include_revoked=include_revoked, now=now, search=search)
    found = await keys.list(
        include_revoked=include_revoked, now=now, search=search, limit=PER_PAGE, offset=(page - 1) * PER_PAGE
    )
    kept = {name: value for name, value in (("show", query.get("show", "")), ("search", search)) if value}
    last = -(-total // PER_PAGE)
    newer = f"?{urlencode({**kept, 'page': min(page - 1, last)})}" if page > 1 and last else ""
    older = f"?{urlencode({**kept, 'page': page + 1})}" if page < last else ""
    return KeyPages(found, total, search, newer, older)


def _read_page(text: str) -> int:
    is_number = text.isascii() and text.isdecimal() and len(text) <= MAX_PAGE_DIGITS
    return max(1, int(text)) if is_number else 1
