"""What is at the home page of a locale, and at the page that lists the posts."""

from dataclasses import replace

from starlette.responses import RedirectResponse, Response

from sitehand.hosts.builtin.front_page import HOME
from sitehand.hosts.builtin.public.archives import Listed, show_latest
from sitehand.hosts.builtin.public.head import Head, make_item_head
from sitehand.hosts.builtin.public.homes import find_fronts, find_versions
from sitehand.hosts.builtin.public.protection import refuse_form, show_article
from sitehand.hosts.builtin.public.queries import Archive, Article, find_article
from sitehand.hosts.builtin.public.theme import write_plain
from sitehand.hosts.builtin.public.visit import Visit


async def show_front(visit: Visit) -> Response | None:
    """The front page, which has one page; the newest posts where there is none. In another locale the home page leads
    to the translation, whose address search engines know.
    """
    path = find_fronts(visit).get(visit.locale)
    if path is None:
        return await show_latest(visit)
    if visit.page > 1:
        return None
    return await show_article(visit) if path == HOME else RedirectResponse(visit.url(path), 302)


async def show_posts(visit: Visit) -> Response | None:
    """The newest posts at the page that lists them, or at a translation of it: its title and head, and not its text."""
    base = visit.values["base"]
    path = visit.local(base)
    if path not in find_versions(visit, visit.settings["page_for_posts"]).values():
        return None
    if visit.is_post:
        raise refuse_form()
    page = find_article(visit.database, visit.now, path)
    if page is None:
        return None
    return await show_latest(visit, Listed(base, Archive(write_plain(page.title), "", ""), _make_head(visit, page)))


def _make_head(visit: Visit, page: Article) -> Head:
    address = visit.link(page.path)
    head = make_item_head(visit, replace(page, excerpt=""), is_open=True, canonical=address)
    if visit.page == 1:
        return head
    further = f"{address}page/{visit.page}/"
    return replace(head, title=f"{head.title} · page {visit.page}", canonical=further, alternates=())
