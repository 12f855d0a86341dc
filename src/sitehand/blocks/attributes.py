"""The attributes of a block, as JSON in its delimiter.

Source: `serializeAttributes` of https://github.com/WordPress/gutenberg/tree/trunk/packages/blocks, and
`serialize_block_attributes` in wp-includes/blocks.php.
"""

import json
import re
from collections.abc import Mapping
from typing import Any, NoReturn

from sitehand.errors import Code, Detail, Problem

MAX_DEPTH = 512
"""Deeper JSON is none. Source: PHP, json_decode."""
ESCAPES = {"\\\\": r"\u005c", "--": r"\u002d\u002d", "<": r"\u003c", ">": r"\u003e", "&": r"\u0026", '\\"': r"\u0022"}
"""What could end the comment, or what a filter of HTML would change. A backslash is `\\u005c`: releases before 6.9 read
that too, and themselves write text that ends with one so that nobody can read it again."""
_ESCAPED = re.compile("|".join(map(re.escape, ESCAPES)))
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"|([\[{])|[\]}]')


def read_attributes(text: str | None) -> dict[str, Any] | None:
    """The attributes; None for text that is no JSON object, which WordPress takes for a block without any."""
    if text is None:
        return {}
    # Counting brackets costs next to nothing, and nearly always tells enough.
    if text.count("{") + text.count("[") > MAX_DEPTH and measure_depth(text) > MAX_DEPTH:
        return None
    try:
        found = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def write_attributes(attributes: Mapping[str, Any]) -> str:
    """The attributes as core writes them, with what may not stand in a comment escaped.

    Raises Problem(invalid_arguments) for a number such as `1e400`, which is read as infinity and cannot be written.
    """
    try:
        text = json.dumps(attributes, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except ValueError:
        raise _refuse_infinite(attributes) from None
    escaped = _ESCAPED.sub(lambda found: ESCAPES[found[0]], text)
    # UTF-8 cannot hold a lone surrogate, so it stays escaped.
    return _LONE_SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", escaped)


def _refuse_infinite(attributes: Mapping[str, Any]) -> Problem:
    return Problem(
        Code.INVALID_ARGUMENTS,
        "The attributes of the block hold a number that is too large to be written.",
        hint="Put a smaller number in its place first.",
        details=[
            Detail(path=f"attributes.{name}", expected="numbers up to 1e308", got="a larger one")
            for name, value in attributes.items()
            if not _is_finite(value)
        ],
    )


def _is_finite(value: Any) -> bool:
    try:
        json.dumps(value, allow_nan=False)
    except ValueError:
        return False
    return True


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


def measure_depth(text: str) -> int:
    """How deep the values of some JSON are nested."""
    depth = deepest = 0
    for found in _BRACKET.finditer(text):
        if found[0].startswith('"'):
            continue
        depth += 1 if found[1] else -1
        deepest = max(deepest, depth)
    return deepest
