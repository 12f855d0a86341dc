"""What is read aloud for the headings and links of a page.

All are found in one walk: a page may have each of them within all before it.
"""

from collections.abc import Container, Mapping
from typing import NamedTuple

from turbohtml import Element, Node, Text

UNREAD = frozenset({"script", "style", "template", "noscript", "svg", "select", "textarea"})
"""Elements whose text is no part of what is read for an element around them."""
MAX_LABEL = 300
"""Characters of a label that are kept."""


class Flow:
    """Texts in their order as one text with single spaces."""

    def __init__(self) -> None:
        self.length = 0
        self._parts: list[str] = []
        self._has_gap = False

    def add(self, text: str) -> None:
        """Let a text follow the others."""
        words = " ".join(text.split())
        if not words:
            self._has_gap = self._has_gap or bool(text)
            return
        part = f" {words}" if self._has_gap or text[0].isspace() else words
        self._parts.append(part)
        self.length += len(part)
        self._has_gap = text[-1].isspace()

    def join(self) -> str:
        """The whole text."""
        return "".join(self._parts)


class Span(NamedTuple):
    """Where the texts and images of an element begin and end; `flow` holds the texts."""

    flow: Flow
    start: int
    end: int
    first_image: int
    last_image: int


class _End(NamedTuple):
    """Where an element ends, and where its text and images began."""

    element: Element
    start: int
    first_image: int


class _Walk:
    """A walk through a document. What is within an unread element is read for elements that are there too: there is one
    flow for each number of unread elements around a text.
    """

    def __init__(self, labelled: Container[str]) -> None:
        self._labelled = labelled
        self.flows = [Flow()]
        self._unread = 0
        self.images = Flow()
        self.spans: dict[Element, Span] = {}

    @property
    def _flow(self) -> Flow:
        return self.flows[self._unread]

    def go(self, whole: Node) -> None:
        """A stack, not recursion: pages nest as deep as they like."""
        stack: list[Node | _End] = [whole]
        while stack:
            node = stack.pop()
            if isinstance(node, _End):
                self._leave(node)
            elif isinstance(node, Text):
                self._flow.add(node.data)
            else:
                if isinstance(node, Element) and (end := self._enter(node)):
                    stack.append(end)
                stack.extend(reversed(list(node.children)))

    def _enter(self, element: Element) -> _End | None:
        end = _End(element, self._flow.length, self.images.length)
        if element.tag == "img" and (alt := element.attrs.get("alt")):
            self.images.add(f" {alt} ")
        if element.tag in UNREAD:
            self._unread += 1
            self.flows += [Flow()] if self._unread == len(self.flows) else []
        return end if element.tag in UNREAD or element.tag in self._labelled else None

    def _leave(self, end: _End) -> None:
        if end.element.tag in UNREAD:
            self._unread -= 1
        if end.element.tag in self._labelled:
            flow = self._flow
            self.spans[end.element] = Span(flow, end.start, flow.length, end.first_image, self.images.length)


def read_labels(document: Node, labelled: Container[str]) -> Mapping[Element, str]:
    """The text of each element with one of these tags, or the alternative texts of the images in it."""
    walk = _Walk(labelled)
    walk.go(document)
    images, texts = walk.images.join(), {flow: flow.join() for flow in walk.flows}
    found = {}
    for element, span in walk.spans.items():
        text = _cut(texts[span.flow], span.start, span.end)
        found[element] = text or _cut(images, span.first_image, span.last_image)
    return found


def _cut(text: str, start: int, end: int) -> str:
    """The beginning of a part of a text; a space may stand before its first word."""
    return text[start : min(end, start + MAX_LABEL + 1)].strip()[:MAX_LABEL]
