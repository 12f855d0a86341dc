"""A text of a page or post: its HTML, what its blocks hold as JSON, and what is left when their comments are gone."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from sitehand.blocks.delimiters import Delimiter, find_delimiters, find_odd_delimiters
from sitehand.operation.markup.allowed import ALLOWED, CONTENT
from sitehand.operation.markup.decoding import read_json
from sitehand.operation.markup.pieces import MAX_HIDDEN, MAX_PIECES, Found, find_pieces, limit_pieces, make_piece
from sitehand.operation.markup.readings import MORE, list_readings
from sitehand.operation.markup.values import find_in_value
from sitehand.site.kind import Form

_BLOCK = re.compile(r"<!--\s+/?wp:")
_COMMENT = re.compile(r"<!--(.*?)(?:-->|\Z)", re.DOTALL)
ODD = "a block delimiter with a space that only old versions of WordPress take"


def find_in_text(text: str, form: Form = "content") -> list[Found]:
    """What is not allowed in a text, in order. Raises Problem(invalid_arguments) for more blocks than we read."""
    found = _find_in_content(text) if form == "content" else find_pieces(text, ALLOWED[form])
    return limit_pieces(found, text)


def find_in_values(value: Any, form: Form = "content", key: str = "") -> list[Found]:
    """What is not allowed in a JSON value, and in the blocks of its texts; `key` is the name that it has."""
    elements = ALLOWED[form]

    def read(text: str, layer: int) -> list[Found]:
        return _find_in_content(text, layer) if elements is CONTENT else find_pieces(text, elements)

    return limit_pieces(find_in_value(value, read, key), value)


def find_in_json(text: str) -> list[Found]:
    """What is not allowed in a text that should be JSON; what is none is read as HTML."""
    try:
        return find_in_values(read_json(text))
    except ValueError:
        return limit_pieces(find_pieces(text, CONTENT), text)


def _find_in_content(text: str, depth: int = 0) -> list[Found]:
    """In all ways in which a WordPress reads the text; `depth` is how deep it hides in another."""
    if depth > MAX_HIDDEN and "wp:" in text:
        return [Found(make_piece("markup within markup", text), None)]
    _, *others = list_readings(text)
    found = [*_find_in_reading(text, depth), *islice(_find_in_comments(text), MAX_PIECES + 1)]
    for reading in others:
        here = (each for part in reading for each in _find_in_reading(part, depth))
        found += _find_more(list(islice(here, MAX_PIECES + 1)), found, "as WordPress shows the text")
    return found


def _find_in_reading(text: str, depth: int) -> list[Found]:
    found = find_pieces(text, CONTENT)
    if "wp:" not in text:
        return found
    odd = islice(find_odd_delimiters(text), MAX_PIECES + 1)
    found += [Found(make_piece(ODD, text[start:end]), start) for start, end in odd]
    if not _BLOCK.search(text):
        return found
    delimiters = list(find_delimiters(text))
    return [*found, *_find_in_attributes(text, delimiters, depth), *_find_left(text, delimiters, found)]


def _find_in_comments(text: str) -> Iterator[Found]:
    """Tags in comments of a text that is cut at "Read more": there WordPress mends tags wherever they stand, which may
    make a block's delimiter of a comment.
    """
    if MORE in text:
        for each in _COMMENT.finditer(text):
            if "<" in each[1]:
                yield Found(make_piece("a tag within a comment of a text with “Read more”", each[0]), each.start())


def _find_in_attributes(text: str, delimiters: Sequence[Delimiter], depth: int) -> list[Found]:
    """In the attributes of blocks, which are read anew when they are shown."""
    found: list[Found] = []
    for each in delimiters:
        if each.attributes and (value := _read(text[slice(*each.attributes)])):
            here = find_in_value(value, _find_in_content, layer=depth + 1)
            found += [one._replace(at=each.start, path=f"{each.name} {one.path}") for one in here]
        if len(found) > MAX_PIECES:
            break
    return found


def _read(attributes: str) -> object:
    try:
        return read_json(attributes)
    except ValueError:  # WordPress shows a block with no attributes
        return None


def _find_left(text: str, delimiters: Sequence[Delimiter], found: Sequence[Found]) -> list[Found]:
    """What there is only when the delimiters are taken out, which WordPress does wherever they stand."""
    parts, end = [], 0
    for each in delimiters:
        parts.append(text[end : each.start])
        end = each.end
    return _find_more(find_pieces("".join([*parts, text[end:]]), CONTENT), found, "between blocks")


def _find_more(here: Sequence[Found], found: Sequence[Found], path: str) -> list[Found]:
    """What is here more often than it was found before."""
    more = Counter(each.piece for each in here) - Counter(each.piece for each in found)
    return [Found(piece, None, path) for piece in more.elements()]
