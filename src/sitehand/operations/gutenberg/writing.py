"""Operations that write blocks. Each answers what the blocks are called now, so that the next needs no read."""

from collections.abc import Callable
from typing import Annotated, Any

from pydantic import Field

from sitehand.blocks.addresses import show_block
from sitehand.blocks.agreement import check_agreement
from sitehand.blocks.editor import edit_blocks
from sitehand.blocks.edits import ReplaceText
from sitehand.blocks.fingerprints import Fingerprints
from sitehand.blocks.kept_locks import check_locks_kept
from sitehand.blocks.markup import check_markup
from sitehand.blocks.nesting import check_nesting
from sitehand.blocks.outline import BLANK, read_outline
from sitehand.blocks.release import Release, full_name
from sitehand.operation.context import Context
from sitehand.operation.declaration import Handler, Operation, operation
from sitehand.operation.write import text_of
from sitehand.operations.gutenberg.arguments import (
    MAX_NEW,
    BlockFields,
    Markup,
    Name,
    NewBlocks,
    OneText,
    below_templates,
    read_new,
)
from sitehand.operations.gutenberg.editing import (
    MAX_TOLD,
    EditedContent,
    Outcome,
    edit_content,
    list_presets_of,
    prepare_edit,
    tell,
    tell_blocks,
)
from sitehand.operations.gutenberg.edits import (
    Duplicating,
    Edits,
    Insertion,
    Moving,
    Parts,
    Removing,
    TableEditing,
    Transforming,
    Unwrapping,
    Updating,
    Wrapping,
)
from sitehand.site.values import NOT_GIVEN, WholeBody


class InsertedBlocks(OneText, Insertion):
    """New blocks, and where they go."""


class UpdatedBlock(OneText, Updating):
    """Changes to a block."""


class MovedBlock(OneText, Moving):
    """A block, and where it goes."""


class DuplicatedBlock(OneText, Duplicating):
    """A block to copy."""


class RemovedBlock(OneText, Removing):
    """A block to remove."""


class WrappedBlocks(OneText, Wrapping):
    """Neighbours, and the block to put around them."""


class UnwrappedBlock(OneText, Unwrapping):
    """A block to remove around others."""


class TransformedBlock(OneText, Transforming):
    """A block, and what it becomes."""


class EditedTable(OneText, TableEditing):
    """A table, and what changes of it."""


class BlockOperations(OneText, Parts):
    """Edits in a row, all or none."""


class AllBlocks(OneText, NewBlocks):
    """All blocks that a text is to have."""

    blocks: Annotated[list[BlockFields], WholeBody()] = Field(default=NOT_GIVEN, max_length=MAX_NEW)
    markup: Annotated[Markup, WholeBody()] = Field(default=NOT_GIVEN, description="instead of blocks")


class ReplacedText(OneText):
    """Words, and those to put in their place."""

    find: str = Field(min_length=1, max_length=1000, description="plain text")
    replacement: str = Field(max_length=10_000)
    name: list[Name] = Field(default_factory=list, max_length=100, description="only in these blocks")
    match_case: bool = True


def edit(text: str, arguments: Any, release: Release) -> Outcome:
    """Do the edits that arguments name."""
    edits: Edits = arguments
    edited = edit_blocks(text, edits.list_edits(release), release.dialect, blocks=release.blocks, around=release.around)
    return Outcome(edited.source, tell(edited, numbered=isinstance(arguments, Parts)), list_presets_of(arguments))


def set_all(text: str, arguments: Any, release: Release) -> Outcome:
    """Write all blocks anew. Raises Problem: conflict for locks; invalid_arguments for blocks where they may not be."""
    markup = read_new(arguments, release)
    new = check_markup(markup, freeform=True).text if markup.strip(BLANK) else ""
    old, outline = (read_outline(one) for one in (text, new))
    check_agreement(old, outline, release)
    check_locks_kept(old, outline)
    check_nesting(old, outline, outline.roots, release.blocks, release.around)
    fingerprints = Fingerprints(outline)
    blocks = [show_block(fingerprints, root) for root in outline.roots[:MAX_TOLD]]
    return Outcome(new, {"blocks": blocks}, list_presets_of(arguments))


def replace(text: str, arguments: Any, release: Release) -> Outcome:
    """Replace words."""
    names = frozenset(map(full_name, arguments.name))
    wanted = ReplaceText(arguments.find, arguments.replacement, names, arguments.match_case)
    edited = edit_blocks(text, [wanted], release.dialect, blocks=release.blocks)
    return Outcome(edited.source, {**tell(edited), "replaced": len(edited.changes[0].splices)})


