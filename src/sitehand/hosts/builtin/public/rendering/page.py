"""The content of a page as visitors see it: the way from a stored text to its HTML, in a thread of the visitors."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection

from sitehand.hosts.builtin.public.list_pages import read_list_pages
from sitehand.hosts.builtin.public.queries import Article
from sitehand.hosts.builtin.public.rendering import reads
from sitehand.hosts.builtin.public.rendering.registry import load_renderers
from sitehand.hosts.builtin.public.rendering.scene import Scene, Work
from sitehand.hosts.builtin.public.rendering.view import SiteView
from sitehand.hosts.builtin.public.visit import Visit

LEFT_OUT = '<p class="left-out">Parts of this page are not shown: it has more lists than a page can show.</p>'


class Drawn(NamedTuple):
    """Sanitised HTML; `has_comments` says that the comments on the item stand in it."""

    html: str
    has_comments: bool = False


async def render_page(visit: Visit, article: Article, state: Mapping[str, Any] | None = None) -> Drawn:
    """The content of a page or post that has blocks; that of another state of it, when one is given.

    An item that has changed since it was found may not be this visitor's to read any more: its HTML as it was then.
    """

    def draw(connection: Connection) -> Drawn:
        raw = reads.read_raw(connection, article) if state is None else state["content"]
        if raw is None:
            return Drawn(article.content)
        fields = {} if state is None else {article.id: state.get("fields", {})}
        view, pages = SiteView(connection, visit, visit.theme.forms, fields), read_list_pages(visit.request.url.query)
        scene = Scene(view, load_renderers(), Work(), article, frozenset({article.id}), pages)
        html = scene.draw_text(raw)
        return Drawn(html + LEFT_OUT * scene.work.ended, article.id in scene.work.discussed)

    return await visit.database.visitors.read(draw)
