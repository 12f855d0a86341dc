"""The delimiters of block markup: where they are in a text, and what they say.

A delimiter is an HTML comment: `<!-- wp:name {"attribute": 1} -->` opens a block, `<!-- /wp:name -->` closes one, and
`<!-- wp:name /-->` is a whole block. What looks nearly like one is text.
Source: https://github.com/WordPress/gutenberg/tree/trunk/packages/block-serialization-default-parser, `tokenizer`.
"""

import re
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from sitehand.errors import Code, Problem

MAX_DELIMITERS = 100_000
"""In one text. The largest pages that people write have a tenth of that."""


class Dialect(StrEnum):
    """Which release's rule says what is a space in a delimiter. The built-in site's is the newest."""

    V6_8 = "6.8"
    V7_1 = "7.1"


SPACES = {
    # What JavaScript's \s matches; Python's is a third set.
    Dialect.V6_8: "\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff"
    + "".join(map(chr, range(0x2000, 0x200B))),
    Dialect.V7_1: " \t\f\r\n",
}


class Delimiter(NamedTuple):
    """One delimiter, and where it stands: `source[start:end]`.

    `attributes` is where its JSON stands, if it has any, with the space behind it, which WordPress reads as a part of
    it: a no-break space there makes it none.
    """

    start: int
    end: int
    name: str
    closes: bool
    void: bool
    attributes: tuple[int, int] | None


def find_delimiters(source: str, dialect: Dialect = Dialect.V7_1) -> Iterator[Delimiter]:
    """The delimiters of a text, in order. Raises Problem(invalid_arguments) past `MAX_DELIMITERS`."""
    for number, match in enumerate(_match_all(source, dialect)):
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


def _match_all(source: str, dialect: Dialect) -> Iterator[re.Match[str]]:
    """The matches in order. Past the last place where attributes can end, nothing is looked at as attributes: for each
    opener whose attributes never end, the pattern would read to the end of the text.
    """
    delimiter, bare, _ = _patterns(dialect)
    end = _find_last_end(source, dialect)
    yield from delimiter.finditer(source, 0, end)
    yield from bare.finditer(source, end)


def leaves_open(source: str, dialect: Dialect) -> bool:
    """Whether an opener has attributes that do not end in this text: what follows it could belong to them."""
    return _patterns(dialect)[2].search(source, _find_last_end(source, dialect)) is not None


def _find_last_end(source: str, dialect: Dialect) -> int:
    """The end of the last text that can end attributes, such as `} -->`; 0 when there is none."""
    spaces = SPACES[dialect]
    arrow = source.rfind("-->")
    while arrow >= 0:
        at = arrow - 1 if source.startswith("/", arrow - 1) else arrow
        brace = at - 1
        while brace >= 0 and source[brace] in spaces:
            brace -= 1
        if brace < at - 1 and source.startswith("}", brace):
            return arrow + len("-->")
        arrow = source.rfind("-->", 0, arrow + 2)
    return 0


@cache
def _patterns(dialect: Dialect) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """The pattern of any delimiter, of those without attributes, and of the beginning of one with attributes.

    Groups: closer, name, attributes, void.
    """
    space = f"[{re.escape(SPACES[dialect])}]"
    begin = rf"<!--{space}++(/)?wp:((?:[a-z][a-z0-9_-]*/)?[a-z][a-z0-9_-]*){space}++"
    attributes = rf"(\{{(?:[^}}]++|}}(?!{space}++/?-->))*+}}{space}++)?"
    bare = f"{begin}((?!))?(/)?-->"
    return re.compile(f"{begin}{attributes}(/)?-->"), re.compile(bare), re.compile(rf"{begin}\{{")
