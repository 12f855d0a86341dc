"""Markup that is so intricate that cleaning it would take absurdly long: no text that anybody wrote is.

The cleaner's time grows with the square of three things: how deep elements are nested, the attributes of one element,
and the characters `&` and no-break space within one text. Another parser, whose time is linear, looks at them first;
it reads HTML by the same standard, so that nothing is nested for the one and not for the other.
"""

import re

from turbohtml import Element, Node, Text, parse_fragment

MAX_NESTING = 500
MAX_ATTRIBUTES = 1000
MAX_ESCAPES = 20_000
"""Characters in one text, or in one element's attributes, that the cleaner writes as `&amp;` and `&nbsp;`."""
MAX_BESIDE_TABLES = 30_000
TABLE_PARTS = frozenset("caption col colgroup table tbody td tfoot th thead tr".split())  # noqa: SIM905
_START = re.compile(r"<([a-zA-Z][a-zA-Z0-9-]*)")


def is_intricate(marked_up: str) -> bool:
    """Whether cleaning this would take absurdly long. Formatting that is never closed is limited before."""
    # With the scripting flag of the cleaner's parser, for which <noscript> holds text alone.
    whole = parse_fragment(marked_up, positions=False, scripting=True)
    return _may_be_misplaced(marked_up) or _is_absurd(whole, texts=_count_escapes(marked_up) > MAX_ESCAPES)


def _is_absurd(whole: Element, *, texts: bool) -> bool:
    """Whether any part of the tree is beyond the bounds; its `texts` are looked at only where they might be."""
    nodes: list[tuple[Node, int]] = [(whole, 0)]
    while nodes:
        node, depth = nodes.pop()
        if depth > MAX_NESTING or _has_too_much(node):
            return True
        nodes += [(child, depth + 1) for child in node.children if texts or not isinstance(child, Text)]
    return False


def _has_too_much(node: Node) -> bool:
    if isinstance(node, Text):
        return _count_escapes(node.data) > MAX_ESCAPES
    if not isinstance(node, Element):
        return False
    values = [str(value) for value in node.attrs.values()]
    return len(values) > MAX_ATTRIBUTES or sum(map(_count_escapes, values)) > MAX_ESCAPES


def _count_escapes(text: str) -> int:
    return text.count("&") + text.count("\xa0")


def _may_be_misplaced(marked_up: str) -> bool:
    """Whether so many tags could stand in a table outside its cells: the parser's time grows with their square.

    Source: HTML Living Standard, 13.2.6.1, foster parenting.
    """
    if "<table" not in marked_up.lower():
        return False
    return sum(name.lower() not in TABLE_PARTS for name in _START.findall(marked_up)) > MAX_BESIDE_TABLES
