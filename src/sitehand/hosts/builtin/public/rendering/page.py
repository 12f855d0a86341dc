"""The content of a page as visitors see it: the way from a stored text to its HTML, in a thread of the visitors."""

from dataclasses import replace

from sqlalchemy import Connection

from sitehand.hosts.builtin.public.list_pages import read_list_pages
from sitehand.hosts.builtin.public.queries import Article
from sitehand.hosts.builtin.public.rendering import reads
from sitehand.hosts.builtin.public.rendering.registry import load_renderers
from sitehand.hosts.builtin.public.rendering.scene import Scene, Work
from sitehand.hosts.builtin.public.rendering.view import SiteView
from sitehand.hosts.builtin.public.visit import Visit

LEFT_OUT = '<p class="left-out">Parts of this page are not shown: it has more lists than a page can show.</p>'


async def draw_item(visit: Visit, article: Article, raw: str | None = None) -> Article:
    """A page or post with its blocks drawn: those of its stored text, unless another text is given."""

    def draw(connection: Connection) -> str:
        view, pages = SiteView(connection, visit, visit.theme.forms), read_list_pages(visit.request.url.query)
        scene = Scene(view, load_renderers(), Work(), article, frozenset({article.id}), pages)
        html = scene.draw_text(reads.read_raw(connection, article.id) if raw is None else raw)
        return html + LEFT_OUT if scene.work.ended else html

    return replace(article, content=await visit.database.visitors.run(draw))
