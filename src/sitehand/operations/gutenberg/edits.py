"""The edits of blocks as arguments: those of one operation each, and of `apply_block_operations` in a row."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, Protocol

from pydantic import Field, WithJsonSchema

from sitehand.blocks.editor import MAX_EDITS
from sitehand.blocks.edits import (
    Duplicate,
    Edit,
    EditTable,
    Insert,
    Move,
    Remove,
    SetHtml,
    Transform,
    Unwrap,
    Update,
    Wrap,
)
from sitehand.blocks.making import NewBlock
from sitehand.blocks.release import Release, full_name
from sitehand.blocks.table_edits import Action, Section, TableEdit
from sitehand.errors import Code, Problem
from sitehand.operations.gutenberg.arguments import MAX_MARKUP, Address, At, Name, NewBlocks, read_agreeing, read_place
from sitehand.site.values import NOT_GIVEN, Input

MAX_COUNT = 1_000


class Edits(Protocol):
    """Arguments that say what to edit."""

    def list_edits(self, release: Release) -> Sequence[Edit]:
        """The edits, in order. Raises Problem."""


class Insertion(NewBlocks):
    """Where new blocks go."""

    at: At = "end"

    def list_edits(self, release: Release) -> Sequence[Edit]:
        """New blocks at the place."""
        return [Insert(read_place(self.at), read_agreeing(self, release))]


class Named(Input):
    """A block."""

    block: Address


class Updating(Named):
    """What changes of a block."""

    attributes: dict[str, Any] = Field(default_factory=dict, description="merged; null removes one")
    text: str = Field(default=NOT_GIVEN, max_length=MAX_MARKUP, description="HTML of its text")
    html: str = Field(default=NOT_GIVEN, max_length=MAX_MARKUP, description="all between its delimiters")
    replace: bool = Field(False, description="attributes replace all that it has")

    def list_edits(self, release: Release) -> Sequence[Edit]:
        """Its attributes and its text, or its HTML. Raises Problem(invalid_arguments) for neither, or both."""
        updates = bool(self.attributes or self.replace or self.text is not None)
        if updates == (self.html is not None):
            hint = "html replaces what attributes and text would change."
            raise Problem(Code.INVALID_ARGUMENTS, "Give attributes or text, or html alone.", hint=hint)
        if self.html is not None:
            return [SetHtml(self.block, self.html)]
        return [Update(self.block, self.attributes, self.text, self.replace)]


class Moving(Named):
    """Where a block goes, and how many of its neighbours with it."""

    at: At
    count: int = Field(1, ge=1, le=MAX_COUNT, description="this block and those right after it")

    def list_edits(self, release: Release) -> Sequence[Edit]:
        """The blocks at the place."""
        return [Move(self.block, read_place(self.at), self.count)]


class Duplicating(Named):
    """Duplicates a block."""

    def list_edits(self, release: Release) -> Sequence[Edit]:
        """A copy right after it."""
        return [Duplicate(self.block)]


class Removing(Named):
    """Removes a block."""

    def list_edits(self, release: Release) -> Sequence[Edit]:
        """No block."""
        return [Remove(self.block)]


class Wrapping(Input):
    """Puts neighbours into a new block."""

    blocks: list[Address] = Field(min_length=1, max_length=MAX_EDITS, description="neighbours, in order")
    name: Name = Field("core/group", description="of the new block around them")
    attributes: dict[str, Any] = Field(default_factory=dict)

    def list_edits(self, release: Release) -> Sequence[Edit]:
        """The neighbours in the new block."""
        return [Wrap(self.blocks, release.make([NewBlock(full_name(self.name), self.attributes)]))]


class TableEditing(Named):
    """What changes of a table."""

    action: Action
    section: Section = "body"
    row: int = Field(default=NOT_GIVEN, ge=0, description="in its section, from 0; default: the end")
    column: int = Field(default=NOT_GIVEN, ge=0)
    cells: list[str] = Field(default_factory=list, max_length=MAX_COUNT, description="HTML of their text")

    def list_edits(self, release: Release) -> Sequence[Edit]:
        """The table with other rows, columns or cells."""
        return [EditTable(self.block, TableEdit(self.action, self.section, self.row, self.column, self.cells))]


class Unwrapping(Named):
    """Removes a block and keeps the blocks in it."""

    def list_edits(self, release: Release) -> Sequence[Edit]:
        """The blocks in it, in its place."""
        return [Unwrap(self.block)]


class Transforming(Named):
    """Turns a block into another."""

    name: Name = Field(description="of the new block, such as core/heading; core/group goes around it")
    attributes: dict[str, Any] = Field(default_factory=dict)

    def list_edits(self, release: Release) -> Sequence[Edit]:
        """The block as another."""
        release.check_known()
        return [Transform(self.block, full_name(self.name), self.attributes)]


class InsertPart(Insertion):
    """An insertion among several edits."""

    op: Literal["insert"]


class UpdatePart(Updating):
    """An update among several edits."""

    op: Literal["update"]


class MovePart(Moving):
    """A move among several edits."""

    op: Literal["move"]


class DuplicatePart(Duplicating):
    """A duplication among several edits."""

    op: Literal["duplicate"]


class RemovePart(Removing):
    """A removal among several edits."""

    op: Literal["remove"]


class WrapPart(Wrapping):
    """A wrapping among several edits."""

    op: Literal["wrap"]


class UnwrapPart(Unwrapping):
    """An unwrapping among several edits."""

    op: Literal["unwrap"]


class TablePart(TableEditing):
    """An edit of a table among several edits."""

    op: Literal["table"]


class TransformPart(Transforming):
    """A transformation among several edits."""

    op: Literal["transform"]


Part = (
    TransformPart | TablePart | InsertPart | UpdatePart | MovePart | DuplicatePart | RemovePart | WrapPart | UnwrapPart
)
OPS = ("insert", "update", "move", "duplicate", "remove", "wrap", "unwrap", "table", "transform")
PART_SCHEMA = {"type": "object", "properties": {"op": {"enum": list(OPS)}}, "required": ["op"]}
"""In place of those schemas, which the operations of these names have already."""


class Parts(Input):
    """Edits in a row."""

    operations: Annotated[
        list[Annotated[Annotated[Part, Field(discriminator="op")], WithJsonSchema(PART_SCHEMA)]],
        Field(min_length=1, max_length=MAX_EDITS, description="each op with the arguments of its tool, without id"),
    ]

    def list_edits(self, release: Release) -> Sequence[Edit]:
        """One edit for each."""
        return [edit for part in self.operations for edit in part.list_edits(release)]
