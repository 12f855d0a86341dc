"""Lists of posts: the newest, those of a term, an author or a period, and the results of a search."""

from datetime import date
from typing import NamedTuple
from urllib.parse import urlencode

from starlette.responses import Response

from sitehand.hosts.builtin.public import queries, types
from sitehand.hosts.builtin.public.head import Head, make_list_head
from sitehand.hosts.builtin.public.neighbours import BY_AUTHOR
from sitehand.hosts.builtin.public.queries import Archive, Card, Selection
from sitehand.hosts.builtin.public.visit import Visit


class Listed(NamedTuple):
    """Where a list begins, below the home page of its locale; what it is of; a head of its own, if it has one."""

    base: str
    archive: Archive | None = None
    head: Head | None = None


NEWEST = Listed("/")


async def show_latest(visit: Visit, listed: Listed = NEWEST) -> Response | None:
    """The home page and the ones after it; without posts the home page says so. On top are sticky posts, as WordPress
    puts them: on the first page, which is longer by those that would not be there yet.
    """
    cards, more = await queries.fetch_posts(visit.database, visit.now, visit.locale, queries.ALL, visit.page)
    if visit.page == 1:
        sticky = await queries.fetch_sticky(visit.database, visit.now, visit.locale)
        on_top = {card.id for card in sticky}
        cards = [*sticky, *(card for card in cards if card.id not in on_top)]
    return await _show_cards(visit, cards, more, listed, may_be_empty=True)


async def show_term(visit: Visit, taxonomy: str) -> Response | None:
    """The posts of a category or tag."""
    slug = visit.values["slug"]
    archive = queries.find_term(visit.database, taxonomy, slug)
    if archive is None:
        return None
    cards, more = await queries.fetch_term_posts(visit.database, visit.now, visit.locale, taxonomy, slug, visit.page)
    return await _show_cards(
        visit, cards, more, Listed(f"/{archive.label.lower()}/{slug}/", archive), may_be_empty=True
    )


async def show_author(visit: Visit) -> Response | None:
    """An author's posts; somebody who has none in public has no page."""
    slug = visit.values["slug"]
    found = queries.find_author(visit.database, slug)
    if found is None:
        return None
    author, archive = found
    selection = Selection(queries.OF_AUTHOR, {"author": author}, BY_AUTHOR)
    return await _show_posts(visit, archive, selection, f"/author/{slug}/")


async def show_type(visit: Visit) -> Response | None:
    """The items of a registered type, newest first."""
    name = visit.values["type"]
    archive = types.find_type(visit.database, name)
    if archive is None:
        return None
    return await _show_posts(visit, archive, Selection(type=name), f"/{name}/", may_be_empty=True)


async def show_period(visit: Visit) -> Response | None:
    """The posts of a year or a month, counted as their permalinks are, in UTC."""
    year, month = visit.values["year"], visit.values.get("month")
    prefix, base = (f"{year}-{month}", f"/{year}/{month}/") if month else (year, f"/{year}/")
    name = date(int(year), int(month), 1).strftime("%B %Y") if month else year
    # Moments sort as text, and "." is the character after the "-" that follows the prefix.
    selection = Selection(queries.OF_PERIOD, {"start": f"{prefix}-", "end": f"{prefix}."})
    return await _show_posts(visit, Archive(name, "", "Archive"), selection, base)


async def show_search(visit: Visit, words: str) -> Response | None:
    """What holds all the words."""
    cards, more = await queries.search_items(visit.database, visit.now, visit.locale, words, visit.page)
    return await _show_cards(visit, cards, more, Listed("/", Archive(words, "", "Search")), may_be_empty=True)


async def _show_posts(
    visit: Visit, archive: Archive, selection: Selection, base: str, *, may_be_empty: bool = False
) -> Response | None:
    cards, more = await queries.fetch_posts(visit.database, visit.now, visit.locale, selection, visit.page)
    return await _show_cards(visit, cards, more, Listed(base, archive), may_be_empty=may_be_empty)


async def _show_cards(
    visit: Visit, cards: list[Card], more: bool, listed: Listed, *, may_be_empty: bool
) -> Response | None:
    if not cards and (visit.page > 1 or not may_be_empty):
        return None
    base, archive, head = listed
    canonical = visit.link(visit.local(base if visit.page == 1 else f"{base}page/{visit.page}/"))
    return await visit.render(
        "list.html",
        head=head or make_list_head(visit, archive, canonical),
        cards=cards,
        archive=archive,
        newer=_find_page(visit, base, visit.page - 1) if visit.page > 1 else None,
        older=_find_page(visit, base, visit.page + 1) if more else None,
    )


def _find_page(visit: Visit, base: str, number: int) -> str:
    path = visit.url(visit.local(base if number == 1 else f"{base}page/{number}/"))
    return path if visit.search is None else f"{path}?{urlencode({'s': visit.search})}"
