"""The HTML of a block as one element, and where in the text each part of it is."""

import re
from bisect import bisect_left

from turbohtml import Element, Node, SourceLocation, SourceSpan, Text, parse_fragment

from sitehand.blocks.elements import VOID
from sitehand.blocks.outline import BLANK
from sitehand.blocks.tree import Span


class MarkupMismatch(Exception):
    """The HTML differs from what the release writes of the block's attributes, where it would have to change."""


class Html:
    """Some HTML, its one element, and where in the text each part of it is.

    The parser counts a line break of two characters as one, and gives places in the text as it counts.
    """

    def __init__(self, html: str) -> None:
        self.text = html
        """Raises MarkupMismatch for text, or for several elements."""
        self._breaks = [found.start() - number for number, found in enumerate(re.finditer("\r\n", html))]
        found = [one for one in parse_fragment(html, source_locations=True).children if not is_blank(one)]
        if len(found) != 1 or not isinstance(found[0], Element):
            raise MarkupMismatch
        self.root = found[0]

    def tag(self, element: Element) -> Span:
        """The place of an element's start tag."""
        return self._place(_locate(element).start_tag)

    def inner(self, element: Element) -> Span:
        """The place of an element's content."""
        return Span(self.tag(element).end, self._end(element).start)

    def whole(self, element: Element) -> Span:
        """The place of an element, with its content."""
        last = self.tag(element) if element.tag in VOID else self._end(element)
        return Span(self.tag(element).start, last.end)

    def attribute(self, element: Element, name: str) -> Span | None:
        """The place of an attribute, with its value."""
        found = _locate(element).attrs.get(name)
        return self._place(found) if found else None

    def slice(self, span: Span) -> str:
        """A part of the text."""
        return self.text[span.start : span.end]

    def _end(self, element: Element) -> Span:
        """The place of an element's end tag."""
        tag = _locate(element).end_tag
        if tag is None:
            raise MarkupMismatch  # the parser closed it
        return self._place(tag)

    def _place(self, span: SourceSpan) -> Span:
        """The place in the text of what the parser found."""
        return Span(*(at + bisect_left(self._breaks, at) for at in (span.start_offset, span.end_offset)))


def _locate(element: Element) -> SourceLocation:
    location = element.source_location
    if location is None or location.start_tag is None:
        raise MarkupMismatch  # the parser put it there
    return location


def is_blank(node: Node) -> bool:
    """Whether a node is white space alone."""
    return isinstance(node, Text) and not node.data.strip(BLANK)