def writes_blocks(route: str, **more: Any) -> Callable[[Handler], Operation]:
    """Declare a write of the blocks of an item, and below the path of templates of a template."""
    shared: dict[str, Any] = {
        "category": "gutenberg",
        "access": "write",
        "target": text_of(),
        "brief": tell_blocks,
        "stored": True,
    }
    return operation(route, shortcuts=below_templates(route), shortcuts_need="templates", **shared, **more)


@writes_blocks(
    "POST /items/{id}/blocks",
    prepare=prepare_edit(edit),
    example={"at": "end", "blocks": [{"name": "core/paragraph", "text": "We are open."}]},
)
async def insert_blocks(ctx: Context, new: InsertedBlocks) -> EditedContent:
    """Insert blocks into a page, post or template."""
    return await edit_content(ctx, new, edit)


@writes_blocks("PUT /items/{id}/blocks", prepare=prepare_edit(set_all), destructive=True, idempotent=True)
async def set_blocks(ctx: Context, new: AllBlocks) -> EditedContent:
    """Replace all blocks of a page, post or template."""
    return await edit_content(ctx, new, set_all)


@writes_blocks(
    "PATCH /items/{id}/blocks/{block}",
    prepare=prepare_edit(edit),
    destructive=True,
    example={"attributes": {"level": 3}},
)
async def update_block(ctx: Context, changed: UpdatedBlock) -> EditedContent:
    """Change a block's attributes, text or HTML."""
    return await edit_content(ctx, changed, edit)


@writes_blocks("POST /items/{id}/blocks/{block}/move", prepare=prepare_edit(edit), example={"at": "end"})
async def move_block(ctx: Context, moved: MovedBlock) -> EditedContent:
    """Move a block, or a run of neighbours."""
    return await edit_content(ctx, moved, edit)


@writes_blocks("POST /items/{id}/blocks/{block}/duplicate", prepare=prepare_edit(edit))
async def duplicate_block(ctx: Context, copied: DuplicatedBlock) -> EditedContent:
    """Copy a block right after it."""
    return await edit_content(ctx, copied, edit)


@writes_blocks("DELETE /items/{id}/blocks/{block}", prepare=prepare_edit(edit), destructive=True)
async def remove_block(ctx: Context, removed: RemovedBlock) -> EditedContent:
    """Remove a block and those in it."""
    return await edit_content(ctx, removed, edit)


@writes_blocks("POST /items/{id}/blocks/wrap", prepare=prepare_edit(edit), example={"blocks": ["0", "1"]})
async def wrap_blocks(ctx: Context, wrapped: WrappedBlocks) -> EditedContent:
    """Put neighbouring blocks into a new one, such as a group."""
    return await edit_content(ctx, wrapped, edit)


@writes_blocks("POST /items/{id}/blocks/{block}/unwrap", prepare=prepare_edit(edit))
async def unwrap_block(ctx: Context, unwrapped: UnwrappedBlock) -> EditedContent:
    """Remove a block and keep those in it."""
    return await edit_content(ctx, unwrapped, edit)


@writes_blocks(
    "POST /items/{id}/blocks/{block}/transform",
    prepare=prepare_edit(edit),
    destructive=True,
    example={"name": "core/heading", "attributes": {"level": 3}},
)
async def transform_block(ctx: Context, transformed: TransformedBlock) -> EditedContent:
    """Turn a block into another, such as a paragraph into a heading, list or quote."""
    return await edit_content(ctx, transformed, edit)


@writes_blocks(
    "POST /items/{id}/blocks/{block}/table",
    prepare=prepare_edit(edit),
    destructive=True,
    example={"action": "insert_row", "cells": ["Monday", "9 to 5"]},
)
async def edit_table(ctx: Context, table: EditedTable) -> EditedContent:
    """Change rows, columns or cells of a table."""
    return await edit_content(ctx, table, edit)


@writes_blocks(
    "POST /items/{id}/blocks/operations",
    prepare=prepare_edit(edit),
    destructive=True,
    example={"operations": [{"op": "update", "block": "0", "text": "Our history"}, {"op": "remove", "block": "2"}]},
)
async def apply_block_operations(ctx: Context, row: BlockOperations) -> EditedContent:
    """Edit blocks in one go, all or nothing. Fingerprints stay valid throughout."""
    return await edit_content(ctx, row, edit)


@writes_blocks(
    "POST /items/{id}/blocks/replace",
    prepare=prepare_edit(replace),
    destructive=True,
    example={"find": "Monday", "replacement": "Tuesday"},
)
async def replace_in_blocks(ctx: Context, replaced: ReplacedText) -> EditedContent:
    """Replace words in the text of blocks."""
    return await edit_content(ctx, replaced, replace)
