"""JSON values that become HTML, such as the settings of an Elementor widget or the attributes of a block.

Nobody knows of each plugin's values which are HTML. So every text is read as HTML, and what a key says of its value is
looked at too: an address, attributes, the name of a tag, styles.
"""

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from sitehand.operation.markup.allowed import CONTENT, PASSED_OVER
from sitehand.operation.markup.decoding import (
    TAG,
    cut_settings,
    decode_base64,
    decode_quoted,
    list_settings,
)
from sitehand.operation.markup.pieces import MAX_PIECES, RAW, Found, find_pieces, make_piece
from sitehand.operation.markup.styles import allows_style, runs_program

_ADDRESS = re.compile(r"(?:url|uri|href|src|link|action|poster|cite)\Z", re.IGNORECASE)
_TAG = re.compile(r"(?:tag|tag_?name|header_size|title_size)\Z", re.IGNORECASE)
_ATTRIBUTES = re.compile(r"(?:custom|_)_?attributes\Z", re.IGNORECASE)
_STYLES = re.compile(r"(?:custom_?css(?:\.raw)?|\Acss)\Z", re.IGNORECASE)
_CUSTOM, _ENCODED = "custom_css", "custom_css.raw"
"""Atomic styles: a member `raw` in Base64, to which we give the longer key."""
_PROGRAM = re.compile(r"(?:java|vb|live)script:|data:(?!image/(?:png|gif|jpe?g|webp|avif)[;,])", re.IGNORECASE)
RUNNING = frozenset({*RAW, "base", "embed", "form", "frame", "frameset", "link", "meta", "object", "svg", "template"})
"""Elements that run, fetch or send something, where a setting names the element."""
_DYNAMIC = "__dynamic__"
"""The setting whose members Elementor takes for dynamic tags, also where a text does not begin as one."""
_CODED = re.compile(r'[%\\"]')
"""What a text has that may say something else when it is decoded."""
MAX_LAYERS = 4
"""How deep a text may hide in texts that are decoded. Two ways to decode one count as two layers, so that the time is
linear. What is deeper is refused unread.
"""
_TYPED = frozenset({"value", "$$type"})
"""The keys of a value that says its own type: what the key outside says of it holds inside."""


Read = Callable[[str, int], list[Found]]
"""Finds what is not allowed in a text that hides so many layers deep."""


class _Node(NamedTuple):
    """A value, the key that says what it is, and the way to it: names from the innermost, the owner first.

    `layer` is how deep it hides, and `tagged` tells whether as a dynamic tag or in one, whose plugin may decode it.
    """

    value: Any
    key: str = ""
    way: tuple[Any, ...] = ()
    owner: str = ""
    layer: int = 0
    tagged: bool = False


def find_in_value(value: Any, read: Read, key: str = "", layer: int = 0) -> list[Found]:
    """What is not allowed in a value, whatever its shape: at most one piece more than `MAX_PIECES`.

    `read` finds it in a text, `key` is the name that the value has, and `layer` how deep it hides.
    """
    return list(islice(_find_in_nodes(_Node(value, key, layer=layer), read), MAX_PIECES + 1))


def _find_in_nodes(root: _Node, read: Read) -> Iterator[Found]:
    nodes = [root]
    while nodes:
        node = nodes.pop()
        if isinstance(node.value, str):
            yield from _find_in_leaf(node, read)
            decoded = _decode(node)
            if any(each.layer > MAX_LAYERS for each in decoded):
                yield _make(node, "markup within markup", node.value)
            else:
                nodes += decoded[::-1]
        elif isinstance(node.value, dict):
            yield from _find_in_keys(node)
            nodes += list(_enter_object(node))[::-1]
        elif isinstance(node.value, list):
            nodes += [node._replace(value=each, way=(node.way, at)) for at, each in enumerate(node.value)][::-1]


def _enter_object(node: _Node) -> Iterator[_Node]:
    owner, way = node.owner, node.way
    if "elType" in node.value and isinstance(name := node.value.get("id"), str):
        owner, way = f"element {name[:40]}", ()
    typed = node.value.keys() <= _TYPED
    named = "url" if node.value.get("$$type") == "url" else node.key
    for key, each in node.value.items():
        name = _ENCODED if (node.key, key) == (_CUSTOM, "raw") else key
        tagged = node.tagged or node.key == _DYNAMIC
        yield _Node(each, named if typed else name, (way, key), owner, node.layer, tagged)


def _decode(node: _Node) -> list[_Node]:
    """What a text is for those who decode it."""
    text = node.value
    if node.key == _ENCODED:
        return [node._replace(value=each, key=_CUSTOM, layer=node.layer + 1) for each in decode_base64(text)]
    if not node.tagged and TAG not in text:
        return []
    settings, rest = list_settings(text), cut_settings(text)
    layer = node.layer + (sum(map(len, settings)) + len(rest) > len(text))
    ways = [decode_quoted(part) for part in (*settings, *([rest] if _CODED.search(rest) else []))]
    return [node._replace(value=each, layer=layer + len(few), tagged=True) for few in ways for each in few]


def _find_in_keys(node: _Node) -> Iterator[Found]:
    """Names of members are shown too by some, and a pair of a name and a value may be an attribute."""
    for key in node.value:
        if "<" in key:
            yield from _tell(node, find_pieces(key, CONTENT))
    pair = node.value.get("value") if node.value.get("$$type") == "key-value" else None
    if isinstance(pair, dict):
        name, value = (_read_typed(pair.get(each)) for each in ("key", "value"))
        yield from _find_attribute(node, name, value)


def _read_typed(value: Any) -> str:
    plain = value.get("value") if isinstance(value, dict) else value
    return plain if isinstance(plain, str) else ""


def _find_in_leaf(node: _Node, read: Read) -> Iterator[Found]:
    text = node.value
    if "<" in text:
        yield from _tell(node, read(text, node.layer))
    if _ADDRESS.search(node.key) and _PROGRAM.match(PASSED_OVER.sub("", text)):
        yield _make(node, "an address that runs", text)
    elif _TAG.search(node.key) and text.strip().lower() in RUNNING:
        yield _make(node, f"the tag {text[:40]}", text)
    elif _ATTRIBUTES.search(node.key):
        for pair in re.split(r"[\n,]", text):
            name, _, value = pair.partition("|")
            yield from _find_attribute(node, name, value)
    elif _STYLES.search(node.key) and runs_program(text):
        yield _make(node, "styles that run or fetch something", text)


def _find_attribute(node: _Node, name: str, value: str) -> Iterator[Found]:
    """An attribute that any element may get, as a setting gives it."""
    name = name.strip().lower()
    runs = _PROGRAM.match(PASSED_OVER.sub("", value)) is not None
    styled = name == "style" and not allows_style(value)
    if runs or styled or name in ("srcdoc", "formaction") or name.startswith(("on", "data-wp-")):
        yield _make(node, f"the attribute {name[:40]}", f"{name}={value}")


def _tell(node: _Node, found: list[Found]) -> Iterator[Found]:
    for each in found:
        yield each._replace(path=_write_way(node))


def _make(node: _Node, what: str, source: str) -> Found:
    return Found(make_piece(what, f"{node.key}: {source}"), 0, _write_way(node))


def _write_way(node: _Node) -> str:
    names: list[str] = []
    way = node.way
    while way:
        way, name = way
        names.append(str(name)[:40])
    return ", ".join(filter(None, (node.owner, ".".join(reversed(names)))))
