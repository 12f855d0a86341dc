"""Edits of a text, one after another, all or nothing.

Each works on the text as those before it have left it. A fingerprint from before the first goes on naming its block,
whatever is done to that meanwhile, unless text between blocks is joined; a path is that of the moment.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sitehand.blocks.addresses import find_block
from sitehand.blocks.catalogue import BlockType, read_catalogue
from sitehand.blocks.delimiters import count_delimiters
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.edits import Edit, Structure
from sitehand.blocks.fingerprints import Fingerprints, parse_fingerprint
from sitehand.blocks.nesting import check_nesting
from sitehand.blocks.outline import Entry, Outline, read_outline
from sitehand.blocks.planning import Planner
from sitehand.blocks.release import TEXT
from sitehand.blocks.rereading import reread_tree
from sitehand.blocks.splices import TextChange
from sitehand.errors import Code, Problem

MAX_EDITS = 50
NEAREST = 20
"""Blocks around a change, the innermost, that the answer lists."""


@dataclass(frozen=True, slots=True)
class Edited:
    """What edits made of a text. `touched` are the blocks that each edit made or changed, if they are still there.

    `around` are those that held what was changed, and have another fingerprint since.
    """

    outline: Outline
    changes: Sequence[TextChange]
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
    around: str = TEXT,
) -> Edited:
    """The text after all edits. `blocks` are those that the host's release has, by default those of the dialect's;
    `around` is the block that shows the text.

    Raises the Problem of the first edit that cannot be, with its number from 0 as `edit` in its `extra`: conflict for a
    stale address or a lock, invalid_arguments for markup or places that make no sense.
    """
    if len(edits) > MAX_EDITS:
        raise Problem(Code.INVALID_ARGUMENTS, f"More than {MAX_EDITS} edits at once.", hint="Send them in parts.")
    editor = Editor(source, dialect, read_catalogue(dialect) if blocks is None else blocks, around)
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

    def __init__(self, source: str, dialect: Dialect, blocks: Mapping[str, BlockType], around: str = TEXT) -> None:
        self._dialect = dialect
        self._blocks = blocks
        self._around = around
        self._outline = read_outline(source)
        self._first_fingerprints = self._fingerprints = Fingerprints(self._outline)
        self._changes: list[TextChange] = []
        self._held: list[list[int]] = []
        """Where the blocks began that each change was within, before it."""
        self._joined: set[int] = set()
        """Where the texts between blocks begin that an edit has joined from two."""

    def apply(self, edit: Edit) -> None:
        """Do one edit."""
        change = Planner(self._outline, self._dialect, self._blocks, self._find).plan(edit)
        new = Outline(reread_tree(self._outline.tree, change))
        _check_seams(self._outline, new, change)
        if isinstance(edit, Structure):
            touched = filter(None, map(new.find_start, change.touched))
            check_nesting(self._outline, new, touched, self._blocks, self._around)
        within = [entry for splice in change.splices for entry in self._outline.find_around(splice.start)[-NEAREST:]]
        self._held.append([entry.span.start for entry in within])
        self._joined = {at for each in self._joined if (at := change.follow(each)) is not None}
        if isinstance(edit, Structure):
            self._joined.update(_find_joined(new, change))
        self._outline = new
        self._changes.append(change)
        self._fingerprints = Fingerprints(new)

    def finish(self) -> Edited:
        """End the edits, and answer what came of them."""
        touched = [self._follow_touched(number) for number in range(len(self._changes))]
        return Edited(self._outline, self._changes, touched, self._follow_around(touched), self._fingerprints)

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
        if found is None or at in self._joined:
            raise Problem(
                Code.CONFLICT,
                f"Since an edit before this one, the text {address} is no block of its own any more.",
                hint="Make this edit first, or name the block that the text is in by its path.",
            )
        return found

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


def _follow(start: int, changes: Sequence[TextChange]) -> int | None:
    at: int | None = start
    for change in changes:
        at = None if at is None else change.follow(at)
    return at


def _find_joined(new: Outline, change: TextChange) -> Iterator[int]:
    """Where texts between blocks begin that go over the edge of what came, or of the place of what went."""
    shift = 0
    for start, end, text in change.splices:
        for edge in {start + shift, start + shift + len(text)}:
            yield from (entry.span.start for entry in new.find_around(edge) if entry.block.opener is None)
        shift += len(text) - (end - start)


def _check_seams(old: Outline, new: Outline, change: TextChange) -> None:
    """Raises Problem(conflict) when text around a change turned its blocks, or they that text, into something else."""
    added = sum(count_delimiters(splice.text) for splice in change.splices)
    cut = sum(count_delimiters(old.source[splice.start : splice.end]) for splice in change.splices)
    found = all(map(new.find_start, change.touched))
    if new.tree.delimiters != old.tree.delimiters + added - cut or (added and not found):
        raise Problem(
            Code.CONFLICT,
            "Broken markup beside the block would run into it.",
            hint="Repair the text around it first.",
        )
