"""The edits that blocks take. Addresses are paths or fingerprints; `markup` is block markup, whole and closed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sitehand.blocks.places import Place
from sitehand.blocks.table_edits import TableEdit


@dataclass(frozen=True, slots=True)
class Replace:
    """Put other blocks in the place of one."""

    block: str
    markup: str


@dataclass(frozen=True, slots=True)
class Insert:
    """Put new blocks at a place."""

    at: Place
    markup: str


@dataclass(frozen=True, slots=True)
class Move:
    """Move a block to a place, and with it the blocks right after it, `count` in all."""

    block: str
    at: Place
    count: int = 1


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Put a block's copy right after it."""

    block: str


@dataclass(frozen=True, slots=True)
class Remove:
    """Remove a block, with those in it."""

    block: str


@dataclass(frozen=True, slots=True)
class Wrap:
    """Put neighbours, in their order, into the one block of `markup`, which holds none yet."""

    blocks: Sequence[str]
    markup: str


@dataclass(frozen=True, slots=True)
class Unwrap:
    """Put the blocks of a block in its place."""

    block: str


@dataclass(frozen=True, slots=True)
class Transform:
    """Make a block another one with the same text, or put it into one; `attributes` are more of that one."""

    block: str
    name: str
    attributes: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SetAttributes:
    """Merge attributes into those in the delimiter of a block, where null removes one; or replace them all.

    Its HTML stays as it is, whether it agrees with them or not.
    """

    block: str
    attributes: Mapping[str, Any]
    replace: bool = False


@dataclass(frozen=True, slots=True)
class Update:
    """Merge attributes into a block's, in its delimiter and its HTML alike, where null removes one; `text` is its text.

    With `replace` they replace those of its delimiter.
    """

    block: str
    attributes: Mapping[str, Any] = field(default_factory=dict)
    text: str | None = None
    replace: bool = False


@dataclass(frozen=True, slots=True)
class SetHtml:
    """Replace the HTML of a block that holds no blocks."""

    block: str
    html: str


@dataclass(frozen=True, slots=True)
class EditTable:
    """Change the rows, columns or cells of a table."""

    block: str
    edit: TableEdit


@dataclass(frozen=True, slots=True)
class ReplaceText:
    """Replace words in the text of all blocks, or of those with these names."""

    find: str
    new: str
    names: frozenset[str] = frozenset()
    match_case: bool = True


Structure = Replace | Insert | Move | Duplicate | Remove | Wrap | Unwrap | Transform
"""Edits of which blocks there are, and where."""
Content = SetAttributes | Update | SetHtml | EditTable | ReplaceText
"""Edits of what blocks say."""
Edit = Structure | Content
