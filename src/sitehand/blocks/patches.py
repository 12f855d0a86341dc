"""Changes of HTML at its own spans: what differs between two forms of a block is changed in what is really there.

The two forms are what the release writes of the attributes before and after. Where they agree, the block's own bytes
stay, whatever they are: its white space, the order of its attributes, an older form of its classes.
"""

import re
from collections.abc import Iterator, Sequence

from turbohtml import Element, Node, Text

from sitehand.blocks.elements import VOID, write_element
from sitehand.blocks.html import Html, MarkupMismatch, is_blank
from sitehand.blocks.outline import BLANK
from sitehand.blocks.splices import Splice
from sitehand.blocks.tree import Span

HOLE = "<!--blocks-->"
"""Stands for the blocks within a block, in the HTML that is made and in the HTML that is there."""
# A run of white space is read from its beginning alone: from each of its characters, it would take hours.
_SPACE = re.compile(rf"(?:(?<!\s)\s++)?({HOLE})\s*+|(?<=>)\s++(?=<)")


def patch_html(there: str, old: str, new: str) -> list[Splice]:
    """The splices that change `there`, which is like `old`, as `old` was changed into `new`.

    All have a `HOLE` where the blocks are. Raises MarkupMismatch.
    """
    if not old.strip(BLANK) or not new.strip(BLANK):
        raise MarkupMismatch
    patcher = _Patcher(Html(there), Html(new))
    patcher.patch(patcher.there.root, Html(old).root, patcher.new.root)
    return sorted(patcher.splices)


class _Patcher:
    """Collects the splices of one text, with pieces of another."""

    def __init__(self, there: Html, new: Html) -> None:
        self.there = there
        self.new = new
        self.splices: list[Splice] = []

    def patch(self, there: Element, old: Element, new: Element) -> None:
        """Compare two elements, and change the one that is there."""
        if old.html == new.html:
            return
        if there.tag != old.tag:
            raise MarkupMismatch
        if (old.tag in VOID) != (new.tag in VOID):
            self._replace(self.there.whole(there), self.new.slice(self.new.whole(new)))
            return
        if (old.tag, old.attrs) != (new.tag, new.attrs) or list(old.attrs) != list(new.attrs):
            self._patch_tags(there, old, new)
        if old.inner_html != new.inner_html:
            self._patch_content(there, old, new)

    def _patch_tags(self, there: Element, old: Element, new: Element) -> None:
        tag = self.there.tag(there)
        if list(there.attrs.items()) == list(old.attrs.items()):
            self._replace(tag, self.new.slice(self.new.tag(new)))
        else:
            self._patch_attributes(there, old, new)
            self._replace(Span(tag.start, tag.start + len(f"<{old.tag}")), f"<{new.tag}")
        if old.tag != new.tag:
            end = self.there.inner(there).end
            self._replace(Span(end, end + len(f"</{old.tag}")), f"</{new.tag}")

    def _patch_attributes(self, there: Element, old: Element, new: Element) -> None:
        for name in dict.fromkeys([*old.attrs, *new.attrs]):
            if old.attr(name) == new.attr(name):
                continue
            value = self._merge(name, there, old, new)
            self._set(there, name, value)

    def _merge(self, name: str, there: Element, old: Element, new: Element) -> str | None:
        """The new value: of classes, those that are there with what changed; of styles, only if nothing else is."""
        if name == "class":
            before, after = list(_words(old.attr(name))), list(_words(new.attr(name)))
            kept = [word for word in _words(there.attr(name)) if word in after or word not in before]
            return " ".join(dict.fromkeys([*kept, *(word for word in after if word not in before)])) or None
        if name == "style" and there.attr(name) != old.attr(name):
            raise MarkupMismatch
        value = new.attr(name)
        return value if name in new.attrs else None

    def _set(self, there: Element, name: str, value: str | None) -> None:
        written = "" if value is None else write_element("i", {name: value})[len("<i ") : -len("></i>")]
        if span := self.there.attribute(there, name):
            self._replace(Span(span.start - (0 if written else 1), span.end), written)
        elif written:
            end = self.there.tag(there).end
            at = end - (2 if self.there.text[end - 2] == "/" else 1)
            self._replace(Span(at, at), f" {written}")

    def _patch_content(self, there: Element, old: Element, new: Element) -> None:
        """Element by element where only their insides differ; else as a whole."""
        olds, news, theres = _parts(old), _parts(new), _parts(there)
        if [_shape(one) for one in olds] == [_shape(one) for one in news] == [_shape(one) for one in theres]:
            for one, before, after in zip(theres, olds, news, strict=True):
                if isinstance(one, Element) and isinstance(before, Element) and isinstance(after, Element):
                    self.patch(one, before, after)
        elif _plain(there) == _plain(old):
            self._replace_content(there, new)
        else:
            raise MarkupMismatch

    def _replace_content(self, there: Element, new: Element) -> None:
        start, end = self.there.inner(there)
        before, hole, after = self.there.slice(Span(start, end)).partition(HOLE)
        new_before, new_hole, new_after = self.new.slice(self.new.inner(new)).partition(HOLE)
        if hole != new_hole:
            raise MarkupMismatch
        self._replace(Span(start, start + len(before)), new_before)
        self._replace(Span(end - len(after), end) if hole else Span(end, end), new_after)

    def _replace(self, span: Span, text: str) -> None:
        if self.there.slice(span).strip(BLANK) != text.strip(BLANK):
            self.splices.append(Splice(*span, text))


def _parts(element: Element) -> Sequence[Node]:
    """Elements and text, without white space around a place for blocks."""
    return [one for one in element.children if not is_blank(one)]


def _shape(node: Node) -> str:
    """What has to agree for two nodes to be the same one: the tag, or the text."""
    if isinstance(node, Element):
        return f"<{node.tag}>"
    return node.data if isinstance(node, Text) else HOLE


def _plain(element: Element) -> str:
    """The content, without white space around blocks and between elements."""
    return _SPACE.sub(r"\1", element.inner_html).strip(BLANK)


def _words(value: object) -> Iterator[str]:
    yield from str(value or "").split()
