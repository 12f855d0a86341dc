"""Lists of classic HTML: their items are blocks, and lists in an item are blocks of it."""

from typing import Any

from turbohtml import Element, Node

from sitehand.blocks.converting.nodes import is_text, read_common, read_value, write_nodes
from sitehand.blocks.making import NewBlock
from sitehand.blocks.outline import BLANK

LISTS = ("ol", "ul")
TYPES = {"A": "upper-alpha", "a": "lower-alpha", "I": "upper-roman", "i": "lower-roman"}


def make_list(element: Element) -> NewBlock:
    """The block of a list."""
    items: list[NewBlock] = []
    for child in element.children:
        if not isinstance(child, Element):
            items += [NewBlock("core/list-item", {"content": child.html})] if is_text(child) else []
        elif child.tag in LISTS and items:  # a list right in a list belongs to the item before it
            items[-1] = NewBlock("core/list-item", items[-1].attributes, [*items[-1].inner, make_list(child)])
        elif child.tag in LISTS:
            items += make_list(child).inner
        else:
            items.append(_make_item(child))
    return NewBlock("core/list", {**read_common(element), **_read_order(element)}, items)


def _make_item(element: Element) -> NewBlock:
    nodes = [node for node in element.children if is_text(node) or isinstance(node, Element)]
    at = len(nodes)
    while at and _is_list(nodes[at - 1]):
        at -= 1
    inner = [make_list(node) for node in nodes[at:] if isinstance(node, Element)]
    content = element.inner_html if not inner else write_nodes(nodes[:at]).strip(BLANK)
    if any(isinstance(node, Element) and node.tag == "p" for node in nodes):
        content = _join_paragraphs(nodes[:at])
    return NewBlock("core/list-item", {"content": content}, inner)


def _join_paragraphs(nodes: list[Node]) -> str:
    """The text of an item in paragraphs, on lines of its own."""
    parts = [node.inner_html if isinstance(node, Element) and node.tag == "p" else node.html for node in nodes]
    return "<br>".join(part.strip(BLANK) for part in parts)


def _is_list(node: Node) -> bool:
    return isinstance(node, Element) and node.tag in LISTS


def _read_order(element: Element) -> dict[str, Any]:
    if element.tag == "ul":
        return {}
    start = read_value(element, "start") or ""
    return {
        "ordered": True,
        "start": int(start) if start.lstrip("-").isascii() and start.lstrip("-").isdigit() else None,
        "reversed": True if "reversed" in element.attrs else None,
        "type": TYPES.get(read_value(element, "type") or ""),
    }
