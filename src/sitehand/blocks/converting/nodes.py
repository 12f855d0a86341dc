"""What the nodes of classic HTML are: inline or not, empty, aligned."""

import re
from collections.abc import Sequence
from typing import Any

from turbohtml import Comment, Element, Node, Text

from sitehand.blocks.dialects import Dialect
from sitehand.blocks.outline import BLANK

PHRASING = frozenset(
    {
        *("a", "abbr", "acronym", "audio", "b", "bdi", "bdo", "big", "br", "canvas", "cite", "code", "data", "del"),
        *("dfn", "em", "embed", "font", "i", "iframe", "img", "input", "ins", "kbd", "label", "mark", "math", "object"),
        *("picture", "q", "rp", "rt", "ruby", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "svg"),
        *("time", "tt", "u", "var", "video", "wbr"),
    }
)
"""Elements that stand in paragraphs."""
_ALIGN = re.compile(r"(?:^|;)\s*text-align\s*:\s*(left|center|right)\s*(?:;|$)", re.IGNORECASE)
_OWN_CLASS = re.compile(r"wp-block-[a-z-]+|has-text-align-(?:left|center|right)|align(?:left|center|right|none)")


def is_phrasing(node: Node) -> bool:
    """Whether it stands within a paragraph."""
    return not isinstance(node, Element) or node.tag in PHRASING


def is_text(node: Node) -> bool:
    """Text that is not white space alone."""
    return isinstance(node, Text) and bool(node.data.strip(BLANK))


def is_empty(nodes: Sequence[Node]) -> bool:
    """Whether the nodes hold only white space, line breaks and comments."""
    return not any(is_text(node) or (isinstance(node, Element) and node.tag != "br") for node in nodes)


def elements_of(parent: Node) -> list[Element]:
    """The elements directly in one."""
    return [node for node in parent.children if isinstance(node, Element)]


def only_element(nodes: Sequence[Node]) -> Element | None:
    """The one element that there is, without text beside it."""
    found = [node for node in nodes if not isinstance(node, Comment) and (is_text(node) or isinstance(node, Element))]
    return found[0] if len(found) == 1 and isinstance(found[0], Element) else None


def write_nodes(nodes: Sequence[Node]) -> str:
    """The HTML of some nodes."""
    return "".join(node.html for node in nodes if not isinstance(node, Comment))


def read_value(element: Element, name: str) -> str | None:
    """The value of an attribute; None for none, or an empty one."""
    value = element.attr(name)
    return (" ".join(value) if isinstance(value, list) else value) or None


def read_common(element: Element) -> dict[str, Any]:
    """The attributes that most blocks take: the id, and the classes that the block does not write itself."""
    classes = [name for name in (read_value(element, "class") or "").split() if not _OWN_CLASS.fullmatch(name)]
    return {"anchor": read_value(element, "id"), "className": " ".join(classes) or None}


def read_align(element: Element, release: Dialect, old: str) -> dict[str, Any]:
    """How its text is aligned: in 6.8 an attribute of the name `old`."""
    found = _ALIGN.search(read_value(element, "style") or "")
    value = found[1].lower() if found else (read_value(element, "align") or "").lower()
    if value not in ("left", "center", "right"):
        return {}
    return {old: value} if release is Dialect.V6_8 else {"style": {"typography": {"textAlign": value}}}
