"""Whether a block may hold another: by `parent`, `ancestor` and what a block type allows, and by a block's
`allowedBlocks`.

Source: `canInsertBlockType` of https://github.com/WordPress/gutenberg/tree/trunk/packages/block-editor,
store/selectors.js.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sitehand.blocks.catalogue import BlockType
from sitehand.blocks.making import explain_leaf
from sitehand.blocks.outline import Entry, Outline, walk
from sitehand.blocks.reading import read_comment
from sitehand.blocks.release import TEXT
from sitehand.errors import Code, Problem


class Misplaced(NamedTuple):
    """A block that may not be where it is, and what would fit."""

    entry: Entry
    reason: str


def check_nesting(
    old: Outline, new: Outline, touched: Iterable[Entry], blocks: Mapping[str, BlockType], around: str = TEXT
) -> None:
    """Raises Problem(invalid_arguments) for a touched block, or one in it, that may not be where it is.

    `around` is the block that shows the text, and so holds what is in no other.

    Where the text had the same fault before, it is advice and no reason to refuse an edit.
    """
    found = [fault for entry in touched for fault in _find_misplaced(walk(entry), blocks, around)]
    before = {fault.reason for fault in _find_misplaced(old, blocks, around)} if found else set()
    for entry, reason in found:
        if reason not in before:
            message = f"The block {entry.path} ({entry.block.name}) would be where it may not be."
            raise Problem(Code.INVALID_ARGUMENTS, message, hint=reason)


def _find_misplaced(entries: Iterable[Entry], blocks: Mapping[str, BlockType], around: str) -> Iterator[Misplaced]:
    for entry in entries:
        if reason := _explain_leaf(entry, blocks) or _explain_place(entry, blocks, around):
            yield Misplaced(entry, reason)


def _explain_leaf(entry: Entry, blocks: Mapping[str, BlockType]) -> str:
    """Why a block may not be in another one that holds none, whoever it is."""
    holder = blocks.get(entry.parent.block.name) if entry.parent else None
    return explain_leaf(holder.name) if holder and holder.leaf and entry.block.name else ""


def _explain_place(entry: Entry, blocks: Mapping[str, BlockType], around: str) -> str:
    kind = blocks.get(entry.block.name)
    if kind is None:
        return ""
    return _explain_parent(entry, kind, blocks, around) or _explain_ancestors(entry, kind, around)


def _explain_parent(entry: Entry, kind: BlockType, blocks: Mapping[str, BlockType], around: str) -> str:
    """Why a block may not be directly in the one that it is in. Where each names others, one of them is enough."""
    holder = entry.parent.block.name if entry.parent else around
    allowed = _read_allowed(entry.parent, blocks) if entry.parent else _allow_by_type(around, blocks)
    if holder in (kind.parents or ()) or kind.name in (allowed or ()):
        return ""
    if kind.parents is not None:
        return f"{kind.name} stands directly in {' or '.join(kind.parents)}."
    return "" if allowed is None else f"{holder} holds {' or '.join(allowed) or 'no blocks'} alone."


def _explain_ancestors(entry: Entry, kind: BlockType, around: str) -> str:
    holders = {around, *(ancestor.block.name for ancestor in entry.ancestors)} if kind.ancestors else set()
    if not kind.ancestors or holders.intersection(kind.ancestors):
        return ""
    return f"{kind.name} stands somewhere in {' or '.join(kind.ancestors)}."


def _read_allowed(holder: Entry, blocks: Mapping[str, BlockType]) -> Sequence[str] | None:
    """The blocks that a block may hold: those that its author has named, else those of its type."""
    named = read_comment(holder).get("allowedBlocks")
    if isinstance(named, list):
        return [name for name in named if isinstance(name, str)]
    return _allow_by_type(holder.block.name, blocks)


def _allow_by_type(name: str, blocks: Mapping[str, BlockType]) -> Sequence[str] | None:
    kind = blocks.get(name)
    return kind.allowed if kind else None
