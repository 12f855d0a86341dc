"""The delimiters of block markup: where they are in a text, and what they say.

A delimiter is an HTML comment: `<!-- wp:name {"attribute": 1} -->` opens a block, `<!-- /wp:name -->` closes one, and
`<!-- wp:name /-->` is a whole block. What looks nearly like one is text.
Source: https://github.com/WordPress/gutenberg/tree/trunk/packages/block-serialization-default-parser, `tokenizer`.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from sitehand.errors import Code, Problem

MAX_DELIMITERS = 100_000
"""The most delimiters in one text. The largest pages that people write have a tenth of that."""

SPACES = " \t\f\r\n"
"""What may stand between the parts of a delimiter."""
ODD_SPACES = "\v\u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff" + "".join(map(chr, range(0x2000, 0x200B)))
"""What else is a space in JavaScript, and so to WordPress before its security releases of October 2026."""
_SPACE = f"[{re.escape(SPACES)}]"
_BEGIN = rf"<!--{_SPACE}++(/)?wp:((?:[a-z][a-z0-9_-]*/)?[a-z][a-z0-9_-]*){_SPACE}++"
"""Groups of all three patterns: closer, name, attributes, void."""
_DELIMITER = re.compile(rf"{_BEGIN}(\{{(?:[^}}]++|}}(?!{_SPACE}++/?-->))*+}}{_SPACE}++)?(/)?-->")
_BARE = re.compile(rf"{_BEGIN}((?!))?(/)?-->")
_OPENER = re.compile(rf"{_BEGIN}\{{")
_ODD = f"[{re.escape(ODD_SPACES)}]"
_ANY = f"[{re.escape(SPACES + ODD_SPACES)}]"
_ODD_DELIMITER = re.compile(
    rf"<!--{_SPACE}*+{_ODD}{_ANY}*+/?wp:"
    rf"|<!--{_ANY}++/?wp:[a-z0-9_/-]++{_SPACE}*+{_ODD}"
    rf"|\}}{_SPACE}*+{_ODD}{_ANY}*+/?-->"
)


class Delimiter(NamedTuple):
    """One delimiter, and where it is: `source[start:end]`.

    `attributes` is where its JSON is, if it has any, with the space behind it, which WordPress reads as a part of
    it: a form feed there makes it none.
    """

    start: int
    end: int
    name: str
    closes: bool
    void: bool
    attributes: tuple[int, int] | None


def find_delimiters(source: str) -> Iterator[Delimiter]:
    """The delimiters of a text, in order. Raises Problem(invalid_arguments) past `MAX_DELIMITERS`."""
    for number, match in enumerate(_match_all(source)):
        if number == MAX_DELIMITERS:
            raise Problem(
                Code.INVALID_ARGUMENTS,
                f"The text has more than {MAX_DELIMITERS:,} block delimiters.",
                hint="Split it into several pages.",
            )
        attributes = match.span(3)
        void = match[4] is not None
        yield Delimiter(
            *match.span(),
            match[2] if "/" in match[2] else f"core/{match[2]}",
            match[1] is not None and not void,  # one that does both counts as a whole block
            void,
            attributes if attributes[0] >= 0 else None,
        )


def count_delimiters(source: str) -> int:
    """How many there are. Raises Problem(invalid_arguments) as `find_delimiters` does."""
    return sum(1 for _ in find_delimiters(source))


def find_odd_delimiters(source: str) -> Iterator[tuple[int, int]]:
    """Where a text has parts of delimiters around a space that only old versions of WordPress take, whole or not: what
    is text to us could be a block there.
    """
    if source.isascii() and "\v" not in source:  # as most texts are, which costs nothing to know
        return iter(())
    return (match.span() for match in _ODD_DELIMITER.finditer(source))


def _match_all(source: str) -> Iterator[re.Match[str]]:
    """The matches in order. Past the last place where attributes can end, nothing is looked at as attributes: for each
    opener whose attributes never end, the pattern would read to the end of the text.
    """
    end = _find_last_end(source)
    yield from _DELIMITER.finditer(source, 0, end)
    yield from _BARE.finditer(source, end)


def leaves_open(source: str) -> bool:
    """Whether an opener has attributes that do not end in this text: what follows it could belong to them."""
    return _OPENER.search(source, _find_last_end(source)) is not None


def _find_last_end(source: str) -> int:
    """The end of the last text that can end attributes, such as `} -->`; 0 when there is none."""
    arrow = source.rfind("-->")
    while arrow >= 0:
        at = arrow - 1 if source.startswith("/", arrow - 1) else arrow
        brace = at - 1
        while brace >= 0 and source[brace] in SPACES:
            brace -= 1
        if brace < at - 1 and source.startswith("}", brace):
            return arrow + len("-->")
        arrow = source.rfind("-->", 0, arrow + 2)
    return 0
