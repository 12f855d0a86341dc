"""Public pages as Markdown, for programs that read text: at `/slug.md`, or for whoever asks for it by `Accept`."""

import asyncio
from html import escape

from starlette.responses import Response
from turbohtml import Markdown, parse_fragment

from sitehand.hosts.builtin.public.accept import MEDIA_TYPE
from sitehand.hosts.builtin.public.addresses import MARKDOWN, MAX_MARKDOWN
from sitehand.hosts.builtin.public.queries import Article, find_article
from sitehand.hosts.builtin.public.rendering.page import render_page
from sitehand.hosts.builtin.public.theme import write_plain
from sitehand.hosts.builtin.public.visit import MAX_AGE_SECONDS, Visit

FORM = Markdown()


def find_markdown_path(item: Article) -> str:
    """Where an item is as Markdown; empty for one that has no such form."""
    return "" if item.protected or len(item.content) > MAX_MARKDOWN else f"{item.path.rstrip('/')}{MARKDOWN}"


async def show_markdown(visit: Visit) -> Response | None:
    """The item whose permalink is the path without its ending."""
    article = find_article(visit.database, visit.now, visit.path.removesuffix(MARKDOWN) + "/")
    return await answer_markdown(visit, article) if article and find_markdown_path(article) else None


async def answer_markdown(visit: Visit, article: Article) -> Response:
    """An item that everybody may read, as Markdown. Search engines are led to its page."""
    html = await render_page(visit, article) if article.has_blocks else article.content
    address = visit.link(article.path)
    body = await asyncio.to_thread(write_markdown, write_plain(article.title), html, address)
    headers = {"Cache-Control": f"public, max-age={MAX_AGE_SECONDS}", "Link": f'<{address}>; rel="canonical"'}
    return Response(body, 200, {**headers, "Vary": "Accept"}, MEDIA_TYPE)


def write_markdown(title: str, html: str, address: str) -> str:
    """The title as a heading, and the text, with whole addresses in its links."""
    parsed = parse_fragment(f"<h1>{escape(title)}</h1>{html}")
    parsed.resolve_links(address)
    return f"{parsed.to_markdown(FORM).strip()}\n"
