"""What WordPress adds to the stored HTML of a block when it shows it: classes and styles of layout."""

import html
import re
from collections.abc import Iterable, Iterator
from itertools import chain

from sitehand.blocks.elements import VOID
from sitehand.hosts.builtin.public.rendering.element_colors import list_element_styles
from sitehand.hosts.builtin.public.rendering.layout import (
    find_ratio,
    find_width,
    list_child_styles,
    list_layout_classes,
    list_layout_styles,
    list_own_styles,
)
from sitehand.hosts.builtin.public.rendering.slots import Attributes
from sitehand.hosts.builtin.public.rendering.states import list_state_classes, list_state_styles
from sitehand.hosts.builtin.public.rendering.values import write_styles
from sitehand.hosts.builtin.public.rendering.viewports import list_viewport_classes

MAX_HEAD = 20_000
"""Characters in which the opening tags of a block are looked for."""
NAMED_WIDTHS = ("25%", "50%", "75%", "100%")
"""Widths of a button before 7.1 that have classes of their own."""
_TAG = re.compile(r"""<(?P<close>/)?(?P<name>[a-zA-Z][a-zA-Z0-9-]*+)(?P<rest>(?:[^>"']|"[^"]*+"|'[^']*+')*+)>""")
_BEGIN = re.compile("</?[a-zA-Z]")
_ATTRIBUTE = r"""(?<=\s){}\s*+=\s*+(?:"([^"]*+)"|'([^']*+)')"""
_CLASS, _STYLE = (re.compile(_ATTRIBUTE.format(name), re.IGNORECASE) for name in ("class", "style"))


def dress(text: str, name: str, attributes: Attributes) -> str:
    """The first HTML of a block with what WordPress adds: layout to the element that its blocks stand in."""
    own = [
        *list_own_classes(name, attributes),
        *list_viewport_classes(name, attributes),
        *list_state_classes(name, attributes),
    ]
    layout = [*list_layout_classes(name, attributes)]
    styles = write_styles(list_layout_styles(name, attributes))
    own_styles = list_own_styles(name, attributes)
    chosen = (
        list_child_styles(attributes),
        own_styles,
        list_element_styles(attributes),
        list_state_styles(name, attributes),
    )
    child = write_styles(chain.from_iterable(chosen))
    if not (own or layout or styles or child):
        return text
    first, wrapper = _find_tags(text[:MAX_HEAD])
    if first == wrapper:
        return _change_tag(text, first, [*own, *layout], ";".join(filter(None, (child, styles))))
    return _change_tag(_change_tag(text, wrapper, layout, styles), first, own, child)


def list_own_classes(name: str, attributes: Attributes) -> list[str]:
    """Classes that the site adds, since the editor does not store them."""
    if find_ratio(name, attributes):
        return ["has-aspect-ratio"]
    if width := find_width(name, attributes):
        return [*_list_width_classes(width)]
    if name == "core/group" and attributes.inner("style").inner("position").text("type") == "sticky":
        return ["is-position-sticky"]
    return ["wp-block-paragraph"] if name == "core/paragraph" else []


def _list_width_classes(width: str) -> Iterator[str]:
    yield "has-custom-width"
    if width.endswith("%"):
        yield "wp-block-button__width"
    if width in NAMED_WIDTHS:
        yield f"wp-block-button__width-{width[:-1]}"


def _find_tags(text: str) -> tuple[re.Match[str] | None, re.Match[str] | None]:
    """The first tag, and the last that is still open where the blocks within begin."""
    first: re.Match[str] | None = None
    still_open: list[re.Match[str]] = []
    for tag in walk_tags(text):
        if not tag["close"]:
            first = first or tag
            if tag["name"].lower() not in VOID:
                still_open.append(tag)
        elif still_open:
            still_open.pop()
    return first, still_open[-1] if still_open else first


def walk_tags(text: str) -> Iterator[re.Match[str]]:
    """The tags of a text, up to the first that does not end: trying what follows it could take quadratic time."""
    at = text.find("<")
    while at >= 0:
        if tag := _TAG.match(text, at):
            yield tag
        elif _BEGIN.match(text, at):
            return
        at = text.find("<", tag.end() if tag else at + 1)


def read_classes(rest: str) -> list[str]:
    """The classes among the attributes of a tag, as they are written."""
    found = _CLASS.search(rest)
    return (found[1] if found[1] is not None else found[2]).split() if found else []


def _change_tag(text: str, tag: re.Match[str] | None, classes: Iterable[str], styles: str) -> str:
    """A text whose tag has more classes and styles. What is before the tag has to be as it was."""
    if tag is None:
        return text
    rest = _extend(tag["rest"], _CLASS, "class", " ", " ".join(classes))
    rest = _extend(rest, _STYLE, "style", ";", styles)
    return f"{text[: tag.start('rest')]}{rest}{text[tag.end('rest') :]}"


def _extend(rest: str, pattern: re.Pattern[str], name: str, between: str, more: str) -> str:
    """An attribute of a tag with more at its end."""
    if not more:
        return rest
    more = html.escape(more)
    if found := pattern.search(rest):
        group = 1 if found[1] is not None else 2
        before = found[group].rstrip(between + " ")
        return f"{rest[: found.start(group)]}{before}{between if before else ''}{more}{rest[found.end(group) :]}"
    return f' {name}="{more}"{rest}'
