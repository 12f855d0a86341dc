"""Reads the page of a list within a page from an address, as WordPress writes it: `?query-1-page=2` for a list of
items, `?cpage=2` for comments.
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
    """The query that asks for these pages of lists, its parameters in a fixed order."""
    return "&".join(f"{name}={page}" for name, page in sorted(pages.items()))
