"""An element without a counterpart, as blocks of what it shows: its texts, pictures and links, without its looks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import nh3

from sitehand.blocks.converting.html import read_html
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.making import NewBlock
from sitehand.blocks.plain_html import find_plain
from sitehand.elementor.document import Element
from sitehand.elementor.rendering.canvas import Canvas, Picture, References
from sitehand.elementor.rendering.document import draw_element

TAGS = {
    *("h1", "h2", "h3", "h4", "h5", "h6", "p", "ul", "ol", "li", "blockquote", "pre", "code", "hr", "br", "div"),
    *("table", "thead", "tbody", "tfoot", "tr", "th", "td", "figure", "img", "a", "b", "strong", "i", "em", "s", "del"),
    *("mark", "sub", "sup"),
}
ATTRIBUTES = {"a": {"href"}, "img": {"src", "alt"}, "th": {"colspan", "rowspan"}, "td": {"colspan", "rowspan"}}
INLINE = {"a", "b", "strong", "i", "em", "s", "del", "mark", "sub", "sup", "code", "br"}
GONE = {"script", "style", "svg"}
BOXES = (
    *("article", "aside", "center", "details", "fieldset", "figcaption", "footer", "form", "header", "label", "main"),
    *("nav", "option", "section", "summary"),
)
"""Elements that part texts as a `div` does."""


def draw_blocks(element: Element, alts: Mapping[int, str], release: Dialect) -> list[NewBlock]:
    """The blocks of an element as it is drawn; none where it shows nothing that blocks hold."""
    references = References({number: Picture("", alt) for number, alt in alts.items()})
    return read_plain(draw_element(element, Canvas(references, str, draw_element), 1), release)


def read_plain(html: str, release: Dialect) -> list[NewBlock]:
    """The blocks of the texts, pictures and links in HTML."""
    for name in BOXES:
        html = html.replace(f"<{name}>", "<div>").replace(f"<{name} ", "<div ").replace(f"</{name}>", "</div>")
    simple = nh3.clean(html, tags=TAGS, attributes=ATTRIBUTES, clean_content_tags=GONE, link_rel=None)
    return list(_flatten(read_html(simple, release)))


def replace_plain(blocks: Sequence[NewBlock], release: Dialect) -> Iterator[NewBlock]:
    """Blocks, with others for HTML that is layout and text alone: a site may refuse `core/html` for that."""
    for block in blocks:
        if block.name == "core/html" and find_plain(block.attributes["content"]):
            yield from read_plain(block.attributes["content"], release)
        else:
            yield replace(block, inner=list(replace_plain(block.inner, release)))


def _flatten(blocks: Sequence[NewBlock]) -> Iterator[NewBlock]:
    """Blocks without groups that say nothing, and texts in place of what is still no block."""
    for block in blocks:
        said = {name for name, value in block.attributes.items() if value is not None}
        if block.name == "core/group" and said <= {"layout"}:
            yield from _flatten(block.inner)
        elif block.name == "core/html":
            yield NewBlock("core/paragraph", {"content": nh3.clean(block.attributes["content"], tags=INLINE)})
        else:
            yield replace(block, inner=list(_flatten(block.inner)))
