"""Edits of a text, one after another, all or nothing.

Each works on the text as those before it have left it. A fingerprint from before the first goes on naming its block,
whatever is done to that meanwhile; a path is that of the moment.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sitehand.blocks import changes as make
from sitehand.blocks.addresses import find_block
from sitehand.blocks.attributes import read_attributes
from sitehand.blocks.catalogue import BlockType, read_catalogue
from sitehand.blocks.delimiters import Dialect, find_delimiters
from sitehand.blocks.edits import (
    Duplicate,
    Edit,
    EditTable,
    Insert,
    Move,
    Remove,
    Replace,
    ReplaceText,
    SetAttributes,
    SetHtml,
    Unwrap,
    Update,
    Wrap,
)
from sitehand.blocks.fingerprints import Fingerprints, parse_fingerprint
from sitehand.blocks.making import FREEFORM
from sitehand.blocks.markup import Markup, check_markup
from sitehand.blocks.outline import Entry, Outline, read_outline
from sitehand.blocks.places import Gap, Place, Relation, find_gap
from sitehand.blocks.reading import read_block
from sitehand.blocks.replacing import replace_text
from sitehand.blocks.splices import Change
from sitehand.blocks.table_edits import edit_table
from sitehand.blocks.updates import find_text, update_block
from sitehand.blocks.validity import set_html
from sitehand.errors import Code, Problem

MAX_EDITS = 50
NEAREST = 20
"""Of the blocks that hold a change, how many are told."""


@dataclass(frozen=True, slots=True)
class Edited:
    """What edits made of a text. `touched` are the blocks that each edit made or changed, if they are still there.

    `around` are those that held what was changed, and have another fingerprint since.
    """

    outline: Outline
    changes: Sequence[Change]
    touched: Sequence[Sequence[Entry]]
    around: Sequence[Entry]
    fingerprints: Fingerprints

    @property
    def source(self) -> str:
        """The new text."""
        return self.outline.source


def edit_blocks(
    source: str,
    edits: Sequence[Edit],
    dialect: Dialect = Dialect.V7_1,
    *,
    blocks: Mapping[str, BlockType] | None = None,
) -> Edited:
    """The text after all edits. `blocks` are those that the host's release has, by default those of the dialect's.

    Raises the Problem of the first edit that cannot be, with its number from 0 as `edit` in its `extra`: conflict for a
    stale address or a lock, invalid_arguments for markup or places that make no sense.
    """
    if len(edits) > MAX_EDITS:
        raise Problem(Code.INVALID_ARGUMENTS, f"More than {MAX_EDITS} edits at once.", hint="Send them in parts.")
    editor = Editor(source, dialect, read_catalogue(dialect) if blocks is None else blocks)
    for number, edit in enumerate(edits):
        try:
            editor.apply(edit)
        except Problem as problem:
            problem.extra.setdefault("edit", number)
            raise
        except RecursionError:
            raise refuse_depth(number) from None
    return editor.finish()


def refuse_depth(number: int) -> Problem:
    """The refusal of an edit of HTML or attributes that hold each other hundreds of times over."""
    return Problem(
        Code.INVALID_ARGUMENTS,
        "The HTML or the attributes of the block are nested more deeply than can be edited.",
        hint="Replace the block by markup.",
        extra={"edit": number},
    )


class Editor:
    """A text while it is edited."""

    def __init__(self, source: str, dialect: Dialect, blocks: Mapping[str, BlockType]) -> None:
        self._dialect = dialect
        self._blocks = blocks
        self._outline = read_outline(source, dialect)
        self._first_fingerprints = self._fingerprints = Fingerprints(self._outline)
        self._changes: list[Change] = []
        self._held: list[list[int]] = []
        """Where the blocks began that each change was within, before it."""

    def apply(self, edit: Edit) -> None:
        """Do one edit."""
        change = self._plan(edit)
        new = read_outline(change.apply(self._outline.source), self._dialect)
        _check_seams(self._outline, new, change, self._dialect)
        within = [entry for splice in change.splices for entry in self._outline.find_around(splice.start)[-NEAREST:]]
        self._held.append([entry.span.start for entry in within])
        self._outline = new
        self._changes.append(change)
        self._fingerprints = Fingerprints(new)

    def finish(self) -> Edited:
        """What came of it."""
        touched = [self._follow_touched(number) for number in range(len(self._changes))]
        return Edited(self._outline, self._changes, touched, self._follow_around(touched), self._fingerprints)

    def _plan(self, edit: Edit) -> Change:  # noqa: PLR0911 - a row for each edit
        outline = self._outline
        match edit:
            case Replace(block, markup):
                entry = self._find(block)
                return make.replace_block(outline, entry, self._check(markup, entry.parent))
            case Insert(at, markup):
                gap = self._find_gap(at)
                return make.insert_blocks(outline, gap, self._check(markup, gap.container))
            case Move(block, at, count):
                return make.move_blocks(outline, self._find(block), count, self._find_gap(at))
            case Duplicate(block):
                entry = self._find(block)
                return make.duplicate_block(outline, entry, find_gap(outline, Relation.AFTER, entry))
            case Remove(block):
                return make.remove_block(outline, self._find(block))
            case Wrap(blocks, markup):
                return make.wrap_blocks(outline, [self._find(block) for block in blocks], self._read_wrapper(markup))
            case Unwrap(block):
                return make.unwrap_block(outline, self._find(block))
            case Update(block, attributes, text, replace):
                return self._update(self._find(block), attributes, text, replace=replace)
            case SetHtml(block, html):
                entry = self._find(block)
                return set_html(outline, entry, self._blocks.get(entry.block.name), html, self._dialect)
            case EditTable(block, table):
                entry = self._find(block)
                return self._update(entry, edit_table(self._read_table(entry), table), None, replace=False)
            case ReplaceText(find, new, names, match_case):
                return replace_text(outline, self._blocks, self._dialect, find, new, names, match_case=match_case)
            case SetAttributes(block, attributes, replace):
                entry = self._find(block)
                old = {} if replace else read_attributes(outline.tree.attributes_text(entry.block)) or {}
                return make.write_block_attributes(outline, entry, make.merge_attributes(old, attributes))

    def _update(self, entry: Entry, attributes: Mapping[str, Any], text: str | None, *, replace: bool) -> Change:
        block = self._blocks.get(entry.block.name or FREEFORM)
        if text is not None and block is None:
            raise Problem(
                Code.CONFLICT,
                f"Where {entry.block.name} has its text is not known for this release.",
                hint="Replace its HTML instead.",
            )
        given = dict(attributes) if text is None or block is None else {**attributes, find_text(block): text}
        return update_block(self._outline, entry, block, given, self._dialect, replace=replace)

    def _read_table(self, entry: Entry) -> Mapping[str, Any]:
        kind = self._blocks.get(entry.block.name)
        if kind is None or kind.name != "core/table":
            message = f"The block {entry.path} ({entry.block.name}) is no table that can be edited."
            raise Problem(Code.INVALID_ARGUMENTS, message, hint="Name a block core/table of a release that is known.")
        return read_block(entry, kind)

    def _find(self, address: str) -> Entry:
        fingerprint = parse_fingerprint(address)
        first = self._first_fingerprints.find(fingerprint) if fingerprint and self._changes else None
        if first is None:
            return find_block(self._outline, self._fingerprints, address)
        at = _follow(first.span.start, self._changes)
        if at is None:
            raise Problem(
                Code.CONFLICT, f"An edit before this one has removed the block {address}.", hint="Leave this edit out."
            )
        found = self._outline.find_start(at)
        if found is None:
            raise LookupError(f"no block begins at {at}")
        return found

    def _find_gap(self, place: Place) -> Gap:
        whole = place.relation in (Relation.START, Relation.END)
        return find_gap(self._outline, place.relation, None if whole else self._find(place.block))

    def _check(self, markup: str, container: Entry | None) -> Markup:
        return check_markup(markup, self._dialect, freeform=container is None)

    def _read_wrapper(self, markup: str) -> Outline:
        wrapper = read_outline(self._check(markup, None).text, self._dialect)
        if len(wrapper.roots) != 1 or wrapper.roots[0].inner:
            raise Problem(
                Code.INVALID_ARGUMENTS, "A wrapper is one block that holds none.", hint="Such as an empty core/group."
            )
        return wrapper

    def _follow_touched(self, number: int) -> list[Entry]:
        """The blocks that an edit touched, where they are at the end."""
        places = [_follow(at, self._changes[number + 1 :]) for at in self._changes[number].touched]
        found = [None if at is None else self._outline.find_start(at) for at in places]
        return [entry for entry in found if entry]

    def _follow_around(self, touched: Sequence[Sequence[Entry]]) -> list[Entry]:
        """The blocks that held what was changed, where they are at the end, without those that were touched."""
        held = [_follow(at, self._changes[number:]) for number, starts in enumerate(self._held) for at in starts]
        left_out = {entry for entries in touched for entry in entries}
        found = [self._outline.find_start(at) for at in dict.fromkeys(held) if at is not None]
        return [entry for entry in found if entry and entry not in left_out]


def _follow(start: int, changes: Sequence[Change]) -> int | None:
    at: int | None = start
    for change in changes:
        at = None if at is None else change.follow(at)
    return at


def _check_seams(old: Outline, new: Outline, change: Change, dialect: Dialect) -> None:
    """Raises Problem(conflict) when text around a change turned its blocks, or they that text, into something else."""
    added = sum(_count(splice.text, dialect) for splice in change.splices)
    cut = sum(_count(old.source[splice.start : splice.end], dialect) for splice in change.splices)
    found = all(map(new.find_start, change.touched))
    if new.tree.delimiters != old.tree.delimiters + added - cut or (added and not found):
        raise Problem(
            Code.CONFLICT,
            "Broken markup beside the block would run into it.",
            hint="Repair the text around it first.",
        )


def _count(text: str, dialect: Dialect) -> int:
    return sum(1 for _ in find_delimiters(text, dialect))
