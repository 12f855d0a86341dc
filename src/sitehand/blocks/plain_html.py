"""Whether HTML holds nothing but layout and text, for which there are blocks: then no `core/html` is needed for it."""

from collections.abc import Mapping
from dataclasses import dataclass

from turbohtml import Element, parse_fragment

INSTEAD: Mapping[str, tuple[str, ...]] = {
    "core/group": ("div", "section", "article", "main", "header", "footer", "aside", "nav", "center"),
    "core/heading": ("h1", "h2", "h3", "h4", "h5", "h6"),
    "core/list": ("ul", "ol", "li"),
    "core/quote": ("blockquote", "cite"),
    "core/image": ("img", "figure", "figcaption", "picture", "source"),
    "core/table": ("table", "caption", "colgroup", "col", "thead", "tbody", "tfoot", "tr", "th", "td"),
    "core/separator": ("hr",),
    "core/code": ("pre",),
    "core/details": ("details", "summary"),
    "core/paragraph": (
        *("p", "span", "br", "a", "em", "strong", "b", "i", "u", "s", "del", "ins", "sub", "sup", "code", "kbd"),
        *("small", "mark", "abbr", "q", "font", "big", "time", "wbr"),
    ),
}
"""The block to send, by the elements that it is for."""
BLOCK_OF = {tag: block for block, tags in INSTEAD.items() for tag in tags}
HANDLER = "on"


@dataclass(frozen=True, slots=True)
class PlainHtml:
    """HTML for which there are blocks: those, in the order in which they are needed."""

    instead: tuple[str, ...]


def find_plain(html: str) -> PlainHtml | None:
    """What to send in place of HTML; None for HTML that is empty, or has something for which there is no block."""
    try:
        found = parse_fragment(html)
        elements = list(found.find_all(True))
    except RecursionError:  # nobody writes HTML that deep
        return None
    if not all(map(_is_plain, elements)) or not (elements or found.text.strip()):
        return None
    return PlainHtml(tuple(dict.fromkeys(BLOCK_OF[element.tag] for element in elements)) or ("core/paragraph",))


def _is_plain(element: Element) -> bool:
    return element.tag in BLOCK_OF and not any(name.startswith(HANDLER) for name in element.attrs)
