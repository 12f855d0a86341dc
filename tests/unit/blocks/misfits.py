"""Blocks with values in their delimiters that do not fit the attributes."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from sitehand.blocks.catalogue import Attribute
from sitehand.blocks.changes import merge_attributes
from sitehand.blocks.styles import PATHS

WRONG = (7.5, "x", True, [1], {"a": 1}, 10**400, float("inf"), None)
"""Values of which most do not fit an attribute, and some fit it and still say nothing that can be used."""
MEMBERS: Mapping[str, tuple[str, ...]] = {
    "style": (*PATHS, "layout.selfStretch", "elements.link.color", "background.backgroundImage", "css"),
    "metadata": ("bindings.caption", "bindings.__default.source"),
    "focalPoint": ("x", "y"),
    "layout": ("type",),
}
"""Members of attributes that are objects, from which HTML is made."""
NEEDED: Mapping[str, Mapping[str, Any]] = {
    "core/cover": {"url": "a.png", "hasParallax": True, "dimRatio": 20},
    "core/image": {"scale": "cover"},
    "core/media-text": {"mediaType": "image", "imageFill": True},
    "core/math": {"latex": "x"},
    "core/embed": {"url": "https://example.com/"},
}
"""What a block needs to say before its other attributes show."""
PICTURES: Mapping[str, str] = {
    "core/image": '<figure class="wp-block-image"><img src="a.png" alt=""/></figure>',
    "core/media-text": '<div class="wp-block-media-text"><figure><img src="a.png" alt=""/></figure></div>',
    "core/video": '<figure class="wp-block-video"><video src="a.mp4"></video></figure>',
}


def write(name: str, attributes: Mapping[str, Any], html: str = "<div>x</div>") -> str:
    """A block with whatever attributes."""
    text = json.dumps(attributes).replace("Infinity", "1e400")
    short = name.removeprefix("core/")
    return f"<!-- wp:{short} {text} -->\n{html}\n<!-- /wp:{short} -->"


def put(path: str, value: Any) -> Any:
    """A value at a path of objects."""
    for name in reversed(path.split(".")):
        value = {name: value}
    return value


def wrong_values(attribute: Attribute) -> Iterator[Any]:
    """A handful of wrong values for an attribute, and for the members of an object, each in all of them."""
    yield from WRONG
    members = MEMBERS.get(attribute.name, ())
    for value in WRONG if members else ():
        whole: dict[str, Any] = {}
        for path in members:
            whole = merge_attributes(whole, put(path, value))
        yield from (whole, {path.partition(".")[0]: value for path in members})


def write_needy(name: str, attributes: Mapping[str, Any]) -> str:
    """A block that says enough for its other attributes to show."""
    given = {**NEEDED.get(name, {}), **attributes}
    return write(name, given, PICTURES.get(name, "<div>x</div>"))
