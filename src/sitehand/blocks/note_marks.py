"""Notes on blocks: a block names its notes by their ids, in `metadata.noteId`.

WordPress 6.9 writes one id there, later releases one or a list of them. Words that a note is about are marked besides
(`note_words`).
Source: `getNoteIdsFromMetadata` of https://github.com/WordPress/gutenberg/tree/trunk/packages/editor.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sitehand.blocks.attributes import read_attributes, write_attributes
from sitehand.blocks.note_words import CLASS, move_words
from sitehand.blocks.outline import Entry, read_outline, walk
from sitehand.blocks.splices import Splice, TextChange

NAME = "noteId"
NAMED = (NAME, CLASS)
"""What a text has that may name notes."""
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


def copy_block(entry: Entry) -> str:
    """The text of a block for a copy of it, in which nothing names notes: these are about the original."""
    return move_words(_move_marks(walk(entry), entry.span.start, {}).apply(entry.tree.source[slice(*entry.span)]), {})


def copy_text(text: str) -> str:
    """A whole text for a copy of it, in which nothing names notes.

    Raises Problem(invalid_arguments) for a text with more delimiters than anybody writes.
    """
    return move_text(text, {})


def move_text(text: str, made: Mapping[int, int]) -> str:
    """A whole text of another site, in which blocks and words name the notes that were made here of those there only.

    Raises Problem(invalid_arguments) as `copy_text`.
    """
    named = any(word in text for word in NAMED)
    return move_words(_move_marks(read_outline(text), 0, made).apply(text), made) if named else text


def _move_marks(entries: Iterable[Entry], start: int, made: Mapping[int, int]) -> TextChange:
    return TextChange([splice for entry in entries for splice in _move_mark(entry, start, made)])


def _move_mark(entry: Entry, start: int, made: Mapping[int, int]) -> Iterator[Splice]:
    """The delimiter of a block with the notes that were made, in a text that begins at `start` of the source."""
    text, where = entry.tree.attributes_text(entry.block), entry.block.opener and entry.block.opener.attributes
    if text is None or not where or not any(word in text for word in NAMED):
        return
    attributes = read_attributes(text) or {}
    _move_words(attributes, made)
    metadata = attributes.get("metadata")
    if isinstance(metadata, dict) and NAME in metadata:
        named = [made[each] for each in read_notes(entry) if each in made]
        if named:
            metadata[NAME] = named if len(named) > 1 else named[0]
        else:
            del metadata[NAME]
        if not metadata:
            del attributes["metadata"]
    if attributes != (read_attributes(text) or {}):
        yield Splice(where[0] - start, where[1] - start, f"{write_attributes(attributes)} " if attributes else "")


def _move_words(attributes: dict[str, Any], made: Mapping[int, int]) -> None:
    """Have the texts in it mark words for the notes that were made. Not recursive: attributes may nest deeply."""
    left: list[dict[str, Any] | list[Any]] = [attributes]
    while left:
        holder: Any = left.pop()
        for place, value in list(holder.items() if isinstance(holder, dict) else enumerate(holder)):
            if isinstance(value, dict | list):
                left.append(value)
            elif isinstance(value, str):
                holder[place] = move_words(value, made)


def hide_marks(text: str) -> str:
    """The text without the ids of notes that it names, to look for other ids in: it is no markup any more."""
    return MARK.sub("", text)


def rename_marks(text: str, made: Mapping[int, int]) -> str:
    """The text with notes that have got other ids, in the places that name notes."""
    if not made or NAME not in text:
        return text

    names = {str(old): str(new) for old, new in made.items()}  # a number may have more digits than Python reads
    return MARK.sub(lambda mark: _NUMBER.sub(lambda found: names.get(found[0], found[0]), mark[0]), text)
