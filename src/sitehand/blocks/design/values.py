"""Values of a design system: whether each is what its place takes, and safe in a stylesheet.

Source: https://developer.wordpress.org/block-editor/reference-guides/theme-json-reference/theme-json-living/
"""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import tinycss2
from tinycss2.color5 import parse_color

MAX_CSS, MAX_NAME, MAX_NUMBER = 500, 200, 2**53
"""Characters of a value and of a name; and the largest number that JavaScript keeps exactly."""
UNITS = "px|em|rem|%|vw|vh|vmin|vmax|svw|svh|lvw|lvh|dvw|dvh|vi|vb|cqw|cqi|ch|ex|lh|rlh|pt|cm|mm|in"
SLUG = re.compile("[a-z0-9]+(?:-[a-z0-9]+)*")
REFERENCE = re.compile(r"var:preset\|([a-z-]{1,40})\|([A-Za-z0-9-]{1,60})")
VARIABLE = re.compile(r"var\(\s*--wp--preset--([a-z-]{1,40}?)--([A-Za-z0-9-]{1,60})\s*[,)]")
_MEMBER = re.compile("[A-Za-z0-9][A-Za-z0-9_-]*")
_LENGTH = re.compile(rf"-?(?:\d+\.?\d*|\.\d+)(?:{UNITS})|-?0(?:\.0+)?")
_FUNCTION = re.compile(r"(?:calc|clamp|min|max|var|env)\(.*\)")
_OWN_VARIABLE = re.compile(r"var:custom\|[A-Za-z0-9|-]{1,200}|var\(\s*--[\w-]+\s*(?:,.*)?\)")
_GRADIENT = re.compile(r"(?:repeating-)?(?:linear|radial|conic)-gradient\(.*\)")
_UNSAFE = re.compile(
    r"[;{}<>\\@!]|/\*|url\s*\(|image-set\s*\(|expression\s*\(|[\x00-\x1f\x7f\ud800-\udfff]", re.IGNORECASE
)
_END = "end"
"""What is behind a value when it is read: within a bracket or quote that the value leaves open."""
_WRONG_PARTS = frozenset({"error", "url", "{} block", "[] block"})
KEYWORDS = frozenset({"inherit", "initial", "unset", "revert"})


class Value(NamedTuple):
    """What a place takes, in words, and whether a value is that."""

    expected: str
    fits: Callable[[Any], bool]


def is_css(value: Any) -> bool:
    """Whether a value is one of CSS that neither ends its declaration nor loads anything."""
    if not isinstance(value, str) or not 0 < len(value) <= MAX_CSS or _UNSAFE.search(value):
        return False
    *tokens, last = tinycss2.parse_component_value_list(f"{value} {_END}")
    return last.type == "ident" and last.value == _END and _is_sound(tokens)


def is_color(value: Any) -> bool:
    """Whether a value is a colour, or refers to one."""
    if not is_css(value):
        return False
    return is_reference(value) or value.startswith("color-mix(") or value in KEYWORDS or read_color(value) is not None


def read_color(value: str) -> Any:
    """A colour as tinycss2 has it, or "currentcolor"; None for what is none."""
    try:
        return parse_color(value)
    except (TypeError, ValueError):  # color() and device-cmyk(none 0 0 0) are met so
        return None


def is_length(value: Any) -> bool:
    """Whether a value is a length, or refers to one."""
    return is_css(value) and bool(is_reference(value) or _LENGTH.fullmatch(value) or _FUNCTION.fullmatch(value))


def is_number(value: Any) -> bool:
    """Whether a value is a number that every JSON keeps; true and false are none."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= MAX_NUMBER


def is_reference(value: Any) -> bool:
    """Whether a value is a variable: of a preset, or any other."""
    return isinstance(value, str) and bool(REFERENCE.fullmatch(value) or _OWN_VARIABLE.fullmatch(value))


def is_slug(value: Any) -> bool:
    """Whether a value may name a preset."""
    return isinstance(value, str) and len(value) <= MAX_NAME and SLUG.fullmatch(value) is not None


def one_of(*words: str) -> Value:
    """A value that must be one of these words."""
    return Value(" or ".join(words), lambda value: isinstance(value, str) and value in words)


def _is_sound(tokens: list[Any]) -> bool:
    inner = ((getattr(token, "arguments", None) or getattr(token, "content", None) or []) for token in tokens)
    return all(token.type not in _WRONG_PARTS for token in tokens) and all(map(_is_sound, inner))


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= MAX_NAME and not re.search(r"[<>\x00-\x1f\ud800-\udfff]", value)


def _is_member(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= MAX_NAME and _MEMBER.fullmatch(value) is not None


def _is_ratio(value: Any) -> bool:
    return is_css(value) or is_number(value)


FLAG = Value("true or false", lambda value: isinstance(value, bool))
NUMBER = Value("a number", is_number)
NAME = Value("a name of 1 to 200 characters without < and >", _is_name)
MEMBER = Value("a name of letters, digits, hyphens and underscores", _is_member)
PRESET_SLUG = Value("a slug of lower-case letters, digits and single hyphens, such as accent-2", is_slug)
CSS = Value("a CSS value, without url() and without ; { } <", is_css)
CSS_OR_NUMBER = Value("a CSS value or a number", _is_ratio)
COLOR = Value("a colour, such as #1a4548, rgb(26 69 72) or var:preset|color|accent", is_color)
GRADIENT = Value(
    "a gradient, such as linear-gradient(135deg, #fff 0%, #000 100%)",
    lambda value: is_css(value) and bool(is_reference(value) or _GRADIENT.fullmatch(value)),
)
LENGTH = Value("a length, such as 1.5rem, clamp(1rem, 2vw, 2rem) or var:preset|spacing|40", is_length)
FLUID = Value("true, false, or an object", lambda value: isinstance(value, bool))
UNIT_LIST = Value(
    "a list of units, such as px, rem and %",
    lambda value: isinstance(value, list) and all(isinstance(unit, str) and unit in UNITS.split("|") for unit in value),
)
