"""Changes of HTML at its own spans: what differs between two forms of a block is changed in what really stands there.

The two forms are what the release writes of the attributes before and after. Where they agree, the block's own bytes
stay, whatever they are: its white space, the order of its attributes, an older form of its classes.
"""

from collections.abc import Iterator, Sequence

from turbohtml import Element, Node, SourceLocation, Text, parse_fragment

from sitehand.blocks.elements import VOID, write_element
from sitehand.blocks.outline import BLANK
from sitehand.blocks.splices import Splice
from sitehand.blocks.tree import Span

HOLE = "<!--blocks-->"
"""Stands for the blocks within a block, in the HTML that is made and in the HTML that is there."""


class Unlike(Exception):
    """The HTML differs from what the release writes of the block's attributes, where it would have to change."""


def patch_html(there: str, old: str, new: str) -> list[Splice]:
    """The splices that change `there`, which is like `old`, as `old` was changed into `new`.

    All have a `HOLE` where the blocks are. Raises Unlike.
    """
    if not old.strip(BLANK) or not new.strip(BLANK):
        raise Unlike
    patcher = _Patcher(there, new)
    patcher.patch(_root(there), _root(old), _root(new))
    return sorted(patcher.splices)


class _Patcher:
    """Collects the splices of one text, with pieces of another."""

    def __init__(self, there: str, new: str) -> None:
        self._text = there
        self._new = new
        self.splices: list[Splice] = []

    def patch(self, there: Element, old: Element, new: Element) -> None:
        """Compare two elements, and change the one that is there."""
        if old.html == new.html:
            return
        if there.tag != old.tag:
            raise Unlike
        if (old.tag in VOID) != (new.tag in VOID):
            self._replace(*_span(there), _slice(self._new, _span(new)))
            return
        if (old.tag, old.attrs) != (new.tag, new.attrs) or list(old.attrs) != list(new.attrs):
            self._patch_tags(there, old, new)
        if old.inner_html != new.inner_html:
            self._patch_content(there, old, new)

    def _patch_tags(self, there: Element, old: Element, new: Element) -> None:
        start, end = _tag_span(there)
        if list(there.attrs.items()) == list(old.attrs.items()):
            self._replace(start, end, _slice(self._new, _tag_span(new)))
        else:
            self._patch_attributes(there, old, new)
            self._replace(start, start + len(f"<{old.tag}"), f"<{new.tag}")
        if old.tag != new.tag:
            inner = _inner_span(there)
            self._replace(inner.end, inner.end + len(f"</{old.tag}"), f"</{new.tag}")

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
            raise Unlike
        value = new.attr(name)
        return value if name in new.attrs else None

    def _set(self, there: Element, name: str, value: str | None) -> None:
        spans = _locate(there).attrs
        written = "" if value is None else write_element("i", {name: value})[len("<i ") : -len("></i>")]
        if name in spans:
            start = spans[name].start_offset - (0 if written else 1)
            self._replace(start, spans[name].end_offset, written)
        elif written:
            end = _tag_span(there).end
            at = end - (2 if self._text[end - 2] == "/" else 1)
            self._replace(at, at, f" {written}")

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
            raise Unlike

    def _replace_content(self, there: Element, new: Element) -> None:
        start, end = _inner_span(there)
        before, hole, after = self._text[start:end].partition(HOLE)
        new_before, new_hole, new_after = _slice(self._new, _inner_span(new)).partition(HOLE)
        if hole != new_hole:
            raise Unlike
        self._replace(start, start + len(before), new_before)
        if hole:
            self._replace(end - len(after), end, new_after)

    def _replace(self, start: int, end: int, text: str) -> None:
        if self._text[start:end] != text:
            self.splices.append(Splice(start, end, text))


def _slice(text: str, span: Span) -> str:
    """A part of a text."""
    return text[span.start : span.end]


def _root(html: str) -> Element:
    """The one element of some HTML, with its spans."""
    same_length = html.replace("\r\n", " \n").replace("\r", "\n")  # spans count a line break as one character
    found = [one for one in parse_fragment(same_length, source_locations=True).children if not _is_blank(one)]
    if len(found) != 1 or not isinstance(found[0], Element):
        raise Unlike
    return found[0]


def _locate(element: Element) -> SourceLocation:
    location = element.source_location
    if location is None or location.start_tag is None:
        raise Unlike  # the parser put it there
    return location


def _tag_span(element: Element) -> Span:
    """Where its start tag is."""
    tag = _locate(element).start_tag
    return Span(tag.start_offset, tag.end_offset)


def _inner_span(element: Element) -> Span:
    """Where its content is."""
    location = _locate(element)
    if location.end_tag is None:
        raise Unlike
    return Span(location.start_tag.end_offset, location.end_tag.start_offset)


def _span(element: Element) -> Span:
    """Where it is, with its content."""
    location = _locate(element)
    last = location.start_tag if element.tag in VOID else location.end_tag
    if last is None:
        raise Unlike
    return Span(location.start_tag.start_offset, last.end_offset)


def _parts(element: Element) -> Sequence[Node]:
    """Elements and text, without white space around a place for blocks."""
    return [one for one in element.children if not _is_blank(one)]


def _shape(node: Node) -> str:
    """What has to agree for two nodes to be the same one: the tag, or the text."""
    if isinstance(node, Element):
        return f"<{node.tag}>"
    return node.data if isinstance(node, Text) else HOLE


def _plain(element: Element) -> str:
    return element.inner_html.strip(BLANK)


def _is_blank(node: Node) -> bool:
    return isinstance(node, Text) and not node.data.strip(BLANK)


def _words(value: object) -> Iterator[str]:
    yield from str(value or "").split()
