"""JSON as text: where in it each member stands, and how one is changed while the rest keeps every byte.

The standard library's decoder tells where a value ends, so nothing here reads JSON by itself: key order, the spelling
of numbers, `\\/` and spaces stay because nobody writes them anew.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping
from itertools import accumulate
from typing import Any, NamedTuple, NoReturn, TypeAlias

from sitehand.elementor.numbers import list_infinite, read_integer, refuse_infinite
from sitehand.errors import Code, Problem

MAX_DEPTH = 512
"""Deeper JSON is none. Source: PHP, json_decode."""
MAX_SHOWN_DEPTH = 200
"""Answers hold 254 levels, of which they need some themselves."""
Path: TypeAlias = tuple[str | int, ...]
"""The way to a value: keys of objects, and indexes of lists."""
_SPACE = re.compile(r"[ \t\n\r]*+")
_PLAIN_KEY = re.compile(r'"([^"\\\x00-\x1f]*+)"[ \t\n\r]*+:[ \t\n\r]*+')
_NO_MARK = bytes(set(range(256)) - set(b'[]{}"'))
_STEP = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}


class Member(NamedTuple):
    """A member of an object or list: it stands at `text[start:end]`, its value at `text[at:end]`."""

    key: str | int
    start: int
    at: int
    end: int
    value: Any


def skip_space(text: str, at: int) -> int:
    """The place of the next character that is no space."""
    # Most values follow without a space: to look at one character is cheaper than a match.
    if not text[at : at + 1].isspace():
        return at
    found = _SPACE.match(text, at)
    return found.end() if found else at


def read_value(text: str, at: int) -> tuple[Any, int]:
    """The value that begins there, and where it ends. Raises Problem(invalid_json)."""
    try:
        return _DECODER.raw_decode(text, at)
    except (ValueError, RecursionError) as error:
        raise refuse_json(str(error)) from error


def read_key(text: str, at: int) -> tuple[str, int]:
    """The key of a member that begins there, and where its value begins."""
    # Nearly all keys are plain, and a match of one is faster than the decoder.
    if plain := _PLAIN_KEY.match(text, at):
        return plain[1], plain.end()
    if not text.startswith('"', at):
        raise refuse_json(f"A key is missing at character {at}.")
    key, end = read_value(text, at)
    colon = skip_space(text, end)
    if not text.startswith(":", colon):
        raise refuse_json(f"A colon is missing at character {colon}.")
    return key, skip_space(text, colon + 1)


def read_separator(text: str, at: int, closer: str) -> tuple[bool, int]:
    """Whether a further member follows, and where it begins; else where the text goes on behind the closer."""
    at = skip_space(text, at)
    mark = text[at : at + 1]
    if mark == ",":
        return True, skip_space(text, at + 1)
    if mark == closer:
        return False, at + 1
    raise refuse_json(f"A comma or {closer} is missing at character {at}.")


def read_members(text: str, at: int = 0) -> Iterator[Member]:
    """The members of the object or list that begins there, in order."""
    is_object = text[at] == "{"
    closer = "}" if is_object else "]"
    at = skip_space(text, at + 1)
    more, index = not text.startswith(closer, at), 0
    while more:
        key, value_at = read_key(text, at) if is_object else (index, at)
        value, end = read_value(text, value_at)
        yield Member(key, at, value_at, end, value)
        more, at = read_separator(text, end, closer)
        index += 1


def merge_members(text: str, at: int, values: Mapping[str, Any], remove: Collection[str] = ()) -> str:
    """The object that begins there, with values set and keys removed; an empty PHP array becomes one."""
    if text[at] == "[":
        return encode(dict(values))
    members = list(read_members(text, at))
    last = {member.key: member for member in members}
    parts: list[str] = []
    before, comma = at + 1, ","
    for member in members:
        gap, before = text[before : member.start], member.end
        comma = gap if "," in gap else comma
        if member.key not in remove:
            # Of a key that is there twice, the last one counts, as for every decoder.
            changed = str(member.key) in values and last[member.key] is member
            value = encode(values[str(member.key)]) if changed else text[member.at : member.end]
            parts += [comma if parts else gap.replace(",", ""), text[member.start : member.at] + value]
    for key in [key for key in values if key not in last]:
        parts += [comma if parts else "", f"{encode(key)}:{encode(values[key])}"]
    return "{" + "".join(parts) + text[before : skip_space(text, before)] + "}"


def replace_values(text: str, values: Mapping[Path, Any]) -> str:
    """The object or list with other values at paths, none of which leads into another. All else keeps its bytes."""
    tree: dict[Any, Any] = {}
    for path, value in values.items():
        node = tree
        for key in path[:-1]:
            node = node.setdefault(key, {})
        node[path[-1]] = _New(encode(value))
    spans: list[tuple[int, int, str]] = []
    waiting = [(0, tree)]
    while waiting:
        at, node = waiting.pop()
        last = {member.key: member for member in read_members(text, at) if member.key in node}
        for member in last.values():
            new = node[member.key]
            if isinstance(new, _New):
                spans.append((member.at, member.end, new.text))
            elif isinstance(member.value, dict | list):
                waiting.append((member.at, new))
    # From the end on: a replacement moves only what stands behind it.
    for start, end, new_text in sorted(spans, reverse=True):
        text = text[:start] + new_text + text[end:]
    return text


class _New(NamedTuple):
    """The text of a new value."""

    text: str


def encode(value: Any) -> str:
    """A value as PHP writes it: ASCII, with slashes escaped, so that a save in the editor changes no byte of it.

    Raises Problem(invalid_arguments) for what PHP cannot read, and would lose the page of: infinity, half a character.
    """
    try:
        # A test alone: encode() refuses half a character, and allow_nan=False infinity.
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except ValueError as error:
        refuse_infinite(list_infinite(value))
        hint = "Send numbers that are finite, and whole characters."
        raise Problem(Code.INVALID_ARGUMENTS, "A value cannot be written as JSON.", hint=hint) from error
    return json.dumps(value, separators=(",", ":")).replace("/", "\\/")


def check_depth(text: str) -> None:
    """Raises Problem(invalid_json) for JSON that is nested deeper than PHP reads."""
    if measure_depth(text) > MAX_DEPTH:
        raise refuse_json(f"It is nested deeper than {MAX_DEPTH} levels.")


def measure_depth(text: str) -> int:
    """How deep JSON is nested: 1 for a list of numbers."""
    # Escaped backslashes go first: a quote behind one is not escaped.
    unescaped = text.replace("\\\\", "").replace('\\"', "")
    marks = unescaped.encode(errors="replace").translate(None, _NO_MARK)
    brackets = b"".join(marks.split(b'"')[::2])  # what is between strings
    return max(accumulate(map(_STEP.__getitem__, brackets)), default=0)


def refuse_json(why: str) -> Problem:
    """The refusal for what cannot be read as JSON."""
    return Problem(
        Code.INVALID_JSON, f"The Elementor document is not valid JSON. {why}", hint="Send the document as it was read."
    )


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not valid JSON.")


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant, parse_int=read_integer)
