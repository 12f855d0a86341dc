"""Blocks of text from elements of classic HTML: headings, code, and what holds other blocks."""

from collections.abc import Callable, Mapping, Sequence

from turbohtml import Element, Node

from sitehand.blocks.converting.lists import make_list
from sitehand.blocks.converting.nodes import elements_of, only_element, read_align, read_common, read_value
from sitehand.blocks.converting.pictures import make_figure
from sitehand.blocks.converting.tables import make_table
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.making import NewBlock

Read = Callable[[Sequence[Node]], list[NewBlock]]
"""How what an element holds is read."""
Make = Callable[[Element, Read, Dialect], NewBlock | None]
GROUPS = ("div", "section", "article", "aside", "header", "footer", "main", "center")


def make_heading(element: Element, read: Read, release: Dialect) -> NewBlock:
    """A heading."""
    align = read_align(element, release, "textAlign")
    given = {"level": int(element.tag[1]), "content": element.inner_html, **align}
    return NewBlock("core/heading", {**read_common(element), **given})


def make_preformatted(element: Element, read: Read, release: Dialect) -> NewBlock:
    """Code, where that is all there is, and its language a class; else preformatted text."""
    only = only_element(element.children)
    common = read_common(element)
    if only is None or only.tag != "code":
        return NewBlock("core/preformatted", {**common, "content": element.inner_html})
    classes = " ".join(filter(None, (common["className"], read_value(only, "class"))))
    return NewBlock("core/code", {**common, "className": classes or None, "content": only.inner_html})


def make_quote(element: Element, read: Read, release: Dialect) -> NewBlock:
    """A quote around what it holds. What its author put into `cite` stays where it is in the text."""
    return NewBlock("core/quote", read_common(element), read(element.children))


def make_separator(element: Element, read: Read, release: Dialect) -> NewBlock:
    """A line."""
    return NewBlock("core/separator", read_common(element))


def make_group(element: Element, read: Read, release: Dialect) -> NewBlock | None:
    """A group, which has the classes; None where a style of its own would be lost."""
    if set(element.attrs) - {"class", "id"}:
        return None
    name = {} if element.tag in ("div", "center") else {"tagName": element.tag}
    return NewBlock("core/group", {**read_common(element), **name}, read(element.children))


def make_details(element: Element, read: Read, release: Dialect) -> NewBlock:
    """A block that opens on demand, from a `details` element."""
    summary = next((one for one in elements_of(element) if one.tag == "summary"), None)
    rest = [node for node in element.children if node is not summary]
    given = {"summary": summary.inner_html if summary else None, "showContent": "open" in element.attrs or None}
    return NewBlock("core/details", {**read_common(element), **given}, read(rest))


MAKE: Mapping[str, Make] = {
    **{f"h{level}": make_heading for level in range(1, 7)},
    **dict.fromkeys(GROUPS, make_group),
    "blockquote": make_quote,
    "details": make_details,
    "figure": lambda element, read, release: make_figure(element, release),
    "hr": make_separator,
    "ol": lambda element, read, release: make_list(element),
    "pre": make_preformatted,
    "table": lambda element, read, release: make_table(element),
    "ul": lambda element, read, release: make_list(element),
}
"""What becomes of an element that stands in no paragraph, by its name."""
