"""Which page of which list within a page an address asks for: `?query-1-page=2`, as WordPress writes it."""

import re
from collections.abc import Mapping

MAX_LISTS = 20
_PAGE = re.compile(r"query-(?:([0-9]{1,10})-)?page=([0-9]{1,4})")


def read_list_pages(query: str) -> Mapping[str, int]:
    """The page of each list that the query names; a list without a number is `""`."""
    found = [match for part in query.split("&") if (match := _PAGE.fullmatch(part))]
    return {match[1] or "": int(match[2]) for match in found[:MAX_LISTS]}


def write_list_pages(pages: Mapping[str, int]) -> str:
    """The same again, in one order."""
    return "&".join(f"query-{number}-page={page}" for number, page in sorted(pages.items()))
