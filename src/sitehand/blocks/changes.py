"""What an operation on a block changes in the text: places, and nothing else.

Each function takes an outline and gives the change; the locks of the blocks and their ends have been looked at then.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sitehand.blocks.attributes import read_attributes, write_attributes
from sitehand.blocks.locks import check_insert, check_move, check_remove
from sitehand.blocks.markup import Markup
from sitehand.blocks.note_marks import copy_block
from sitehand.blocks.outline import BLANK, Entry, Outline
from sitehand.blocks.places import Gap, Relation, find_gap, refuse_unclosed
from sitehand.blocks.splices import Shift, Splice, TextChange
from sitehand.blocks.tree import Span
from sitehand.blocks.words import find_text
from sitehand.errors import Code, Problem


def replace_block(outline: Outline, entry: Entry, markup: Markup) -> TextChange:
    """Another block, or several, in the place of one."""
    _check_closed(entry)
    check_remove(outline, entry)
    return TextChange([Splice(*entry.span, markup.text)], [entry.span.start + start for start in markup.starts])


def insert_blocks(outline: Outline, gap: Gap, markup: Markup) -> TextChange:
    """New blocks at a place."""
    check_insert(outline, gap.container)
    splice = Splice(gap.start, gap.end, f"{gap.before}{markup.text}{gap.after}")
    return TextChange([splice], [gap.start + len(gap.before) + start for start in markup.starts])


def duplicate_block(outline: Outline, entry: Entry, gap: Gap) -> TextChange:
    """Insert a copy of a block, without the notes on it."""
    _check_closed(entry)
    return insert_blocks(outline, gap, Markup(copy_block(entry), [0]))


def remove_block(outline: Outline, entry: Entry) -> TextChange:
    """Remove a block, with the white space that separated it from the next, or from the one before."""
    _check_closed(entry)
    check_remove(outline, entry)
    return TextChange([Splice(*_with_space(outline, entry, entry), "")])


def move_blocks(outline: Outline, entry: Entry, count: int, gap: Gap) -> TextChange:
    """Neighbours at another place, byte for byte. Between themselves, or where they are, nothing changes."""
    entries = _take_neighbours(outline, entry, count)
    for each in entries:
        _check_closed(each)
        _check_apart(each, gap)
        check_move(outline, each)
        if gap.container is not entry.parent:
            check_remove(outline, each)
    if gap.container is not entry.parent:
        check_insert(outline, gap.container)
    whole = Span(entry.span.start, entries[-1].span.end)
    if whole.start <= gap.start <= whole.end:
        return TextChange([], [each.span.start for each in entries])
    cut = _with_space(outline, entry, entries[-1])
    paste = Splice(gap.start, gap.end, f"{gap.before}{outline.source[slice(*whole)]}{gap.after}")
    # A cut before the place moves it to the front by as much.
    to = gap.start + len(gap.before) - (cut.end - cut.start if cut.start < gap.start else 0)
    touched = [to + each.span.start - whole.start for each in entries]
    return TextChange(sorted([Splice(*cut, ""), paste]), touched, Shift(*whole, to))


def wrap_blocks(outline: Outline, entries: Sequence[Entry], wrapper: Outline) -> TextChange:
    """Blocks that follow each other, in the one block of the wrapper."""
    for entry in entries:
        _check_closed(entry)
        check_remove(outline, entry)
    first, last = entries[0], entries[-1]
    if outline.siblings(first)[first.index : first.index + len(entries)] != list(entries):
        raise Problem(
            Code.INVALID_ARGUMENTS,
            "The blocks do not follow each other in the same place.",
            hint="Name neighbours in their order, or move them together first.",
        )
    gap = find_gap(wrapper, Relation.FIRST_IN, wrapper.roots[0])
    begin = Splice(first.span.start, first.span.start, wrapper.source[: gap.start] + gap.before)
    end = Splice(last.span.end, last.span.end, gap.after + wrapper.source[gap.end :])
    return TextChange([begin, end], [first.span.start])


def unwrap_block(outline: Outline, entry: Entry) -> TextChange:
    """The blocks of a block in its place. Raises Problem(conflict) when it has text of its own, which would be lost."""
    _check_closed(entry)
    check_remove(outline, entry)
    if not entry.inner:
        raise Problem(Code.CONFLICT, f"The block {entry.path} holds no blocks.", hint="Remove it instead.")
    if _has_text(outline, entry):
        raise Problem(
            Code.CONFLICT,
            f"The block {entry.path} ({entry.block.name}) has text of its own, which would be lost.",
            hint="Insert that text as a block of its own first, and then replace the block by those in it.",
        )
    first, last = entry.inner[0].span, entry.inner[-1].span
    splices = [Splice(entry.span.start, first.start, ""), Splice(last.end, entry.span.end, "")]
    return TextChange(splices, [inner.span.start - first.start + entry.span.start for inner in entry.inner])


def write_block_attributes(
    outline: Outline, entry: Entry, attributes: Mapping[str, Any], order: Sequence[str] = ()
) -> TextChange:
    """Attributes in the delimiter of a block, in the release's order as far as it knows them. Equal ones: no change."""
    opener = entry.block.opener
    if opener is None:
        raise Problem(
            Code.CONFLICT, f"The block {entry.path} is text between blocks, without attributes.", hint="Replace it."
        )
    if read_attributes(outline.tree.attributes_text(entry.block)) == attributes:
        return TextChange([], [entry.span.start])
    ranks = {name: rank for rank, name in enumerate(order)}
    ordered = dict(sorted(attributes.items(), key=lambda item: ranks.get(item[0], len(ranks))))
    text = f"{write_attributes(ordered)} " if attributes else ""
    end = opener.end - len("/-->" if opener.void else "-->")
    return TextChange([Splice(*(opener.attributes or (end, end)), text)], [entry.span.start])


