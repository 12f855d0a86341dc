"""Finding blocks by their name, their text and their attributes."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sitehand.blocks.inner_html import own_html
from sitehand.blocks.outline import Entry, Outline
from sitehand.blocks.reading import read_block, read_comment
from sitehand.blocks.release import Release
from sitehand.blocks.showing import name_of
from sitehand.blocks.words import read_words


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a block has to have: one of the names, the text whatever its case, and these values of attributes."""

    names: Collection[str] = ()
    text: str = ""
    attributes: Mapping[str, Any] = field(default_factory=dict)


def find_blocks(outline: Outline, wanted: Wanted, release: Release) -> Iterator[Entry]:
    """The blocks that fit, in the order of the text."""
    return (entry for entry in outline if _fits(entry, wanted, release))


def _fits(entry: Entry, wanted: Wanted, release: Release) -> bool:
    if wanted.names and name_of(entry) not in wanted.names:
        return False
    words = " ".join(wanted.text.casefold().split())
    if words and words not in read_words(own_html(entry)).casefold():
        return False
    return not wanted.attributes or _has(entry, wanted.attributes, release)


def _has(entry: Entry, attributes: Mapping[str, Any], release: Release) -> bool:
    """Whether a block has these values, those that it has by default too."""
    block = release.blocks.get(name_of(entry))
    defaults = {one.name: one.default for one in block.attributes.values() if one.has_default} if block else {}
    try:
        found = {**defaults, **read_block(entry, block)}
    except RecursionError:
        found = read_comment(entry)
    return all(name in found and found[name] == value for name, value in attributes.items())
