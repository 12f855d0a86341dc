"""The body of a page or post: its Elementor document, its blocks drawn anew, or its content."""

from typing import NamedTuple

from sitehand.elementor.rendering.document import RenderedDocument
from sitehand.hosts.builtin.public.elementor import find_document
from sitehand.hosts.builtin.public.queries import Article
from sitehand.hosts.builtin.public.rendering.page import render_page
from sitehand.hosts.builtin.public.visit import Visit


class Body(NamedTuple):
    """Sanitised HTML, and the document that it was made from, if it was. `has_comments` says that the comments on the
    item stand in it.
    """

    html: str
    document: RenderedDocument | None = None
    has_comments: bool = False

    @property
    def has_title(self) -> bool:
        """Whether the title of the item stands above."""
        return self.document is None or self.document.has_title


CLOSED = Body("")
"""The body of an item that the visitor may not read."""


async def draw_body(visit: Visit, article: Article) -> Body:
    """What visitors see of an item below its title. What it hides is not in it."""
    if document := await find_document(visit, article):
        return Body(document.html, document)
    if not article.has_blocks:
        return Body(article.content)
    drawn = await render_page(visit, article)
    return Body(drawn.html, has_comments=drawn.has_comments)
