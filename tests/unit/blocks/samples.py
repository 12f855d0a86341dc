"""Attributes for tests: each that a block has, one at a time, with values that it could have."""

from collections.abc import Iterator, Mapping
from typing import Any

from sitehand.blocks.catalogue import Attribute, BlockType, Kind
from sitehand.blocks.checking import CHOICES, NO_OWN_FONT
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.styles import CORNERS, PATHS, SIDES
from sitehand.blocks.supports import find_alignments

TEXT = 'A <strong>b</strong> &amp; "c"<br>--\\ 🎉 ש'
URL = "https://example.org/a?b=1&c='2'"
STYLES: list[dict[str, Any]] = [
    {"border": {"radius": dict.fromkeys(CORNERS, "2px"), "width": "1px"}},
    {"border": {side: {"color": "var:preset|color|base-2", "width": "1px"} for side in SIDES}},
    {"color": {"text": "#112233", "background": "var:preset|color|accent", "duotone": ["#111", "#222"]}},
    {"color": {"gradient": "linear-gradient(90deg,#000 0%,#fff 100%)"}},
    {"elements": {"link": {"color": {"text": "var:preset|color|base"}}}},
    {"spacing": {"padding": {"top": "1px", "left": "var:preset|spacing|40"}, "margin": {"bottom": "0"}}},
    {"spacing": {"blockGap": "1rem", "margin": "2px"}},
    {"typography": {"fontSize": "18px", "lineHeight": "1.5", "textAlign": "center", "fontWeight": "700"}},
    {"typography": {"textAlign": "right", "writingMode": "vertical-rl", "letterSpacing": "1px"}},
    {"background": {"backgroundImage": {"url": URL}}, "shadow": "var:preset|shadow|natural", "css": "color: red;"},
    {"layout": {"selfStretch": "fill", "flexSize": "10px"}, "position": {"type": "sticky"}},
    {"@mobile": {":hover": {"color": {"text": "#ffffff"}}}},
]


def cases(block: BlockType, release: Dialect) -> Iterator[dict[str, Any]]:
    """Attributes of a block: none; all that its HTML has; and beside these each other one, style by style.

    Of a block without HTML, each attribute once.
    """
    html = block.kind is not Kind.DYNAMIC
    base = {name: values(block, one, release)[0] for name, one in block.attributes.items() if is_content(block, one)}
    yield {}
    yield base
    for name, one in block.attributes.items():
        if name not in LEGACY.get(block.name, ()) and not one.local:
            yield from ({**base, name: value} for value in values(block, one, release)[: None if html else 1])
    if "style" in block.attributes and html:
        yield from ({**base, "style": style} for style in (*STYLES, *fill_styles(block)))


def values(block: BlockType, attribute: Attribute, release: Dialect) -> list[Any]:
    """Some values of an attribute, the most ordinary first."""
    if attribute.name == "align" and release is not Dialect.V6_8:
        return find_alignments(block)
    if attribute.values:
        return list(attribute.values)
    if (block.name, attribute.name) in CHOICES:
        return list(CHOICES[block.name, attribute.name])
    if (block.name, attribute.name) in SPECIAL:
        return list(SPECIAL[block.name, attribute.name])
    return sample(attribute)


def sample(attribute: Attribute) -> list[Any]:
    """Values of the type."""
    if attribute.source == "tag":
        return ["td"]
    if attribute.query:
        return [[{name: sample(one)[0] for name, one in attribute.query.items()}]]
    kind = attribute.types[0] if attribute.types else "string"
    if attribute.source == "rich-text" or kind == "rich-text":
        return [TEXT, ""]
    by_type: Mapping[str, list[Any]] = {
        "boolean": [True, False],
        "number": [3, 0, 2.5],
        "integer": [3, 1],
        "object": [{"x": 0.255, "y": 1}],
        "array": [[{"a": 1}] if attribute.items == "object" else ["a"]],
    }
    return by_type.get(kind, [URL, "x-2"] if attribute.source or attribute.content else ["x-2", ""])


def fill_styles(block: BlockType) -> list[dict[str, Any]]:
    """For each part of a style all that it may have at once."""
    styles: dict[str, dict[str, Any]] = {}
    for path in PATHS:
        group, *steps = path.split(".")
        if len(steps) == 1 and (path != "typography.fontFamily" or block.name not in NO_OWN_FONT):
            styles.setdefault(group, {group: {}})[group][steps[0]] = "var:preset|x|y2"
    return list(styles.values())


def is_content(block: BlockType, attribute: Attribute) -> bool:
    """What a block needs to show anything."""
    return (
        attribute.source is not None or attribute.name in ("url", "mediaUrl", "mediaType")
    ) and attribute.name not in (LEGACY.get(block.name, ()))


LEGACY: dict[str, tuple[str, ...]] = {
    "core/gallery": ("images", "ids"),
    "core/list": ("values",),
    "core/quote": ("value",),
}
"""Attributes of former releases that no save writes."""
SPECIAL: dict[tuple[str, str], list[Any]] = {
    ("core/video", "tracks"): [[{"src": URL, "kind": "captions", "srcLang": "en", "label": "E", "id": "1"}]],
    ("core/column", "width"): ["33.33%", "100px", "66.66666666666667%", "none"],
    ("core/cover", "backgroundType"): ["image", "video"],
    ("core/cover", "contentPosition"): ["top left", "center center"],
    ("core/media-text", "mediaType"): ["image", "video"],
    ("core/media-text", "mediaPosition"): ["left", "right"],
    ("core/spacer", "height"): ["10px", "var:preset|spacing|40"],
}
"""Values that a block takes of an attribute whose type says too little."""