def merge_attributes(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """The old attributes with the new ones: objects are merged, null removes, anything else replaces."""
    merged = dict(old)
    for name, value in new.items():
        if value is None:
            merged.pop(name, None)
        elif isinstance(value, dict) and isinstance(inner := merged.get(name), dict):
            merged[name] = merge_attributes(inner, value)
        elif isinstance(value, dict):
            merged[name] = merge_attributes({}, value)
        else:
            merged[name] = value
    return merged


def _take_neighbours(outline: Outline, entry: Entry, count: int) -> Sequence[Entry]:
    entries = outline.siblings(entry)[entry.index : entry.index + count]
    if len(entries) < count:
        message = f"From the block {entry.path} on there are {len(entries)} blocks in its place, not {count}."
        raise Problem(Code.INVALID_ARGUMENTS, message, hint="Name fewer.")
    return entries


def _with_space(outline: Outline, first: Entry, last: Entry) -> Span:
    """Neighbours with the white space to the next block, or, at the end, from the one before."""
    siblings = outline.siblings(first)
    if last.index + 1 < len(siblings):
        after = siblings[last.index + 1].span.start
        if not outline.source[last.span.end : after].strip(BLANK):
            return Span(first.span.start, after)
    elif first.index:
        before = siblings[first.index - 1].span.end
        if not outline.source[before : first.span.start].strip(BLANK):
            return Span(before, last.span.end)
    return Span(first.span.start, last.span.end)


def _has_text(outline: Outline, entry: Entry) -> bool:
    parts = [part for part in entry.block.content if isinstance(part, Span)]
    pieces = (piece for part in parts for piece in find_text(outline.source, *part))
    return any(outline.source[slice(*piece)].strip(BLANK) for piece in pieces)


def _check_closed(entry: Entry) -> None:
    if not entry.closed:
        refuse_unclosed(entry)


def _check_apart(entry: Entry, gap: Gap) -> None:
    if gap.container and entry in (gap.container, *gap.container.ancestors):
        raise Problem(Code.INVALID_ARGUMENTS, "A block cannot move into itself.", hint="Choose a place outside it.")
