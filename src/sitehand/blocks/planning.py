"""What one edit changes in a text: which places of it become what."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sitehand.blocks import changes as make
from sitehand.blocks.attributes import read_attributes
from sitehand.blocks.catalogue import BlockType
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.edits import (
    Content,
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
    Structure,
    Transform,
    Unwrap,
    Update,
    Wrap,
)
from sitehand.blocks.making import FREEFORM
from sitehand.blocks.markup import Markup, check_markup
from sitehand.blocks.outline import Entry, Outline, read_outline
from sitehand.blocks.places import Gap, Place, Relation, find_gap
from sitehand.blocks.reading import read_block
from sitehand.blocks.replacing import replace_text
from sitehand.blocks.splices import TextChange
from sitehand.blocks.table_edits import edit_table
from sitehand.blocks.transforms import transform_block
from sitehand.blocks.updates import find_text, update_block
from sitehand.blocks.validity import set_html
from sitehand.errors import Code, Problem


@dataclass(frozen=True, slots=True)
class Planner:
    """A text and how its blocks are found by their addresses; `blocks` are those that the release has."""

    outline: Outline
    dialect: Dialect
    blocks: Mapping[str, BlockType]
    find: Callable[[str], Entry]

    def plan(self, edit: Edit) -> TextChange:
        """What an edit changes. Raises Problem."""
        return self._plan_structure(edit) if isinstance(edit, Structure) else self._plan_content(edit)

    def _plan_structure(self, edit: Structure) -> TextChange:  # noqa: PLR0911 - a row for each edit
        outline = self.outline
        match edit:
            case Replace(block, markup):
                return self._replace(self.find(block), markup)
            case Transform(block, name, attributes):
                entry = self.find(block)
                return self._replace(entry, transform_block(entry, name, attributes, self.blocks, self.dialect))
            case Insert(at, markup):
                gap = self._find_gap(at)
                return make.insert_blocks(outline, gap, self._check(markup, gap.container))
            case Move(block, at, count):
                return make.move_blocks(outline, self.find(block), count, self._find_gap(at))
            case Duplicate(block):
                entry = self.find(block)
                return make.duplicate_block(outline, entry, find_gap(outline, Relation.AFTER, entry))
            case Remove(block):
                return make.remove_block(outline, self.find(block))
            case Wrap(blocks, markup):
                return make.wrap_blocks(outline, [self.find(block) for block in blocks], self._read_wrapper(markup))
            case Unwrap(block):
                return make.unwrap_block(outline, self.find(block))

    def _plan_content(self, edit: Content) -> TextChange:
        outline = self.outline
        match edit:
            case Update(block, attributes, text, replace):
                return self._update(self.find(block), attributes, text, replace=replace)
            case SetHtml(block, html):
                entry = self.find(block)
                return set_html(outline, entry, self.blocks.get(entry.block.name), html, self.dialect)
            case EditTable(block, table):
                entry = self.find(block)
                return self._update(entry, edit_table(self._read_table(entry), table), None, replace=False)
            case ReplaceText():
                return replace_text(outline, self.blocks, self.dialect, edit)
            case SetAttributes(block, attributes, replace):
                entry = self.find(block)
                old = {} if replace else read_attributes(outline.tree.attributes_text(entry.block)) or {}
                return make.write_block_attributes(outline, entry, make.merge_attributes(old, attributes))

    def _replace(self, entry: Entry, markup: str) -> TextChange:
        return make.replace_block(self.outline, entry, self._check(markup, entry.parent))

    def _update(self, entry: Entry, attributes: Mapping[str, Any], text: str | None, *, replace: bool) -> TextChange:
        block = self.blocks.get(entry.block.name or FREEFORM)
        if text is not None and block is None:
            raise Problem(
                Code.CONFLICT,
                f"Where {entry.block.name} has its text is not known for this release.",
                hint="Replace its HTML instead.",
            )
        given = dict(attributes) if text is None or block is None else {**attributes, find_text(block): text}
        return update_block(self.outline, entry, block, given, self.dialect, replace=replace)

    def _read_table(self, entry: Entry) -> Mapping[str, Any]:
        kind = self.blocks.get(entry.block.name)
        if kind is None or kind.name != "core/table":
            message = f"The block {entry.path} ({entry.block.name}) is no table that can be edited."
            raise Problem(Code.INVALID_ARGUMENTS, message, hint="Name a block core/table of a release that is known.")
        return read_block(entry, kind)

    def _find_gap(self, place: Place) -> Gap:
        whole = place.relation in (Relation.START, Relation.END)
        return find_gap(self.outline, place.relation, None if whole else self.find(place.block))

    def _check(self, markup: str, container: Entry | None) -> Markup:
        return check_markup(markup, freeform=container is None)

    def _read_wrapper(self, markup: str) -> Outline:
        wrapper = read_outline(self._check(markup, None).text)
        if len(wrapper.roots) != 1 or wrapper.roots[0].inner:
            raise Problem(
                Code.INVALID_ARGUMENTS, "A wrapper is one block that holds none.", hint="Such as an empty core/group."
            )
        return wrapper
