"""Which page of which list within a page an address asks for, as WordPress writes it: `?query-1-page=2` of a list of
items, `?cpage=2` of comments.
"""

import re
from collections.abc import Mapping

MAX_LISTS = 20
COMMENTS = "cpage"
_PAGE = re.compile(rf"(query-(?:[0-9]{{1,10}}-)?page|{COMMENTS})=([0-9]{{1,4}})")


def read_list_pages(query: str) -> Mapping[str, int]:
    """The page that the query asks for, by the parameter of each list."""
    found = [match for part in query.split("&") if (match := _PAGE.fullmatch(part))]
    return {match[1]: int(match[2]) for match in found[:MAX_LISTS]}


def write_list_pages(pages: Mapping[str, int]) -> str:
    """The same again, in one order."""
    return "&".join(f"{name}={page}" for name, page in sorted(pages.items()))
