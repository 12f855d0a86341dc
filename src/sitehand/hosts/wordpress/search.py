"""Search over pages and posts of a WordPress: its lists of both, of which each knows its own order alone."""

import asyncio
from collections.abc import Sequence
from typing import Any

from sitehand.blocks.words import read_words
from sitehand.errors import Code, Detail, Problem
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.items import Items
from sitehand.hosts.wordpress.locales import check_locale
from sitehand.hosts.wordpress.resources import EDIT, Json
from sitehand.site.content import Listing
from sitehand.site.search import Hit, SearchQuery
from sitehand.site.snippets import MAX_TEXT, cut_snippet, fold, split_words

RANKED = 100
"""Hits of each type that are ordered: as many as one request gives."""
SHOWN = ("id", "type", "status", "link", "title")


class WordPressSearch:
    """Implements `site.search.SearchStore`."""

    def __init__(self, client: Client, resources: Sequence[Items]) -> None:
        self._client = client
        self._resources = resources

    async def find(self, query: SearchQuery) -> Listing[Hit]:
        """One page of the hits. Raises Problem(invalid_arguments) beyond the first hundred."""
        _check_page(query)
        check_locale(query)
        if not split_words(query.search):
            return Listing([], 0, query.page, query.per_page)
        wanted = [each for each in self._resources if not query.subtype or each.item_type in query.subtype]
        answers = await asyncio.gather(*(self._search(resource, query) for resource in wanted))
        ranked = sorted((value for values, _ in answers for value in values), key=lambda value: _rank(value, query))
        start = query.offset
        shown = ranked[start : start + query.per_page]
        texts = await self._read_texts(wanted, [value["id"] for value in shown])
        hits = await asyncio.to_thread(lambda: [_build(value, texts.get(value["id"], ""), query) for value in shown])
        return Listing(hits, sum(total for _, total in answers), query.page, query.per_page)

    async def _search(self, resource: Items, query: SearchQuery) -> tuple[list[Json], int]:
        """The best hits of one type in WordPress's order, and how many there are."""
        search = query.search.strip().rstrip("*")
        asked: dict[str, Any] = {**EDIT, "search": search, "orderby": "relevance", "status": query.status or ["any"]}
        asked |= {"per_page": min(RANKED, query.page * query.per_page), "_fields": list(SHOWN)}
        answer = await resource.read_list(self._client.recall, asked)
        return answer.value, int(answer.headers["x-wp-total"])

    async def _read_texts(self, wanted: Sequence[Items], ids: Sequence[int]) -> dict[int, str]:
        if not ids:
            return {}
        asked = {**EDIT, "include": ids, "per_page": len(ids), "status": "any,trash", "_fields": ["id", "content.raw"]}
        answers = await asyncio.gather(*(resource.read_list(self._client.recall, asked) for resource in wanted))
        return {value["id"]: value.get("content", {}).get("raw", "") for answer in answers for value in answer.value}


def _check_page(query: SearchQuery) -> None:
    if query.page * query.per_page > RANKED:
        detail = Detail(path="page", expected=f"a page within the first {RANKED} hits", got=str(query.page))
        hint = "Search for more words, or in one subtype; list_pages and list_posts go further."
        raise Problem(Code.INVALID_ARGUMENTS, "WordPress cannot answer this page.", hint=hint, details=[detail])


def _rank(value: Json, query: SearchQuery) -> int:
    """The rank that WordPress gives an item within one type: the phrase in the title, all words there, some of them,
    none.
    """
    title, words = fold(value["title"]["raw"]), split_words(query.search)
    if fold(query.search.strip()) in title:
        return 0
    found = sum(word in title for word in words)
    return 1 if found == len(words) else 2 if found else 3


def _build(value: Json, text: str, query: SearchQuery) -> Hit:
    return Hit(
        id=value["id"],
        title=value["title"]["raw"],
        url=value["link"],
        type="post",
        subtype=value["type"],
        status=value["status"],
        snippet=cut_snippet(read_words(text[:MAX_TEXT]), query.search),
    )
