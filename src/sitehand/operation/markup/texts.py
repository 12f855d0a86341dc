"""A text of a page or post: its HTML, what its blocks hold as JSON, and what is left when their comments are gone."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

import orjson

from sitehand.blocks.delimiters import Delimiter, find_delimiters, find_odd_delimiters
from sitehand.operation.markup.allowed import ALLOWED, CONTENT
from sitehand.operation.markup.pieces import Found, Piece, find_pieces
from sitehand.operation.markup.values import find_in_value
from sitehand.site.kind import Form

_BLOCK = re.compile(r"<!--\s+/?wp:")
ODD = "a block delimiter with a space that only old versions of WordPress take"


def find_in_text(text: str, form: Form = "content") -> list[Found]:
    """What is not allowed in a text, in order. Raises Problem(invalid_arguments) for more blocks than we read."""
    found = find_pieces(text, ALLOWED[form])
    if form != "content" or "wp:" not in text:
        return found
    found += [Found(Piece(ODD, text[start:end]), start) for start, end in find_odd_delimiters(text)]
    if not _BLOCK.search(text):
        return found
    delimiters = list(find_delimiters(text))
    return [*found, *_find_in_attributes(text, delimiters), *_find_left(text, delimiters, found)]


def find_in_json(text: str) -> list[Found]:
    """What is not allowed in a text that should be JSON; what is none is read as HTML."""
    try:
        return find_in_value(_read_json(text))
    except ValueError:
        return find_pieces(text, CONTENT)


def _find_in_attributes(text: str, delimiters: Sequence[Delimiter]) -> list[Found]:
    """In the attributes of blocks, which are read anew when they are shown."""
    found: list[Found] = []
    for each in delimiters:
        if each.attributes and (value := _read(text[slice(*each.attributes)])):
            found += [one._replace(at=each.start, path=f"{each.name} {one.path}") for one in find_in_value(value)]
    return found


def _read(attributes: str) -> object:
    try:
        return _read_json(attributes)
    except ValueError:  # WordPress shows a block with no attributes
        return None


def _read_json(text: str) -> object:
    """The value of a text. Raises ValueError where PHP reads none: numbers of any size are numbers there."""
    with suppress(orjson.JSONDecodeError):
        return orjson.loads(text)
    try:
        return json.loads(text, parse_int=float)
    except RecursionError as error:
        raise ValueError("The JSON is nested too deeply.") from error


def _find_left(text: str, delimiters: Sequence[Delimiter], found: Sequence[Found]) -> list[Found]:
    """What there is only when the delimiters are taken out, which WordPress does wherever they stand."""
    parts, end = [], 0
    for each in delimiters:
        parts.append(text[end : each.start])
        end = each.end
    left = Counter(each.piece for each in find_pieces("".join([*parts, text[end:]]), CONTENT))
    return [Found(piece, path="between blocks") for piece in (left - Counter(each.piece for each in found)).elements()]
