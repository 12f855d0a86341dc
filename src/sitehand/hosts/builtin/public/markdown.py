"""Public pages as Markdown, for programs that read text: at `/slug.md`, or for whoever asks for it by `Accept`."""

import asyncio
from html import escape

from starlette.responses import Response
from turbohtml import Markdown, parse_fragment

from sitehand.hosts.builtin.front_page import HOME
from sitehand.hosts.builtin.public.accept import MEDIA_TYPE
from sitehand.hosts.builtin.public.addresses import MARKDOWN
from sitehand.hosts.builtin.public.body import Body, draw_body
from sitehand.hosts.builtin.public.homes import find_versions
from sitehand.hosts.builtin.public.queries import Article, find_article
from sitehand.hosts.builtin.public.theme import write_plain
from sitehand.hosts.builtin.public.visit import MAX_AGE_SECONDS, Visit

MAX_CHARACTERS = 1_000_000
"""Characters of HTML that are converted: they take about a tenth of a second."""
FORM = Markdown()


def has_markdown(item: Article, body: Body) -> bool:
    """Whether an item with this body is shown as Markdown to whoever asks for it."""
    return not item.protected and len(body.html) <= MAX_CHARACTERS


def find_markdown_path(item: Article, body: Body) -> str:
    """Where it is as Markdown; empty for one without this form, and for the front page, which has no such address."""
    return f"{item.path.rstrip('/')}{MARKDOWN}" if item.path != HOME and has_markdown(item, body) else ""


async def show_markdown(visit: Visit) -> Response | None:
    """The item whose permalink is the path without its ending. The posts page shows no text of its own."""
    article = find_article(visit.database, visit.now, visit.path.removesuffix(MARKDOWN) + "/")
    if article is None or article.protected:
        return None
    if article.path in find_versions(visit, visit.settings["page_for_posts"]).values():
        return None
    body = await draw_body(visit, article)
    return await answer_markdown(visit, article, body) if has_markdown(article, body) else None


async def answer_markdown(visit: Visit, article: Article, body: Body) -> Response:
    """The body of an item that everybody may read, as Markdown. Search engines are led to its page."""
    address = visit.link(article.path)
    title = write_plain(article.title) if body.has_title else ""
    text = await asyncio.to_thread(write_markdown, title, body.html, address)
    headers = {"Cache-Control": f"public, max-age={MAX_AGE_SECONDS}", "Link": f'<{address}>; rel="canonical"'}
    return Response(text, 200, {**headers, "Vary": "Accept"}, MEDIA_TYPE)


def write_markdown(title: str, html: str, address: str) -> str:
    """The title, if there is one, as a heading, and the text, with whole addresses in its links."""
    heading = f"<h1>{escape(title)}</h1>" if title else ""
    parsed = parse_fragment(heading + html)
    parsed.resolve_links(address)
    return f"{parsed.to_markdown(FORM).strip()}\n"
