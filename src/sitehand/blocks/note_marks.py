"""Notes on blocks: a block names its notes by their ids, in `metadata.noteId`.

WordPress 6.9 writes one id there, later releases one or a list of them.
Source: `getNoteIdsFromMetadata` of https://github.com/WordPress/gutenberg/tree/trunk/packages/editor.
"""

import re
from collections.abc import Mapping
from typing import Any

from sitehand.blocks.attributes import read_attributes
from sitehand.blocks.outline import Entry

NAME = "noteId"
MARK = re.compile(rf'"{NAME}":(\d+|\[\d+(?:,\d+)*\])')
"""What names notes in the delimiter of a block, as it is written here."""
_NUMBER = re.compile(r"\d+")


def read_notes(entry: Entry) -> list[int]:
    """The ids of the notes that a block names, in their order."""
    text = entry.tree.attributes_text(entry.block)
    if text is None or NAME not in text:
        return []
    metadata = (read_attributes(text) or {}).get("metadata")
    named = metadata.get(NAME) if isinstance(metadata, dict) else None
    listed = named if isinstance(named, list) else [named]
    return list(dict.fromkeys(one for one in listed if isinstance(one, int) and one is not True and one > 0))


def write_mark(entry: Entry, note_id: int) -> dict[str, Any]:
    """The attributes that name one note more: as a number while it is the only one, which every release reads."""
    notes = list(dict.fromkeys([*read_notes(entry), note_id]))
    return {"metadata": {NAME: notes if len(notes) > 1 else note_id}}


def remove_marks(text: str) -> str:
    """The text without what names notes."""
    return MARK.sub("", text)


def rename_marks(text: str, made: Mapping[int, int]) -> str:
    """The text with notes that have got other ids, in the places that name notes."""
    if not made or NAME not in text:
        return text

    def rename(number: re.Match[str]) -> str:
        return str(made.get(int(number[0]), number[0]))

    return MARK.sub(lambda mark: _NUMBER.sub(rename, mark[0]), text)
