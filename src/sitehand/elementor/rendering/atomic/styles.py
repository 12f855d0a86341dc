"""The local styles of atomic elements, and what is like them, as rules: by breakpoint and state."""

import base64
import re
from collections.abc import Iterator, Mapping
from typing import Any

import tinycss2

from sitehand.elementor.atomic import BREAKPOINTS, STATES
from sitehand.elementor.rendering.atomic.props import read_object, read_plain, read_value
from sitehand.elementor.rendering.atomic.values import (
    write_filters,
    write_flex,
    write_layers,
    write_position,
    write_shadows,
    write_simple,
    write_transform,
    write_transitions,
)
from sitehand.elementor.rendering.canvas import References
from sitehand.elementor.rendering.sheet import Sheet
from sitehand.elementor.rendering.values import write_color, write_expression, write_words
from sitehand.elementor.style.boxes import PLACES
from sitehand.elementor.typed import CLASS

WHOLE = {
    "box-shadow": write_shadows,
    "filter": write_filters,
    "backdrop-filter": write_filters,
    "transform": write_transform,
    "transition": write_transitions,
    "flex": write_flex,
    "object-position": write_position,
}
SIDED = {
    "dimensions": "{property}-{side}",
    "border-width-v2": "border-{side}-width",
    "border-radius-v2": "border-{side}-radius",
    "layout-direction": "{side}-gap",
}
"""Types whose members, the sides in `PLACES`, are properties of their own."""
POSITIONS = frozenset({"static", "relative", "absolute", "sticky"})
_PROPERTY = re.compile(r"[a-z]+(?:-[a-z]+){0,5}")
MAX_CUSTOM = 20_000


def style_classes(styles: Any, sheet: Sheet, references: References, root: str) -> None:
    """Write the rules of styles by their ids, each a class below the selector `root`."""
    for identifier, style in styles.items() if isinstance(styles, dict) else ():
        variants = style.get("variants") if isinstance(style, dict) else None
        if CLASS.fullmatch(identifier) and isinstance(variants, list):
            for variant in variants:
                _style_variant(variant, f"{root} .{identifier}".lstrip(), sheet, references)


def _style_variant(variant: Any, selector: str, sheet: Sheet, references: References) -> None:
    if not isinstance(variant, dict):
        return
    meta = variant.get("meta")
    breakpoint, state = (meta.get("breakpoint"), meta.get("state")) if isinstance(meta, dict) else (None, None)
    if breakpoint not in (None, *BREAKPOINTS) or state not in (None, *STATES):
        return
    behind = f".{state}" if str(state).startswith("e--") else f":{state}"
    at = "" if breakpoint in (None, "desktop") else breakpoint
    for property, value in (*list_declarations(variant.get("props"), references), *_list_custom(variant)):
        sheet.add(selector + (behind if state else ""), property, value, at)


def list_declarations(props: Any, references: References) -> Iterator[tuple[str, str]]:
    """The CSS declarations of typed properties."""
    for property, value in props.items() if isinstance(props, dict) else ():
        kind, _ = read_value(value)
        if not _PROPERTY.fullmatch(property):
            continue
        if property == "background":
            yield from _list_background(read_object(value), references)
        elif property == "stroke":
            yield from _list_stroke(read_object(value))
        elif kind in SIDED:
            given = read_object(value)
            for side in PLACES[kind]:
                yield SIDED[kind].format(property=property, side=side), write_simple(given.get(side))
        elif property in WHOLE:
            yield property, WHOLE[property](value)
        else:
            yield property, _keep_in_flow(property, write_simple(value))


def _keep_in_flow(property: str, value: str) -> str:
    """A fixed element would cover the page, whatever its author meant, and a variable may say that it is one."""
    if property != "position" or not value:
        return value
    return value.lower() if value.lower() in POSITIONS else "absolute"


def _list_background(parts: Mapping[str, Any], references: References) -> Iterator[tuple[str, str]]:
    layers = write_layers(parts.get("background-overlay"), references)
    yield "background", layers
    yield "background-color", write_simple(parts.get("color"))
    clip = write_words(read_plain(parts.get("clip")))
    yield "background-clip", clip
    yield "color", "transparent" if clip == "text" else ""


def _list_stroke(parts: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield "-webkit-text-stroke-color", write_simple(parts.get("color"))
    yield "-webkit-text-stroke-width", write_simple(parts.get("width"))


def _list_custom(variant: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Declarations that somebody wrote as CSS, as far as their values are numbers, keywords or colours."""
    stored = variant.get("custom_css")
    raw = stored.get("raw") if isinstance(stored, dict) else None
    if not isinstance(raw, str) or len(raw) > MAX_CUSTOM:
        return
    try:
        text = base64.b64decode(raw, validate=True).decode("utf-8")
        declared = tinycss2.parse_blocks_contents(text, skip_comments=True, skip_whitespace=True)
    except ValueError:  # no text, or a number of thousands of digits
        return
    for found in declared:
        if found.type == "declaration" and _PROPERTY.fullmatch(found.lower_name):
            yield found.lower_name, _keep_in_flow(found.lower_name, _write_custom(found))


def _write_custom(found: tinycss2.ast.Declaration) -> str:
    try:
        value = tinycss2.serialize(found.value).strip()
    except RecursionError:  # parentheses in parentheses, far more than any value has
        return ""
    return write_expression(value) or write_color(value)
