"""Replacing words in the text of blocks: between tags, never in a tag, a delimiter or a script."""

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from html.entities import html5

from sitehand.blocks.catalogue import BlockType
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.edits import ReplaceText
from sitehand.blocks.making import FREEFORM
from sitehand.blocks.outline import Entry, Outline, read_outline
from sitehand.blocks.splices import Splice, TextChange
from sitehand.blocks.tree import Span
from sitehand.blocks.validity import find_difference
from sitehand.blocks.words import find_text
from sitehand.errors import Code, Problem

MAX_PLACES = 10_000
"""The most places in one text."""
_BARE = "|".join(sorted((name for name in html5 if not name.endswith(";")), reverse=True))
"""Names that browsers read as a character without a `;` too, such as `&copy`."""
_REFERENCE = rf"&(?:[a-zA-Z][a-zA-Z0-9]*+;|#[xX][0-9a-fA-F]++;?|#[0-9]++;?|{_BARE})"


def replace_text(
    outline: Outline, blocks: Mapping[str, BlockType], dialect: Dialect, wanted: ReplaceText
) -> TextChange:
    """Other words in the place of some, a splice for each, in the blocks of these names, or in all.

    What is found and written is plain text. Words that a tag parts, such as a half in bold, are not found. Raises
    Problem(conflict) for a block that would no longer agree with its attributes.
    """
    pattern = _write_pattern(wanted)
    names, new = wanted.names, escape(wanted.new, quote=False)
    entries = [entry for entry in outline if entry.closed and (not names or (entry.block.name or FREEFORM) in names)]
    found = {entry: list(_find_in(entry, pattern)) for entry in entries}
    touched = [entry for entry, places in found.items() if places]
    splices = sorted(Splice(*place, new) for places in found.values() for place in places)
    if len(splices) > MAX_PLACES:
        message = f"{wanted.find[:80]!r} is in over {MAX_PLACES:,} places."
        raise Problem(Code.INVALID_ARGUMENTS, message, hint="Name blocks.")
    change = TextChange(splices, _place(touched, splices))
    _check(touched, change, blocks, read_outline(change.apply(outline.source)), dialect)
    return change


def _write_pattern(wanted: ReplaceText) -> re.Pattern[str]:
    """Its group is the words. A character reference is taken whole, so that `amp` is not found in `&amp;`."""
    words = re.escape(escape(wanted.find, quote=False))
    return re.compile(f"({words})|{_REFERENCE}", 0 if wanted.match_case else re.IGNORECASE)


def _find_in(entry: Entry, pattern: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Where the words stand in the text that is directly in a block."""
    source = entry.tree.source
    for part in entry.block.content:
        if isinstance(part, Span):
            for piece in find_text(source, *part):
                yield from (word.span(1) for word in pattern.finditer(source, *piece) if word[1])


def _place(entries: Sequence[Entry], splices: Sequence[Splice]) -> list[int]:
    """Where the blocks begin once the splices are done."""
    starts, number, shift = [], 0, 0
    for start in sorted(entry.span.start for entry in entries):
        while number < len(splices) and splices[number].start < start:
            shift += len(splices[number].text) - (splices[number].end - splices[number].start)
            number += 1
        starts.append(start + shift)
    return starts


def _check(
    entries: Sequence[Entry], change: TextChange, blocks: Mapping[str, BlockType], after: Outline, dialect: Dialect
) -> None:
    """Raises Problem(conflict) for the first block whose HTML agreed with its attributes, and would not any more."""
    for entry, start in zip(sorted(entries, key=lambda entry: entry.span.start), change.touched, strict=True):
        block, new = blocks.get(entry.block.name), after.find_start(start)
        if block and new and find_difference(new, block, dialect) and not find_difference(entry, block, dialect):
            raise Problem(
                Code.CONFLICT,
                f"The block {entry.path} ({entry.block.name}) has this text in its attributes too.",
                hint="Change it with update_block, and leave it out here by naming the blocks to change.",
            )
