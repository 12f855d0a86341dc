"""Numbers, colours and names as people write them: whether they are right, and what is likely meant."""

import difflib
import re
from collections.abc import Iterable
from typing import Any

from tinycss2 import parse_component_value_list, serialize
from tinycss2.color5 import parse_color

from sitehand.elementor.findings import NOTHING

MAX_COLOR = 200
MAX_NAME = 60
MAX_NUMBER = 2**53
NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
SIZE = re.compile(rf"\s*({NUMBER.pattern})\s*([a-z%]*)\s*", re.IGNORECASE)
_KEYWORD = re.compile(r"[a-z0-9_#.%-]*")
_FUNCTION = re.compile(r"var\(\s*--[\w-]+\s*[,)]|color-mix\([^)]")
"""Colours that only the browser can tell."""
_PLAIN = frozenset(("ident", "hash", "number", "percentage", "dimension", "whitespace"))
"""Types of tokens that neither load nor end anything."""
_SIGNS = frozenset(",+-*/")


def is_number(value: Any) -> bool:
    """Whether a value is a number that PHP and JavaScript keep exactly; true and false are none."""
    return isinstance(value, int | float) and not isinstance(value, bool) and -MAX_NUMBER <= value <= MAX_NUMBER


def read_number(text: str) -> int | float:
    """The number that a text spells."""
    number = float(text)
    return int(number) if number.is_integer() else number


def guess_size(value: Any) -> tuple[int | float, str] | None:
    """The number and unit that somebody meant, such as with "21px"."""
    found = SIZE.fullmatch(value) if isinstance(value, str) else None
    if is_number(value):
        return value, ""
    return (read_number(found[1]), found[2]) if found else None


def is_color(text: str) -> bool:
    """Whether a text is a CSS colour, or a variable; no text is none."""
    if not text or len(text) > MAX_COLOR:
        return not text
    tokens = parse_component_value_list(text.strip())
    # The parser closes what is open at the end: then what it read is written otherwise.
    if len(tokens) != 1 or serialize(tokens) != text.strip() or not _is_plain(tokens[0]):
        return False
    return _FUNCTION.match(text.strip()) is not None or parse_color(tokens[0]) is not None


def guess_color(text: str) -> Any:
    """The colour that somebody meant who left out its `#`."""
    return f"#{text}" if is_color(f"#{text}") else NOTHING


def _is_plain(token: Any) -> bool:
    if token.type == "function":
        return all(map(_is_plain, token.arguments))
    if token.type == "() block":
        return all(map(_is_plain, token.content))
    return token.type in _PLAIN or (token.type == "literal" and token.value in _SIGNS)


def is_keyword(text: str) -> bool:
    """Whether a text of an unknown setting is likelier a choice or a number than something to read."""
    return _KEYWORD.fullmatch(text) is not None


def find_close(wrong: str, right: Iterable[str], alike: float = 0.5) -> Any:
    """The one of several names that is most like a wrong one, if any is so much."""
    found = difflib.get_close_matches(wrong[:MAX_NAME], list(right), 1, alike)
    return found[0] if found else NOTHING
